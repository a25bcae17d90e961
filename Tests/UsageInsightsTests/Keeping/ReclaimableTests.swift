import EventLog
import LogFormat
import Testing

@testable import UsageInsights

/// What `stats` says a compaction would give back, held against one.
@Suite struct ReclaimableTests {
    private func records(_ count: Int, from start: Int, _ random: inout SplitMix64) -> [Record] {
        (0..<count).map { at in
            Record(
                timestamp: Int64(start + at) * 37_000_000 + Int64.random(in: 0..<30_000_000, using: &random),
                offsetMinutes: 60, name: ["commit", "review", "openURL"].randomElement(using: &random) ?? "",
                duration: Int64.random(in: 1...3600, using: &random) * 1_000_000,
                attributes: ["category": ["work", "home"].randomElement(using: &random) ?? ""])
        }
    }

    private func bytes(_ log: ScratchLog) throws -> Int {
        try log.snapshot().segments.reduce(0) { $0 + $1.fileLength }
    }

    /// Compacts, and gives back what was promised and what came of it.
    private func compact(_ log: ScratchLog) throws -> (promised: Int, given: Int) {
        let promised = try LogStatistics(try log.snapshot(), now: 0).reclaimableBytes
        let before = try bytes(log)
        _ = try log.keeping().compact()
        let given = try before - bytes(log)
        // At most that a few small segments may be merged once more.
        #expect(try LogStatistics(try log.snapshot(), now: 0).reclaimableBytes < 2000)
        return (promised, given)
    }

    private func expectWithinAQuarter(_ outcome: (promised: Int, given: Int)) {
        #expect(outcome.given > 10_000, "\(outcome)")
        #expect(abs(outcome.promised - outcome.given) * 4 <= outcome.given, "\(outcome)")
    }

    @Test func onceThereAreLargeFramesItIsWithinAQuarter() throws {
        var random = SplitMix64(seed: 1)
        let log = try ScratchLog(segmentLength: 100_000)
        try log.writer.append(records(20_000, from: 0, &random))
        for part in 0..<2000 { try log.writer.append(records(10, from: 20_000 + part * 10, &random)) }
        expectWithinAQuarter(try compact(log))
        // A third of it is retracted.
        let gone = (1...40_000).filter { $0 % 3 == 0 }.map { RetractionTarget.sequence(UInt64($0)) }
        _ = try RetractionAppend(writer: log.writer).append(gone, timestamp: 0, offsetMinutes: nil)
        expectWithinAQuarter(try compact(log))
    }

    @Test func beforeThatItIsTheLeast() throws {
        var random = SplitMix64(seed: 2)
        let log = try ScratchLog(segmentLength: 100_000)
        for part in 0..<2000 { try log.writer.append(records(10, from: part * 10, &random)) }
        let outcome = try compact(log)
        #expect(outcome.promised > 50_000 && outcome.promised <= outcome.given, "\(outcome)")
    }

    @Test func nothingToDoIsNothing() throws {
        let log = try ScratchLog()
        try log.append(Record(timestamp: 1, name: "a"))
        #expect(try LogStatistics(try log.snapshot(), now: 0).reclaimableBytes == 0)
    }
}
