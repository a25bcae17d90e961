internal import LogFormat

/// A piece of input on its way through: whole lines, and memory that is used again.
///
/// Unchecked sendable: it is handed from one thread to the next and never used by two at once.
package final class InputChunk: @unchecked Sendable {
    package var memory: UnsafeMutableRawBufferPointer
    /// How many bytes of `memory` are lines.
    package var count = 0
    package var isStartOfInput = false
    /// Where its lines are a translation: what of the input they stand for.
    package var origin: ChunkOrigin?

    package init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 16) }

    deinit { memory.deallocate() }

    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count])
    }
}

/// What the lines of a translated chunk stand for. Its lines have no other numbers than those of the input.
package struct ChunkOrigin: Sendable {
    /// Of the input, all that the chunk deals with.
    package var bytes = 0
    /// Of each line of the chunk, from 1, over the whole input.
    package var lineNumbers: [Int] = []
    /// What each line was made of, where refused ones are wanted with their text; empty otherwise.
    package var texts: [[UInt8]] = []
    /// What was refused before it became a line, with how many lines stand before it; in order.
    package var refusals: [(place: Int, line: RefusedLine)] = []

    package init() {}
}

/// A line that was refused.
package struct RefusedLine: Sendable {
    /// From 1, over the whole input.
    package var lineNumber: Int
    package var message: String
    package var text: [UInt8]

    package init(lineNumber: Int, message: String, text: [UInt8]) {
        self.lineNumber = lineNumber
        self.message = message
        self.text = text
    }
}

/// A retraction of an input: what it takes out only the log can say, when its turn has come.
struct PendingRetraction: Sendable {
    var target: RetractionTarget
    var timestamp: Int64
    var offsetMinutes: Int?
    /// Within the chunk, from 1.
    var lineNumber: Int
    /// The line, where refused ones are wanted with their text.
    var text: [UInt8]
    /// Records of the chunk that stand before it, other retractions not counted.
    var recordsBefore: Int
}

/// What is to be committed of a chunk, in its order.
enum ChunkStep: Sendable {
    case frame(EncodedFrame)
    /// With no other record between them.
    case retractions([PendingRetraction])
}

/// What became of one chunk.
struct ParsedChunk: Sendable {
    var steps: [ChunkStep] = []
    /// When it was read: the time of records that have none of their own.
    var readAt: Int64
    /// Retractions are not counted.
    var recordCount = 0
    /// Lines of the chunk, blank and refused ones included.
    var lineCount = 0
    /// Refused lines, their numbers counted within the chunk, unless that has numbers of its own.
    var refusals: [RefusedLine] = []
    /// One for each record where duplicates are looked for, but none for retractions; empty otherwise.
    var identities: [RecordIdentity] = []
    /// Reading ended at the last refusal.
    var isStopped = false
}

/// Turns chunks of JSON lines into frames. Not thread-safe; one a thread.
final class ChunkParser {
    private let options: AppendOptions
    private let builder = FrameBuilder()
    private var record = ParsedRecord()
    /// Those that no other record has followed yet. The builder is empty while there are any.
    private var retractions: [PendingRetraction] = []

    init(options: AppendOptions) { self.options = options }

    /// Parses all lines, but leaves out the records for which `skipped` says true (by their number in the
    /// chunk). A chunk that is parsed again is given the time at which it was read at first.
    func parse(_ chunk: InputChunk, skipped: [Bool]? = nil, readAt: Int64? = nil) -> ParsedChunk {
        var result = ParsedChunk(readAt: readAt ?? options.clock?() ?? options.now)
        var lines = JSONLinesReader(
            chunk.bytes, options: options.lines, isStartOfInput: chunk.isStartOfInput)
        builder.removeAll()
        retractions.removeAll()
        var refusedBefore = (chunk.origin?.refusals ?? [])[...]
        reading: while true {
            let step = lines.next(into: &record)
            let place = if case .end = step { Int.max } else { lines.lineNumber }
            while let refused = refusedBefore.first, refused.place < place, !result.isStopped {
                refusedBefore.removeFirst()
                refuse(refused.line, &result)
            }
            if result.isStopped { break }
            switch step {
            case .end: break reading
            case .record:
                if record.kind == .retract {
                    // The input's last line may have no line feed.
                    let hasFeed = chunk.bytes[lines.offset - 1] == UInt8(ascii: "\n")
                    let range = lines.lineStart..<(lines.offset - (hasFeed ? 1 : 0))
                    addRetraction(
                        line: chunk.origin?.lineNumbers[lines.lineNumber - 1] ?? lines.lineNumber,
                        text: options.keepsRefusedText ? Array(chunk.bytes[range]) : [], &result)
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
        closeRetractions(&result)
        closeFrame(&result)
        return result
    }

    private func refuse(
        _ range: Range<Int>, _ line: Int, _ message: String, _ chunk: InputChunk, _ result: inout ParsedChunk
    ) {
        let number = chunk.origin?.lineNumbers[line - 1] ?? line
        let text = options.keepsRefusedText ? chunk.origin?.texts[line - 1] ?? Array(chunk.bytes[range]) : []
        refuse(RefusedLine(lineNumber: number, message: message, text: text), &result)
    }

    private func refuse(_ line: RefusedLine, _ result: inout ParsedChunk) {
        result.refusals.append(line)
        result.isStopped = options.onError == .stop
    }

    private func add(keeps: Bool, _ result: inout ParsedChunk) {
        let (timestamp, offset) = instant(result)
        if options.skipsExisting || record.id != nil || !result.identities.isEmpty {
            // Records before the first one with an id have nothing to be recognised by.
            let missing = result.recordCount - 1 - result.identities.count
            result.identities += repeatElement(RecordIdentity(), count: missing)
            result.identities.append(identity(timestamp: timestamp, offset: offset))
        }
        guard keeps else { return }
        closeRetractions(&result)
        builder.begin(
            kind: RecordKind(rawValue: record.kind.rawValue) ?? .event, name: record.name,
            timestamp: timestamp, offset: offset)
        // Not through a closure: nearly every record is an event, and this is where the time goes.
        if record.kind == .event {
            for pair in record.metadata { builder.addAttribute(key: pair.key, value: pair.value) }
        } else {
            record.forEachAttribute { builder.addAttribute(key: $0, value: $1) }
        }
        builder.end(duration: record.durationMicroseconds, id: record.id)
        if builder.isFull { closeFrame(&result) }
    }

    private func closeFrame(_ result: inout ParsedChunk) {
        guard let frame = builder.encode() else { return }
        result.steps.append(.frame(frame))
        builder.removeAll()
    }

    /// Kept apart from records, and after those that came before it.
    private func addRetraction(line: Int, text: [UInt8], _ result: inout ParsedChunk) {
        let target: RetractionTarget
        switch record.retractTarget {
        case .sequence(let sequence): target = .sequence(sequence)
        case .id(let id): target = .id(String(decoding: id, as: UTF8.self))
        case .checkIn(let day): target = .checkIn(day: day)
        case nil: return
        }
        let (timestamp, offset) = instant(result)
        let retraction = PendingRetraction(
            target: target, timestamp: timestamp,
            offsetMinutes: offset == Format.unknownOffset ? nil : Int(offset), lineNumber: line, text: text,
            recordsBefore: result.recordCount)
        closeFrame(&result)
        retractions.append(retraction)
    }

    private func closeRetractions(_ result: inout ParsedChunk) {
        guard !retractions.isEmpty else { return }
        result.steps.append(.retractions(retractions))
        retractions.removeAll()
    }

    private func instant(_ result: ParsedChunk) -> (Int64, Int16) {
        switch record.time {
        case .instant(let microseconds, let offset): return (microseconds, offset)
        case .wallTime(let wall):
            let instant = min(
                max(options.zone.instant(ofWall: wall), Format.minimumTimestamp), Format.maximumTimestamp)
            return (instant, options.zone.offsetMinutes(at: instant))
        case .none: return (result.readAt, options.zone.offsetMinutes(at: result.readAt))
        }
    }

    private func identity(timestamp: Int64, offset: Int16) -> RecordIdentity {
        let id = record.id.map { RecordHash($0, purpose: RecordHash.Purpose.id) }
        guard options.skipsExisting, id == nil else { return RecordIdentity(id: id) }
        var attributes = RecordHash.zero
        record.forEachAttribute { key, value in
            attributes.addUnordered(
                RecordHash.attribute(
                    key: RecordHash(key, purpose: RecordHash.Purpose.key),
                    value: RecordHash(value, purpose: RecordHash.Purpose.value)))
        }
        // Without a time of its own it is recognised by what it says.
        guard record.time != .none else {
            return RecordIdentity(content: RecordHash.timelessCheckIn(attributes: attributes, id: nil))
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

    /// The same, or nil where it is unknown.
    package func knownOffsetMinutes(at instant: Int64) -> Int? {
        let minutes = offsetMinutes(at: instant)
        return minutes == Format.unknownOffset ? nil : Int(minutes)
    }
}
