import EventLog
import Foundation
import LogFormat

@testable import UsageInsights

/// A log in a directory of its own, removed with it.
final class ScratchLog: Sendable {
    let directory: String
    let writer: LogWriter

    /// - Parameter segmentLength: Small, so that a few frames make several segments.
    init(segmentLength: Int = 16 << 10) throws {
        directory =
            FileManager.default.temporaryDirectory.appending(
                path: "evlog-test-\(UUID().uuidString)"
            ).path
        var options = LogOptions()
        options.isDurable = false
        options.segmentLength = segmentLength
        writer = try LogWriter(directory: directory, options: options)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func snapshot() throws -> LogSnapshot { try LogSnapshot(directory: directory) }

    @discardableResult
    func append(_ records: Record...) throws -> UInt64 { try writer.append(records).lowerBound }

    /// Commits records with sequences between which others are missing, as after a compaction.
    /// - Parameter places: Of each record, its sequence after the next one of the log; ascending.
    func append(_ records: [Record], places: [UInt64], span: UInt64) throws -> [UInt64] {
        let builder = FrameBuilder()
        for (record, place) in zip(records, places) {
            var text: [UInt8] = []
            func add(_ string: String) -> Range<Int> {
                text += Array(string.utf8)
                return (text.count - string.utf8.count)..<text.count
            }
            let name = add(record.name)
            let id = record.id.map(add)
            let attributes = record.attributes.map { (add($0.key), add($0.value)) }
            text.withUnsafeBytes { bytes in
                func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
                    UnsafeRawBufferPointer(rebasing: bytes[range])
                }
                builder.append(
                    kind: record.kind, name: part(name), timestamp: record.timestamp,
                    offset: record.offsetMinutes.map { Int16($0) } ?? Format.unknownOffset,
                    duration: record.duration, id: id.map(part),
                    attributes: attributes.map { (key: part($0.0), value: part($0.1)) }, sequence: place)
            }
        }
        guard let frame = builder.encode(covering: 0..<span) else { return [] }
        let first = try writer.commit(frame).lowerBound
        return places.map { first + $0 }
    }

    func retract(_ targets: RetractionTarget..., timestamp: Int64 = 0) throws -> RetractionAppend.Outcome {
        try RetractionAppend(writer: writer).append(targets, timestamp: timestamp, offsetMinutes: nil)
    }

    /// All events, oldest first, and what was damaged.
    func events(_ listing: EventListing = EventListing()) throws -> (events: [StoredEvent], damage: [Damage])
    {
        var events: [StoredEvent] = []
        let damage = try listing.run(try snapshot()) {
            events.append($0)
            return true
        }
        return (events, damage)
    }

    /// Appends JSON lines, each string one chunk.
    func append(
        chunks: [String], _ change: (inout AppendOptions) -> Void = { _ in }
    ) throws -> (outcome: AppendOutcome, refused: [RefusedLine]) {
        var options = AppendOptions(zone: .utc, now: 1_800_000_000_000_000)
        options.keepsRefusedText = true
        change(&options)
        let refused = RefusedLines()
        let append = BulkAppend(
            writer: writer, source: TextSource(chunks), options: options, onRefusal: { refused.add($0) })
        return (try append.run(), refused.all)
    }
}

private final class RefusedLines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [RefusedLine] = []

    var all: [RefusedLine] { lock.withLock { lines } }
    func add(_ line: RefusedLine) { lock.withLock { lines.append(line) } }
}

private final class TextSource: ChunkSource, @unchecked Sendable {
    private let lock = NSLock()
    private var chunks: [String]
    private var isStart = true
    let chunkCapacity = 1 << 20

    func cancel() { lock.withLock { chunks = [] } }

    init(_ chunks: [String]) { self.chunks = chunks.reversed() }

    func fill(_ chunk: InputChunk) throws(LogError) -> Bool {
        lock.withLock {
            guard let text = chunks.popLast() else { return false }
            chunk.memory.copyBytes(from: text.utf8)
            chunk.count = text.utf8.count
            chunk.isStartOfInput = isStart
            isStart = false
            return true
        }
    }
}
