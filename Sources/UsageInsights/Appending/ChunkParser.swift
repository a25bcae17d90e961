internal import LogFormat

/// A piece of input on its way through: whole lines, and memory that is used again.
///
/// Unchecked sendable: it is handed from one thread to the next and never used by two at once.
package final class InputChunk: @unchecked Sendable {
    package var memory: UnsafeMutableRawBufferPointer
    /// How many bytes of `memory` are lines.
    package var count = 0
    package var isStartOfInput = false

    package init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 16) }

    deinit { memory.deallocate() }

    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count])
    }
}

/// A line that was refused.
package struct RefusedLine: Sendable {
    /// From 1, over the whole input.
    package var lineNumber: Int
    package var message: String
    package var text: [UInt8]
}

/// What became of one chunk.
struct ParsedChunk: Sendable {
    var frames: [EncodedFrame] = []
    var recordCount = 0
    /// Lines of the chunk, blank and refused ones included.
    var lineCount = 0
    /// Refused lines, their numbers counted within the chunk.
    var refusals: [RefusedLine] = []
    /// One for each record where duplicates are looked for; empty otherwise.
    var identities: [RecordIdentity] = []
    /// Reading ended at the last refusal.
    var isStopped = false
}

/// Turns chunks of JSON lines into frames. Not thread-safe; one a thread.
final class ChunkParser {
    private let options: AppendOptions
    private let builder = FrameBuilder()
    private var record = ParsedRecord()

    init(options: AppendOptions) { self.options = options }

    /// Parses all lines, but leaves out the records for which `skipped` says true (by their number in the
    /// chunk).
    func parse(_ chunk: InputChunk, skipped: [Bool]? = nil) -> ParsedChunk {
        var result = ParsedChunk()
        var lines = JSONLinesReader(
            chunk.bytes, options: options.lines, isStartOfInput: chunk.isStartOfInput)
        builder.removeAll()
        reading: while true {
            switch lines.next(into: &record) {
            case .end: break reading
            case .record:
                if let reason = unsupported() {
                    // The input's last line may have no line feed.
                    let hasFeed = chunk.bytes[lines.offset - 1] == UInt8(ascii: "\n")
                    refuse(
                        lines.lineStart..<(lines.offset - (hasFeed ? 1 : 0)), lines.lineNumber, reason,
                        chunk, &result)
                } else {
                    let number = result.recordCount
                    result.recordCount += 1
                    add(keeps: skipped.map { !$0[number] } ?? true, &result)
                }
            case .refused(let failure):
                refuse(failure.byteRange, failure.lineNumber, failure.message, chunk, &result)
            }
            if result.isStopped { break }
        }
        result.lineCount = lines.lineNumber
        closeFrame(&result)
        return result
    }

    private func unsupported() -> String? {
        switch record.kind {
        case .event: nil
        case .checkIn: "kind \"checkin\" is not supported by this version"
        case .dose: "kind \"dose\" is not supported by this version"
        case .retract: "kind \"retract\" is not supported by this version"
        }
    }

    private func refuse(
        _ range: Range<Int>, _ line: Int, _ message: String, _ chunk: InputChunk, _ result: inout ParsedChunk
    ) {
        let text = options.keepsRefusedText ? Array(chunk.bytes[range]) : []
        result.refusals.append(RefusedLine(lineNumber: line, message: message, text: text))
        result.isStopped = options.onError == .stop
    }

    private func add(keeps: Bool, _ result: inout ParsedChunk) {
        let (timestamp, offset) = instant()
        if options.skipsExisting || record.id != nil || !result.identities.isEmpty {
            // Records before the first one with an id have nothing to be recognised by.
            let missing = result.recordCount - 1 - result.identities.count
            result.identities += repeatElement(RecordIdentity(), count: missing)
            result.identities.append(identity(timestamp: timestamp, offset: offset))
        }
        guard keeps else { return }
        builder.begin(
            kind: RecordKind(rawValue: record.kind.rawValue) ?? .event, name: record.name,
            timestamp: timestamp, offset: offset)
        for pair in record.metadata { builder.addAttribute(key: pair.key, value: pair.value) }
        builder.end(duration: record.durationMicroseconds, id: record.id)
        if builder.isFull { closeFrame(&result) }
    }

    private func closeFrame(_ result: inout ParsedChunk) {
        guard let frame = builder.encode() else { return }
        result.frames.append(frame)
        builder.removeAll()
    }

    private func instant() -> (Int64, Int16) {
        switch record.time {
        case .instant(let microseconds, let offset): return (microseconds, offset)
        case .wallTime(let wall):
            let instant = min(
                max(options.zone.instant(ofWall: wall), Format.minimumTimestamp), Format.maximumTimestamp)
            return (instant, options.zone.offsetMinutes(at: instant))
        case .none: return (options.now, Format.unknownOffset)
        }
    }

    private func identity(timestamp: Int64, offset: Int16) -> RecordIdentity {
        let id = record.id.map { RecordHash($0, purpose: RecordHash.Purpose.id) }
        guard options.skipsExisting, id == nil else { return RecordIdentity(id: id) }
        var attributes = RecordHash.zero
        for pair in record.metadata {
            attributes.addUnordered(
                RecordHash.attribute(
                    key: RecordHash(pair.key, purpose: RecordHash.Purpose.key),
                    value: RecordHash(pair.value, purpose: RecordHash.Purpose.value)))
        }
        return RecordIdentity(
            content: RecordHash.record(
                kind: record.kind.rawValue, name: RecordHash(record.name, purpose: RecordHash.Purpose.name),
                timestamp: timestamp, offset: offset, duration: record.durationMicroseconds, id: nil,
                attributes: attributes))
    }
}

extension Zone {
    /// Minutes east of UTC, as records keep them; unknown where a whole minute wouldn't say it (local mean
    /// times before about 1900).
    package func offsetMinutes(at instant: Int64) -> Int16 {
        let seconds = offsetSeconds(at: instant)
        guard seconds % 60 == 0, abs(seconds / 60) <= Format.maximumOffset else {
            return Format.unknownOffset
        }
        return Int16(seconds / 60)
    }
}
