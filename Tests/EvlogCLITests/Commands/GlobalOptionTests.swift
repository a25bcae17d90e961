import Foundation
import Testing

/// What holds for every command.
@Suite(.timeLimit(.minutes(10)))
struct GlobalOptionTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func whereTheLogIs() throws {
        let (option, variable) = (scratch.directory + "/option", scratch.directory + "/variable")
        let (data, home) = (scratch.directory + "/data", scratch.directory + "/home")
        let all: [String: String?] = ["EVLOG_DIR": variable, "XDG_DATA_HOME": data, "HOME": home]
        let steps: [(arguments: [String], changes: [String: String?], log: String)] = [
            (["--log", option], [:], option), ([], [:], variable),
            ([], ["EVLOG_DIR": nil], data + "/evlog"), ([], ["EVLOG_DIR": ""], data + "/evlog"),
            ([], ["EVLOG_DIR": nil, "XDG_DATA_HOME": nil], home + "/.local/share/evlog"),
            ([], ["EVLOG_DIR": nil, "XDG_DATA_HOME": "relative"], home + "/.local/share/evlog"),
        ]
        var counts: [String: Int] = [:]
        for step in steps {
            let environment = all.merging(step.changes) { $1 }
            let outcome = try scratch.run(["append", "x"] + step.arguments, environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)")
            counts[step.log, default: 0] += 1
            #expect(try scratch.events("--log", step.log).count == counts[step.log], "\(step)")
        }
        let none = try scratch.run(
            ["append", "x"], environment: ["EVLOG_DIR": nil, "XDG_DATA_HOME": nil, "HOME": nil])
        #expect(none.status == 2 && none.errors.contains("--log"))
        #expect(try scratch.run("--log", "", "append", "x").status == 2)
        let relative = try scratch.shell(#"exec "$EVLOG" --log rel/log append x"#)
        #expect(relative.status == 0)
        #expect(try scratch.events("--log", scratch.directory + "/rel/log").count == 1)
    }

    @Test func optionsStandAnywhere() throws {
        try scratch.run("append", "x", "--at", "2026-01-01T23:30:00Z")
        let spellings = [
            ["--tz", "Asia/Tokyo", "query", "rollup", "--by", "day", "--format", "csv"],
            ["query", "--tz=Asia/Tokyo", "--format=csv", "rollup", "--by=day"],
            ["--format", "csv", "--by", "day", "query", "rollup", "--tz=Asia/Tokyo"],
        ]
        for arguments in spellings {
            let outcome = try scratch.run(arguments)
            #expect(
                outcome.lines == ["start,count,duration", "2026-01-02T00:00:00+09:00,1,0"], "\(arguments)")
        }
        #expect(try scratch.append(["--", "--strange"]).appended == 1)
        #expect(try scratch.append(["--meta", "a=b=c", "--", "-x"]).appended == 1)
        #expect(try scratch.events("--type", "-x").map(\.metadata) == [["a": "b=c"]])
        #expect(try scratch.events("--type=--strange").count == 1)
    }

    @Test func whatIsUnknownIsRefusedWithASuggestion() throws {
        let wrong: [(arguments: [String], words: String)] = [
            (["apend", "x"], "did you mean 'append'?"),
            (["rollup", "--by", "day"], "did you mean 'evlog query rollup'?"),
            (["append", "x", "--durration", "5"], "did you mean '--duration'?"),
            (["query", "rolup", "--by", "day"], "did you mean 'rollup'?"), (["query"], "rollup"),
            (["query", "rollup"], "--by"), (["query", "rollup", "--by", "dya"], "did you mean 'day'?"),
            (["query", "rollup", "--by", "day", "--limit", "1"], "query events"),
            (["stats", "extra"], "extra"), (["stats", "--tz"], "--tz"),
            (["stats", "--tz", "Nowhere/At_All"], "Nowhere/At_All"),
            (["stats", "--format", "xml"], "xml"), (["append", "x", "--id", "1", "--id", "2"], "twice"),
            (["query", "rollup", "--by", "day", "--group", "k", "--group", "k"], "twice"),
            (["query", "events", "--limit", "-1"], "--limit"),
            (["query", "events", "--limit", "x"], "--limit"),
            (["query", "events", "--from", "2026-02-30"], "--from"),
            (["query", "events", "--where", "novalue"], "--where"),
            (["query", "events", "--from", "2026-02-02", "--to", "2026-02-01"], "--to"),
            (["query", "events", "--follow", "--reverse"], "--follow"), (["help", "nonsense"], "nonsense"),
            (["append", "--file", "-", "--batch-size", "0"], "--batch-size"),
            (["append", "--file", "-", "--flush-after", "-1s"], "--flush-after"),
            (["append", "x", "--wait", "soon"], "--wait"),
        ]
        for (arguments, words) in wrong {
            let outcome = try scratch.run(arguments)
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.text.isEmpty, "\(arguments)")
            #expect(
                outcome.errors.hasPrefix("evlog: ") && outcome.errors.contains(words), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        }
        // Nothing at all: the help, as an error.
        let nothing = try scratch.run([])
        #expect(nothing.status == 2 && nothing.text.isEmpty && nothing.errors.contains("append"))
        #expect(!FileManager.default.fileExists(atPath: scratch.log))
    }

    @Test func helpAndVersion() throws {
        #expect(try scratch.run("--version").text.hasPrefix("evlog "))
        let help = try scratch.run("help")
        #expect(help.status == 0 && help.text.contains("append") && help.errors.isEmpty)
        #expect(try scratch.run("--help").text == help.text)
        for command in [
            ["append"], ["query"], ["query", "rollup"], ["query", "events"], ["verify"], ["stats"],
        ] {
            let page = try scratch.run(["help"] + command)
            #expect(page.status == 0 && page.text.count > 100)
            #expect(try scratch.run(command + ["--help"]).text == page.text)
            #expect(try scratch.run(command + ["-h"], environment: ["NO_COLOR": "1"]).text == page.text)
            #expect(!page.output.contains(0x1B))
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.log))
    }

    @Test func aClosedPipeEndsQuietly() throws {
        try scratch.appendLines(
            eventLines((0..<30_000).map { ("x\($0)", "2026-01-01T00:00:00Z") }))
        for format in ["table", "json", "jsonl", "csv"] {
            let script = #"{ "$EVLOG" query events --format "$1"; echo "$?" >&2; } | head -1"#
            let outcome = try scratch.shell(script, [format])
            #expect(outcome.errors == "0\n", "\(format)")
            #expect(outcome.lines.count == 1, "\(format)")
        }
        let rollup = #"{ "$EVLOG" query rollup --by day --group type; echo "$?" >&2; } | head -1"#
        #expect(try scratch.shell(rollup).errors == "0\n")
    }

    @Test func colourOnlyWhenAskedFor() throws {
        try scratch.run("append", "x", "--at", "2026-01-01")
        func hasColour(_ arguments: [String], _ environment: [String: String?] = [:]) throws -> Bool {
            let outcome = try scratch.run(
                ["query", "rollup", "--by", "day"] + arguments, environment: environment)
            #expect(outcome.status == 0)
            return outcome.output.contains(0x1B)
        }
        #expect(try !hasColour([]))
        #expect(try !hasColour([], ["TERM": "xterm-256color"]))
        #expect(try hasColour(["--color", "always"]))
        #expect(try hasColour(["--color", "always"], ["NO_COLOR": "1"]))
        #expect(try !hasColour(["--color", "never"], ["TERM": "xterm"]))
        #expect(try !hasColour(["--color", "always", "--format", "csv"]))
        #expect(try !hasColour(["--color", "always", "--format", "json"]))
    }

    @Test func theZoneOfTheEnvironment() throws {
        try scratch.run("append", "x", "--at", "2026-07-01T12:00:00Z")
        func time(_ zone: String?) throws -> String? {
            let outcome = try scratch.run(
                ["query", "events", "--format", "csv"], environment: ["TZ": zone])
            return outcome.lines.last?.split(separator: ",").dropFirst().first.map(String.init)
        }
        #expect(try time("Asia/Kolkata") == "2026-07-01T17:30:00+05:30")
        #expect(try time(":Europe/Berlin") == "2026-07-01T14:00:00+02:00")
        #expect(try time("UTC") == "2026-07-01T12:00:00+00:00")
    }
}
