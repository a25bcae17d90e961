import EventLog
import Testing

@testable import UsageInsights

@Suite struct ActivityCalendarTests {
    private func make(
        _ counts: [Int], firstWeekday: Weekday = .monday, from first: Int64 = day(2026, 1, 1)
    ) -> ActivityCalendar {
        let days = counts.indices.map { first + Int64($0) }
        return ActivityCalendar(
            first...(first + Int64(counts.count) - 1),
            counts: Dictionary(uniqueKeysWithValues: zip(days, counts)),
            calendar: LocalCalendar(zone: .utc, firstWeekday: firstWeekday))
    }

    @Test func levelsAreQuartersOfTheCap() {
        let calendar = make(Array(0...100))
        #expect(calendar.cap == 95)
        #expect(
            [0, 1, 23, 24, 47, 48, 71, 72, 95, 1000].map(calendar.level) == [0, 1, 1, 2, 2, 3, 3, 4, 4, 4])
    }

    @Test func everyCountHasTheLevelThatSaysSo() {
        for cap in 1...40 {
            let calendar = make(Array(repeating: cap, count: 20))
            #expect(calendar.cap == cap)
            for count in 0...cap {
                let level = calendar.level(of: count)
                #expect(calendar.counts(ofLevel: level)?.contains(count) == true, "\(count) of \(cap)")
            }
            for level in 0...4 {
                for count in calendar.counts(ofLevel: level).map(Array.init) ?? [] {
                    #expect(calendar.level(of: count) == level, "\(count) of \(cap)")
                }
            }
        }
    }

    @Test func oneDayOutOfAllBoundsDoesNotDimTheOthers() {
        let calendar = make(Array(repeating: 4, count: 40) + [1_000_000])
        #expect(calendar.cap == 4 && calendar.level(of: 4) == 4)
        let empty = make([0, 0, 0])
        #expect(empty.cap == 0 && empty.level(of: 0) == 0 && empty.level(of: 3) == 0)
        #expect((1...4).allSatisfy { empty.counts(ofLevel: $0) == nil })
    }

    @Test(arguments: Weekday.allCases) func columnsAreWeeks(firstWeekday: Weekday) {
        let calendar = make(Array(repeating: 1, count: 400), firstWeekday: firstWeekday)
        var seen: Set<[Int]> = []
        for (before, after) in zip(calendar.days, calendar.days.dropFirst()) {
            let isNewWeek = Weekday(ofDay: after.day) == firstWeekday
            #expect(calendar.column(of: after.day) == calendar.column(of: before.day) + (isNewWeek ? 1 : 0))
            #expect(calendar.row(of: after.day) == (isNewWeek ? 0 : calendar.row(of: before.day) + 1))
            #expect(seen.insert([calendar.column(of: after.day), calendar.row(of: after.day)]).inserted)
        }
        #expect(calendar.column(of: calendar.days[0].day) == 0)
        let parts = stride(from: 0, to: calendar.weeks, by: 10).flatMap {
            calendar.days(inColumns: $0..<($0 + 10))
        }
        #expect(parts == calendar.days)
    }

    @Test func theLastWeeksEndOnTheDay() {
        let calendar = LocalCalendar(zone: .utc, firstWeekday: .monday)
        for offset in Int64(0)..<14 {
            let last = day(2026, 11, 30) + offset
            let range = ActivityCalendar.recentDays(until: last, calendar: calendar)
            #expect(range.upperBound == last && Weekday(ofDay: range.lowerBound) == .monday)
            #expect(ActivityCalendar(range, counts: [:], calendar: calendar).weeks == 53)
        }
    }

    @Test func monthsStandOverTheirFirstDay() {
        let months = make(Array(repeating: 0, count: 60)).months
        #expect(months.map(\.month) == [1, 2, 3] && months.map(\.column) == [0, 4, 8])
    }

    @Test func aDayThatTheZoneSkipsIsLeftOut() throws {
        let samoa = try calendar("Pacific/Apia")
        let range = day(2011, 12, 28)...day(2011, 12, 31)
        let found = ActivityCalendar(range, counts: [day(2011, 12, 31): 2], durations: [:], calendar: samoa)
        #expect(found.days.map(\.day) == [day(2011, 12, 28), day(2011, 12, 29), day(2011, 12, 31)])
        #expect(found.days.map(\.duration) == [0, 0, 0] && found.days.map(\.count) == [0, 0, 2])
    }

    /// All four periods in one pass are what four passes give.
    @Test(arguments: 1...8) func dashboardsAreTheFourPeriods(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &* 977)
        for _ in 0..<12 {
            let history = try RandomHistory(using: &random)
            if history.records.isEmpty { continue }
            let calendar = LocalCalendar(
                zone: try Zone(named: history.zoneName), dayStartMinutes: history.dayStart,
                firstWeekday: history.firstWeekday)
            let log = try TemporaryLog(segmentLength: 1200)
            try log.append(history.records, perFrame: Int.random(in: 1...40, using: &random))
            let snapshot = try log.snapshot()
            for reference in history.references {
                let all = try DashboardReader(at: reference, calendar: calendar, of: snapshot)
                #expect(all.damage.isEmpty)
                for period in InsightPeriod.allCases {
                    let one = try ActivityReader(period, at: reference, calendar: calendar, of: snapshot)
                    #expect(all.summaries[period] == one.summary, "\(period), \(history.description)")
                }
            }
        }
    }
}
