import EventLog
import Foundation
import Testing

/// A log of several segments that lost one.
@Suite(.timeLimit(.minutes(10)))
struct SegmentLossTests {
    private let scratch: Scratch
    private let segments: [String]
    /// Records in each segment.
    private static let each = 6

    init() throws {
        scratch = try Scratch()
        var options = LogOptions()
        options.segmentLength = 1
        // Each commit makes a segment; the last one is still open.
        let writer = try LogWriter(directory: scratch.log, options: options)
        for segment in 0..<5 {
            try writer.append(
                (0..<Self.each).map { number in
                    Record(
                        timestamp: Int64(segment * Self.each + number) * 1_000_000, offsetMinutes: 0,
                        name: "s\(segment + 1)")
                })
        }
        segments = try FileManager.default.contentsOfDirectory(atPath: scratch.log).filter {
            $0.hasSuffix(".seg")
        }.sorted()
    }

    @Test(arguments: 1...5) func theRestAnswers(lost: Int) throws {
        try #require(segments.count == 5)
        #expect(try scratch.verify().records == 5 * Self.each)
        let name = segments[lost - 1]
        try FileManager.default.removeItem(atPath: scratch.log + "/" + name)
        let missing = (lost - 1) * Self.each + 1...lost * Self.each
        let rest = (1...5 * Self.each).filter { !missing.contains($0) }

        let events = try scratch.events([], status: 4)
        #expect(events.map(\.sequence) == rest)
        let rollup = try scratch.rollup(["--by", "year", "--group", "type"], status: 4)
        #expect(rollup.map(\.count) == [Int](repeating: Self.each, count: 4))
        let report = try scratch.verify(status: 4)
        #expect(report.damage.compactMap(\.lostRecords).reduce(0, +) == Self.each, "\(report.damage)")
        #expect(report.records == rest.count && report.segments == 4)
        for command in [["query", "events"], ["query", "rollup", "--by", "day"], ["verify"], ["stats"]] {
            let outcome = try scratch.run(command)
            let said = outcome.text + outcome.errors
            #expect(outcome.status == 4, "\(command): \(said)")
            // Of the last one no name is left, but how much it held is.
            let range =
                lost == 5 ? "\(Self.each) records lost" : "\(missing.lowerBound) to \(missing.upperBound)"
            #expect(command == ["stats"] || said.contains(range), "\(command): \(said)")
        }
        #expect(try scratch.append(["next"]) == AppendAnswer(1, 31...31))
        #expect(try scratch.events([], status: 4).map(\.sequence) == rest + [31])
    }
}
