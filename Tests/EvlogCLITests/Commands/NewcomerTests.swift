import Foundation
import Testing
import UsageInsights

@testable import EvlogCLI

/// What someone meets who types a command for the first time.
@Suite(.timeLimit(.minutes(10)))
struct NewcomerTests {
    @Test(arguments: [
        (["querry"], "did you mean 'query'?"), (["query", "rolup"], "did you mean 'rollup'?"),
        (["insights"], "did you mean 'evlog query insights'?"),
        (["insigts"], "did you mean 'evlog query insights'?"),
        (["doses"], "did you mean 'evlog query doses'?"),
        (["query", "stats"], "did you mean 'evlog stats'?"),
        (["query", "recap"], "did you mean 'evlog recap'?"),
        (["help", "streaks"], "did you mean 'evlog query streaks'?"),
        (["query", "insights", "--perod", "week"], "did you mean '--period'?"),
        (["query", "insights", "-period", "week"], "did you mean '--period'?"),
        (["query", "insights", "--period", "mounth"], "did you mean 'month'?"),
        (["query", "insights", "--format", "jsn"], "did you mean 'json'?"),
        (["recap", "--format", "htm"], "did you mean 'html'?"),
        (["query", "rollup", "--by", "days"], "did you mean 'day'?"),
        (["--week-start", "munday", "stats"], "did you mean 'monday'?"),
        (
            ["--tz", "Europe/Berln", "stats"],
            "--tz: unknown time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"
        ),
        (["append", "x", "--meta", "=1"], "--meta '=1': the key is empty; write KEY=VALUE"),
    ])
    func slipsAreUnderstood(_ arguments: [String], _ hint: String) throws {
        let scratch = try Scratch()
        let outcome = try scratch.run(arguments)
        #expect(outcome.status == 2 && outcome.errors.contains(hint), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: scratch.log))
    }

    @Test func theEnvironmentIsNamed() throws {
        let outcome = try Scratch().run(["query", "events"], environment: ["TZ": "Mars/Olympus"])
        #expect(
            outcome.status == 2 && outcome.errors.hasPrefix("evlog: $TZ: unknown time zone 'Mars/Olympus'; "))
        let ambiguous = try Scratch().run(["query", "events"], environment: ["TZ": "IST"])
        #expect(
            ambiguous.status == 2
                && ambiguous.errors.hasPrefix("evlog: $TZ: time zone 'IST' can be read two ways"))
    }

    /// Files may have the empty key, so that asking for it goes on working.
    @Test func emptyKeysOfFilesAreKept() throws {
        let scratch = try Scratch()
        try scratch.appendLines(#"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"":"x"}}"#)
        #expect(try scratch.events("--where", "=x").count == 1)
    }

    @Test func emptyAnswersAreSaidOnATerminal() throws {
        let scratch = try Scratch()
        try scratch.run("append", "note", "--at", "2026-01-01T00:00:00Z")
        for (arguments, text) in [
            (["query", "events", "--type", "x"], "evlog: no events that fit --type in \(scratch.log)\n"),
            (
                ["query", "rollup", "--by", "day", "--from", "2030-01-01"],
                "evlog: no events that fit --from in \(scratch.log)\n"
            ),
            (["query", "check-ins"], "evlog: no check-ins in \(scratch.log)\n"),
            (["query", "doses"], "evlog: no doses in \(scratch.log)\n"),
        ] {
            let shown = try OnTerminal.run(arguments, in: scratch)
            #expect(shown.status == 0 && shown.shown.contains(text), "\(shown.shown)")
            // Scripts get what they always got.
            let piped = try scratch.run(arguments)
            #expect(piped.status == 0 && piped.errors.isEmpty)
            let json = try OnTerminal.run(arguments + ["--format", "json"], in: scratch)
            #expect(json.shown == "[]\n")
        }
        #expect(!(try OnTerminal.run(["query", "events"], in: scratch)).shown.contains("no events"))
    }

    /// A day that `--at` names is seen to its end, as the weekly mail of Monday needs it.
    @Test func aNamedDayCountsForItsStreak() throws {
        let scratch = try Scratch()
        try scratch.appendLines(
            eventLines([
                ("a", "2026-01-03T09:00:00Z"), ("a", "2026-01-04T09:00:00Z"), ("a", "2026-01-04T20:00:00Z"),
            ]))
        for (at, days) in [
            ("2026-01-04", 2), ("2026-01-04T00:00:00Z", 1), ("2026-01-04 08:59", 1), ("2026-01-04 09:00", 2),
            ("2026-01-05", 2), ("2026-01-06", 0), ("9999-12-31", 0), ("0001-01-01", 0),
        ] {
            let streaks = try scratch.run("query", "streaks", "--at", at, "--format", "csv")
            #expect(streaks.status == 0 && streaks.lines[1].hasPrefix("current,\(days),"), "\(at)")
        }
        let cards = try scratch.run("query", "insights", "--at", "2026-01-04", "--format", "csv")
        #expect(cards.text.contains("Current Streak,2 days,"))
        #expect(try scratch.run("recap", "--at", "2026-01-04").text.contains("2 days"))
    }

    /// What is still to come of today is no part of the streak, whatever today is called.
    @Test func todayEndsNow() throws {
        let scratch = try Scratch()
        try scratch.run("append", "later", "--at", "+1m")
        try scratch.run("append", "before", "--at", "-1d")
        for at in ["now", "today"] {
            let streaks = try scratch.run("query", "streaks", "--at", at, "--format", "csv")
            #expect(streaks.lines[1].hasPrefix("current,1,"), "\(at)")
        }
    }

    @Test func noValueIsNothingNew() throws {
        let scratch = try Scratch()
        try scratch.run("append", "a", "--at", "2026-01-04")
        let arguments = ["--at", "2026-01-07", "--week-start", "monday"]
        let cards = try scratch.run(["query", "insights"] + arguments)
        let day = try #require(cards.lines.first { $0.hasPrefix("Most Active Day") })
        #expect(day.hasSuffix("—"), "\(day)")
        let page = try scratch.run(["report", "--out", "-"] + arguments).text
        #expect(page.contains("Most Active Day: none<") && !page.contains("Most Active Day: —"))
    }

    @Test func aFileOfSomethingElseIsMetWithHelp() throws {
        let scratch = try Scratch()
        let path = scratch.directory + "/runs.csv"
        try "date,minutes\n2026-01-01,30\n".write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try scratch.run("append", "--file", path)
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasSuffix("stored (it looks like --input csv)\n"))
    }

    /// What a file is shows in how it begins, and a file is no event type.
    @Test(arguments: [
        ("x.csv", "full_date,date,time,mood\n", "--input daylio"),
        ("x.csv", "User,Start date,Start time\n", "--input toggl"),
        ("x.json", "[{\"id\":1,\"start\":\"20260101T000000Z\"}]", "--input timewarrior"),
        ("x.json", "{\"buckets\":{}}", "--input activitywatch"),
        ("x.json", "{\"__REALTIME_TIMESTAMP\":\"1\"}\n", "--input journal"),
        ("x.log", "::1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 1\n", "--input access-log"),
        ("x.xlsx", "PK\u{3}\u{4}", "Excel"), ("x.txt", "hello\n", "each line must be a JSON object"),
    ]) func aFileIsKnownByItsBeginning(name: String, text: String, words: String) throws {
        let scratch = try Scratch()
        let path = try scratch.file(name, text)
        let outcome = try scratch.run("append", "--file", path)
        #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.errors)")
        let slip = try scratch.run("append", path)
        #expect(slip.status == 2 && slip.errors.contains("is a file, and no event type; "))
        #expect(slip.errors.contains(name == "x.xlsx" ? "Excel" : "; evlog append --file \(path)"))
        let two = try scratch.run("append", "--file", path, path, "--input", "csv")
        #expect(two.status == 2 && two.errors.contains("one --file at a time"))
        #expect(try scratch.run("append", "gone.csv").status == 0)
    }

    @Test func aKeyThatNoEventHasIsNoted() throws {
        let scratch = try Scratch()
        try scratch.run("append", "run", "--meta", "place=gym")
        let slip = try scratch.run("query", "rollup", "--by", "day", "--group", "Place", "--format", "json")
        #expect(slip.status == 0 && slip.errors == "evlog: note: none of these events has 'Place'\n")
        let known = try scratch.run("query", "rollup", "--by", "day", "--group", "place", "--group", "type")
        #expect(known.status == 0 && known.errors.isEmpty)
    }

    @Test func cronFindsTheProgramWhereItWasInstalled() throws {
        let outcome = try Scratch().run(["help", "cron"], environment: ["HOME": "/home/someone"])
        #expect(outcome.lines.contains { $0.hasPrefix("PATH=/home/someone/.local/bin:") })
    }

    @Test func demoSpeaksTheFormat() throws {
        let scratch = try Scratch()
        let outcome = try scratch.run("demo", "--format", "jsonl", "--tz", "UTC")
        #expect(outcome.status == 0 && outcome.errors.contains("$ evlog query insights"))
        for line in outcome.lines {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
        }
        #expect(outcome.lines.count > 20)
    }

    @Test func checkInOfTheFutureIsNoted() throws {
        let scratch = try Scratch()
        let levels = ["--focus", "3", "--sleep", "3", "--energy", "3", "--stress", "3"]
        let future = try scratch.run(["check-in", "--date", "+2d"] + levels)
        #expect(future.status == 0 && future.errors.contains("is in the future"))
        for day in ["today", "yesterday"] {
            #expect(try scratch.run(["check-in", "--date", day] + levels).errors.isEmpty)
        }
    }

    // MARK: - Doses

    @Test func doses() throws {
        let scratch = try Scratch()
        try scratch.run("append", "note")
        try scratch.run("dose", "Magnesium", "--amount", "200 mg", "--at", "2026-11-30T08:00:00+01:00")
        try scratch.run("dose", "Zinc", "--at", "2026-11-29T08:00:00+01:00")
        let berlin = ["--tz", "Europe/Berlin"]
        let json = try scratch.run(["query", "doses", "--format", "jsonl"] + berlin)
        #expect(
            json.lines == [
                #"{"sequence":3,"takenAt":"2026-11-29T08:00:00+01:00","supplement":"Zinc","amount":null}"#,
                #"{"sequence":2,"takenAt":"2026-11-30T08:00:00+01:00","supplement":"Magnesium","amount":"200 mg"}"#,
            ])
        let csv = try scratch.run(["query", "doses", "--format", "csv", "--from", "2026-11-30"] + berlin)
        #expect(
            csv.lines == [
                "sequence,takenAt,supplement,amount", "2,2026-11-30T08:00:00+01:00,Magnesium,200 mg",
            ])
        let table = try scratch.run(["query", "doses", "--to", "2026-11-30"] + berlin)
        #expect(table.text.contains("2026-11-29 08:00") && !table.text.contains("Magnesium"))
        #expect(
            try scratch.run("query", "doses", "--format", "json", "--tz", "recorded").text.contains(
                "08:00:00+01:00"))
        #expect(try scratch.run("query", "doses", "--from", "2026-11-30", "--to", "2026-11-29").status == 2)
        // Its sequence is what takes it back.
        try scratch.run("retract", "2")
        #expect(!(try scratch.run("query", "doses").text.contains("Magnesium")))
    }

    // MARK: - Clocks

    @Test func theRepeatedHourHasItsOffset() throws {
        let scratch = try Scratch()
        try scratch.appendLines(
            eventLines([
                ("a", "2026-10-24T23:30:00Z"), ("a", "2026-10-25T00:30:00Z"), ("a", "2026-10-25T01:30:00Z"),
                ("a", "2026-10-25T02:30:00Z"),
            ]))
        let rollup = try scratch.run("query", "rollup", "--by", "hour", "--tz", "Europe/Berlin")
        #expect(
            rollup.lines.dropFirst(2).map { String($0.split(separator: "  ")[0]) } == [
                "2026-10-25 01:00", "2026-10-25 02:00 +02:00", "2026-10-25 02:00 +01:00", "2026-10-25 03:00",
            ])
        let events = try scratch.run("query", "events", "--tz", "Europe/Berlin").text
        #expect(
            events.contains("2026-10-25 02:30:00 +02:00") && events.contains("2026-10-25 02:30:00 +01:00"))
        #expect(!events.contains("01:30:00 +") && !events.contains("03:30:00 +"))
    }

    /// Against what is so by definition: two instants of one wall clock.
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata", "UTC",
    ])
    func shownTwice(_ name: String) throws {
        let zone = try Zone(named: name)
        var walls: [Int64: [Int64]] = [:]
        // A year in steps of ten minutes, which divide every shift of these zones.
        let step: Int64 = 600_000_000
        let start: Int64 = 1_767_225_600_000_000
        for index in 0..<(366 * 144) {
            let instant = start + Int64(index) * step
            walls[instant + Int64(zone.offsetSeconds(at: instant)) * 1_000_000, default: []].append(instant)
        }
        var twice = 0
        for instants in walls.values {
            if instants.count > 1 { twice += instants.count }
            for instant in instants {
                #expect(InstantText.isShownTwice(instant, zone) == (instants.count > 1))
            }
        }
        let expected = ["Europe/Berlin": 12, "America/New_York": 12, "Australia/Lord_Howe": 6]
        #expect(twice == expected[name] ?? 0)
    }

    // MARK: - JSON on a terminal

    @Test func jsonHidesNoMarksFromATerminal() throws {
        let scratch = try Scratch()
        let text = "\u{202E}evil\u{2066}\u{FEFF}\u{200F} ü 😀 \u{2028}"
        try scratch.run(["append", text, "--meta", "k=\(text)", "--at", "2026-01-01T00:00:00Z"])
        for arguments in [
            ["query", "events", "--format", "json"], ["query", "events", "--format", "jsonl"],
            ["query", "rollup", "--by", "day", "--group", "type", "--format", "json"], ["export"],
        ] {
            let shown = try OnTerminal.run(arguments, in: scratch).shown
            #expect(shown.contains(#"\u202eevil\u2066\ufeff\u200f ü 😀 \u2028"#), "\(shown)")
            #expect(TextWidth.sanitized(shown.filter { $0 != "\n" }) == shown.filter { $0 != "\n" })
            // A pipe gets the text itself, and both are the same JSON.
            let piped = try scratch.run(arguments)
            #expect(piped.text.contains(text))
            let lines = arguments.last == "json" ? ([shown], [piped.text]) : (shown.lines, piped.lines)
            for (a, b) in zip(lines.0, lines.1) {
                let one = try JSONSerialization.jsonObject(with: Data(a.utf8)) as? NSObject
                let other = try JSONSerialization.jsonObject(with: Data(b.utf8)) as? NSObject
                #expect(one != nil && one == other)
            }
        }
    }
}

extension String {
    fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
