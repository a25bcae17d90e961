import Testing

/// Text from the log never drives a terminal, and comes back from it as it was.
@Suite(.timeLimit(.minutes(10)))
struct HostileTextTests {
    static let texts = [
        "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}", "a\r\nb\tc", "back\u{8}space", "\u{7F}", "\u{9B}31m",
        "\u{202E}drawkcab\u{202C}", "\u{2066}isolate\u{2069}", "\u{200F}\u{61C}", "line\u{2028}end\u{2029}",
        "\u{FEFF}mark",
        "nul\u{0}nul", "wide 日本語 👩‍👩‍👧", "e\u{301}", "quote\"and\\slash", "=1+1", "a,b;c", "",
    ]

    /// What no terminal should get raw.
    private func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A: true
            case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                false
            default: true
            }
        }
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16) : String(scalar)
        }.joined()
    }

    @Test func tablesAreHarmlessAndJSONIsExact() throws {
        let scratch = try Scratch()
        let lines = Self.texts.map { text in
            #"{"type":"t\#(escaped(text))","timestamp":"2026-01-01T00:00:00Z","metadata":{"k\#(escaped(text))":"\#(escaped(text))","v":"\#(escaped(text))"}}"#
        }
        try scratch.appendLines(lines.joined(separator: "\n"))
        let events = try scratch.events()
        for (event, text) in zip(events, Self.texts) {
            // By bytes: equal as Unicode isn't enough.
            #expect(Array(event.type.utf8) == Array("t\(text)".utf8))
            #expect(event.metadata["v"].map { Array($0.utf8) } == Array(text.utf8))
        }
        #expect(events.count == Self.texts.count)
        for arguments in [
            ["query", "events"], ["query", "rollup", "--by", "day", "--group", "type"],
            ["query", "rollup", "--by", "day", "--group", "v"],
            ["query", "rollup", "--by", "day", "--group", "k\u{1B}[31mred\u{1B}[0m"],
        ] {
            let outcome = try scratch.run(arguments)
            #expect(outcome.status == 0 && isHarmless(outcome.text), "\(arguments)")
            for columns in ["20", "40", "80"] {
                let narrow = try scratch.run(arguments, environment: ["COLUMNS": columns])
                #expect(narrow.status == 0 && isHarmless(narrow.text))
            }
        }
        let rows = try scratch.rollup("--by", "day", "--group", "v")
        #expect(rows.count == Self.texts.count)
        for text in Self.texts where !text.contains("\0") {
            let found = try scratch.events("--where", "v=\(text)")
            #expect(found.map { Array($0.type.utf8) } == [Array("t\(text)".utf8)], "\(text)")
        }
    }

    @Test func messagesAreHarmless() throws {
        let scratch = try Scratch()
        for text in Self.texts where !text.contains("\0") {
            for arguments in [
                [text + "x"], ["append", "--file", text + "/absent"], ["append", "x", "--tz", text + "z"],
                ["--\(text)x"],
                ["append", "x", "--meta", text],
                ["stats", "--log", scratch.directory + "/" + text + "absent"],
            ] {
                let outcome = try scratch.run(arguments)
                #expect(outcome.status != 0 || outcome.errors.isEmpty)
                #expect(isHarmless(outcome.errors), "\(arguments)")
            }
            let path = try scratch.file(
                "lines", #"{"type":"x","timestamp":"\#(escaped(text))"}"# + "\n" + #"{"\#(escaped(text))":1}"#
            )
            #expect(try isHarmless(scratch.run("append", "--file", path, "--on-error", "skip").errors))
        }
    }
}
