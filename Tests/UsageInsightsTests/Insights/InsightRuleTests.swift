import EventLog
import Testing

@testable import UsageInsights

/// The examples of the rules about cards and charts, by the rules' names.
@Suite struct InsightRuleTests {
    // MARK: - Time

    @Test func t2AnEventAtMidnightIsInOnePeriod() throws {
        let zone = try calendar("America/New_York")
        let log = try TemporaryLog(events(at: "2026-03-09T00:00:00-04:00")).snapshot()
        let monday = try log.answer(.day, at: "2026-03-09T12:00:00-04:00", zone)
        #expect(monday["Total Events"]?.value == "1")
        #expect(monday["Total Events"]?.comparison == nil)
        #expect(monday.chart.map(\.value) == [1] + Array(repeating: 0, count: 23))
        let sunday = try log.answer(.day, at: "2026-03-08T12:00:00-04:00", zone)
        #expect(sunday["Total Events"]?.value == "0")
        // The week that ends with that midnight doesn't have it either.
        #expect(try log.answer(.week, at: "2026-03-08T12:00:00-04:00", zone)["Total Events"]?.value == "0")
        #expect(try log.answer(.week, at: "2026-03-09T12:00:00-04:00", zone)["Total Events"]?.value == "1")
    }

    @Test func t3DaysAreThoseOfTheZone() throws {
        let zone = try calendar("America/New_York")
        let log = try TemporaryLog(
            events(5, at: "2026-03-07T23:00:00-05:00") + events(3, at: "2026-03-08T09:00:00-04:00")
        ).snapshot()
        for (date, total) in [("07", "5"), ("08", "3"), ("09", "0")] {
            let answer = try log.answer(.day, at: "2026-03-\(date)T16:00:00Z", zone)
            #expect(answer["Total Events"]?.value == total)
        }
        #expect(
            try log.answer(.week, at: "2026-03-09T16:00:00Z", zone).chart.suffix(3).map(\.value) == [5, 3, 0])
    }

    @Test func t3ADayThatTheZoneSkipsIsNotThere() throws {
        // Apia had no 2011-12-30.
        let zone = try calendar("Pacific/Apia")
        let log = try TemporaryLog(
            events(2, at: "2011-12-28T12:00:00-10:00") + events(4, at: "2011-12-29T12:00:00-10:00")
                + events(3, at: "2011-12-31T12:00:00+14:00")
        ).snapshot()
        let reference = "2011-12-31T20:00:00+14:00"
        let total = try #require(try log.answer(.day, at: reference, zone)["Total Events"])
        #expect(total.comparison?.absoluteChange == -1 && total.comparison?.displayString == "-25%")
        let week = try log.answer(.week, at: reference, zone)
        #expect(week["Current Streak"]?.value == "3 days")
        #expect(week["Total Events"]?.sparklineData == [0, 0, 0, 0, 2, 4, 3])
        #expect(week.chart.map(\.label) == ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Sat"])
        #expect(try log.answer(.year, at: reference, zone)["Longest Streak"]?.value == "3 days")
        // The day after the skipped one is still empty: the streak ends on the day that came before.
        let morning = try TemporaryLog(events(at: "2011-12-29T12:00:00-10:00")).snapshot()
        #expect(try morning.answer(.week, at: reference, zone)["Current Streak"]?.value == "1 day")
    }

    @Test func t5BeforeTheDayStartIsYesterday() throws {
        let zone = try calendar("Europe/Berlin", dayStart: 240)
        let log = try TemporaryLog(
            events(2, at: "2026-06-02T01:30:00+02:00") + events(at: "2026-06-02T04:00:00+02:00")
        ).snapshot()
        let today = try log.answer(.day, at: "2026-06-02T12:00:00+02:00", zone)
        #expect(today["Total Events"]?.value == "1")
        #expect(today["Total Events"]?.comparison?.absoluteChange == -1)
        // At 01:30 it is still the day before.
        let night = try log.answer(.day, at: "2026-06-02T01:30:00+02:00", zone)
        #expect(night["Total Events"]?.value == "2")
        #expect(night["Peak Hour"]?.value == "1am")
        // 2026-06-01 is a Monday; before 04:00 it belongs to the week and the month before.
        let early = try TemporaryLog(events(at: "2026-06-01T03:59:59+02:00")).snapshot()
        for (period, reference) in [
            (InsightPeriod.week, "2026-05-31T12:00:00Z"), (.month, "2026-05-31T12:00:00Z"),
        ] {
            #expect(try early.answer(period, at: reference, zone)["Total Events"]?.value == "1")
        }
        #expect(try early.answer(.month, at: "2026-06-01T12:00:00Z", zone)["Total Events"]?.value == "0")
    }

    @Test func t6WeeksStartWhenToldTo() throws {
        // A Sunday.
        let log = try TemporaryLog(events(at: "2026-03-08T12:00:00Z")).snapshot()
        for (first, total) in [(Weekday.sunday, "1"), (.monday, "0"), (.saturday, "1")] {
            let zone = try calendar("UTC", firstWeekday: first)
            #expect(try log.answer(.week, at: "2026-03-10T12:00:00Z", zone)["Total Events"]?.value == total)
        }
    }

    @Test func t7TheChartOfADayHasClockHours() throws {
        let zone = try calendar("Europe/Berlin")
        // One event in each of the 25 hours of 2026-10-25, and of the 23 of 2026-03-29.
        let autumn = instant("2026-10-25T00:15:00+02:00")
        let spring = instant("2026-03-29T00:15:00+01:00")
        let hours =
            (0..<25).map { autumn + $0 * Microseconds.hour }
            + (0..<23).map { spring + $0 * Microseconds.hour }
        let log = try TemporaryLog(hours.map { Record(timestamp: $0, name: "a") }).snapshot()
        let long = try log.answer(.day, at: "2026-10-25T12:00:00+01:00", zone)
        #expect(long.chart.map(\.value) == [1, 1, 2] + Array(repeating: 1, count: 21))
        #expect(long.chart.map(\.value).reduce(0, +) == 25)
        #expect(long["Total Events"]?.value == "25")
        #expect(long["Total Events"]?.sparklineData == long.chart.map(\.value))
        #expect(long["Peak Hour"]?.value == "2am")
        let short = try log.answer(.day, at: "2026-03-29T12:00:00+02:00", zone)
        #expect(short.chart.map(\.value) == [1, 1, 0] + Array(repeating: 1, count: 21))
        #expect(short["Total Events"]?.value == "23")
    }

    @Test func t9TheOrderOfArrivalChangesNothing() throws {
        var random = SplitMix64(seed: 9)
        let records =
            events(3, at: "2026-06-01T10:00:00Z", type: "b", category: "y", seconds: 7)
            + events(3, at: "2026-06-02T11:00:00Z", type: "a", category: "x", seconds: 8)
            + events(2, at: "2026-05-27T11:00:00Z", category: "x")
            + daily(5, from: Civil(year: 2026, month: 5, day: 20))
        let zone = try calendar("UTC")
        let expected = try InsightPeriod.allCases.map {
            try TemporaryLog(records).snapshot().answer($0, at: "2026-06-03T12:00:00Z", zone).cards
        }
        for _ in 0..<10 {
            let log = try TemporaryLog(segmentLength: 300)
            try log.append(records.shuffled(using: &random), perFrame: 4)
            let snapshot = try log.snapshot()
            #expect(snapshot.segments.count > 1)
            for (period, cards) in zip(InsightPeriod.allCases, expected) {
                #expect(try snapshot.answer(period, at: "2026-06-03T12:00:00Z", zone).cards == cards)
            }
        }
    }

    // MARK: - Cards

    @Test func i1TotalsAreOfAllEvents() throws {
        let log = try TemporaryLog()
        try log.append(events(12_345, at: "2026-06-02T12:00:00Z"))
        let zone = try calendar("UTC")
        for period in InsightPeriod.allCases {
            let answer = try log.snapshot().answer(period, at: "2026-06-03T12:00:00Z", zone)
            let total = answer["Total Events"]
            #expect(period == .day ? total?.comparison?.absoluteChange == -12_345 : total?.value == "12345")
        }
    }

    @Test func i2PercentIsInWholeNumbersTowardZero() throws {
        for (current, previous, text, trend) in [
            (157, 100, "+57%", InsightResult.Trend.up), (100, 100, "Same", .stable), (1, 3, "-66%", .down),
            (2, 3, "-33%", .down), (999, 1000, "0%", .down), (1001, 1000, "+0%", .up), (7, 2, "+250%", .up),
            (0, 5, "-100%", .down), (129, 100, "+29%", .up), (114, 100, "+14%", .up),
        ] {
            let log = try TemporaryLog(
                events(current, at: "2026-06-02T12:00:00Z") + events(previous, at: "2026-06-01T12:00:00Z"))
            let answer = try log.snapshot().answer(.day, at: "2026-06-02T18:00:00Z", try calendar("UTC"))
            let total = try #require(answer["Total Events"])
            #expect(total.comparison?.displayString == text)
            #expect(total.comparison?.absoluteChange == current - previous)
            #expect(total.comparison?.percentageChange == Double(current - previous) / Double(previous))
            #expect(total.trend == trend)
        }
    }

    @Test func i3WithoutAPreviousPeriodThereIsNoComparison() throws {
        let log = try TemporaryLog(events(5, at: "2026-06-02T12:00:00Z", seconds: 60)).snapshot()
        for period in InsightPeriod.allCases {
            let answer = try log.answer(period, at: "2026-06-02T18:00:00Z", try calendar("UTC"))
            #expect(answer.cards.allSatisfy { $0.comparison == nil })
            #expect(answer["Total Events"]?.trend == .newData)
            #expect(answer["Total Time"].map { $0.trend == .newData } ?? true)
        }
        let empty = try TemporaryLog(events(at: "1999-06-02T12:00:00Z")).snapshot()
        let answer = try empty.answer(.week, at: "2026-06-02T18:00:00Z", try calendar("UTC"))
        #expect(answer["Most Active Day"]?.value == "—" && answer["Most Active Day"]?.trend == .newData)
        #expect(answer["Daily Average"]?.value == "0.0" && answer["Daily Average"]?.trend == .newData)
    }
}
