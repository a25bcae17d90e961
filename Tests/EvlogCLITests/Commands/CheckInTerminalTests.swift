import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The check-in form, driven by keys and signals on a pseudo-terminal.
@Suite struct CheckInTerminalTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch("evlog-form") }

    private func start(
        _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let all = scratch.environment.merging(["TERM": "xterm-256color"]) { $1 }
            .merging(environment) { $1 }
        return try PseudoTerminal(
            EvlogExecutable.path(), ["check-in", "--date", "2026-03-01"] + arguments, environment: all,
            columns: columns, rows: rows)
    }

    /// Waits for the end, and holds the terminal against what it was.
    private func expectEnd(
        _ terminal: PseudoTerminal, status: Int32, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try terminal.end()
        #expect(found == status, "\(terminal.screen.text)", sourceLocation: sourceLocation)
        #expect(terminal.settings == terminal.settingsBefore, sourceLocation: sourceLocation)
        #expect(
            terminal.screen.showsCursor && !terminal.screen.marksPastes, sourceLocation: sourceLocation)
        #expect(
            terminal.screen.unknown.isEmpty && terminal.screen.cut == 0, sourceLocation: sourceLocation)
        #expect(!terminal.screen.text.contains("Daily Check-In"), sourceLocation: sourceLocation)
    }

    private func stored() throws -> [[String: Any]] {
        let rows = try scratch.run("query", "check-ins", "--format", "json").output
        return try JSONSerialization.jsonObject(with: Data(rows)) as? [[String: Any]] ?? []
    }

    private func levels(_ row: [String: Any]?) -> [Int?] {
        ["focus", "sleep", "energy", "stress"].map { row?[$0] as? Int }
    }

    private var logIsThere: Bool { FileManager.default.fileExists(atPath: scratch.log) }

    // MARK: - Saving

    @Test func keysAndDigitsAndANote() throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        #expect(!terminal.screen.showsCursor && terminal.screen.marksPastes)
        #expect(terminal.settings != terminal.settingsBefore)
        #expect(terminal.screen.lines[0] == "Daily Check-In · 2026-03-01")
        #expect(
            terminal.screen.lines[3]
                == "› 🧠 Focus   Very Unfocused  ━━━━━━━━●────────  Very Focused     😐 3")
        // Right by the arrow, by the arrow of the application form, and beyond the end.
        terminal.type("\u{1B}[C\u{1B}OC\u{1B}[C")
        try terminal.wait(for: "😄 5")
        terminal.type("\u{1B}[D\u{1B}[B1jl\t5\u{1B}[A\u{1B}[Bk")
        try terminal.wait { $0.lines[5].hasPrefix("› ⚡ Energy") && $0.lines[6].hasSuffix("😄 5") }
        #expect(terminal.screen.lines[3].hasSuffix("🙂 4") && terminal.screen.lines[4].hasSuffix("😔 1"))
        #expect(terminal.screen.lines[5].hasSuffix("🙂 4"))
        terminal.type("\r\r")
        try terminal.wait(for: "› 📝 Note")
        // The family is one character, and goes by one key.
        terminal.type("müde 日本x\u{7F} 👨‍👩‍👧‍👦\u{7F}🙂é")
        try terminal.wait(for: "müde 日本 🙂é")
        terminal.type("\r")
        try terminal.wait(for: "› [ Save Check-In ]")
        terminal.type("\r")
        try expectEnd(terminal, status: 0)
        #expect(
            terminal.screen.lines[0]
                == "Saved 2026-03-01: 🧠 4  😴 1  ⚡ 4  🧘 5  “müde 日本 🙂é” (sequence 1)")
        #expect(terminal.screen.lines.dropFirst().allSatisfy { $0.isEmpty })
        let row = try #require(try stored().first)
        #expect(levels(row) == [4, 1, 4, 5] && row["mood"] as? String == "müde 日本 🙂é")
    }

    @Test func theDaysCheckInIsWhereItBegins() throws {
        _ = try scratch.run(
            "check-in", "--focus", "1", "--sleep", "2", "--energy", "4", "--stress", "5", "--mood",
            "a\u{1B}[2Jb", "--date", "2026-03-01")
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        #expect(terminal.screen.lines[1].contains("Saving replaces that."))
        #expect([3, 4, 5, 6].map { terminal.screen.lines[$0].suffix(1) } == ["1", "2", "4", "5"])
        #expect(terminal.screen.text.contains(#"a\u001b[2Jb"#))
        terminal.type("3\u{13}")
        try expectEnd(terminal, status: 0)
        #expect(terminal.screen.lines[0].hasPrefix("Updated 2026-03-01: 🧠 3  😴 2  ⚡ 4  🧘 5"))
        let rows = try stored()
        #expect(rows.count == 1 && levels(rows.first) == [3, 2, 4, 5])
        #expect(rows.first?["mood"] as? String == "a\u{1B}[2Jb")
    }

    @Test func whatIsPastedIsANoteAndNoKeys() throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        terminal.type("\u{1B}[200~s1\rj \u{1B}[31mred\n\ttwo\u{1B}[201~")
        try terminal.wait(for: "s1 j [31mred two")
        terminal.type("\u{13}")
        try expectEnd(terminal, status: 0)
        let row = try #require(try stored().first)
        #expect(levels(row) == [3, 3, 3, 3] && row["mood"] as? String == "s1 j [31mred two")
    }

    @Test func theAnswerForScriptsStaysAlone() throws {
        let path = scratch.directory + "/answer"
        let terminal = try PseudoTerminal(
            EvlogExecutable.path(), ["check-in", "--format", "json", "--date", "2026-03-01"],
            environment: scratch.environment.merging(["TERM": "xterm"]) { $1 }, outputPath: path)
        try terminal.wait(for: "Esc skip")
        terminal.type("\u{13}")
        try expectEnd(terminal, status: 0)
        let answer = try #require(scratch.contents("answer"))
        let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
        #expect(object?["appended"] as? Int == 1 && object?["date"] as? String == "2026-03-01")
    }

    // MARK: - Ways out

    @Test(arguments: ["\u{1B}", "s", "\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\r"])
    func skipping(_ keys: String) throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        terminal.type("5")
        try terminal.wait(for: "😄 5")
        terminal.type(keys)
        try expectEnd(terminal, status: 0)
        #expect(terminal.screen.lines[0] == "2026-03-01: skipped, nothing is stored")
        #expect(!logIsThere)
    }

    @Test func theEndOfInput() throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        terminal.type("\u{4}")
        try expectEnd(terminal, status: 1)
        #expect(terminal.screen.lines[0].contains("nothing is stored"))
        #expect(!logIsThere)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(_ signal: Int32) throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        if signal == SIGINT { terminal.type("\u{3}") } else { terminal.send(signal) }
        // A core is written where that is allowed, which is another bit of the same status.
        let status = try terminal.end()
        #expect(status & 0x7F == signal || status == 128 + signal)
        #expect(terminal.settings == terminal.settingsBefore && terminal.screen.showsCursor)
        #expect(terminal.screen.lines[0] == "evlog: nothing is stored")
        #expect(!logIsThere)
    }

    @Test func aSignalThatWasIgnoredStaysSo() throws {
        let all = scratch.environment.merging(["TERM": "xterm"]) { $1 }
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "trap '' INT; exec \"$EVLOG\" check-in"], environment: all)
        try terminal.wait(for: "Esc skip")
        terminal.type("\u{3}5")
        try terminal.wait(for: "😄 5")
        terminal.type("\u{1B}")
        try expectEnd(terminal, status: 0)
    }

    @Test func anErrorAfterwards() throws {
        let terminal = try PseudoTerminal(
            EvlogExecutable.path(), ["check-in", "--log", "/dev/null/log"],
            environment: scratch.environment.merging(["TERM": "xterm"]) { $1 })
        let status = try terminal.end()
        #expect(status != 0 && terminal.screen.lines[0].hasPrefix("evlog: /dev/null/log"))
        #expect(terminal.settings == terminal.settingsBefore && terminal.screen.showsCursor)
    }

    // MARK: - Stopping and going on

    @Test func stoppingGivesTheTerminalBack() throws {
        let all = scratch.environment.merging(["TERM": "xterm"]) { $1 }
        let terminal = try PseudoTerminal(
            "/bin/sh",
            [
                "-c",
                "set -m; \"$EVLOG\" check-in --date 2026-03-01; echo stopped; read line; fg >/dev/null;"
                    + " echo \"then $?\"",
            ], environment: all)
        try terminal.wait(for: "Esc skip")
        terminal.type("5")
        try terminal.wait(for: "😄 5")
        terminal.type("\u{1A}")
        try terminal.wait { $0.text.contains("stopped") }
        #expect(terminal.settings == terminal.settingsBefore && terminal.screen.showsCursor)
        #expect(!terminal.screen.marksPastes && !terminal.screen.text.contains("Daily"))
        terminal.type("\n")
        // What was chosen is still there.
        try terminal.wait { $0.text.contains("Esc skip") && $0.text.contains("😄 5") }
        #expect(!terminal.screen.showsCursor && terminal.settings != terminal.settingsBefore)
        terminal.type("\u{13}")
        try expectEnd(terminal, status: 0)
        #expect(terminal.screen.text.contains("Saved 2026-03-01: 🧠 5  😴 3"))
        #expect(terminal.screen.text.contains("then 0"))
    }

    /// Nobody could wake up the leader of a session that has no parent in it: then the key has no effect.
    @Test func whereNobodyWatchesItIsNotStopped() throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        terminal.type("\u{1A}")
        terminal.type("5")
        try terminal.wait(for: "😄 5")
        terminal.type("\u{1B}")
        try expectEnd(terminal, status: 0)
    }

    @Test func whatStopsWithoutAskingIsPaintedAnew() throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        try terminal.waitForNext("Esc skip")
        terminal.send(SIGSTOP)
        terminal.send(SIGCONT)
        try terminal.waitForNext("Esc skip")
        terminal.type("\u{1B}")
        try expectEnd(terminal, status: 0)
    }

    // MARK: - Size and looks

    @Test func resizing() throws {
        let terminal = try start()
        try terminal.wait(for: "Esc skip")
        terminal.type("4")
        try terminal.wait(for: "🙂 4")
        terminal.resize(columns: 40, rows: 20)
        try terminal.wait { $0.lines[3] == "› 🧠 Focus    ━━━━━━━━━━━━●────   🙂 4" }
        try terminal.wait { $0.lines[4] == "     Very Unfocused    Very Focused" }
        terminal.resize(columns: 30, rows: 10)
        try terminal.wait { $0.lines[1] == "› 🧠 Focus  ━━━━━━●── 🙂 4" && $0.lines[7].hasPrefix("Very") }
        terminal.resize(columns: 12, rows: 2)
        try terminal.wait { $0.lines[0] == "Focus 4 🙂" && $0.lines[1].isEmpty }
        terminal.resize(columns: 120, rows: 30)
        try terminal.wait { $0.text.contains("Very Unfocused  ━━━━━━━━━━━━●────  Very Focused") }
        terminal.type("\u{13}")
        try expectEnd(terminal, status: 0)
        #expect(levels(try stored().first) == [4, 3, 3, 3])
    }

    @Test func fortyColumnsFromTheStart() throws {
        let terminal = try start(columns: 40, rows: 24)
        try terminal.wait(for: "Esc skip")
        #expect(terminal.screen.text.contains("[ Save Check-In ]  [ Skip ]"))
        terminal.type("1\t2\t4\t5\u{13}")
        try expectEnd(terminal, status: 0)
        #expect(levels(try stored().first) == [1, 2, 4, 5])
    }

    @Test func belowTheCursorAtTheBottomOfTheScreen() throws {
        let all = scratch.environment.merging(["TERM": "xterm"]) { $1 }
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "seq 100; exec \"$EVLOG\" check-in --date 2026-03-01"], environment: all)
        try terminal.wait(for: "Esc skip")
        terminal.type("\u{1B}[B5")
        try terminal.wait(for: "😄 5")
        terminal.type("\u{13}")
        try expectEnd(terminal, status: 0)
        let lines = terminal.screen.lines.filter { !$0.isEmpty }
        #expect(lines.last == "Saved 2026-03-01: 🧠 3  😴 5  ⚡ 3  🧘 3 (sequence 1)")
        #expect(lines.dropLast().last == "100")
    }

    @Test func withoutColour() throws {
        let terminal = try start(environment: ["NO_COLOR": "1"])
        try terminal.wait(for: "Esc skip")
        terminal.type("1")
        try terminal.wait(for: "●────────────────  Very Focused     😔 1")
        #expect(terminal.screen.colors == 0)
        terminal.type("\u{1B}")
        try expectEnd(terminal, status: 0)
    }

    @Test(arguments: ["--plain", "dumb", "none", "small"])
    func lineByLineWhereThereIsNoForm(_ why: String) throws {
        let terminal = try start(
            why == "--plain" ? "--plain" : "--color=never", columns: why == "small" ? 27 : 80,
            environment: why == "dumb" ? ["TERM": "dumb"] : why == "none" ? ["TERM": ""] : [:])
        for (question, answer) in [
            ("Very Focused:", "4"), ("Sleep:", "3"), ("Energized:", "5"), ("Calm:", "2"),
        ] {
            try terminal.waitForNext(question)
            terminal.type(answer + "\n")
        }
        try terminal.waitForNext("(optional):")
        terminal.type("\n")
        #expect(try terminal.end() == 0)
        #expect(!terminal.written.contains("\u{1B}"))
        #expect(terminal.settings == terminal.settingsBefore)
        #expect(levels(try stored().first) == [4, 3, 5, 2])
    }
}
