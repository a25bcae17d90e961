internal import LogFormat

/// What is found by going through a segment frame by frame, headers only.
struct SegmentWalk {
    enum Ending: Equatable {
        /// Zeros follow the last frame: the end of a segment that is still written.
        case open
        /// A footer frame stands at `end`.
        case sealed
        /// The end that the next segment gave.
        case reachedLimit
        /// What follows the last frame is no frame, and no frame comes after it.
        case torn(reason: String, lostRecords: Int?)
        /// The file stops without the zeros that always follow the last frame.
        case cutShort
    }

    var entries: [FrameEntry] = []
    var damage: [Damage] = []
    /// The byte after the last frame.
    var end: Int
    /// The sequence after the last one covered.
    var nextSequence: UInt64
    var ending = Ending.open
    /// Bytes that are no part of the log stand behind its end: a write that was never published.
    var hasLeftover = false
}

/// Where a segment ends, as the one after it says.
struct SegmentLimits: Equatable {
    /// The byte at which it ended; nil if the next segment's header doesn't tell.
    var offset: Int?
    /// The first sequence of the next segment: nothing from there on is part of this one.
    var sequence: UInt64?

    static let none = SegmentLimits()

    /// The first sequence that no frame of `name` may cover: a merged segment's name gives one too.
    func end(of name: SegmentName) -> UInt64 {
        min(sequence ?? .max, name.isOpenEnded ? .max : name.lastSequence &+ 1)
    }
}

/// Walks one segment. Readers use it without a lock: a frame is published by its first eight bytes, written
/// last, so what looks wrong is looked at twice, and only what stays wrong is damage.
struct SegmentWalker {
    private let name: SegmentName
    private let window: FileWindow
    private let system: any SystemCalls
    private let file: Descriptor
    private let path: String
    private let limits: SegmentLimits
    private var limit: Int? { limits.offset }

    init(
        _ segment: SegmentName, file: Descriptor, path: String, system: any SystemCalls,
        limits: SegmentLimits = .none
    ) {
        name = segment
        self.file = file
        self.path = path
        self.system = system
        self.limits = limits
        window = FileWindow(system: system, file: file)
    }

    private enum Step {
        case frame(FrameHeader)
        case end(leftover: Bool)
        case bad(FormatError)
        case outOfFile
    }

    /// Goes on behind what `seen` has seen, or starts at the segment's header. Makes room for `expected` frames
    /// beforehand: letting the list grow frame by frame takes as long as reading the headers.
    func walk(after seen: SegmentWalk? = nil, expected: Int = 0) throws(LogError) -> SegmentWalk {
        do {
            return try follow(
                seen ?? SegmentWalk(end: Format.segmentHeaderLength, nextSequence: name.firstSequence),
                expected: expected)
        } catch let error as SystemError {
            throw LogError(error, "read a segment", path: path)
        } catch let error as LogError {
            throw error
        } catch {
            throw LogError(.disk, "\(error)", path: path)
        }
    }

    private func follow(_ seen: SegmentWalk, expected: Int) throws -> SegmentWalk {
        var walk = seen
        if expected > 0 { walk.entries.reserveCapacity(expected) }
        walk.ending = .open
        window.discard()
        while true {
            if walk.end == limit || walk.nextSequence == limits.sequence {
                walk.ending = .reachedLimit
                return walk
            }
            switch try confirmedStep(walk) {
            case .frame(let header):
                if header.type == FrameType.footer {
                    walk.ending = .sealed
                    return walk
                }
                accept(header, at: walk.end, into: &walk)
            case .end(let leftover):
                walk.hasLeftover = leftover
                walk.ending = .open
                return try finished(walk)
            case .outOfFile:
                walk.ending = .cutShort
                return try finished(walk)
            case .bad(let error):
                guard let (offset, header) = try findFrame(after: walk.end, from: walk.nextSequence) else {
                    walk.ending = .torn(reason: "\(error)", lostRecords: nil)
                    return try finished(walk)
                }
                walk.damage.append(
                    Damage(
                        file: name.fileName, offset: walk.end, length: offset - walk.end,
                        lostRecords: Int(clamping: header.firstSequence - walk.nextSequence),
                        reason: "\(error)"))
                walk.end = offset
                walk.nextSequence = header.firstSequence
            }
        }
    }

    private func accept(_ header: FrameHeader, at offset: Int, into walk: inout SegmentWalk) {
        if header.firstSequence > walk.nextSequence {
            walk.damage.append(
                Damage(
                    file: name.fileName, offset: offset, length: 0,
                    lostRecords: Int(clamping: header.firstSequence - walk.nextSequence),
                    reason: "a frame is missing before this one"))
        }
        if header.type == FrameType.records {
            walk.entries.append(FrameEntry(offset: offset, header: header))
        }
        walk.end = offset + header.frameLength
        walk.nextSequence = header.endSequence
    }

    private func confirmedStep(_ walk: SegmentWalk) throws -> Step {
        let first = try step(walk)
        switch first {
        case .frame, .end(leftover: false): return first
        case .end(leftover: true), .bad, .outOfFile: break
        }
        window.discard()
        return try step(walk)
    }

    private func step(_ walk: SegmentWalk) throws -> Step {
        let sparse = (walk.entries.last?.frameLength ?? 0) > 16 << 10
        let bytes = try window.bytes(at: walk.end, count: Format.frameHeaderLength, sparse: sparse)
        guard bytes.count >= Format.alignment else { return .outOfFile }
        if bytes.little(0, as: UInt64.self) == 0 {
            switch try tail(after: walk) {
            case .zeros: return .end(leftover: false)
            case .bytes: return .end(leftover: true)
            case .frame: return .bad(.invalid("a frame that is zeros"))
            }
        }
        do throws(FormatError) {
            let header = try FrameHeader.decode(bytes, salt: name.salt)
            guard header.firstSequence >= walk.nextSequence else {
                throw .invalid("the sequence of a frame")
            }
            try check(header)
            if let limit, walk.end + header.frameLength > limit {
                throw .invalid("a frame that reaches behind the end of its segment")
            }
            return .frame(header)
        } catch {
            if case .unsupported = error { throw LogError(error, path: path, offset: walk.end) }
            return .bad(error)
        }
    }

    private func check(_ header: FrameHeader) throws(FormatError) {
        if header.type == 0 { throw .invalid("the type of a frame") }
        if header.type < FrameType.firstOptional && header.type > FrameType.footer {
            throw .unsupported("frame type \(header.type)")
        }
        // What may be skipped must not hold records, or skipping would lose them.
        if header.type != FrameType.records && (header.recordCount > 0 || header.span > 0) {
            throw .invalid("a frame that may be skipped and holds records")
        }
        // One that only reaches into the next segment would bring some sequences twice.
        let end = limits.end(of: name)
        if header.type == FrameType.records, header.firstSequence >= end || header.endSequence > end {
            throw .invalid("the sequence of a frame")
        }
    }

    private enum Tail { case zeros, bytes, frame }

    /// What stands between a zero word and the end of the file: nothing, something, or a frame (and then the
    /// zeros are damage).
    private func tail(after walk: SegmentWalk) throws -> Tail {
        var offset = walk.end
        let piece = 64 << 10
        while true {
            if let limit, offset >= limit { return .zeros }
            let bytes = try window.bytes(at: offset, count: piece)
            if let place = Self.firstNonzero(bytes) {
                let start = offset + place & ~(Format.alignment - 1)
                let found = try findFrame(after: start - Format.alignment, from: walk.nextSequence)
                return found == nil ? .bytes : .frame
            }
            if bytes.count < piece { return .zeros }
            offset += piece
        }
    }

    private static func firstNonzero(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var at = 0
        while at + 8 <= bytes.count {
            if bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self) != 0 { break }
            at += 8
        }
        while at < bytes.count {
            if bytes[at] != 0 { return at }
            at += 1
        }
        return nil
    }

    /// The next place behind `offset` where a frame of this segment starts that may come next. A header whose
    /// checksum holds is believed, so that this is one pass over the file however many marks stand in it.
    private func findFrame(after offset: Int, from sequence: UInt64) throws -> (Int, FrameHeader)? {
        var at = offset + Format.alignment
        let piece = 64 << 10
        while true {
            if let limit, at >= limit { return nil }
            let bytes = try window.bytes(at: at, count: piece + Format.frameHeaderLength)
            var place = 0
            while place < piece && place + Format.frameHeaderLength <= bytes.count {
                if bytes.little(place, as: UInt32.self) == Format.frameMagic,
                    let header = try? FrameHeader.decode(
                        UnsafeRawBufferPointer(rebasing: bytes[place...]), salt: name.salt),
                    header.firstSequence >= sequence
                {
                    return (at + place, header)
                }
                place += Format.alignment
            }
            if bytes.count < piece + Format.frameHeaderLength { return nil }
            at += piece
        }
    }

    /// The last frame of a segment that is still written may be torn although its header is whole.
    private func finished(_ walk: SegmentWalk) throws -> SegmentWalk {
        guard limits == .none, let last = walk.entries.last, last.end == walk.end else { return walk }
        guard try !payloadHolds(last) else { return walk }
        window.discard()
        guard try !payloadHolds(last) else { return walk }
        var torn = walk
        torn.entries.removeLast()
        torn.end = last.offset
        torn.nextSequence = last.firstSequence
        torn.ending = .torn(
            reason: "the payload of the last frame does not match its checksum",
            lostRecords: last.recordCount)
        return torn
    }

    private func payloadHolds(_ entry: FrameEntry) throws -> Bool {
        let bytes = try window.bytes(at: entry.offset, count: entry.frameLength)
        guard bytes.count == entry.frameLength,
            let header = try? FrameHeader.decode(bytes, salt: name.salt)
        else { return false }
        let stored = UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...])
        return (try? header.checkPayload(stored)) != nil
    }
}
