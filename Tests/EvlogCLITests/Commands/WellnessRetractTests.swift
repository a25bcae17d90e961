import Foundation
import Testing

/// `retract`, and the other kinds among JSON lines, through the executable.
@Suite struct WellnessRetractTests {
    private func types(_ evlog: WellnessProcess) throws -> [String?] {
        try evlog.run("query", "events", "--format", "json").rows().map { $0["type"] as? String }
    }

    @Test func leavesEveryAnswerAtOnce() throws {
        let evlog = WellnessProcess()
        for type in ["a", "b", "c"] { _ = try evlog.run("append", type, "--id", type) }
        let done = try evlog.run("retract", "1", "3", "--format", "json").object()
        #expect(done["appended"] as? Int == 1 && done["firstSequence"] as? Int == 4)
        #expect(done["retracted"] as? [Int] == [1, 3])
        #expect(try types(evlog) == ["b"])
        let rollup = try evlog.run("query", "rollup", "--by", "year", "--format", "json").rows()
        #expect(rollup.map { $0["count"] as? Int } == [1])
        let again = try evlog.run("retract", "3")
        #expect(again.status == 0 && again.output == "retracted before: nothing to do\n")
        let byID = try evlog.run("retract", "--id", "b")
        #expect(byID.output == "sequence 2 retracted (stored as sequence 5)\n")
        #expect(try types(evlog).isEmpty)
        #expect(try evlog.run("verify").status == 0)
    }

    @Test func aRangeOfSequences() throws {
        let evlog = WellnessProcess()
        for type in ["a", "b", "c", "d"] { _ = try evlog.run("append", type) }
        let done = try evlog.run("retract", "2-3", "1-1", "--format", "json").object()
        #expect(done["retracted"] as? [Int] == [1, 2, 3] || done["retracted"] as? [Int] == [2, 3, 1])
        #expect(try types(evlog) == ["d"])
        for (text, reason) in [
            ("4-3", "ends before it begins"), ("0-3", "is not a sequence"), ("3-", "is not a sequence"),
            ("1-2-3", "is not a sequence"), ("1-9000000", "more than 100000"),
            ("4-6", "sequence 5 is a retraction"),
        ] {
            let refused = try evlog.run("retract", text)
            #expect(refused.status == 2 && refused.errors.contains(reason), "\(refused)")
        }
        #expect(try types(evlog) == ["d"])
    }

    @Test func whatIsNotThereIsRefusedAndNothingWritten() throws {
        let evlog = WellnessProcess()
        let none = try evlog.run("retract", "1")
        #expect(none.status == 1 && !evlog.logIsThere)
        _ = try evlog.run("append", "a")
        _ = try evlog.run("append", "b")
        _ = try evlog.run("retract", "2")
        let before = try evlog.bytes()
        for (arguments, reason) in [
            (["9"], "there is no sequence 9: the newest is 3"), (["1", "9"], "there is no sequence 9"),
            (["3"], "sequence 3 is a retraction"), (["0"], "'0' is not a sequence"),
            (["-1"], "'-1' is not a sequence"), (["1.5"], "'1.5' is not a sequence"),
            (["18446744073709551616"], "is not a sequence"), (["--id", "x"], "no record has the id \"x\""),
            (["--id", ""], "--id is empty"), (["--check-in", "2026-03-01"], "2026-03-01 has no check-in"),
            (["--check-in", "2026-02-30"], "there is no such date"), ([], "needs a sequence"),
            (["1", "--id", "x"], "exclude each other"),
        ] {
            let padded = arguments + ["--format", "json", "--tz", "UTC", "--color", "never"]
            let result: WellnessProcess.Result
            switch arguments.count {
            case 0: result = try evlog.run("retract")
            case 1: result = try evlog.run("retract", arguments[0])
            case 2: result = try evlog.run("retract", arguments[0], arguments[1])
            default: result = try evlog.run("retract", padded[0], padded[1], padded[2])
            }
            #expect(result.status == 2 && result.errors.contains(reason), "\(arguments): \(result)")
        }
        #expect(try evlog.bytes() == before)
    }

    @Test func aCheckInWithThoseItReplaced() throws {
        let evlog = WellnessProcess()
        for level in ["2", "4"] {
            _ = try evlog.run(
                "check-in", "--focus", level, "--sleep", level, "--energy", level, "--stress", level)
        }
        let done = try evlog.run("retract", "--check-in", "today", "--format", "json").object()
        #expect(done["retracted"] as? [Int] == [1, 2])
        #expect(try evlog.run("query", "check-ins", "--format", "json").output == "[]\n")
    }

    @Test func kindsAmongLines() throws {
        let evlog = WellnessProcess()
        let lines = """
            {"type":"a","timestamp":"2026-11-30T09:15:00+01:00","id":"x"}
            {"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2,"mood":"m","timestamp":"2026-11-30T20:00:00-05:00"}
            {"kind":"dose","supplement":"Magnesium","takenAt":"2026-11-30T08:00:00+01:00","amount":"200 mg"}
            {"kind":"retract","id":"x","timestamp":"2026-12-01T00:00:00Z"}
            {"type":"b","timestamp":"2026-11-30T09:15:00+01:00"}

            """
        let result = try evlog.run("append", "--file", "-", "--format", "json", input: lines).object()
        #expect(result["appended"] as? Int == 5 && result["rejected"] as? Int == 0)
        #expect(try types(evlog) == ["b"])
        let row = try #require(try evlog.run("query", "check-ins", "--format", "json").rows().first)
        #expect(row["createdAt"] as? String == "2026-12-01T01:00:00+00:00")
        let again = try evlog.run(
            "append", "--file", "-", "--format", "json", "--skip-existing", input: lines
        ).object()
        #expect(again["appended"] as? Int == 0 && again["duplicates"] as? Int == 5)
    }

    @Test(arguments: [
        (
            #"{"kind":"checkin","date":"2026-11-30","focus":6,"sleep":3,"energy":5,"stress":2}"#,
            "focus is \"6\""
        ),
        (
            #"{"kind":"checkin","date":"2026-11-30","focus":2.5,"sleep":3,"energy":5,"stress":2}"#,
            "focus is \"2.5\""
        ),
        (#"{"kind":"checkin","date":"2026-11-30"}"#, "focus is missing"),
        (
            #"{"kind":"checkin","date":"2026-02-30","focus":4,"sleep":3,"energy":5,"stress":2}"#,
            "does not exist"
        ),
        (#"{"kind":"retract","sequence":7}"#, "there is no sequence 7: the newest is 1"),
        (#"{"kind":"retract","checkIn":"2026-11-30"}"#, "2026-11-30 has no check-in"),
    ])
    func badLinesAreNamed(line: String, reason: String) throws {
        let evlog = WellnessProcess()
        let good = #"{"type":"a","timestamp":"2026-11-30T09:15:00Z"}"# + "\n"
        let result = try evlog.run("append", "--file", "-", input: good + line + "\n" + good)
        #expect(result.status == 3)
        #expect(
            result.errors.hasPrefix("evlog: standard input, line 2: ") && result.errors.contains(reason),
            "\(result)")
        #expect(try types(evlog) == ["a"])
    }
}
