import Testing

/// `append --input access-log`.
@Suite(.timeLimit(.minutes(10)))
struct AccessLogTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static func line(_ path: String) -> String {
        #"10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET \#(path) HTTP/1.1" 200 5 "-" "curl/8.0""# + "\n"
    }

    @Test func aFile() throws {
        let path = try scratch.file("access.log", Self.line("/a") + "\nbad\n" + Self.line("/b"))
        let arguments = ["--file", path, "--input", "access-log", "--on-error", "skip"]
        let rejects = scratch.directory + "/rejects"
        #expect(
            try scratch.append(arguments + ["--rejects", rejects], status: 3)
                == AppendAnswer(2, rejected: 1, 1...2))
        let outcome = try scratch.run(["append", "visit"] + arguments + ["--skip-existing"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("access.log, line 3: HOST IDENT USER [TIME] is expected at byte 1"))
        #expect(scratch.contents("rejects") == Array("bad\n".utf8))
        let events = try scratch.events("--tz", "recorded").sorted { $0.sequence < $1.sequence }
        #expect(events.map(\.type) == ["request", "request", "visit", "visit"])
        #expect(events.map { $0.metadata["path"] } == ["/a", "/b", "/a", "/b"])
        #expect(events.allSatisfy { $0.timestamp == "2000-10-10T13:55:36-07:00" })
        // The same again adds nothing.
        #expect(
            try scratch.append(arguments + ["--skip-existing"], status: 3)
                == AppendAnswer(0, duplicates: 2, rejected: 1))
    }

    @Test func aLivePipe() throws {
        let pipe = try scratch.start([
            "append", "--file", "-", "--input", "access-log", "--flush-after", "50ms",
        ])
        func stored() throws -> [String] {
            try scratch.run("query", "events", "--format", "jsonl").lines.map { String($0) }
        }
        pipe.write(Self.line("/a") + "10.0.0.1 - - [10/Oct")
        #expect(try eventually { try stored().count == 1 })
        pipe.write(#"/2000:13:55:36 -0700] "GET /b HTTP/1.1" 200 5"# + "\n")
        #expect(try eventually { try stored().count == 2 })
        pipe.write("10.0.0.1 - - [half a line")
        pipe.closeInput()
        let outcome = try pipe.wait()
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("standard input, line 3: a time such as"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ["--map", "type=a"], ["--only-mapped"], ["--date-format", "yyyy"], ["--separator", ";"],
        ["--epoch", "s"],
        ["--ignore-unknown"],
    ])
    func optionsOfOtherInputs(options: [String]) throws {
        let path = try scratch.file("access.log", Self.line("/a"))
        let outcome = try scratch.run(["append", "--file", path, "--input", "access-log"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(options[0]), "\(outcome.errors)")
    }
}
