import Foundation
import Testing

/// `check-in` and `query check-ins`, through the executable.
@Suite struct WellnessCheckInTests {
    private func checkIn(
        _ evlog: WellnessProcess, _ levels: [Int] = [4, 3, 5, 2], _ more: String...
    ) throws -> WellnessProcess.Result {
        switch more.count {
        case 0:
            try evlog.run(
                "check-in", "--focus", "\(levels[0])", "--sleep", "\(levels[1])", "--energy",
                "\(levels[2])", "--stress", "\(levels[3])")
        case 2:
            try evlog.run(
                "check-in", "--focus", "\(levels[0])", "--sleep", "\(levels[1])", "--energy",
                "\(levels[2])", "--stress", "\(levels[3])", more[0], more[1])
        default:
            try evlog.run(
                "check-in", "--focus", "\(levels[0])", "--sleep", "\(levels[1])", "--energy",
                "\(levels[2])", "--stress", "\(levels[3])", more[0], more[1], more[2], more[3])
        }
    }

    @Test(arguments: [
        "6", "0", "-1", "2.5", "3.0", "03", "+3", "", " 3", "x", "five", "３", "1e0", "99999999999999999999",
    ])
    func aLevelThatIsNoneIsRefusedAndNothingWritten(level: String) throws {
        let evlog = WellnessProcess()
        for (metric, low, high) in [
            ("focus", "Very Unfocused", "Very Focused"), ("sleep", "Poor Sleep", "Excellent Sleep"),
            ("energy", "Exhausted", "Energized"), ("stress", "Very Stressed", "Very Calm"),
        ] {
            var levels = ["focus": "3", "sleep": "3", "energy": "3", "stress": "3"]
            levels[metric] = level
            let result = try evlog.run(
                "check-in", "--focus=\(levels["focus"] ?? "")", "--sleep=\(levels["sleep"] ?? "")",
                "--energy=\(levels["energy"] ?? "")", "--stress=\(levels["stress"] ?? "")")
            #expect(result.status == 2 && result.output.isEmpty)
            #expect(
                result.errors
                    == "evlog: --\(metric) '\(level)': not a whole number from 1 (\(low)) to 5 (\(high))\n")
        }
        #expect(!evlog.logIsThere)
    }

    @Test func nothingAndSomeLevelsAreRefused() throws {
        let evlog = WellnessProcess()
        let nothing = try evlog.run("check-in")
        #expect(nothing.status == 2)
        #expect(
            nothing.errors
                == "evlog: a check-in needs all four levels: --focus, --sleep, --energy and --stress are missing;"
                + " each is a whole number from 1 to 5\n")
        let some = try evlog.run("check-in", "--focus", "1", "--energy", "2", "--stress", "3")
        #expect(some.status == 2 && some.errors.contains("--sleep is missing"))
        #expect(!evlog.logIsThere)
    }

    @Test(arguments: ["2026-02-30", "2025-02-29", "2026-13-01", "0000-01-01", "30.11.2026", "-12h", ""])
    func aDateThatDoesNotExistIsRefused(date: String) throws {
        let evlog = WellnessProcess()
        let result = try checkIn(evlog, [1, 2, 3, 4], "--date", date)
        #expect(result.status == 2 && result.errors.hasPrefix("evlog: --date"), "\(result)")
        #expect(!evlog.logIsThere)
    }

    @Test func theSecondOfADayReplacesTheFirst() throws {
        let evlog = WellnessProcess()
        _ = try checkIn(evlog, [1, 2, 3, 4], "--date", "2026-03-01", "--id", "mine")
        let second = try checkIn(evlog, [5, 4, 3, 1], "--date", "2026-03-01", "--mood", "so, so")
        #expect(second.status == 0 && second.output == "2026-03-01: 1 record stored (sequence 2)\n")
        let rows = try evlog.run("query", "check-ins", "--format", "json").rows()
        #expect(rows.count == 1)
        let row = try #require(rows.first)
        #expect(
            Set(row.keys) == [
                "id", "date", "focus", "sleep", "energy", "stress", "mood", "createdAt", "updatedAt",
            ])
        #expect(row["id"] as? String == "mine" && row["date"] as? String == "2026-03-01")
        #expect(
            ["focus", "sleep", "energy", "stress"].map { row[$0] as? Int } == [5, 4, 3, 1])
        #expect(row["mood"] as? String == "so, so")
        let (created, updated) = (row["createdAt"] as? String ?? "", row["updatedAt"] as? String ?? "")
        #expect(created < updated && created.hasSuffix("+00:00"))
    }

    @Test func twoZonesOnOneEveningAreTwoDays() throws {
        let evlog = WellnessProcess()
        _ = try checkIn(
            evlog, [1, 1, 1, 1], "--tz", "America/New_York", "--at", "2026-03-01T20:00:00-05:00")
        _ = try checkIn(
            evlog, [2, 2, 2, 2], "--tz", "Europe/Berlin", "--at", "2026-03-02T09:00:00+01:00")
        for zone in ["America/New_York", "Asia/Tokyo", "recorded"] {
            let rows = try evlog.run("query", "check-ins", "--format", "json", "--tz", zone).rows()
            #expect(rows.map { $0["date"] as? String } == ["2026-03-01", "2026-03-02"])
        }
    }

    @Test func theDayStartsWhenItIsSaid() throws {
        let evlog = WellnessProcess()
        let result = try checkIn(evlog, [1, 1, 1, 1], "--at", "2026-03-02T01:30:00Z", "--day-start", "04:00")
        #expect(result.output == "2026-03-01: 1 record stored (sequence 1)\n")
        let yesterday = try checkIn(
            evlog, [1, 1, 1, 1], "--at", "2026-03-02T01:30:00Z", "--date", "yesterday")
        #expect(yesterday.output.hasPrefix("2026-03-01: "))
    }

    @Test func ranges() throws {
        let evlog = WellnessProcess()
        for day in 1...5 { _ = try checkIn(evlog, [day, day, day, day], "--date", "2026-03-0\(day)") }
        func days(_ option: String, _ value: String, _ other: String, _ end: String) throws -> [Int?] {
            try evlog.run("query", "check-ins", "--format", "json", option, value, other, end).rows().map {
                $0["focus"] as? Int
            }
        }
        #expect(try days("--from", "2026-03-02", "--to", "2026-03-04") == [2, 3])
        #expect(try days("--from", "2026-03-02T12:00:00Z", "--to", "2026-03-04T12:00:00Z") == [2, 3, 4])
        #expect(try days("--from", "-2d", "--at", "2026-03-05T12:00:00Z") == [3, 4, 5])
        #expect(try evlog.run("query", "check-ins", "--from", "2026-03-02", "--to", "2026-03-01").status == 2)
        #expect(try evlog.run("query", "check-ins", "--from", "2026-02-30").status == 2)
    }

    @Test func formats() throws {
        let evlog = WellnessProcess()
        _ = try checkIn(evlog, [1, 2, 3, 4], "--date", "2026-03-01", "--mood", "müde\u{1B}[31m")
        _ = try checkIn(evlog, [5, 5, 5, 5], "--date", "2026-03-02")
        let table = try evlog.run("query", "check-ins").output.split(separator: "\n")
        #expect(table.count == 4)
        #expect(table[2].hasPrefix("2026-03-01  😔 1   😕 2   😐 3    🙂 4    "))
        #expect(table[3].hasPrefix("2026-03-02  😄 5   😄 5   😄 5    😄 5    "))
        #expect(!table[2].contains("\u{1B}"))
        let csv = try evlog.run("query", "check-ins", "--format", "csv").output.split(separator: "\n")
        #expect(csv.first == "id,date,focus,sleep,energy,stress,mood,createdAt,updatedAt")
        #expect(csv[1].hasPrefix("2026-03-01,2026-03-01,1,2,3,4,müde\u{1B}[31m,"))
        #expect(csv[2].hasPrefix("2026-03-02,2026-03-02,5,5,5,5,,"))
        let lines = try evlog.run("query", "check-ins", "--format", "jsonl").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].contains("\"mood\":null"))
        #expect(
            try evlog.run("query", "check-ins", "--to", "2020-01-01", "--format", "json").output == "[]\n")
    }

    @Test func onATerminalItAsks() throws {
        let evlog = WellnessProcess()
        let result = try evlog.runOnTerminal(
            "check-in", "--date", "2026-03-01", "--format", "json",
            answers: [
                ("Very Focused:", "4\n"), ("Excellent Sleep:", "6\n"), ("Excellent Sleep:", "3\n"),
                ("Energized:", "\n"), ("Energized:", "5\n"), ("Very Calm:", "2\n"),
                ("(optional):", " a note \n"),
            ])
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("🧠 Focus, 1 Very Unfocused to 5 Very Focused: "))
        #expect(result.errors.contains("🧘 Stress, 1 Very Stressed to 5 Very Calm: "))
        #expect(try result.object()["appended"] as? Int == 1)
        let row = try #require(try evlog.run("query", "check-ins", "--format", "json").rows().first)
        #expect(["focus", "sleep", "energy", "stress"].map { row[$0] as? Int } == [4, 3, 5, 2])
        #expect(row["mood"] as? String == "a note")
    }

    @Test func whereTheAnswersEndNothingIsStored() throws {
        let evlog = WellnessProcess()
        let result = try evlog.runOnTerminal(
            "check-in",
            answers: [("Very Focused:", "4\n"), ("Excellent Sleep:", "3\n"), ("Energized:", "\u{4}")])
        #expect(result.status == 1 && result.errors.contains("nothing is stored"))
        #expect(!evlog.logIsThere)
    }

    @Test func whatTheDayHasIsKeptByEnter() throws {
        let evlog = WellnessProcess()
        _ = try checkIn(evlog, [1, 2, 3, 4], "--date", "2026-03-01", "--mood", "so, so")
        let result = try evlog.runOnTerminal(
            "check-in", "--date", "2026-03-01",
            answers: [
                ("Very Focused [1]:", "\n"), ("Excellent Sleep [2]:", "5\n"), ("Energized [3]:", "\n"),
                ("Very Calm [4]:", "\n"), ("[so, so]:", "\n"),
            ])
        #expect(
            result.output == "Updated 2026-03-01: 🧠 1  😴 5  ⚡ 3  🧘 4  “so, so” (sequence 2)\n",
            "\(result)")
        let without = try evlog.runOnTerminal(
            "check-in", "--date", "2026-03-01",
            answers: [
                ("Very Focused [1]:", "\n"), ("Excellent Sleep [5]:", "\n"), ("Energized [3]:", "\n"),
                ("Very Calm [4]:", "\n"), ("[so, so]:", "-\n"),
            ])
        #expect(without.output == "Updated 2026-03-01: 🧠 1  😴 5  ⚡ 3  🧘 4 (sequence 3)\n")
    }

    @Test func aCheckInIsNoEvent() throws {
        let evlog = WellnessProcess()
        _ = try checkIn(evlog)
        _ = try evlog.run("dose", "Zinc")
        #expect(try evlog.run("query", "events", "--format", "json").output == "[]\n")
        #expect(try evlog.run("query", "rollup", "--by", "day", "--format", "json").output == "[]\n")
        let stats = try evlog.run("stats", "--format", "json").object()
        #expect(stats["records"] as? Int == 2)
        #expect(
            stats["kinds"] as? [String: Int] == [
                "event": 0, "checkin": 1, "dose": 1, "retract": 0, "rollup": 0,
            ])
    }
}
