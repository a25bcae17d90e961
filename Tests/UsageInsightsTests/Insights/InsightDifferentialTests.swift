import EventLog
import Testing

@testable import UsageInsights

/// Random histories in logs of several frames and segments: three ways to the answers must agree.
@Suite struct InsightDifferentialTests {
    private static let historiesPerSeed = 25

    /// Zones are dear to make, and histories come back to the same ones.
    private struct Zones {
        private var made: [String: Zone] = [:]

        mutating func named(_ name: String) throws -> Zone {
            if let zone = made[name] { return zone }
            let zone = try Zone(named: name)
            made[name] = zone
            return zone
        }
    }

    @Test(arguments: 1...20) func cardsChartsAndStreaks(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var zones = Zones()
        var answeredByCells = 0
        for number in 0..<Self.historiesPerSeed {
            let history = try RandomHistory(using: &random)
            let calendar = LocalCalendar(
                zone: try zones.named(history.zoneName), dayStartMinutes: history.dayStart,
                firstWeekday: history.firstWeekday)
            let log = try TemporaryLog(segmentLength: Int.random(in: 400...3000, using: &random))
            let projection = ActivityProjection()
            var rest = history.records[...]
            while !rest.isEmpty {
                let batch = rest.prefix(Int.random(in: 1...40, using: &random))
                rest = rest.dropFirst(batch.count)
                try log.append(Array(batch), perFrame: 15)
                if Bool.random(using: &random) { #expect(try projection.refresh(try log.snapshot()).isEmpty) }
            }
            if history.records.isEmpty { continue }
            let snapshot = try log.snapshot()
            #expect(try projection.refresh(snapshot).isEmpty)
            for reference in history.references {
                for period in InsightPeriod.allCases {
                    let answer = try Answer(period, at: reference, calendar, of: snapshot)
                    let problems = Self.differences(history, answer, period, at: reference)
                    #expect(
                        problems.isEmpty,
                        "seed \(seed), history \(number), \(period) at \(reference): \(history.description)\n\(problems.joined(separator: "\n"))"
                    )
                    let summary = projection.cells.summary(period, at: reference, calendar: calendar)
                    if let summary {
                        answeredByCells += 1
                        #expect(
                            summary == answer.summary,
                            "cells: seed \(seed), history \(number), \(period) at \(reference): \(history.description)"
                        )
                    }
                    if history.dayStart == 7 { #expect(summary == nil) }
                }
            }
        }
        // By the share of zones that keep to quarter-hours; so that the comparison above doesn't go empty.
        #expect(answeredByCells > Self.historiesPerSeed * 3)
    }

    private static func differences(
        _ history: RandomHistory, _ answer: Answer, _ period: InsightPeriod, at reference: Int64
    ) -> [String] {
        let calendar = PlainCalendar(
            timeZone: history.timeZone, dayStartMinutes: history.dayStart, firstWeekday: history.firstWeekday)
        let plain = PlainInsights(history.plainEvents, at: reference, calendar)
        var problems: [String] = []
        func compare<T: Equatable>(_ what: String, _ found: T, _ expected: T) {
            if found != expected { problems.append("\(what): \(found), expected \(expected)") }
        }
        let (found, expected) = (answer.cards.map(PlainInsights.Card.init), plain.cards(period))
        compare("titles", found.map(\.title), expected.map(\.title))
        for (found, expected) in zip(found, expected) { compare("card", found, expected) }
        compare("chart", answer.chart, plain.chart(period))
        compare("current streak", answer.streaks.current?.length ?? 0, plain.currentStreak)
        compare("longest streak", answer.streaks.longest?.length ?? 0, plain.longestStreak)
        compare("active days", answer.streaks.activeDays, plain.activeDayCount)
        for event in history.plainEvents where calendar.disagrees(period, at: reference, about: event.instant)
        {
            problems.append("Foundation's interval says otherwise about \(event.instant)")
        }
        return problems
    }
}
