import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `append --input csv`, with the small inputs of real reports among others.
@Suite(.timeLimit(.minutes(10)))
struct CSVInputTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func append(_ text: String, _ arguments: [String], status: Int32 = 0) throws -> String {
        let path = try scratch.file("in.csv", text)
        let outcome = try scratch.run(
            ["--log", scratch.directory + "/log", "--tz", "UTC", "append"] + arguments
                + ["--file", path, "--input", "csv"])
        #expect(outcome.status == status, "\(outcome.errors)")
        return outcome.errors
    }

    private func events() throws -> [[String]] {
        try scratch.run(
            "--log", scratch.directory + "/log", "--tz", "UTC", "query", "events", "--format", "jsonl"
        )
        .text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let metadata = object?["metadata"] as? [String: String] ?? [:]
            return [object?["timestamp"] as? String ?? "", object?["type"] as? String ?? ""]
                + metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        }
    }

    private static let dayFirst = """
        "Start Date","Start Time","End Date","End Time","Duration (h)"
        "29/04/2025","14:00","29/04/2025","14:05","00:05:00"
        "03/04/2025","23:50","04/04/2025","00:10","00:20:00"

        """

    /// Both readings of 03/04/2025 are possible.
    @Test func aDateThatCouldBeReadTwoWaysIsNotGuessed() throws {
        let map = ["--map", "timestamp=Start Date+Start Time,end=End Date+End Time", "--only-mapped"]
        let errors = try append(Self.dayFirst, ["sleep"] + map, status: 3)
        #expect(errors.contains("line 2: ") && errors.contains("--date-format"), "\(errors)")
        #expect(errors.contains("0 before it stored") && errors.split(separator: "\n").count == 1)
        #expect(try append(Self.dayFirst, ["sleep", "--date-format", "dd/MM/yyyy HH:mm"] + map) == "")
        #expect(
            try events() == [
                ["2025-04-03T23:50:00+00:00", "sleep"], ["2025-04-29T14:00:00+00:00", "sleep"],
            ])
    }

    @Test func hoursMayBeUnpadded() throws {
        let text = "start\n14/04/2023 9:00\n12/04/2023 09:00\n04/12/2023 9:00\n"
        #expect(
            try append(text, ["x", "--map", "timestamp=start", "--date-format", "dd/MM/yyyy HH:mm"]) == "")
        #expect(
            try events().map { $0[0] } == [
                "2023-04-12T09:00:00+00:00", "2023-04-14T09:00:00+00:00", "2023-12-04T09:00:00+00:00",
            ])
    }

    @Test func noCarriageReturnIsLeftInAValue() throws {
        let text =
            "type,timestamp,note\r\nmood,2021-03-20T10:00:00Z,\"ok\"\r\nmood,2021-03-20T11:00:00Z,\"a, b\"\r\n"
        #expect(try append(text, []) == "")
        #expect(try events().map { $0[2] } == ["note=ok", "note=a, b"])
    }

    @Test func loneCarriageReturnsEndRows() throws {
        #expect(try append("type,timestamp\rx,2021-03-20T10:00:00Z\ry,2021-03-21T10:00:00Z", []) == "")
        #expect(try events().map { $0[1] } == ["x", "y"])
    }

    @Test func lineBreaksInACellAreKept() throws {
        let text =
            "type,timestamp,note\nmood,2026-09-15T10:00:00Z,\"line one\r\nline two\"\nmood,2026-09-15T11:00:00Z,plain\n"
        #expect(try append(text, []) == "")
        #expect(try events().map { $0[2] } == ["note=line one\r\nline two", "note=plain"])
    }

    @Test func aByteOrderMarkIsNoPartOfAName() throws {
        #expect(try append("\u{feff}timestamp,type\n2026-07-02T10:00:00Z,mood\n", []) == "")
        #expect(try events() == [["2026-07-02T10:00:00+00:00", "mood"]])
    }

    @Test func anUnclosedQuoteIsNamedWhereItOpens() throws {
        let errors = try append("a,b\n\"never closed,1\n2,3\n", ["x", "--map", "timestamp=a"], status: 3)
        #expect(errors.contains("line 2: a quotation mark is opened and never closed"), "\(errors)")
    }

    @Test func moodLabelsStayText() throws {
        let text = #"""
            full_date,date,weekday,time,mood,activities,note_title,note
            2021-03-27,March 27,Saturday,20:39,irritable,"a","",""
            2021-03-27,March 27,Saturday,08:20,ok,"","","line one
            line two, ""quoted"""
            2021-03-26,March 26,Sunday,2:00 PM,meh,"","",""

            """#
        let map = ["day", "--map", "timestamp=full_date+time", "--date-format", "yyyy-MM-dd HH:mm"]
        let rejects = scratch.directory + "/rejects.csv"
        let errors = try append(text, map + ["--on-error", "skip", "--rejects", rejects], status: 3)
        #expect(errors.contains("line 5: timestamp "), "\(errors)")
        #expect(try events().map { $0.contains("mood=irritable") || $0.contains("mood=ok") } == [true, true])
        // What was refused can be appended once it is known how it is to be read.
        let refused = try String(contentsOfFile: rejects, encoding: .utf8)
        #expect(
            refused == "full_date,date,weekday,time,mood,activities,note_title,note\n"
                + "2021-03-26,March 26,Sunday,2:00 PM,meh,\"\",\"\",\"\"\n")
        #expect(try append(refused, map[..<4] + ["yyyy-MM-dd h:mm a"]) == "")
        #expect(try events().count == 3)
    }

    @Test func whatMakesNoSenseIsRefusedBeforeAnythingIsStored() throws {
        for (arguments, words) in [
            (["--map", "when=a"], "'when'"), (["--date-format", "dd/mm/yyyy"], "--date-format"),
            (["--separator", "ab"], "--separator"),
            (["--epoch", "s", "--date-format", "dd/MM/yyyy"], "exclude"),
            (["--map", "type=nowhere"], "no column \"nowhere\""),
        ] {
            let errors = try append("timestamp\n2026-11-30\n", arguments, status: 2)
            #expect(errors.contains(words) && errors.split(separator: "\n").count == 1, "\(errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.directory + "/log"))
        let lines = try scratch.file("in.jsonl", "{}\n")
        let outcome = try scratch.run(
            "--log", scratch.directory + "/log", "append", "--file", lines, "--only-mapped")
        #expect(outcome.status == 2 && outcome.errors.contains("--only-mapped only goes with --input csv"))
    }

    /// Rows in the middle of which one read of the file ends and the next begins, and lines that take several.
    @Test func manyRowsKeepTheirNumbers() throws {
        var text = "timestamp,type,note\n"
        for row in 0..<60_000 {
            text += "2026-11-30T00:00:00Z,x,\"\(row)\n\(String(repeating: "·", count: row % 113))\"\n"
        }
        text += "bad,x,\n2026-11-30T00:00:00Z,last,\n"
        #expect(text.utf8.count > 8 << 20)
        let errors = try append(text, ["--on-error", "skip"], status: 3)
        #expect(errors.contains("line 120002: timestamp \"bad\""), "\(errors)")
        let found = try scratch.run(
            "--log", scratch.directory + "/log", "query", "events", "--limit", "70000", "--format", "csv"
        ).text
        #expect(found.contains("59999\\n·"))
        #expect(
            try scratch.run("--log", scratch.directory + "/log", "stats", "--format", "json").text
                .contains("\"records\":60001"))
    }

    /// The same file again adds nothing where that is asked for.
    @Test func appendingTwiceWithSkipExisting() throws {
        _ = try append(
            Self.dayFirst,
            ["x", "--map", "timestamp=Start Date+Start Time", "--date-format", "dd/MM/yyyy HH:mm"])
        _ = try append(
            Self.dayFirst,
            [
                "x", "--map", "timestamp=Start Date+Start Time", "--date-format", "dd/MM/yyyy HH:mm",
                "--skip-existing",
            ])
        #expect(try events().count == 2)
    }

    /// What `export --format csv` writes comes back as it was.
    @Test func anExportIsReadBack() throws {
        let lines = #"""
            {"type":"run","timestamp":"2026-11-30T09:15:00+01:00","metadata":{"id":"x","note":"a \"b\", c\nd","category":"work"},"duration":45.000001,"id":"a1"}
            {"type":"run","timestamp":"1969-12-31T23:00:00Z","metadata":{"type":"1","metadata.type":"2","metadata.k":"3","k":" 4 ","none":""}}
            {"type":" run ","timestamp":"1969-12-31T23:00:00Z","metadata":{"takenAt":"x","supplement":"y"},"id":" b "}
            {"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2,"mood":"late","timestamp":"2026-11-30T20:00:00+01:00"}
            {"kind":"dose","supplement":"Magnesium","takenAt":"2026-11-30T08:00:00+01:00","amount":"200 mg"}
            {"kind":"rollup","type":"run","timestamp":"2024-11-30T09:15:00Z","metadata":{"category":"work"},"duration":2700}

            """#
        let path = try scratch.file("in.jsonl", lines)
        func export(_ log: String, _ format: String) throws -> String {
            let outcome = try scratch.run("--log", scratch.directory + log, "export", "--format", format)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.text
        }
        #expect(try scratch.run("--log", scratch.directory + "/one", "append", "--file", path).status == 0)
        let csv = try scratch.file("out.csv", try export("/one", "csv"))
        let outcome = try scratch.run(
            "--log", scratch.directory + "/two", "append", "--file", csv, "--input", "csv")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try export("/two", "jsonl") == export("/one", "jsonl"))
        #expect(try export("/two", "csv") == export("/one", "csv"))
    }

    /// Rows of a live pipe are stored by the rule of all others, however they come.
    @Test func aPipeThatGoesOn() throws {
        func count() throws -> Int {
            let outcome = try scratch.run("query", "events", "--format", "jsonl")
            return outcome.status == 0 ? outcome.lines.count : 0
        }
        let pipe = try scratch.start(["append", "--file", "-", "--input", "csv", "--flush-after", "200ms"])
        pipe.write("timestamp,ty")
        pipe.write("pe,note\n2026-11-30,x,\n2026-11-30,x,\"half")
        #expect(try eventually { try count() == 1 })
        pipe.write(" a row\n and a line\"\n")
        #expect(try eventually { try count() == 2 })
        pipe.write("2026-11-30,x,")
        usleep(50_000)
        pipe.send(SIGTERM)
        let outcome = try pipe.wait(seconds: 5)
        #expect(outcome.status == 0 && outcome.text.hasPrefix("2 records stored"), "\(outcome.errors)")
    }

    /// What stands at the end is stored or refused, however long it is.
    @Test func nothingIsLostAtTheEnd() throws {
        let long = String(repeating: "x", count: 1_200_000)
        let rows = String(repeating: "2026-01-03,2\n", count: 90_000)
        for (text, words) in [
            ("timestamp,n\n2026-01-01,1\n2026-01-02,\"oops\n" + rows, "line 3: a quotation mark is opened"),
            ("timestamp,n\n2026-01-01,1\n2026-01-02," + long, "line 3: the row is longer"),
            ("timestamp,n\n2026-01-01,1\n2026-01-02," + long + "\r", "line 3: the row is longer"),
            ("timestamp,n\n2026-01-01,1\n2026-01-02," + long + "\n", "line 3: the row is longer"),
        ] {
            let errors = try append(text, ["x", "--on-error", "skip"], status: 3)
            #expect(errors.contains(words), "\(errors)")
        }
        for text in ["timestamp,\"n" + long, "timestamp," + long, "\"" + rows + rows] {
            let errors = try append(text, ["x"], status: 2)
            #expect(errors.contains("the header: "), "\(errors)")
        }
    }

    /// Whole lines that a signal finds inside of a cell are gone, and that is said.
    @Test func linesInsideACellThatNeverEndsAreNamed() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--input", "csv", "--flush-after", "100ms"])
        pipe.write("timestamp,type\n2026-01-01,run\n2026-01-01,\"oops\n2026-01-01,run\n2026-01-01,run\n")
        #expect(
            try eventually {
                try scratch.run("query", "events", "--format", "jsonl").text.contains("\"run\"")
            })
        pipe.send(SIGTERM)
        let outcome = try pipe.wait(seconds: 5)
        #expect(
            outcome.status == 3 && outcome.errors.contains("line 3: a quotation mark"), "\(outcome.errors)")
    }

    /// What would be stored is shown, and no log is made.
    @Test func aDryRunStoresNothing() throws {
        let rows = (1...7).map { "2026-01-0\($0),run,\($0)m\n" }.joined()
        let path = try scratch.file("in.csv", "Timestamp,type,duration\n" + rows + "bad,x,\n")
        let outcome = try scratch.run(
            "append", "--file", path, "--input", "csv", "--dry-run", "--on-error", "skip")
        #expect(outcome.status == 3)
        #expect(outcome.lines.count == 7 && outcome.lines[5] == "…")
        #expect(outcome.lines[0] == #"{"type":"run","timestamp":"2026-01-01T00:00:00","duration":60.000000}"#)
        #expect(
            outcome.lines[6] == "7 records would be stored, but for duplicates; 1 refused (nothing is stored)"
        )
        #expect(outcome.errors.contains("line 9: timestamp "))
        #expect(!FileManager.default.fileExists(atPath: scratch.log))
        let lines = try scratch.file(
            "in.jsonl",
            eventLines([("a", "2026-01-01T00:00:00Z")]) + "x\n" + #"{"kind":"retract","sequence":1}"# + "\n")
        let json = try scratch.run(
            "append", "--file", lines, "--dry-run", "--format", "json", "--on-error", "skip")
        #expect(
            json.text.contains(#""appended":0,"duplicates":0,"rejected":1"#)
                && json.text.contains(#""wouldAppend":2"#))
        let stopped = try scratch.run("append", "--file", lines, "--dry-run")
        #expect(stopped.status == 3 && stopped.errors.contains("line 2: "), "\(stopped.errors)")
        #expect(
            stopped.lines.last
                == "1 record would be stored, but for duplicates; 1 refused (nothing is stored)")
        #expect(try scratch.run("append", "x", "--dry-run").status == 2)
        let kept = try scratch.file("kept", "keep\n")
        let both = try scratch.run("append", "--file", lines, "--dry-run", "--rejects", kept)
        #expect(both.status == 2 && both.errors.contains("exclude each other"))
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "keep\n")
        let forgotten = try scratch.run("append", "--file", path, "--dry-run")
        #expect(forgotten.errors.contains("it looks like --input csv"), "\(forgotten.errors)")
    }

    /// A pipe for refused rows that nobody reads is no reason to wait for ever.
    @Test func rejectsIntoAPipeThatNobodyReads() throws {
        let pipe = scratch.directory + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let errors = try append("timestamp\nx\n", ["x", "--on-error", "skip", "--rejects", pipe], status: 1)
        #expect(errors.contains("cannot open"), "\(errors)")
    }
}
