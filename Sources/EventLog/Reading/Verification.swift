internal import LogFormat
internal import Synchronization

/// What reading every byte of a log found.
public struct Verification: Sendable {
    /// Files that hold records.
    public var segments = 0
    /// Batches, as they were committed or merged by a compaction.
    public var frames = 0
    /// Records that can be read, retracted ones included.
    public var records = 0
    /// The length of all segments.
    public var bytes = 0
    /// In the order of the log. Empty means that every byte is as it was written.
    public var damage: [Damage] = []
    /// What is unusual but costs nothing, such as what a killed process left behind.
    public var notes: [String] = []

    /// Reads every byte of the log in `directory`: each checksum, each column, each footer against the frames
    /// it lists. Takes no lock and may run beside writers. O(bytes of the log).
    /// - Parameters:
    ///   - directory: where the log is.
    ///   - progress: called once a frame, from several threads, with the bytes read and those to read.
    /// - Throws: ``LogError`` if the log can't be opened or read at all.
    public static func run(
        directory: String, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LogError) -> Verification {
        try run(directory: directory, system: HostSystem(), progress: progress)
    }

    package static func run(
        directory: String, system: any SystemCalls,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LogError) -> Verification {
        try of(LogSnapshot(directory: directory, system: system), progress: progress)
    }

    /// Reads every byte of the log as it is in `snapshot`. See `run`.
    package static func of(
        _ snapshot: LogSnapshot,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LogError) -> Verification {
        let system = snapshot.system
        var result = Verification()
        result.damage = snapshot.damage
        for segment in snapshot.segments {
            result.segments += 1
            result.frames += segment.entries.count
            result.records += segment.entries.reduce(0) { $0 + $1.recordCount }
            result.bytes += segment.fileLength
            try result.check(segment, isNewest: segment === snapshot.segments.last, system)
        }
        let work = FrameProgress(total: snapshot.segments.reduce(0) { $0 + $1.frameBytes }, tell: progress)
        let (_, damage) = try snapshot.fold(make: { FrameCheck(work) })
        result.records -= damage.reduce(0) { $0 + ($1.lostRecords ?? 0) }
        result.damage = snapshot.inOrder(result.damage + damage)
        result.noteStrangers(snapshot, system)
        return result
    }

    /// Holds a segment's footer against its frames, and what stands behind its end against what may.
    private mutating func check(
        _ segment: SegmentFile, isNewest: Bool, _ system: any SystemCalls
    ) throws(LogError) {
        let name = segment.name.fileName
        if segment.isSealed && !segment.hasWholeFooter {
            damage.append(Self.damagedFooter(segment))
        } else if segment.isSealed {
            let walker = SegmentWalker(
                segment.name, file: segment.file, path: segment.path, system: system,
                limits: SegmentLimits(offset: segment.walk.end))
            let walk = try walker.walk()
            damage += walk.damage
            if walk.damage.isEmpty && walk.entries != segment.entries {
                damage.append(
                    Damage(
                        file: name, offset: segment.walk.end, lostRecords: 0,
                        reason: "the footer does not list the frames that are there"))
            }
        } else if isNewest {
            if segment.walk.hasLeftover {
                notes.append("\(name), byte \(segment.walk.end): an unfinished write, not part of the log")
            }
        } else {
            try checkUnsealedEnd(of: segment, system)
        }
    }

    private static func damagedFooter(_ segment: SegmentFile) -> Damage {
        Damage(
            file: segment.name.fileName, offset: segment.walk.end,
            length: max(0, segment.fileLength - segment.walk.end), lostRecords: 0,
            reason: "footer or trailer is damaged; the frames were read without it")
    }

    /// A segment that has another one after it should have a footer. None at all is what a process leaves that
    /// was killed in between; half a one is damage, which costs nothing.
    private mutating func checkUnsealedEnd(
        of segment: SegmentFile, _ system: any SystemCalls
    ) throws(LogError) {
        let name = segment.name.fileName
        let start = segment.walk.end
        let length = max(0, segment.fileLength - start)
        var bytes = [UInt8](repeating: 0, count: min(length, Format.maximumRawLength))
        var failure: LogError?
        bytes.withUnsafeMutableBytes { buffer in
            do throws(LogError) { _ = try segment.read(into: buffer, at: start) } catch { failure = error }
        }
        if let failure { throw failure }
        if bytes.allSatisfy({ $0 == 0 }) {
            if length > 0 || segment.walk.ending != .reachedLimit {
                notes.append("\(name): not sealed, though another segment follows; nothing is lost")
            } else {
                damage.append(
                    Damage(file: name, offset: start, lostRecords: 0, reason: "the footer is cut off"))
            }
            return
        }
        let header = bytes.withUnsafeBytes { try? FrameHeader.decode($0, salt: segment.name.salt) }
        if let header, header.type == FrameType.records {
            notes.append("\(name), byte \(start): a write that was given up, not part of the log")
            return
        }
        if let end = bytes.withUnsafeBytes({ Self.footerEnd($0, of: segment) }), end < bytes.count,
            bytes[end...].allSatisfy({ $0 == 0 })
        {
            notes.append("\(name), byte \(start + end): not cut behind its footer; nothing is lost")
            return
        }
        damage.append(Self.damagedFooter(segment))
    }

    /// Where footer and trailer end in `bytes`, if these begin with both and they are whole and right.
    private static func footerEnd(_ bytes: UnsafeRawBufferPointer, of segment: SegmentFile) -> Int? {
        let start = segment.walk.end
        guard let header = try? FrameHeader.decode(bytes, salt: segment.name.salt),
            header.frameLength + Format.trailerLength <= bytes.count
        else { return nil }
        let stored = UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength..<header.frameLength])
        let end = header.frameLength + Format.trailerLength
        let trailer = UnsafeRawBufferPointer(rebasing: bytes[header.frameLength..<end])
        guard let footer = try? SegmentFooter.decode(header, stored: stored, limit: start),
            footer.entries == segment.entries,
            (try? SegmentTrailer.decode(trailer, salt: segment.name.salt)) == start
        else { return nil }
        return end
    }

    private mutating func noteStrangers(_ snapshot: LogSnapshot, _ system: any SystemCalls) {
        guard let names = try? system.list(snapshot.directory) else { return }
        let chain = SegmentChain(fileNames: names)
        for name in chain.superseded {
            notes.append("\(name.fileName): replaced by a compaction, not part of the log")
        }
        for name in names.sorted() where name != LockState.fileName {
            if SegmentName(fileName: name) == nil && SegmentChain.removedRange(name) == nil {
                notes.append("\(name): not part of the log")
            }
        }
    }
}

/// Adds up what several threads have read.
private final class FrameProgress: Sendable {
    private let done = Atomic(0)
    private let total: Int
    private let tell: @Sendable (_ done: Int, _ total: Int) -> Void

    init(total: Int, tell: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) {
        self.total = total
        self.tell = tell
    }

    func add(_ bytes: Int) {
        tell(done.wrappingAdd(bytes, ordering: .relaxed).newValue, total)
    }
}

/// Decodes every column of a frame and holds the header's summary against it.
private final class FrameCheck: FrameFold {
    private let work: FrameProgress

    init(_ work: FrameProgress) { self.work = work }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        work.add(entry.frameLength)
        _ = try frame.times()
        _ = try frame.durations()
        _ = try frame.offsets()
        _ = try frame.relativeSequences()
        let ids = try frame.ids()
        for key in 0..<frame.keys.count { _ = try frame.values(ofKey: key) }
        var kinds: UInt8 = 0
        for shape in try frame.shapeIndexes() {
            kinds |= FrameHeader.bit(frame.shapes[Int(shape)].kind)
        }
        guard kinds == entry.kinds else { throw .invalid("the kinds that a frame says it holds") }
        guard (entry.flags & FrameFlags.hasIDs != 0) == (ids.count > 0) else {
            throw .invalid("what a frame says of its ids")
        }
    }
}
