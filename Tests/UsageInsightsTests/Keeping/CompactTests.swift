import EventLog
import Foundation
import LogFormat
import Testing

@testable import UsageInsights

@Suite struct CompactTests {
    /// A year of small appends, looked after every night.
    @Test func aYearOfNights() throws {
        let log = try ScratchLog(segmentLength: 8 << 20)
        let start = instant("2025-01-01T00:00:00Z")
        var random = SplitMix64(seed: 2)
        var (appended, rewritten, mostSegments) = (0, 0, 0)
        var counts: [Int] = []
        let calendar = LocalCalendar(
            zone: try Zone(named: "Europe/Berlin"), dayStartMinutes: 0, firstWeekday: .monday)
        for night in 0..<365 {
            let midnight = start + Int64(night) * Microseconds.day
            for part in 0..<20 {
                let records = (0..<100).map { at in
                    Record(
                        timestamp: midnight + Int64(part * 100 + at) * 43_200_000
                            + Int64.random(in: 0..<43_000_000, using: &random),
                        offsetMinutes: 60, name: ["commit", "review", "openURL"][Int(random.next() % 3)],
                        duration: Int64.random(in: 1...3600, using: &random) * 1_000_000,
                        attributes: ["category": ["work", "home"][Int(random.next() % 2)]])
                }
                try log.writer.append(records)
                let newest = try log.snapshot().segments.last?.entries.last
                appended += newest?.frameLength ?? 0
            }
            counts.append(2000)
            let keeping = try log.keeping()
            rewritten += try keeping.compact().bytesAfter
            let cutoff = midnight + Microseconds.day - 90 * Microseconds.day
            rewritten += try keeping.prune(.init(cutoff: cutoff, firstDay: 0)).bytesAfter
            mostSegments = max(mostSegments, log.segmentCount)
            let rollup = try Rollup(RollupQuery(unit: .year, calendar: calendar), of: try log.snapshot())
            let expected = min(night + 1, 90) * 2000
            #expect(rollup.rows.reduce(0) { $0 + $1.count } == expected, "night \(night)")
        }
        let written = Double(appended + rewritten) / Double(appended)
        print("a year of nights: \(mostSegments) segments at most, \(written) x the data written")
        #expect(mostSegments < 40)
        #expect(written < 6)
        #expect(try Verification.run(directory: log.directory).damage.isEmpty)
    }

    @Test func whatIsRetractedLeavesTheDirectory() throws {
        let log = try ScratchLog()
        let secret = "a-secret-that-nobody-should-find"
        var record = Record(timestamp: 5, name: "visit", attributes: ["where": secret])
        record.id = "id-of-" + secret
        try log.append(record)
        try log.append(Record(timestamp: 6, name: "visit"))
        _ = try log.retract(.id("id-of-" + secret))
        #expect(log.holds(secret))
        #expect(try log.keeping().compact().droppedRecords == 2)
        #expect(!log.holds(secret))
        #expect(try log.events().events.map(\.sequence) == [2])
        #expect(try log.keeping().compact().isIdle)
        #expect(try log.append(Record(timestamp: 7, name: "next")) == 4)
    }

    /// The first check-in of a day says when it was made, the last what it says.
    @Test func checkInsThatWereReplacedGo() throws {
        let log = try ScratchLog()
        for level in 1...5 {
            try log.append(
                Record(
                    timestamp: Int64(level), kind: .checkIn, name: "",
                    attributes: [
                        "date": "2025-05-01", "focus": "\(level)", "sleep": "3", "energy": "3", "stress": "3",
                    ]))
        }
        let before = try WellnessReader(try log.snapshot()).history.checkIns
        #expect(try log.keeping().compact().droppedRecords == 3)
        #expect(try WellnessReader(try log.snapshot()).history.checkIns == before)
        #expect(try log.snapshot().recordCount == 2)
    }

    /// A retraction stays for as long as what it takes back may: damage keeps a segment from being written anew.
    @Test func retractionsStayWhereDamageKeepsTheirRecords() throws {
        let log = try ScratchLog(segmentLength: 1)
        var random = SplitMix64(seed: 4)
        // So large that the damage keeps the first two from being merged, and the retraction is not among them.
        let noise = (0..<3000).map { _ in String(random.next(), radix: 36) }.joined()
        for batch in 0..<4 {
            try log.append(
                Record(timestamp: Int64(batch), name: "a", attributes: ["text": "\(batch)" + noise]),
                Record(timestamp: Int64(batch), name: "b"))
        }
        _ = try log.retract(.sequence(1))
        try log.append(Record(timestamp: 9, name: "c"))
        let first = try #require(log.files.sorted().first { $0.hasSuffix(".seg") })
        let second = try #require(log.files.sorted().dropFirst().first { $0.hasSuffix(".seg") })
        let path = log.directory + "/" + second
        var bytes = Array(try #require(FileManager.default.contents(atPath: path)))
        bytes[Format.segmentHeaderLength + Format.frameHeaderLength + 3] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let before = try log.events().events
        #expect(!before.contains { $0.sequence == 1 })
        let report = try log.keeping().compact()
        #expect(!report.damage.isEmpty && log.files.contains(first))
        #expect(try log.events().events == before)
    }

    /// At any point of any history, compaction changes no answer.
    @Test(arguments: 1...10) func noAnswerChanges(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let history = try RandomHistory(using: &random)
        let (twin, log) = (try ScratchLog(segmentLength: 3000), try ScratchLog(segmentLength: 3000))
        let calendar = LocalCalendar(
            zone: try Zone(named: history.zoneName), dayStartMinutes: history.dayStart,
            firstWeekday: history.firstWeekday)
        for start in stride(from: 0, to: history.records.count, by: 11) {
            let batch = Array(history.records[start..<min(start + 11, history.records.count)])
            let sequences = try twin.writer.append(batch)
            try log.writer.append(batch)
            if Int.random(in: 0..<6, using: &random) == 0, batch[0].kind != .retraction {
                _ = try twin.retract(.sequence(sequences.lowerBound))
                _ = try log.retract(.sequence(sequences.lowerBound))
            }
            if Int.random(in: 0..<5, using: &random) == 0 { _ = try log.keeping().compact() }
        }
        let found = try allAnswers(try log.snapshot(), at: history.references, [calendar])
        #expect(try found == allAnswers(try twin.snapshot(), at: history.references, [calendar]))
        #expect(try log.events().events == twin.events().events)
        #expect(try Verification.run(directory: log.directory).damage.isEmpty)
    }

    @Test func twoAtATimeAreTooMany() throws {
        let log = try ScratchLog()
        try log.append(Record(timestamp: 5, name: "a"))
        let first = try log.keeping()
        #expect(throws: LogError.self) { try log.keeping() }
        _ = try first.compact()
    }
}
