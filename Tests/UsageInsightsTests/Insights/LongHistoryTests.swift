import EventLog
import Testing

@testable import UsageInsights

/// Totals and streaks come from all events, however many there are.
@Suite struct LongHistoryTests {
    @Test func fourHundredDaysOfTwoThousandEvents() throws {
        let log = try TemporaryLog()
        let lastDay = Civil(year: 2026, month: 3, day: 15).days
        for day in (lastDay - 399)...lastDay {
            let midnight = day * 86_400_000_000
            let batch = (0..<2000).map { index in
                Record(
                    timestamp: midnight + Int64(index) * 43_000_000, offsetMinutes: 0, name: "taskCompleted",
                    duration: 1_000_000, attributes: ["category": "work"])
            }
            try log.append(batch, perFrame: 2000)
        }
        let reference = (lastDay + 1) * 86_400_000_000 - 1
        let calendar = LocalCalendar(zone: .utc)
        let calculator = InsightCalculator(calendar: calendar)
        func card(_ title: String, _ period: InsightPeriod) throws -> InsightResult {
            let summary = try ActivityReader(period, at: reference, calendar: calendar, of: log.snapshot())
                .summary
            return try #require(
                calculator.cards(period, at: reference, of: summary).first { $0.title == title })
        }
        #expect(try card("Current Streak", .week).value == "400 days")
        #expect(try card("Current Streak", .month).value == "400 days")
        #expect(try card("Total Events", .day).value == "2000")
        // 2026-03-15 is a Sunday, the last day of its week.
        #expect(try card("Total Events", .week).value == "14000")
        #expect(try card("Total Events", .week).sparklineData == Array(repeating: 2000, count: 7))
        #expect(try card("Total Events", .month).value == "30000")
        #expect(try card("Total Events", .month).sparklineData == Array(repeating: 2000, count: 30))
        #expect(try card("Total Events", .year).value == "\((31 + 28 + 15) * 2000)")
        #expect(try card("Longest Streak", .year).value == "74 days")
        #expect(try card("Active Days", .year).value == "74")
        #expect(try card("Total Time", .week).value == "3h 53m")
        let streaks = Streaks(
            days: try ActivityReader(.month, at: reference, calendar: calendar, of: log.snapshot()).summary
                .days.keys,
            referenceDay: lastDay, isReferenceDayActive: true, calendar: calendar)
        #expect(streaks.longest?.length == 400)
    }
}
