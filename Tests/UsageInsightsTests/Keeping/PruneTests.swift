import EventLog
import LogFormat
import Testing

@testable import UsageInsights

@Suite struct PruneTests {
    private static let hour: Int64 = 3_600_000_000

    private func history(days: Int, seed: UInt64) -> [Record] {
        var random = SplitMix64(seed: seed)
        let types = ["taskCompleted", "openURL", "focus session"]
        let start = instant("2024-02-01T00:00:00Z")
        return (0..<days).flatMap { day -> [Record] in
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                var record = Record(
                    timestamp: start + Int64(day) * 24 * Self.hour
                        + Int64.random(in: 0..<(24 * Self.hour), using: &random),
                    offsetMinutes: [nil, 60, 330].randomElement(using: &random) ?? nil,
                    name: types.randomElement(using: &random) ?? "a",
                    duration: Bool.random(using: &random)
                        ? .random(in: 0...9_000_000_000, using: &random) : nil,
                    attributes: Bool.random(using: &random)
                        ? ["category": "work", "note": "secret"] : ["n": "1"])
                if Bool.random(using: &random) { record.id = "id-\(day)-\(random.next())" }
                return record
            }
        }
    }

    @Test func aYearPrunedMonthByMonthStillAnswers() throws {
        let records = history(days: 430, seed: 4)
        let (twin, log) = (try ScratchLog(), try ScratchLog())
        for start in stride(from: 0, to: records.count, by: 40) {
            let batch = Array(records[start..<min(start + 40, records.count)])
            try twin.writer.append(batch)
            try log.writer.append(batch)
        }
        let calendars = try ["Europe/Berlin", "America/New_York"].map {
            LocalCalendar(zone: try Zone(named: $0), dayStartMinutes: 0, firstWeekday: .monday)
        }
        let references = ["2024-03-31T20:00:00Z", "2024-11-03T12:00:00Z", "2025-03-20T12:00:00Z"].map(instant)
        let expected = try allAnswers(try twin.snapshot(), at: references, calendars)
        var dropped = 0
        for month in 3...12 {
            let cutoff = instant("2024-\(month < 10 ? "0" : "")\(month)-15T07:13:00Z")
            let report = try log.prune(before: cutoff, keepsRollups: true)
            #expect(report.keptInRollups == report.droppedRecords)
            dropped += report.droppedRecords
            if month % 3 == 0 { _ = try log.keeping().compact() }
            let found = try allAnswers(try log.snapshot(), at: references, calendars)
            #expect(found == expected, "month \(month)")
            #expect(try Verification.run(directory: log.directory).damage.isEmpty)
        }
        let cutoff = instant("2024-12-15T07:13:00Z")
        #expect(dropped == records.count { $0.timestamp < cutoff } && dropped > 500)
        let events = try log.events().events
        #expect(events.allSatisfy { $0.timestamp >= cutoff })
        #expect(events.count == records.count - dropped)
        // Pruned without, nothing of them stays.
        try log.prune(before: cutoff)
        var query = RollupQuery(unit: .year, calendar: calendars[0])
        query.filter.to = cutoff
        #expect(try Rollup(query, of: try log.snapshot()).rows.isEmpty)
    }

    /// A cutoff to the microsecond, in every segment, whatever the order; and one record from the future.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func exactlyWhatIsOlderGoes(seed: UInt64) throws {
        let log = try ScratchLog(segmentLength: 2000)
        var random = SplitMix64(seed: seed)
        var records = history(days: 90, seed: 8).shuffled(using: &random)
        records.append(Record(timestamp: instant("2099-01-01T00:00:00Z"), name: "future"))
        let cutoff = records[records.count / 2].timestamp
        for start in stride(from: 0, to: records.count, by: 9) {
            try log.writer.append(Array(records[start..<min(start + 9, records.count)]))
        }
        let before = try log.snapshot()
        #expect(log.segmentCount > 3)
        var options = LogKeeping.PruneOptions(cutoff: cutoff, firstDay: 0)
        options.isDryRun = true
        let expected = records.count { $0.timestamp < cutoff }
        #expect(try log.keeping().prune(options).droppedRecords == expected)
        #expect(try log.snapshot().recordCount == records.count)
        let report = try log.prune(before: cutoff)
        #expect(report.droppedRecords == expected)
        let left = try log.events().events.map(\.timestamp)
        #expect(left == records.map(\.timestamp).filter { $0 >= cutoff }.sorted())
        #expect(try log.prune(before: cutoff).isIdle)
        // Who began to read before reads on.
        #expect(try RecordCount.of(before) == records.count)
        // What is all too old leaves no segment but the one being written.
        try log.prune(before: .max)
        #expect(log.segmentCount == 1)
        #expect(log.files.count { $0.hasSuffix(".gone") } == 1)
        #expect(try log.append(Record(timestamp: 5, name: "a")) == UInt64(records.count + 1))
        #expect(try Verification.run(directory: log.directory).damage.isEmpty)
    }

    @Test func otherKindsFollowTheirOwnAge() throws {
        let log = try ScratchLog()
        func checkIn(_ date: String, _ at: String) -> Record {
            Record(
                timestamp: instant(at), kind: .checkIn, name: "",
                attributes: ["date": date, "focus": "3", "sleep": "3", "energy": "3", "stress": "3"])
        }
        try log.writer.append([
            Record(timestamp: instant("2024-01-01T00:00:00Z"), name: "a"),
            Record(timestamp: instant("2024-01-01T00:00:00Z"), kind: .dose, name: "Zinc"),
            checkIn("2024-01-01", "2024-05-01T00:00:00Z"), checkIn("2024-05-01", "2024-01-01T00:00:00Z"),
        ])
        let cutoff = instant("2024-03-01T00:00:00Z")
        #expect(try log.prune(before: cutoff).droppedRecords == 1)
        #expect(try WellnessReader(try log.snapshot()).history.checkIns.count == 2)
        // A check-in is as old as its day, whenever it was written down.
        #expect(try log.prune(before: cutoff, [.checkIn]).droppedRecords == 1)
        #expect(try WellnessReader(try log.snapshot()).history.checkIns.map(\.day) == [day(2024, 5, 1)])
        #expect(try log.prune(before: cutoff, [.dose]).droppedRecords == 1)
        #expect(try WellnessReader(try log.snapshot()).history.doses.isEmpty)
    }
}

/// Counts records by reading them.
private final class RecordCount: FrameFold {
    var count = 0

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        count += try frame.times().count
    }

    static func of(_ snapshot: LogSnapshot) throws -> Int {
        try snapshot.fold(make: { RecordCount() }).folds.reduce(0) { $0 + $1.count }
    }
}
