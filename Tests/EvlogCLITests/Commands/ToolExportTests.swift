import Testing

/// The CSV exports of other tools, through the command.
@Suite(.timeLimit(.minutes(10)))
struct ToolExportTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func append(
        _ text: String, _ format: String, _ arguments: [String] = [], status: Int32 = 0
    ) throws -> AppendAnswer {
        try scratch.append(
            arguments + ["--file", try scratch.file("export.csv", text), "--input", format], status: status)
    }

    /// Appends what is refused as a whole: nothing is stored, and one line says why.
    private func expectRefusal(
        _ text: String, _ arguments: String..., saying words: String
    ) throws {
        let path = try scratch.file("refused.csv", text)
        let outcome = try scratch.run(["append", "--file", path] + arguments)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(try scratch.run("query", "events").status != 0)
    }

    private static let diary = """
        full_date,date,weekday,time,mood,activities,note_title,note
        2021-03-27,March 27,Saturday,20:39,irritable,"a","",""
        2021-03-27,March 27,Saturday,08:20,ok,"","","line one
        line two, ""quoted\"""
        2021-03-26,March 26,Sunday,2:00 PM,meh,"","",""

        """

    @Test func case38MoodLabelsAreWords() throws {
        #expect(try append(Self.diary, "daylio", ["--tz", "Europe/Berlin"]) == AppendAnswer(3, 1...3))
        let events = try scratch.events("--tz", "Europe/Berlin")
        #expect(
            events.map(\.timestamp) == [
                "2021-03-26T14:00:00+01:00", "2021-03-27T08:20:00+01:00", "2021-03-27T20:39:00+01:00",
            ])
        #expect(events.map(\.type) == ["mood", "mood", "mood"])
        #expect(
            events.map(\.metadata) == [
                ["mood": "meh"], ["mood": "ok", "note": "line one\nline two, \"quoted\""],
                ["mood": "irritable", "activities": "a"],
            ])
        #expect(try append(Self.diary, "daylio", ["--tz", "Europe/Berlin"]) == AppendAnswer(3, 4...6))
        #expect(
            try append(Self.diary, "daylio", ["--tz", "Europe/Berlin", "--skip-existing"])
                == AppendAnswer(0, duplicates: 3))
    }

    @Test func habitsOfADayAreEventsAtItsStart() throws {
        let marks = "Date,Run,Water,\n2024-03-02,YES_MANUAL,2500,\n2024-03-01,SKIP,x,\n2024-02-29,2,NO,\n"
        #expect(
            try append(
                marks, "loop",
                [
                    "--tz", "America/New_York", "--on-error", "skip", "--rejects",
                    scratch.directory + "/rejects.csv",
                ],
                status: 3) == AppendAnswer(3, rejected: 1, 1...3))
        let events = try scratch.events("--tz", "America/New_York")
        #expect(
            events.map(\.timestamp) == [
                "2024-02-29T00:00:00-05:00", "2024-03-02T00:00:00-05:00", "2024-03-02T00:00:00-05:00",
            ])
        #expect(events.map(\.type) == ["Run", "Run", "Water"])
        #expect(events.map(\.metadata) == [[:], [:], ["value": "2.5"]])
        #expect(
            scratch.contents("rejects.csv").map { String(decoding: $0, as: UTF8.self) }
                == "Date,Run,Water,\n2024-03-01,SKIP,x,\n")
    }

    @Test func aBadRowStopsAndIsNamed() throws {
        let marks = "Date,Run,\n2024-03-02,2,\n2024-03-01,x,\n2024-02-29,2,\n"
        let outcome = try scratch.run("append", "--file", "-", "--input", "loop", input: marks)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("standard input, line 3: \"Run\" is \"x\""), "\(outcome.errors)")
        #expect(outcome.errors.contains("1 before it stored"), "\(outcome.errors)")
    }

    @Test func entriesHaveTheirProjectsAsTypes() throws {
        let header = "Project,Description,Start date,Start time,Duration\n"
        #expect(
            try append(header + "Site,a,2026-03-10,09:00:00,01:30:00\n", "toggl", ["--tz", "UTC"])
                == AppendAnswer(1, 1...1))
        #expect(
            try append(
                header + "Site,b,10.03.2026,10:00,00:00:01\n", "toggl",
                ["work", "--date-format", "dd.MM.yyyy HH:mm"])
                == AppendAnswer(1, 2...2))
        let events = try scratch.events()
        #expect(events.map(\.type) == ["Site", "work"])
        #expect(events.map(\.duration) == [5400, 1])
        #expect(events.map(\.metadata["description"]) == ["a", "b"])
        #expect(events.map(\.timestamp) == ["2026-03-10T09:00:00+00:00", "2026-03-10T10:00:00+00:00"])
    }

    @Test func whatIsNoneOfTheirFilesIsRefusedBeforeAnythingIsStored() throws {
        try expectRefusal(
            "a,b\n1,2\n", "--input", "daylio", saying: "refused.csv, line 1: is not a CSV export of Daylio")
        try expectRefusal(
            "a,b\n1,2\n", "--input", "toggl", saying: "is not a CSV of Toggl's detailed time entries")
        try expectRefusal(
            "a,b\n1,2\n", "--input", "loop", saying: "is no Checkmarks.csv of Loop Habit Tracker")
        try expectRefusal(
            "Date,A,\n2024-01-02,0.1234,\n", "--input", "loop", "--on-error", "skip",
            saying: "refused.csv, line 2: \"0.1234\" is a score")
    }

    @Test func optionsOfOtherFormatsAreRefused() throws {
        for format in ["daylio", "loop", "toggl", "jsonl"] {
            for (option, value) in [("--map", "type=a"), ("--separator", ";")] {
                try expectRefusal(
                    "", "--input", format, option, value, saying: "\(option) only goes with --input csv")
            }
            try expectRefusal(
                "", "--input", format, "--only-mapped", saying: "--only-mapped only goes with --input csv")
        }
        for format in ["daylio", "loop", "jsonl"] {
            try expectRefusal(
                "", "--input", format, "--date-format", "yyyy-MM-dd",
                saying: "--date-format only goes with --input csv or toggl")
        }
        for format in ["daylio", "loop", "toggl"] {
            try expectRefusal(
                "", "--input", format, "--epoch", "s",
                saying: "--epoch and --input \(format) exclude each other")
        }
        try expectRefusal("", "--input", "toggl", "--date-format", "q", saying: "--date-format")
        try expectRefusal(
            "", "run", "--input", "loop", saying: "an event type and --input loop exclude each other")
        try expectRefusal("", "", "--input", "daylio", saying: "the event type is empty")
    }
}
