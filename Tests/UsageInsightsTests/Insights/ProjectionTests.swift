import EventLog
import LogFormat
import Testing

@testable import UsageInsights

/// A projection that is kept current equals one that is built at once.
@Suite struct ProjectionTests {
    /// One quarter-hour, without the numbers that names happen to have.
    private struct Quarter: Equatable {
        var count: UInt32
        var earliest: Int64
        var duration: Int128
        var types: [String: UInt32] = [:]
        var categories: [String: UInt32] = [:]
    }

    private func contents(of projection: ActivityProjection) -> [Int64: Quarter] {
        let cells = projection.cells
        var found: [Int64: Quarter] = [:]
        for (day, counts) in cells.days {
            for place in 0..<ActivityCells.quarters where counts.counts[place] > 0 {
                func named(_ counts: [UInt32], _ names: [String]) -> [String: UInt32] {
                    let all = names.enumerated().map { number, name in
                        let at = number * ActivityCells.quarters + place
                        return (name, at < counts.count ? counts[at] : 0)
                    }
                    return Dictionary(uniqueKeysWithValues: all.filter { $0.1 > 0 })
                }
                found[day * Int64(ActivityCells.quarters) + Int64(place)] = Quarter(
                    count: counts.counts[place], earliest: counts.earliest[place],
                    duration: counts.durations[place], types: named(counts.types, cells.types.names),
                    categories: named(counts.categories, cells.categories.names))
            }
        }
        return found
    }

    /// The same from the records themselves.
    private func contents(of records: [Record]) -> [Int64: Quarter] {
        var found: [Int64: Quarter] = [:]
        for record in records where record.kind == .event {
            let place = floorDivide(record.timestamp, 900_000_000)
            var quarter = found[place] ?? Quarter(count: 0, earliest: .max, duration: 0)
            quarter.count += 1
            quarter.earliest = min(quarter.earliest, record.timestamp)
            quarter.duration += Int128(record.duration ?? 0)
            quarter.types[record.name, default: 0] += 1
            if let category = record.attributes["category"] { quarter.categories[category, default: 0] += 1 }
            found[place] = quarter
        }
        return found
    }

    private func expectEqual(_ kept: ActivityProjection, _ snapshot: LogSnapshot, _ records: [Record]) throws
    {
        let built = ActivityProjection()
        #expect(try built.refresh(snapshot).isEmpty)
        #expect(kept.nextSequence == built.nextSequence)
        #expect(contents(of: kept) == contents(of: records))
        #expect(contents(of: built) == contents(of: records))
        let zone = LocalCalendar(zone: .utc)
        for period in InsightPeriod.allCases {
            let references: [Int64] = [0, records.last?.timestamp ?? 0, instant("2026-06-02T12:00:00Z")]
            for reference in references {
                let summary = kept.cells.summary(period, at: reference, calendar: zone)
                #expect(summary == built.cells.summary(period, at: reference, calendar: zone))
                #expect(summary == (try Answer(period, at: reference, zone, of: snapshot)).summary)
            }
        }
    }

    private func randomRecords(_ count: Int, around text: String, _ random: inout SplitMix64) -> [Record] {
        (0..<count).map { _ in
            var record = Record(
                timestamp: instant(text)
                    + Int64.random(in: -400_000_000_000...400_000_000_000, using: &random),
                kind: Int.random(in: 0..<8, using: &random) == 0 ? .dose : .event,
                name: ["a", "b", "c", "d"].randomElement(using: &random) ?? "")
            if Bool.random(using: &random) {
                record.duration = Int64.random(in: 0...1_000_000_000, using: &random)
            }
            if Bool.random(using: &random) {
                record.attributes["category"] = ["x", "y", "z"].randomElement(using: &random)
            }
            return record
        }
    }

    @Test(arguments: 1...20) func keptCurrentEqualsBuiltAtOnce(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = try TemporaryLog(segmentLength: 2000)
        let projection = ActivityProjection()
        var records: [Record] = []
        // The last are late: of weeks before, and of before 1970.
        for text in [
            "2026-06-02T12:00:00Z", "2026-06-03T12:00:00Z", "2026-05-01T00:00:00Z", "1969-12-31T23:50:00Z",
        ] {
            let batch = randomRecords(Int.random(in: 1...60, using: &random), around: text, &random)
            records += batch
            try log.append(batch, perFrame: Int.random(in: 1...30, using: &random))
            let snapshot = try log.snapshot()
            #expect(try projection.refresh(snapshot).isEmpty)
            try expectEqual(projection, snapshot, records)
            // Nothing new, nothing changes.
            #expect(try projection.refresh(snapshot).isEmpty)
            #expect(contents(of: projection) == contents(of: records))
        }
        projection.reset()
        #expect(projection.nextSequence == 1 && contents(of: projection).isEmpty)
        #expect(try projection.refresh(try log.snapshot()).isEmpty)
        try expectEqual(projection, try log.snapshot(), records)
    }

    @Test func anOlderSnapshotTakesNothingBack() throws {
        let log = try TemporaryLog(events(at: "2026-06-02T12:00:00Z"))
        let old = try log.snapshot()
        try log.append(events(3, at: "2026-06-02T12:00:00Z"))
        let projection = ActivityProjection()
        #expect(try projection.refresh(try log.snapshot()).isEmpty)
        #expect(try projection.refresh(old).isEmpty)
        #expect(projection.nextSequence == 5)
        #expect(contents(of: projection).values.map(\.count) == [4])
    }

    /// Frames that were merged since: the second log holds the same records with other frame boundaries.
    @Test(arguments: [1, 7, 20, 39]) func framesMayStraddleWhatWasTakenIn(taken: Int) throws {
        var random = SplitMix64(seed: UInt64(taken))
        let records = randomRecords(40, around: "2026-06-02T12:00:00Z", &random)
        let before = try TemporaryLog()
        try before.append(Array(records.prefix(taken)), perFrame: 3)
        let projection = ActivityProjection()
        #expect(try projection.refresh(try before.snapshot()).isEmpty)
        let after = try TemporaryLog()
        try after.append(records, perFrame: 16)
        #expect(try projection.refresh(try after.snapshot()).isEmpty)
        try expectEqual(projection, try after.snapshot(), records)
    }

    /// Of a frame that was compacted, sequences are missing: what is new is told by sequence, not by place.
    @Test(arguments: [0, 1, 4, 5, 6, 9, 12]) func compactedFramesToo(taken: Int) throws {
        var random = SplitMix64(seed: UInt64(taken))
        let places: [UInt64] = [0, 3, 4, 8, 9, 11]
        var records = randomRecords(places.count, around: "2026-06-02T12:00:00Z", &random)
        for index in records.indices { records[index].attributes = [:] }
        let before = try TemporaryLog()
        // Where a sequence is gone later, there was a dose.
        for sequence in 0..<UInt64(taken) {
            let record = places.firstIndex(of: sequence).map { records[$0] }
            try before.append([record ?? Record(timestamp: 0, kind: .dose, name: "a")])
        }
        let projection = ActivityProjection()
        if taken > 0 { #expect(try projection.refresh(try before.snapshot()).isEmpty) }
        let after = try TemporaryLog()
        try after.append(records, at: places, covering: 12)
        let more = randomRecords(5, around: "2026-06-02T12:00:00Z", &random)
        try after.append(more)
        #expect(try projection.refresh(try after.snapshot()).isEmpty)
        #expect(projection.nextSequence == 18)
        try expectEqual(projection, try after.snapshot(), records + more)
    }

    @Test func moreNamesThanAreTrackedGiveNoAnswerByName() throws {
        let names = (0...ActivityCells.trackedNames).map { "name\($0)" }
        let records = names.flatMap { events(at: "2026-06-02T12:00:00Z", type: $0, category: $0) }
        let log = try TemporaryLog()
        try log.append(Array(records.dropLast()), perFrame: 10)
        let projection = ActivityProjection()
        #expect(try projection.refresh(try log.snapshot()).isEmpty)
        let (zone, reference) = (LocalCalendar(zone: .utc), instant("2026-06-02T12:00:00Z"))
        for period in InsightPeriod.allCases {
            #expect(projection.cells.summary(period, at: reference, calendar: zone) != nil)
        }
        try log.append(records.suffix(1))
        #expect(try projection.refresh(try log.snapshot()).isEmpty)
        for (period, isAnswered) in [
            (InsightPeriod.day, true), (.week, false), (.month, true), (.year, false),
        ] {
            let summary = projection.cells.summary(period, at: reference, calendar: zone)
            #expect((summary != nil) == isAnswered)
            #expect(summary?.days.values.reduce(0, +) ?? 65 == 65)
        }
    }

    @Test func zonesThatDoNotKeepToQuartersGetNoAnswer() throws {
        // Monrovia until 1972: −00:44:30. St John's until 2011: clocks changed at 00:01.
        for (zone, text, isExact) in [
            ("Africa/Monrovia", "1971-06-02T12:00:00Z", false),
            ("Africa/Monrovia", "1973-06-02T12:00:00Z", true),
            ("America/St_Johns", "2010-11-07T03:00:00Z", false),
            ("America/St_Johns", "2026-11-01T03:00:00Z", true),
            ("Asia/Kathmandu", "2026-06-02T12:00:00Z", true),
            ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", true),
        ] {
            let log = try TemporaryLog(events(at: text))
            let projection = ActivityProjection()
            #expect(try projection.refresh(try log.snapshot()).isEmpty)
            let summary = projection.cells.summary(.day, at: instant(text), calendar: try calendar(zone))
            #expect((summary != nil) == isExact, "\(zone) \(text)")
        }
    }
}
