import EventLog
import Testing

@testable import UsageInsights

/// The rules about streaks, by the rules' names.
@Suite struct StreakRuleTests {
    private func streak(_ records: [Record], at reference: String) throws -> [String?] {
        let log = try TemporaryLog(records).snapshot()
        return try [InsightPeriod.week, .month].map {
            try log.answer($0, at: reference, try calendar("UTC"))["Current Streak"]?.value
        }
    }

    @Test func t8AFutureEventNeitherBreaksNorExtends() throws {
        let records = daily(2, from: Civil(year: 2026, month: 6, day: 1)) + events(at: "2099-01-01T00:00:00Z")
        #expect(try streak(records, at: "2026-06-02T18:00:00Z") == ["2 days", "2 days"])
        let tomorrow = records + events(at: "2026-06-03T00:00:00Z")
        #expect(try streak(tomorrow, at: "2026-06-02T18:00:00Z") == ["2 days", "2 days"])
    }

    @Test func t8AnEventLaterOnTheReferenceDayDoesNotExtend() throws {
        // By the letter: an instant after the reference, so the reference day is still empty.
        let records = daily(2, from: Civil(year: 2026, month: 6, day: 1))
        #expect(try streak(records, at: "2026-06-02T11:59:59Z") == ["1 day", "1 day"])
        #expect(try streak(records, at: "2026-06-02T12:00:00Z") == ["2 days", "2 days"])
        // Where nothing came before, there is no streak at all; in totals it counts.
        let alone = events(at: "2026-06-02T12:00:00Z")
        #expect(try streak(alone, at: "2026-06-02T11:59:59Z") == ["0 days", "0 days"])
        let log = try TemporaryLog(alone).snapshot()
        let week = try log.answer(.week, at: "2026-06-02T11:59:59Z", try calendar("UTC"))
        #expect(week["Total Events"]?.value == "1" && week["Current Streak"]?.trend == .stable)
    }

    @Test func i1FourHundredActiveDays() throws {
        let records = daily(400, from: Civil(days: day(2026, 6, 2) - 399))
        #expect(try streak(records, at: "2026-06-02T18:00:00Z") == ["400 days", "400 days"])
        let log = try TemporaryLog(records).snapshot()
        for period in InsightPeriod.allCases {
            let answer = try log.answer(period, at: "2026-06-02T18:00:00Z", try calendar("UTC"))
            let current = answer.cards.first { $0.title == "Current Streak" }
            #expect(current == nil || current?.value == "400 days")
            #expect(answer.streaks.current?.length == 400 && answer.streaks.longest?.length == 400)
            #expect(answer.streaks.activeDays == 400)
        }
        #expect(
            try streak(daily(1, from: Civil(year: 2026, month: 6, day: 2)), at: "2026-06-02T18:00:00Z") == [
                "1 day", "1 day",
            ])
    }

    @Test func i7LongestStreakCountsDaysInsideTheYear() throws {
        // From 28 December to 4 January, and three days of October.
        let records =
            daily(8, from: Civil(year: 2025, month: 12, day: 28))
            + daily(3, from: Civil(year: 2026, month: 10, day: 1))
        let log = try TemporaryLog(records).snapshot()
        let zone = try calendar("UTC")
        for (reference, longest, active) in [
            ("2025-12-31T18:00:00Z", "4 days", "4"), ("2026-01-04T18:00:00Z", "4 days", "7"),
        ] {
            let year = try log.answer(.year, at: reference, zone)
            #expect(year["Longest Streak"]?.value == longest && year["Longest Streak"]?.trend == .up)
            #expect(year["Active Days"]?.value == active)
        }
        let none = try log.answer(.year, at: "2027-06-01T00:00:00Z", zone)
        #expect(none["Longest Streak"]?.value == "0 days" && none["Longest Streak"]?.trend == .stable)
        #expect(none["Active Days"]?.value == "0" && none["Best Month"] == nil && none["Top Activity"] == nil)
    }

    @Test func i7CurrentStreakGoesOverAnyBoundary() throws {
        let records =
            daily(40, from: Civil(year: 2027, month: 12, day: 1))
            + daily(60, from: Civil(year: 2028, month: 1, day: 10))
        // Over New Year, and 29 February.
        #expect(try streak(records, at: "2028-03-09T18:00:00Z") == ["100 days", "100 days"])
        // The reference day is still empty.
        #expect(try streak(records, at: "2028-03-10T18:00:00Z") == ["100 days", "100 days"])
        #expect(try streak(records, at: "2028-03-11T18:00:00Z") == ["0 days", "0 days"])
    }

    @Test(arguments: ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Havana"])
    func clocksThatChangeBreakNoStreak(zone: String) throws {
        let calendar = try calendar(zone)
        // At half past midnight and half past eleven at night, for two years.
        let first = day(2026, 1, 1)
        let records = (0..<730).map { back -> Record in
            let wall = (first + Int64(back)) * Microseconds.day
            let minutes: Int64 = back % 2 == 0 ? 30 : 1410
            return Record(
                timestamp: calendar.zone.instant(ofWall: wall + minutes * Microseconds.minute), name: "a")
        }
        let log = try TemporaryLog(records).snapshot()
        let newest = try #require(records.last?.timestamp)
        for period in InsightPeriod.allCases {
            let streaks = try Answer(period, at: newest, calendar, of: log).streaks
            #expect(streaks.current?.length == 730 && streaks.longest?.length == 730)
        }
    }

    @Test func longestIsTheEarliestOfSeveralUpToTheReference() throws {
        let first = Civil(year: 2026, month: 1, day: 1)
        let records =
            daily(3, from: first) + daily(3, from: Civil(year: 2026, month: 2, day: 1))
            + daily(9, from: Civil(year: 2026, month: 7, day: 1))
        let log = try TemporaryLog(records).snapshot()
        let streaks = try log.answer(.month, at: "2026-06-01T00:00:00Z", try calendar("UTC")).streaks
        #expect(streaks.longest == Streaks.Run(first: first.days, last: first.days + 2, length: 3))
        #expect(streaks.current == nil && streaks.activeDays == 6)
    }
}
