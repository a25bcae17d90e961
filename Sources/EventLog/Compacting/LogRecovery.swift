internal import LogFormat

/// What a recovery saved, and what it could not.
package struct LogRecovery: Sendable {
    package private(set) var salvagedRecords = 0
    package private(set) var segments = 0
    /// Every place that could not be read, in the order of the log.
    package private(set) var damage: [Damage] = []

    /// Records that are known to be lost.
    package var lostRecords: Int { damage.reduce(0) { $0 + ($1.lostRecords ?? 0) } }
    /// Whether some places don't say how many they cost.
    package var lostIsKnown: Bool { damage.allSatisfy { $0.lostRecords != nil } }

    /// Copies every readable record of the log in `source` into a new log in `target`, with the sequence that it had,
    /// so that retractions still mean the same records. What is lost becomes a hole. The old log is only read, and no
    /// lock of it is taken.
    ///
    /// Everything is written under temporary names, which are changed only once all of it is on the disk. Memory: a
    /// frame decoded and one being built.
    /// - Parameters:
    ///   - target: must be empty, or not there.
    ///   - segmentBytes: how long a new segment gets.
    ///   - progress: called with the bytes done and those to do.
    /// - Throws: `LogError`; `target` then holds no segment.
    package static func run(
        from source: String, into target: String, system: any SystemCalls = HostSystem(),
        segmentBytes: Int = 32 << 20,
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LogError) -> LogRecovery {
        guard source != target else {
            throw LogError(
                .invalid, "a log can't be recovered into itself; name another directory", path: target)
        }
        let promised = LockState.read(directory: source, system: system)?.nextSequence ?? 1
        let snapshot = try LogSnapshot(directory: source, system: system)
        try checkIsEmpty(target, system)
        let plan = RecoveryPlan(snapshot, promised: promised, segmentBytes: segmentBytes)
        var recovery = LogRecovery()
        let writer = try LogWriter(directory: target, options: LogOptions(), system: system)
        let copy = RecoveryCopy(snapshot: snapshot, target: target, system: system, progress: progress)
        do throws(LogError) {
            for group in plan.groups { try copy.copy(group) }
            try copy.publish(plan.gone)
            try writer.locked { log throws(LogError) in try log.state.beginSegment(writer) }
            do throws(SystemError) {
                try system.syncEntries(of: target)
            } catch {
                throw LogError(error, "sync the new log", path: target)
            }
            // Who may not look into the directory above can't see to this.
            try? system.syncEntries(of: LogWriter.parent(of: target))
        } catch {
            copy.abandon()
            try? system.unlink(target + "/" + LockState.fileName)
            throw error
        }
        recovery.salvagedRecords = copy.makers.reduce(0) { $0 + $1.recordCount }
        recovery.segments = copy.makers.count
        recovery.damage = snapshot.inOrder(snapshot.damage + plan.damage + copy.damage)
        return recovery
    }

    private static func checkIsEmpty(_ target: String, _ system: any SystemCalls) throws(LogError) {
        let names: [String]
        do throws(SystemError) {
            names = try system.list(target)
        } catch {
            if error.isNotFound { return }
            throw LogError(error, "look into the directory", path: target)
        }
        guard names.isEmpty else {
            throw LogError(
                .invalid,
                "is not empty; recover needs a new directory, so remove what an earlier recovery left",
                path: target)
        }
    }
}

/// Which frames go into which segment of the new log.
private struct RecoveryPlan {
    /// A segment of the new log.
    struct Group {
        var first: UInt64
        var last: UInt64
        var frames: [(segment: Int, entry: Int)] = []
    }

    private(set) var groups: [Group] = []
    /// Holes that are too wide to lie in a segment.
    private(set) var gone: [ClosedRange<UInt64>] = []
    /// Frames that would take sequences which others have.
    private(set) var damage: [Damage] = []

    private static let segmentFrames = 1 << 14
    private static let widestHole = UInt64(UInt32.max)

    init(_ snapshot: LogSnapshot, promised: UInt64, segmentBytes: Int) {
        var next: UInt64 = 1
        var bytes = 0
        for (segment, file) in snapshot.segments.enumerated() {
            for (index, entry) in file.entries.enumerated() {
                guard entry.firstSequence >= next, entry.endSequence > entry.firstSequence else {
                    damage.append(
                        Damage(
                            file: file.name.fileName, offset: entry.offset, length: entry.frameLength,
                            lostRecords: entry.recordCount,
                            reason: "a frame of sequences that another one has"))
                    continue
                }
                let hole = entry.firstSequence - next
                if hole > Self.widestHole { gone.append(next...(entry.firstSequence - 1)) }
                let isFull =
                    bytes >= segmentBytes || (groups.last?.frames.count ?? 0) >= Self.segmentFrames
                // Not across what is noted as gone.
                let follows = groups.last.map { $0.last + 1 == next } ?? false
                if !follows || isFull || hole > Self.widestHole {
                    groups.append(Group(first: hole > Self.widestHole ? entry.firstSequence : next, last: 0))
                    bytes = 0
                }
                groups[groups.count - 1].frames.append((segment, index))
                groups[groups.count - 1].last = entry.endSequence - 1
                bytes += entry.frameLength
                next = entry.endSequence
            }
            // What a merged segment stands for, and what was committed, is not given out again.
            let end = max(file.walk.nextSequence, file.name.isOpenEnded ? 0 : file.name.lastSequence + 1)
            cover(upTo: min(end, file.limits.sequence ?? .max), &next)
        }
        cover(upTo: promised, &next)
    }

    /// Sequences that no record is left of.
    private mutating func cover(upTo end: UInt64, _ next: inout UInt64) {
        guard end > next, end <= Format.maximumSequence else { return }
        if let last = groups.indices.last, groups[last].last + 1 == next, end - next <= Self.widestHole {
            groups[last].last = end - 1
        } else {
            gone.append(next...(end - 1))
        }
        next = end
    }
}

/// Writes the segments of the new log, and gives them their names at the end. Not thread-safe.
private final class RecoveryCopy {
    private(set) var makers: [SegmentMaker] = []
    var damage: [Damage] { reader.damage }

    private let snapshot: LogSnapshot
    private let target: String
    private let system: any SystemCalls
    private let reader: RunReader
    private let progress: (Int, Int) -> Void
    private let total: Int
    private var done = 0
    private var notes: [String] = []

    init(
        snapshot: LogSnapshot, target: String, system: any SystemCalls, progress: @escaping (Int, Int) -> Void
    ) {
        self.snapshot = snapshot
        self.target = target
        self.system = system
        self.progress = progress
        reader = RunReader(snapshot: snapshot)
        total = snapshot.segments.reduce(0) { $0 + $1.frameBytes }
    }

    func copy(_ group: RecoveryPlan.Group) throws(LogError) {
        let maker = try SegmentMaker(
            SegmentHeader(
                name: SegmentName(
                    firstSequence: group.first, lastSequence: group.last, generation: 1,
                    salt: system.randomSalt())), in: target, system: system)
        makers.append(maker)
        let copy = SegmentCopy(of: snapshot, reader, through: KeepAll(), to: maker)
        for (segment, index) in group.frames {
            try copy.add(segment: segment, entry: index)
            done += snapshot.segments[segment].entries[index].frameLength
            progress(done, total)
        }
        try copy.finish(upTo: group.last + 1)
    }

    func publish(_ gone: [ClosedRange<UInt64>]) throws(LogError) {
        for range in gone {
            let path = target + "/" + SegmentChain.removedFileName(range)
            do throws(SystemError) {
                system.close(try system.openFile(path, .createNew))
            } catch {
                throw LogError(error, "note what is lost", path: path)
            }
            notes.append(path)
        }
        // The oldest last: where this is cut off, every reader of the new log sees that its beginning is missing.
        for maker in makers.reversed() { try maker.publish() }
    }

    /// Takes back all that was written, so that it can be tried again.
    func abandon() {
        for maker in makers {
            maker.abandon()
            try? system.unlink(target + "/" + maker.name.fileName)
        }
        for path in notes { try? system.unlink(path) }
    }
}
