import Testing

/// `append --input` with what other tools write.
@Suite(.timeLimit(.minutes(10)))
struct JSONExportTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func entry(_ number: Int) -> String {
        #"{"__CURSOR":"s=1;i=\#(number)","__REALTIME_TIMESTAMP":"176449320\#(number)000000","MESSAGE":"m\#(number)","#
            + #""PRIORITY":"6","_COMM":"sshd","_BOOT_ID":"b"}"# + "\n"
    }

    private static let intervals = #"""
        [
        {"id":2,"start":"20261129T230000Z","end":"20261130T003000Z","tags":["read","home"],"annotation":"a \"b\""},
        {"id":1,"start":"20261130T091500Z","end":"20261130T101500Z"}
        ]
        """#

    private static let buckets =
        #"{"buckets":{"w_h":{"id":"w_h","type":"currentwindow","client":"w","hostname":"h","events":["#
        + #"{"id":2,"timestamp":"2026-11-30T09:15:02.5Z","duration":0.1,"data":{"app":"x","n":1.50,"o":{"a": [1]}}},"#
        + #"{"id":1,"timestamp":"2026-11-30T09:15:00.000001Z","duration":2.000001,"data":{"app":"y","t":null}}]}}}"#

    @Test func journal() throws {
        let path = try scratch.file("journal.json", entry(1) + entry(2))
        let arguments = ["--file", path, "--input", "journal"]
        #expect(try scratch.append(arguments) == AppendAnswer(2, 1...2))
        #expect(try scratch.append(arguments) == AppendAnswer(0, duplicates: 2))
        let events = try scratch.events().sorted { $0.sequence < $1.sequence }
        #expect(events.map(\.type) == ["sshd", "sshd"] && events.map(\.id) == ["s=1;i=1", "s=1;i=2"])
        #expect(events.map(\.metadata) == (1...2).map { ["message": "m\($0)", "priority": "6"] })
        #expect(events.first?.timestamp == "2025-11-30T09:00:01+00:00" && events.first?.duration == nil)
        #expect(
            try scratch.append(["boot"] + ["--file", "-", "--input", "journal"], input: entry(3))
                == AppendAnswer(1, 3...3))
        #expect(try scratch.events("--type", "boot").count == 1)
        #expect(try scratch.verify().damage.isEmpty)
    }

    @Test func timewarrior() throws {
        let arguments = ["--file", try scratch.file("timew.json", Self.intervals), "--input", "timewarrior"]
        #expect(try scratch.append(arguments) == AppendAnswer(2, 1...2))
        // They have no ids of their own.
        #expect(try scratch.append(arguments + ["--skip-existing"]) == AppendAnswer(0, duplicates: 2))
        let events = try scratch.events().sorted { $0.sequence < $1.sequence }
        #expect(events.map(\.type) == ["read", "interval"] && events.map(\.duration) == [5_400, 3_600])
        #expect(events.first?.metadata == ["tags": #"["read","home"]"#, "annotation": #"a "b""#])
        // The offset isn't known, so the zone says what day it was, for recorded offsets too.
        for zone in [["--tz", "Asia/Tokyo"], ["--tz", "recorded"]] {
            let outcome = try scratch.run(
                ["query", "events", "--format", "jsonl", "--type", "read"] + zone,
                environment: ["TZ": "Asia/Tokyo"])
            #expect(outcome.text.contains("2026-11-30T08:00:00+09:00"), "\(outcome.text)")
        }
    }

    @Test func activityWatch() throws {
        let arguments = ["--file", try scratch.file("aw.json", Self.buckets), "--input", "activitywatch"]
        #expect(try scratch.append(arguments) == AppendAnswer(2, 1...2))
        #expect(try scratch.append(arguments) == AppendAnswer(0, duplicates: 2))
        let outcome = try scratch.run("export")
        #expect(
            outcome.lines.sorted() == [
                #"{"type":"currentwindow","timestamp":"2026-11-30T09:15:00.000001-00:00","metadata":{"app":"y","#
                    + #""bucket":"w_h"},"duration":2.000001,"id":"w_h/1"}"#,
                #"{"type":"currentwindow","timestamp":"2026-11-30T09:15:02.500-00:00","metadata":{"app":"x","#
                    + #""bucket":"w_h","n":"1.50","o":"{\"a\":[1]}"},"duration":0.1,"id":"w_h/2"}"#,
            ])
    }

    @Test func aLivePipe() throws {
        func storedCount() throws -> Int {
            let outcome = try scratch.run("query", "events", "--format", "jsonl")
            return outcome.status == 0 ? outcome.lines.count : 0
        }
        let pipe = try scratch.start([
            "append", "--file", "-", "--input", "journal", "--flush-after", "200ms",
        ])
        pipe.write(entry(1) + entry(2))
        #expect(try eventually { try storedCount() == 2 })
        #expect(!pipe.hasEnded)
        let half = Array(entry(4).utf8.prefix(30))
        pipe.write(Array(entry(3).utf8) + half)
        #expect(try eventually { try storedCount() == 3 })
        pipe.write(Array(Array(entry(4).utf8)[30...]))
        #expect(try eventually { try storedCount() == 4 })
        pipe.closeInput()
        let outcome = try pipe.wait()
        #expect(outcome.status == 0 && outcome.text.hasPrefix("4 records stored"), "\(outcome.errors)")
    }

    @Test func aRunningIntervalStopsThere() throws {
        let text = Self.intervals.replacing("\n]", with: ",\n{\"id\":0,\"start\":\"20261130T111500Z\"}\n]")
        let path = try scratch.file("timew.json", text)
        let outcome = try scratch.run("append", "--file", path, "--input", "timewarrior")
        #expect(outcome.status == 3)
        #expect(
            outcome.errors.contains(
                "timew.json, line 4: interval 3: still running; append it once it has ended; 2 before"),
            "\(outcome.errors)")
        #expect(try scratch.events().count == 2)
    }

    @Test func refusedOnesAreNamedAndKept() throws {
        let text = Self.buckets.replacing("2.000001", with: "-1")
        let path = try scratch.file("aw.json", text)
        let rejects = scratch.directory + "/rejects"
        let outcome = try scratch.run(
            "append", "--file", path, "--input", "activitywatch", "--on-error", "skip", "--rejects", rejects)
        #expect(outcome.status == 3)
        #expect(
            outcome.errors.contains(#"aw.json, line 1: event 2 of "w_h": duration is negative"#),
            "\(outcome.errors)")
        #expect(outcome.text.hasPrefix("1 record stored"))
        let kept = String(decoding: scratch.contents("rejects") ?? [], as: UTF8.self)
        #expect(kept.hasPrefix(#"{"id":1,"timestamp""#) && kept.hasSuffix("}}\n"), "\(kept)")
    }

    @Test func whatIsCutOffIsStoredUpToThere() throws {
        let cases: [(format: String, text: String, cut: Int, count: Int)] = [
            ("timewarrior", Self.intervals, 20, 1), ("timewarrior", Self.intervals, 1, 2),
            ("activitywatch", Self.buckets, 6, 1), ("activitywatch", Self.buckets, 4, 2),
            ("journal", entry(1) + entry(2), 9, 1),
        ]
        for (format, text, cut, count) in cases {
            let log = "\(scratch.directory)/\(format)\(count)"
            let path = try scratch.file("cut", String(text.dropLast(cut)))
            let outcome = try scratch.run(
                "--log", log, "append", "--file", path, "--input", format, "--on-error", "skip")
            #expect(outcome.status == 3 && outcome.errors.contains("is cut off"), "\(outcome.errors)")
            #expect(outcome.text.hasPrefix("\(count) record"), "\(format): \(outcome.text)")
        }
    }

    /// Before the log is touched.
    @Test(arguments: ["journal", "timewarrior", "activitywatch"])
    func anotherInputIsRefusedAsAWhole(format: String) throws {
        for text in ["type,timestamp\n", "\"x\"", "\0\0", "\u{1b}[2J"] {
            let outcome = try scratch.run(
                ["append", "--file", "-", "--input", format], input: Array(text.utf8))
            #expect(outcome.status == 2 && outcome.errors.contains(": expected "), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1 && !outcome.errors.contains("\u{1b}"))
        }
        #expect(scratch.contents("log/lock") == nil)
    }

    @Test(arguments: ["journal", "timewarrior", "activitywatch"])
    func optionsOfOtherFormatsAreRefused(format: String) throws {
        let options = [
            ["--map", "type=a"], ["--only-mapped"], ["--date-format", "yyyy"], ["--separator", ";"],
            ["--epoch", "us"],
        ]
        for option in options {
            let outcome = try scratch.run(["append", "--file", "-", "--input", format] + option)
            #expect(outcome.status == 2 && outcome.errors.contains(option[0]), "\(outcome.errors)")
        }
    }

    @Test func hostileText() throws {
        let message = #"\u001b[31m\u0000\u202e \ud83d\ude00"#
        let text =
            #"{"__REALTIME_TIMESTAMP":"1","SYSLOG_IDENTIFIER":"\#(message)","MESSAGE":"\#(message)"}"# + "\n"
        let bad = #"{"__REALTIME_TIMESTAMP":"\u001b]0;x\u0007"}"# + "\n"
        let outcome = try scratch.run(
            ["append", "--file", "-", "--input", "journal", "--on-error", "skip"],
            input: Array((text + bad).utf8))
        #expect(
            outcome.status == 3 && !outcome.errors.contains("\u{1b}") && outcome.errors.contains("line 2: "))
        let events = try scratch.events()
        #expect(events.map(\.type) == ["\u{1b}[31m\0\u{202e} 😀"])
        #expect(events.first?.metadata["message"] == "\u{1b}[31m\0\u{202e} 😀")
    }
}
