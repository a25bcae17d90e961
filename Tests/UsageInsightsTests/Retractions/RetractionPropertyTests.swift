import EventLog
import LogFormat
import TestSupport
import Testing

@testable import UsageInsights

/// A log of which any part was retracted answers as one that never had it.
@Suite struct RetractionPropertyTests {
    private static let start: Int64 = 1_750_000_000_000_000

    private func record(_ random: inout SeededGenerator) -> Record {
        var record = Record(
            timestamp: Self.start + Int64.random(in: 0..<4_000, using: &random) * 900_000_000,
            offsetMinutes: [0, 330, -480, nil].randomElement(using: &random) ?? nil,
            name: ["a", "b", "c", "rare"].randomElement(using: &random) ?? "a")
        if Bool.random(using: &random) {
            record.duration = Int64.random(in: 0...5_000, using: &random) * 1_000
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let key = ["k", "l", "date", "category"].randomElement(using: &random) ?? "k"
            record.attributes[key] = ["x", "y", ""].randomElement(using: &random)
        }
        if Int.random(in: 0..<5, using: &random) == 0 { record.id = "id\(random.next())" }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: record.kind = .dose
        case 1:
            let levels = Dictionary(
                uniqueKeysWithValues: WellnessMetric.allCases.map {
                    ($0, Int.random(in: 1...5, using: &random))
                })
            return Record.checkIn(
                onDay: 20_254 + Int64.random(in: 0..<40, using: &random), levels: levels,
                mood: ["", "m"].randomElement(using: &random), recordedAt: record.timestamp, id: record.id)
                ?? record
        default: break
        }
        return record
    }

    private struct Logs {
        var retracted: ScratchLog
        var never: ScratchLog
        /// Of the first, kept current while it grew.
        var projection = ActivityProjection()
    }

    /// The same records in two logs: in one a part of them is retracted, in the other they never were.
    private func logs(_ random: inout SeededGenerator, share: Int) throws -> Logs {
        let logs = Logs(retracted: try ScratchLog(), never: try ScratchLog())
        var kept: [Record] = []
        var gone: [UInt64] = []
        for _ in 0..<Int.random(in: 3...12, using: &random) {
            let records = (0..<Int.random(in: 1...80, using: &random)).map { _ in record(&random) }
            var sequences: [UInt64] = []
            if Bool.random(using: &random) {
                let span = UInt64(records.count + Int.random(in: 0...50, using: &random))
                let places = Array((0..<span).shuffled(using: &random).prefix(records.count)).sorted()
                sequences = try logs.retracted.append(records, places: places, span: span)
            } else {
                sequences = Array(try logs.retracted.writer.append(records))
            }
            for (record, sequence) in zip(records, sequences) {
                if Int.random(in: 0..<100, using: &random) < share {
                    gone.append(sequence)
                } else {
                    kept.append(record)
                }
            }
            if Bool.random(using: &random) { try retract(&gone, in: logs.retracted, &random) }
            if Bool.random(using: &random) {
                #expect(try logs.projection.refresh(try logs.retracted.snapshot()).isEmpty)
            }
        }
        try retract(&gone, in: logs.retracted, &random)
        if !kept.isEmpty { try logs.never.writer.append(kept) }
        return logs
    }

    private func retract(
        _ sequences: inout [UInt64], in log: ScratchLog, _ random: inout SeededGenerator
    ) throws {
        sequences.shuffle(using: &random)
        while !sequences.isEmpty {
            let some = Array(sequences.prefix(Int.random(in: 1...20, using: &random)))
            sequences.removeFirst(some.count)
            let outcome = try RetractionAppend(writer: log.writer).append(
                some.map { .sequence($0) }, timestamp: 0, offsetMinutes: nil)
            #expect(outcome.refusal == nil && outcome.sequences == some.sorted())
            #expect(outcome.stored.appended == 1)
        }
    }

    private func queries(_ random: inout SeededGenerator) throws -> [RollupQuery] {
        let zones = [Zone.utc, try Zone(named: "Asia/Kathmandu", covering: Zone.usualRange)]
        return (0..<12).map { _ in
            let calendar = LocalCalendar(
                zone: zones.randomElement(using: &random) ?? .utc, dayStartMinutes: 240)
            let unit = [PeriodUnit.hour, .day, .week, .month].randomElement(using: &random) ?? .day
            var query = RollupQuery(unit: unit, calendar: calendar)
            query.groupings =
                [[], [.type], [.key("k")], [.type, .key("l")]].randomElement(using: &random) ?? []
            query.usesRecordedOffsets = Bool.random(using: &random)
            query.filter = filter(&random)
            return query
        }
    }

    private func filter(_ random: inout SeededGenerator) -> EventFilter {
        var filter = EventFilter()
        if Int.random(in: 0..<3, using: &random) == 0 { filter.types = ["a", "rare"] }
        if Int.random(in: 0..<4, using: &random) == 0 { filter.conditions = [("k", "x")] }
        if Int.random(in: 0..<3, using: &random) == 0 { filter.from = Self.start + 900_000_000_000 }
        if Int.random(in: 0..<3, using: &random) == 0 { filter.to = Self.start + 3_000_000_000_000 }
        return filter
    }

    @Test(arguments: [(1, 0), (2, 3), (3, 20), (4, 50), (5, 50), (6, 80), (7, 97), (8, 100)])
    func answersAsIfNeverThere(seed: UInt64, share: Int) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<6 {
            let logs = try logs(&random, share: share)
            for query in try queries(&random) {
                let rollup = try Rollup(query, of: try logs.retracted.snapshot())
                let expected = try Rollup(query, of: try logs.never.snapshot())
                #expect(rollup.damage.isEmpty)
                #expect(rollup.rows == expected.rows)
                #expect(rollup.groups == expected.groups)
            }
            for _ in 0..<6 {
                var listing = EventListing()
                listing.filter = filter(&random)
                listing.isReversed = Bool.random(using: &random)
                if Bool.random(using: &random) { listing.limit = Int.random(in: 0...30, using: &random) }
                let events = try logs.retracted.events(listing)
                #expect(events.damage.isEmpty)
                #expect(
                    withoutSequences(events.events) == withoutSequences(try logs.never.events(listing).events)
                )
            }
            try compareActivity(logs, &random)
            var arrivals: [StoredEvent] = []
            var expected: [StoredEvent] = []
            _ = try EventListing().runArrivals(try logs.retracted.snapshot(), from: 0) { arrivals.append($0) }
            _ = try EventListing().runArrivals(try logs.never.snapshot(), from: 0) { expected.append($0) }
            #expect(withoutSequences(arrivals) == withoutSequences(expected))
            let wellness = try WellnessReader(try logs.retracted.snapshot())
            let other = try WellnessReader(try logs.never.snapshot())
            #expect(wellness.damage.isEmpty)
            #expect(wellness.history.checkIns == other.history.checkIns)
            #expect(
                wellness.history.doses.map { "\($0.takenAt) \($0.supplement) \($0.amount ?? "")" }
                    == other.history.doses.map { "\($0.takenAt) \($0.supplement) \($0.amount ?? "")" })
        }
    }

    private func compareActivity(_ logs: Logs, _ random: inout SeededGenerator) throws {
        let (snapshot, never) = (try logs.retracted.snapshot(), try logs.never.snapshot())
        _ = try logs.projection.refresh(snapshot)
        let calendar = LocalCalendar(zone: .utc, dayStartMinutes: 240)
        for period in InsightPeriod.allCases {
            let reference = Self.start + Int64.random(in: 0..<4_000, using: &random) * 900_000_000
            let read = try ActivityReader(period, at: reference, calendar: calendar, of: snapshot)
            let expected = try ActivityReader(period, at: reference, calendar: calendar, of: never)
            #expect(read.damage.isEmpty && read.summary == expected.summary)
            #expect(
                logs.projection.cells.summary(period, at: reference, calendar: calendar)
                    == expected.summary)
        }
        #expect(try DeepCheck.run(snapshot, calendar: calendar).isEmpty)
    }

    /// The other log gives its records other sequences.
    private func withoutSequences(_ events: [StoredEvent]) -> [StoredEvent] {
        events.map { event in
            var event = event
            event.sequence = 0
            return event
        }
    }

    @Test func otherKindsAreNoEvents() throws {
        var random = SeededGenerator(seed: 9)
        let log = try ScratchLog()
        let records = (0..<500).map { _ in record(&random) }
        try log.writer.append(records)
        let events = records.filter { $0.kind == .event }
        let query = RollupQuery(unit: .year, calendar: LocalCalendar(zone: .utc))
        #expect(try Rollup(query, of: try log.snapshot()).rows.map(\.count) == [events.count])
        #expect(try log.events().events.count == events.count)
        let statistics = try LogStatistics(try log.snapshot(), now: 0)
        for kind in RecordKind.allCases {
            #expect(statistics.kinds[kind] ?? 0 == records.filter { $0.kind == kind }.count)
        }
    }
}
