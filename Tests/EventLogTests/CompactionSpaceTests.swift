import LogFormat
import Synchronization
import TestSupport
import Testing
import UsageInsights

@testable import EventLog

/// How much room a compaction needs while it runs.
@Suite struct CompactionSpaceTests {
    /// Not more than the segments that it merges at that moment: those before are given back by then.
    @Test func theSpaceOfEachGroupIsGivenBackBeforeTheNext() throws {
        let system = MemorySystem()
        var options = LogOptions()
        options.segmentLength = 90_000
        let writer = try LogWriter(directory: "/log", options: options, system: system)
        var random = SeededGenerator(seed: 6)
        for number in 0..<80 {
            let noise = (0..<2000).map { _ in String(random.next(), radix: 36) }.joined()
            try writer.append([
                Record(timestamp: Int64(number), name: "a", attributes: ["text": noise])
            ])
        }
        let before = system.heldBytes
        // Their lengths only: whoever keeps a segment open keeps its space.
        let lengths = try LogSnapshot(directory: "/log", system: system).segments.map(\.fileLength)
        #expect(lengths.count > 8)
        var most = 0
        let report = try LogKeeping(writer).compact { _, _ in most = max(most, system.heldBytes) }
        #expect(report.segmentsBefore >= lengths.count - 1)
        // A merged segment is no longer than an eighth of a mebibyte here, or than one that was there.
        let largest = max(128 << 10, lengths.max() ?? 0)
        #expect(most > before && most - before <= largest, "\(most - before) bytes more than \(before)")
    }
}
