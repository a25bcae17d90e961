import Testing

/// Small inputs that each stand for a kind of fault that tools of this kind have had. Copies of the shared case
/// files, so that these tests need nothing but the repository.
@Suite(.timeLimit(.minutes(10)))
struct CaseTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Appends with `stop`, which names the first bad line, and looks at what it says.
    private func expectStop(_ text: String, line: Int, storing count: Int, saying words: String) throws {
        let path = try scratch.file("stop.jsonl", text)
        let outcome = try scratch.run("--log", scratch.directory + "/stop", "append", "--file", path)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("stop.jsonl, line \(line): "), "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("\(count) before it stored"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }

    @Test func case03NegativeGapAndNegativeDuration() throws {
        let text = """
            {"type":"afk","timestamp":"2020-03-30T10:00:00Z","duration":60}
            {"type":"afk","timestamp":"2020-03-30T10:00:30Z","duration":10}
            {"type":"afk","timestamp":"2020-03-30T09:59:59Z","duration":-3}

            """
        try expectStop(text, line: 3, storing: 2, saying: "duration")
        #expect(
            try scratch.appendLines(text, ["--on-error", "skip"], status: 3)
                == AppendAnswer(2, rejected: 1, 1...2))
        let events = try scratch.events()
        #expect(events.map(\.timestamp) == ["2020-03-30T10:00:00+00:00", "2020-03-30T10:00:30+00:00"])
        #expect(events.map(\.duration) == [60, 10])
    }

    static let trueDuplicates = """
        {"type":"beat","timestamp":"2023-01-14T10:00:00Z","metadata":{"entity":"a.go"},"duration":null}
        {"type":"beat","timestamp":"2023-01-14T10:00:00Z","metadata":{"entity":"a.go"},"duration":null}
        {"type":"beat","timestamp":"2023-01-14T10:00:00Z","metadata":{"entity":"b.go"},"duration":null}

        """

    @Test func case04TrueDuplicatesSurvive() throws {
        #expect(try scratch.appendLines(Self.trueDuplicates) == AppendAnswer(3, 1...3))
        #expect(
            try scratch.appendLines(Self.trueDuplicates, ["--skip-existing"])
                == AppendAnswer(0, duplicates: 3))
        #expect(try scratch.events().map(\.metadata["entity"]) == ["a.go", "a.go", "b.go"])
        // Without being asked to look, all are real.
        #expect(try scratch.appendLines(Self.trueDuplicates) == AppendAnswer(3, 4...6))
    }

    @Test func case06TwoEventsOnly() throws {
        let text = eventLines([("beat", "2023-01-01T00:00:00Z"), ("beat", "2023-01-01T00:00:00Z")])
        #expect(try scratch.appendLines(text) == AppendAnswer(2, 1...2))
        let days = try scratch.rollup("--by", "day")
        #expect(days.map(\.start) == ["2023-01-01T00:00:00+00:00"] && days.map(\.count) == [2])
    }

    @Test func case16BeforeTheEpoch() throws {
        let text = eventLines([("x", "1969-12-31T23:00:00Z"), ("x", "1970-01-01T00:00:00+01:00")])
        #expect(try scratch.appendLines(text) == AppendAnswer(2, 1...2))
        let recorded = try scratch.events("--tz", "recorded").map(\.timestamp)
        #expect(recorded == ["1969-12-31T23:00:00+00:00", "1970-01-01T00:00:00+01:00"])
        #expect(
            try scratch.events().map(\.timestamp) == Array(repeating: "1969-12-31T23:00:00+00:00", count: 2))
        let years = try scratch.rollup("--by", "year")
        #expect(years.map(\.day) == ["1969-01-01"] && years.map(\.count) == [2])
    }

    @Test func case18ZerosAfterACrash() throws {
        let text =
            eventLines([("x", "2021-08-28T10:00:00Z")]) + String(repeating: "\0", count: 43) + "\n"
            + eventLines([("x", "2021-08-28T10:00:01Z")])
        try expectStop(text, line: 2, storing: 1, saying: "JSON")
        #expect(
            try scratch.appendLines(text, ["--on-error", "skip"], status: 3)
                == AppendAnswer(2, rejected: 1, 1...2))
        #expect(
            try scratch.events().map(\.timestamp)
                == ["2021-08-28T10:00:00+00:00", "2021-08-28T10:00:01+00:00"])
    }

    @Test func case19EndBeforeStart() throws {
        let text = #"{"type":"t","timestamp":"2024-01-18T10:00:00Z","end":"2024-01-18T09:00:00Z"}"# + "\n"
        try expectStop(text, line: 1, storing: 0, saying: "unknown field \"end\"")
        #expect(try scratch.appendLines(text, status: 3) == AppendAnswer(0, rejected: 1))
        #expect(try scratch.events().isEmpty)
        #expect(try scratch.appendLines(text, ["--ignore-unknown"]) == AppendAnswer(1, 1...1))
    }

    @Test func case20ControlCharacters() throws {
        let text = """
            {"type":"note","timestamp":"2022-11-12T10:00:00Z","metadata":{"note":"a\\u000bb"}}
            {"type":"note","timestamp":"2022-11-12T10:00:01Z","metadata":{"note":"a\u{B}b"}}

            """
        try expectStop(text, line: 2, storing: 1, saying: "invalid JSON")
        #expect(try scratch.appendLines(text, status: 3) == AppendAnswer(1, rejected: 1, 1...1))
        #expect(try scratch.events().map(\.metadata) == [["note": "a\u{B}b"]])
        let table = try scratch.run("query", "events")
        #expect(!table.output.contains(0x0B) && table.text.contains("note=a\\u000bb"))
    }

    @Test func case25FractionDigits() throws {
        let fractions = ["", ".6", ".66", ".662", ".6627", ".662762", ".662762123"]
        let text = eventLines(fractions.map { ("x", "2018-08-17T02:14:02\($0)Z") })
        #expect(try scratch.appendLines(text) == AppendAnswer(7, 1...7))
        let shown = ["", ".600", ".660", ".662", ".662700", ".662762", ".662762"]
        #expect(try scratch.events().map(\.timestamp) == shown.map { "2018-08-17T02:14:02\($0)+00:00" })
    }

    @Test func case26OffsetSpellings() throws {
        let spellings = [
            "2024-12-03T15:28:23+09:00", "2024-12-03T15:28:23+0900", "2024-12-03T15:28:23+09",
            "2024-12-03T15:28:23 +09:00", "2024-12-03 15:28:23+09:00", "2024-12-03t15:28:23z",
            "2024-12-03T15:28:23-00:00", "2024-12-03T15:28:23", "2024-12-03T15:28:23,5+09:00",
            "2024-12-03T15:28:23+05:45", "20241203T152823Z", "2024-W49-2T15:28:23Z",
        ]
        let text = eventLines(spellings.map { ("x", $0) })
        try expectStop(text, line: 4, storing: 3, saying: "space before the offset")
        let path = try scratch.file("lines.jsonl", text)
        let outcome = try scratch.run(
            "append", "--file", path, "--tz", "America/New_York", "--on-error", "skip")
        #expect(outcome.status == 3)
        let refused = outcome.errors.split(separator: "\n").compactMap { message in
            message.split(separator: ", line ").last.map { String($0.prefix { $0.isNumber }) }
        }
        #expect(refused == ["4", "9", "11", "12"])
        let events = try scratch.events("--tz", "recorded").sorted { $0.sequence < $1.sequence }
        let nine = "2024-12-03T15:28:23+09:00"
        let utc = "2024-12-03T15:28:23+00:00"
        #expect(
            events.map(\.timestamp)
                == [
                    nine, nine, nine, nine, utc, utc, "2024-12-03T15:28:23-05:00",
                    "2024-12-03T15:28:23+05:45",
                ])
    }

    @Test func case34SecondsOrMilliseconds() throws {
        let values = [
            "1588204800", "1588204800000", "1588204800000000", #""1588204800""#, "1588204800.25",
            "1.5882048e9",
        ]
        let text = values.map { #"{"type":"x","timestamp":\#($0)}"# + "\n" }.joined()
        try expectStop(text, line: 1, storing: 0, saying: "--epoch")
        #expect(
            try scratch.appendLines(text, ["--on-error", "skip"], status: 3) == AppendAnswer(0, rejected: 6))
        let path = try scratch.file("lines.jsonl", text)
        let outcome = try scratch.run("append", "--file", path, "--epoch", "s", "--on-error", "skip")
        #expect(outcome.status == 3)
        for line in [2, 3] {
            #expect(outcome.errors.contains("line \(line): timestamp \"\(values[line - 1])\" is outside"))
        }
        #expect(outcome.errors.contains("line 4: not an RFC 3339 time"))
        let times = try scratch.events().sorted { $0.sequence < $1.sequence }.map(\.timestamp)
        let first = "2020-04-30T00:00:00+00:00"
        #expect(times == [first, "2020-04-30T00:00:00.250+00:00", first])
        // The same instants, counted in other units.
        for (unit, value) in [("ms", "1588204800000"), ("us", "1588204800000000")] {
            let log = scratch.directory + "/" + unit
            try scratch.appendLines(#"{"type":"x","timestamp":\#(value)}"#, ["--epoch", unit, "--log", log])
            #expect(try scratch.events("--log", log).map(\.timestamp) == [first])
        }
    }

    @Test func case37DaysOverClockChanges() throws {
        let times = [
            "2017-03-24T12:00:00+01:00", "2017-03-25T23:59:00+01:00", "2017-03-26T00:30:00+01:00",
            "2017-03-27T00:10:00+02:00", "2025-10-25T23:30:00+02:00", "2025-10-26T23:30:00+01:00",
            "2025-10-27T00:30:00+01:00",
        ]
        let text = eventLines(times.map { ("checkin", $0) })
        #expect(try scratch.appendLines(text) == AppendAnswer(7, 1...7))
        for zone in ["Europe/Amsterdam", "recorded"] {
            let days = try scratch.rollup("--by", "day", "--tz", zone).map(\.day)
            #expect(
                days == [
                    "2017-03-24", "2017-03-25", "2017-03-26", "2017-03-27", "2025-10-25", "2025-10-26",
                    "2025-10-27",
                ])
        }
    }

    @Test func case41TheSameRecordWithKeysInAnotherOrder() throws {
        let lines = [
            #"{"type":"dose","timestamp":"2025-01-01T08:00:00Z","metadata":{"name":"Supplement 01","mg":"50"},"duration":null}"#,
            #"{"metadata":{"mg":"50","name":"Supplement 01"},"duration":null,"timestamp":"2025-01-01T08:00:00.000Z","type":"dose"}"#,
        ]
        #expect(try scratch.appendLines(lines[0] + "\n") == AppendAnswer(1, 1...1))
        #expect(
            try scratch.appendLines(lines[1] + "\n", ["--skip-existing"]) == AppendAnswer(0, duplicates: 1))
        // Together they are two copies of one record, of which the log holds one.
        let both = lines.joined(separator: "\n") + "\n"
        #expect(
            try scratch.appendLines(both, ["--skip-existing"]) == AppendAnswer(1, duplicates: 1, 2...2))
        #expect(
            try scratch.appendLines(both, ["--skip-existing"]) == AppendAnswer(0, duplicates: 2))
        #expect(try scratch.appendLines(both) == AppendAnswer(2, 3...4))
    }

    @Test func case42MetadataThatIsNotText() throws {
        let record = #"""
            {"type":"x","timestamp":"2025-01-01T00:00:00Z","metadata":{"tabCount":10,"audible":false,"tags":["a"],"nested":{"a":1},"n":null,"":"empty key"},"duration":
            """#
        try expectStop(record + "\"12\"}\n", line: 1, storing: 0, saying: "duration is not a number")
        #expect(try scratch.appendLines(record + "\"12\"}\n", status: 3) == AppendAnswer(0, rejected: 1))
        #expect(try scratch.appendLines(record + "12}\n") == AppendAnswer(1, 1...1))
        let event = try #require(try scratch.events().first)
        #expect(
            event.metadata == [
                "tabCount": "10", "audible": "false", "tags": #"["a"]"#, "nested": #"{"a":1}"#,
                "": "empty key",
            ])
        #expect(event.duration == 12)
    }

    @Test func case43CutLastLine() throws {
        let text = eventLines([("x", "2025-01-01T00:00:00Z")]) + #"{"type":"x","timestamp":"2025-01-0"#
        try expectStop(text, line: 2, storing: 1, saying: "cut short")
        #expect(try scratch.appendLines(text, status: 3) == AppendAnswer(1, rejected: 1, 1...1))
        #expect(try scratch.events().map(\.timestamp) == ["2025-01-01T00:00:00+00:00"])
    }

    /// What is harmless: a byte order mark, CRLF, blank lines, a last line without its end.
    @Test func harmlessBytes() throws {
        let text =
            "\u{FEFF}\r\n" + #"{"type":"a","timestamp":"2025-01-01T00:00:00Z"}"# + "\r\n\n  \n"
            + #"{"type":"b","timestamp":"2025-01-01T00:00:01Z"}"#
        #expect(try scratch.appendLines(text) == AppendAnswer(2, 1...2))
        #expect(try scratch.events().map(\.type) == ["a", "b"])
    }
}
