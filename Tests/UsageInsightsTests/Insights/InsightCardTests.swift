import EventLog
import LogFormat
import Testing

@testable import UsageInsights

/// The rules about what stands on the cards, by the rules' names.
@Suite struct InsightCardTests {
    @Test func i4SparklinesAndChartsAreRolling() throws {
        let zone = try calendar("UTC")
        let log = try TemporaryLog(
            (0..<40).flatMap { back -> [Record] in
                let date = Civil(days: day(2026, 6, 1) - Int64(back))
                return events(back + 1, at: date.isoText + "T12:00:00Z")
            }
        ).snapshot()
        // 2026-06-01 is a Monday and the first of its month: nearly all of both lies before.
        let week = try log.answer(.week, at: "2026-06-01T18:00:00Z", zone)
        #expect(week["Total Events"]?.value == "1")
        #expect(week["Total Events"]?.sparklineData == [7, 6, 5, 4, 3, 2, 1])
        #expect(week.chart.map(\.value) == [7, 6, 5, 4, 3, 2, 1])
        #expect(week.chart.map(\.label) == ["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"])
        let month = try log.answer(.month, at: "2026-06-01T18:00:00Z", zone)
        #expect(month["Total Events"]?.value == "1")
        #expect(month["Total Events"]?.sparklineData == Array((1...30).reversed()))
        #expect(month.chart.map(\.value) == Array((1...30).reversed()))
        #expect(month.chart.map(\.label) == (3...31).map(String.init) + ["1"])
        let year = try log.answer(.year, at: "2026-06-01T18:00:00Z", zone)
        #expect(year.chart.count == 12 && year.chart[5] == ChartPoint(label: "Jun", value: 1))
        #expect(year.chart[4] == ChartPoint(label: "May", value: (2...32).reduce(0, +)))
        #expect(year["Total Events"]?.sparklineData == year.chart.map(\.value))
        let today = try log.answer(.day, at: "2026-06-01T18:00:00Z", zone)
        #expect(today.chart.count == 24 && today.chart[12] == ChartPoint(label: "12pm", value: 1))
        #expect(today.chart[0].label == "12am" && today.chart[23].label == "11pm")
    }

    @Test func i5TiesGoToTheEarlierWeekdayOfTheWeek() throws {
        // Saturday 6 and Sunday 7 June 2026, Wednesday 10 June.
        let log = try TemporaryLog(
            events(2, at: "2026-06-06T12:00:00Z") + events(2, at: "2026-06-07T12:00:00Z")
                + events(2, at: "2026-06-10T12:00:00Z")
        ).snapshot()
        for (first, reference, busiest) in [
            (Weekday.monday, "2026-06-07", "Saturday"), (.sunday, "2026-06-10", "Sunday"),
            (.saturday, "2026-06-10", "Saturday"), (.wednesday, "2026-06-07", "Saturday"),
        ] {
            let zone = try calendar("UTC", firstWeekday: first)
            let week = try log.answer(.week, at: reference + "T12:00:00Z", zone)
            #expect(week["Most Active Day"]?.value == busiest)
        }
        let zone = try calendar("UTC", firstWeekday: .wednesday)
        #expect(
            try log.answer(.month, at: "2026-06-10T12:00:00Z", zone)["Most Active Day"]?.value == "Wednesday")
    }

    @Test func i5TiesGoToTheEarlierHourAndMonth() throws {
        let log = try TemporaryLog(
            events(3, at: "2026-06-02T15:59:00Z") + events(3, at: "2026-06-02T09:00:00Z")
                + events(2, at: "2026-06-02T00:00:00Z") + events(8, at: "2026-11-02T00:00:00Z")
        ).snapshot()
        let zone = try calendar("UTC")
        #expect(try log.answer(.day, at: "2026-06-02T00:00:00Z", zone)["Peak Hour"]?.value == "9am")
        #expect(try log.answer(.year, at: "2026-01-02T00:00:00Z", zone)["Best Month"]?.value == "June")
    }

    @Test(arguments: [
        (["b", "a"], "A"), (["a", "Z"], "Z"), (["é", "z"], "Z"), (["\u{1F600}", "\u{FF5E}"], "\u{FF5E}"),
        (["ab", "a"], "A"), (["work", "Home", "deep work"], "Home"),
    ]) func i5TiesGoToTheSmallerName(names: [String], winner: String) throws {
        for order in [names, names.reversed()] {
            let log = try TemporaryLog()
            for name in order {
                try log.append(events(2, at: "2026-06-02T12:00:00Z", type: name, category: name))
            }
            let zone = try calendar("UTC")
            let week = try log.snapshot().answer(.week, at: "2026-06-02T12:00:00Z", zone)
            #expect(week["Top Category"]?.value == winner)
            let year = try log.snapshot().answer(.year, at: "2026-06-02T12:00:00Z", zone)
            #expect(year["Top Activity"]?.value == winner)
        }
    }

    @Test func i6DailyAverageDividesBySevenAndThirty() throws {
        let log = try TemporaryLog(
            events(157, at: "2026-06-02T12:00:00Z") + events(92, at: "2026-05-28T12:00:00Z")
        ).snapshot()
        let zone = try calendar("UTC")
        let week = try #require(try log.answer(.week, at: "2026-06-02T12:00:00Z", zone)["Daily Average"])
        // The change is one of tenths.
        #expect(week.value == "22.4" && week.comparison?.absoluteChange == 93 && week.trend == .up)
        #expect(week.comparison?.displayString == "+70%")
        let month = try #require(try log.answer(.month, at: "2026-06-02T12:00:00Z", zone)["Daily Average"])
        #expect(month.value == "5.2" && month.comparison == nil && month.trend == .stable)
    }

    @Test func i9TimeIsAddedExactlyWhateverTheOrder() throws {
        // Doubles lose the single microseconds beside 10^12 seconds.
        let durations: [Int64] = [1_000_000_000_000_000_000] + Array(repeating: 1, count: 60) + [59_999_940]
        let records = durations.map {
            Record(timestamp: instant("2026-06-02T12:00:00Z"), name: "a", duration: $0)
        }
        for order in [records, records.reversed()] {
            let log = try TemporaryLog(
                Array(repeating: order, count: 10).flatMap { $0 })
            let day = try log.snapshot().answer(.day, at: "2026-06-02T12:00:00Z", try calendar("UTC"))
            #expect(day.summary.current.duration == 10_000_000_000_600_000_000)
            #expect(day["Total Time"]?.value == "2777777777h 56m")
        }
    }

    @Test func i9TimeComparesWholeSeconds() throws {
        let log = try TemporaryLog(
            events(3, at: "2026-06-02T12:00:00Z", seconds: 33_360)
                + events(at: "2026-06-01T12:00:00Z", seconds: 45)
                + events(9, at: "2026-06-02T13:00:00Z")
        ).snapshot()
        let zone = try calendar("UTC")
        let day = try #require(try log.answer(.day, at: "2026-06-02T12:00:00Z", zone)["Total Time"])
        #expect(day.value == "27h 48m")
        #expect(day.comparison?.absoluteChange == 100_035 && day.trend == .up)
        #expect(day.comparison?.displayString == "+222300%")
        // Nothing timed: no such card. Under a minute: 0m.
        #expect(try log.answer(.day, at: "2026-06-03T12:00:00Z", zone)["Total Time"] == nil)
        #expect(try log.answer(.day, at: "2026-06-01T12:00:00Z", zone)["Total Time"]?.value == "0m")
    }

    @Test func i10TopCategoryIsOfTheWeeksEventsOnly() throws {
        var records = events(2, at: "2026-06-02T12:00:00Z", category: "deep work")
        records += events(9, at: "2026-05-28T12:00:00Z", category: "home")
        records += events(9, at: "2026-06-02T12:00:00Z")
        let dose = Record(
            timestamp: instant("2026-06-02T12:00:00Z"), kind: .dose, name: "Iron", duration: 5_000_000,
            attributes: ["category": "pill"])
        let log = try TemporaryLog(records + [dose, dose, dose]).snapshot()
        let week = try log.answer(.week, at: "2026-06-02T12:00:00Z", try calendar("UTC"))
        #expect(week["Top Category"]?.value == "Deep Work")
        // Neither do other kinds of records count as events, nor their amounts as time.
        #expect(week["Total Events"]?.value == "11" && week["Total Time"] == nil)
    }

    @Test func theCardsOfAPeriodHaveAnOrder() throws {
        let log = try TemporaryLog(events(at: "2026-06-02T12:00:00Z", category: "a", seconds: 60)).snapshot()
        let expected: [InsightPeriod: [String]] = [
            .day: [
                "Total Events chart.bar.fill number", "Peak Hour clock.badge.fill badge",
                "Total Time clock.fill number",
            ],
            .week: [
                "Total Events chart.bar.fill number", "Most Active Day calendar.badge.clock badge",
                "Daily Average divide.circle.fill number", "Current Streak flame.fill streak",
                "Top Category tag.fill badge", "Total Time clock.fill number",
            ],
            .month: [
                "Total Events chart.bar.fill number", "Most Active Day calendar.badge.clock badge",
                "Daily Average divide.circle.fill number", "Current Streak flame.fill streak",
            ],
            .year: [
                "Total Events chart.bar.fill number", "Best Month trophy.fill badge",
                "Longest Streak flame.fill streak", "Active Days calendar.badge.checkmark number",
                "Top Activity star.fill badge",
            ],
        ]
        for (period, cards) in expected {
            let answer = try log.answer(period, at: "2026-06-02T12:00:00Z", try calendar("UTC"))
            #expect(
                answer.cards.map { "\($0.title) \($0.iconName) \($0.visualizationType.rawValue)" } == cards)
        }
    }
}
