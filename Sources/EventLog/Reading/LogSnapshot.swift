internal import LogFormat

/// The log as it was at one moment: what was committed before is in it, what comes later is not.
///
/// Segments that a compaction replaces meanwhile stay readable, since it holds them open.
///
/// Opening takes no lock and waits for no writer; it reads the names in the directory and of each segment the
/// footer, of the newest the frame headers. O(segments + frames of the newest). Immutable; safe on any
/// thread.
public final class LogSnapshot: Sendable {
    /// The directory of the log, as it was given.
    public let directory: String
    package let segments: [SegmentFile]
    /// Places that can't be read, as far as they show without reading every payload.
    public let damage: [Damage]
    let system: any SystemCalls

    /// The sequence that the next record will get, as far as the log shows: all records in it have smaller ones.
    public var nextSequence: UInt64 { segments.last?.walk.nextSequence ?? 1 }

    /// Records in all frames, retracted ones included. O(frames).
    public var recordCount: Int {
        segments.reduce(0) { $0 + $1.entries.reduce(0) { $0 + $1.recordCount } }
    }

    /// Opens the log in `directory`, as it is now.
    /// - Parameter directory: where a ``LogWriter`` has written.
    /// - Throws: `LogError` with `.notFound` if the directory isn't there, `.unsupportedVersion` if a newer
    ///   version wrote it, `.disk` if it can't be read. Damage is no error: see `damage`.
    public convenience init(directory: String) throws(LogError) {
        try self.init(directory: directory, system: HostSystem())
    }

    /// Opens the log of an earlier snapshot as it is now. Sealed segments are not read again, and of the newest only
    /// what came since, so that a process that lives long can look often: O(segments + new frames).
    /// - Parameter earlier: stays as it is.
    /// - Throws: as ``init(directory:)`` does.
    public convenience init(after earlier: LogSnapshot) throws(LogError) {
        try self.init(directory: earlier.directory, system: earlier.system, after: earlier)
    }

    package init(
        directory: String, system: any SystemCalls, after earlier: LogSnapshot? = nil
    ) throws(LogError) {
        self.directory = directory
        self.system = system
        var attempt = 0
        while true {
            attempt += 1
            // What the lock file says was committed is read first: all of it must be found after.
            let promised = LockState.read(directory: directory, system: system)?.nextSequence
            let found = try Self.open(directory, system: system, promised: promised, after: earlier)
            // A compaction may swap files between the look at the directory and at them.
            if attempt < 6, found == nil || found?.hasGap == true {
                system.sleep(microseconds: 500 * attempt)
                continue
            }
            guard let found else {
                throw LogError(.disk, "its segments keep changing while they are opened", path: directory)
            }
            segments = found.segments
            damage = found.damage
            return
        }
    }

    /// The places in the order of the log, each once: a damaged frame shows both when frames are walked and when they
    /// are decoded.
    func inOrder(_ damage: [Damage]) -> [Damage] {
        var places: Set<String> = []
        let order = Dictionary(
            segments.enumerated().map { ($1.name.fileName, $0) }, uniquingKeysWith: { first, _ in first })
        return damage.filter { places.insert("\($0.file) \($0.offset)").inserted }
            .sorted { (order[$0.file] ?? .max, $0.offset) < (order[$1.file] ?? .max, $1.offset) }
    }

    private struct Findings {
        var segments: [SegmentFile] = []
        var damage: [Damage] = []
        var hasGap = false
    }

    /// Nil if a segment was gone by the time it was opened.
    private static func open(
        _ directory: String, system: any SystemCalls, promised: UInt64?, after earlier: LogSnapshot?
    ) throws(LogError) -> Findings? {
        let chain = try chain(of: directory, system: system)
        var known: [SegmentName: SegmentFile] = [:]
        for segment in earlier?.segments ?? [] { known[segment.name] = segment }
        var found = Findings()
        var limits = SegmentLimits.none
        // From the newest to the oldest, since each says where the one before it ended.
        for name in chain.segments.reversed() {
            let segment: SegmentFile
            do throws(LogError) {
                if let same = known[name], same.hasWholeFooter, same.limits == limits {
                    segment = same
                } else {
                    segment = try SegmentFile(
                        name, in: directory, limits: limits, system: system, after: known[name])
                }
            } catch {
                if error.code == .notFound { return nil }
                throw error
            }
            found.segments.append(segment)
            let before = chain.segments.last { $0.firstSequence < name.firstSequence }
            limits = SegmentLimits(sequence: name.firstSequence)
            if let header = segment.header, let before, before.salt == header.previousSalt,
                before.firstSequence == header.previousFirstSequence
            {
                limits.offset = Int(exactly: header.previousEnd)
            }
        }
        found.segments.reverse()
        for name in chain.conflicting {
            found.damage.append(
                Damage(
                    file: name.fileName, offset: 0, lostRecords: nil,
                    reason: "covers sequences that another segment covers too; it is not read"))
        }
        checkContinuity(chain, promised: promised, &found)
        return found
    }

    /// The files that make up the log. Names alone decide, but where the first commit to a new segment failed
    /// and another was begun with the same first sequence: that one's header names the one it follows.
    static func chain(of directory: String, system: any SystemCalls) throws(LogError) -> SegmentChain {
        let names: [String]
        do throws(SystemError) {
            names = try system.list(directory)
        } catch {
            if error.isNotFound {
                throw LogError(.notFound, "there is no log here (append makes one)", path: directory)
            }
            throw LogError(error, "list the log", path: directory)
        }
        let chain = SegmentChain(fileNames: names)
        // A log without records has its lock file, or after a loss of power what was to be its first segment; a
        // directory made for one is empty. All else is a slip, and an answer of nothing would hide it.
        let isOurs = { (name: String) in
            name == LockState.fileName || name.hasSuffix(WriterState.temporarySuffix)
        }
        if chain == SegmentChain(fileNames: []), !names.isEmpty, !names.contains(where: isOurs) {
            throw LogError(.notFound, "there is no log here, but other files", path: directory)
        }
        guard !chain.ambiguous.isEmpty else { return chain }
        var abandoned: Set<SegmentName> = []
        for name in chain.ambiguous {
            guard let header = header(of: name, in: directory, system: system) else { continue }
            for other in chain.ambiguous
            where other.firstSequence == header.previousFirstSequence && other.salt == header.previousSalt
                && other.firstSequence == name.firstSequence && other != name
            {
                abandoned.insert(other)
            }
        }
        return SegmentChain(fileNames: names, abandoned: abandoned)
    }

    private static func header(
        of name: SegmentName, in directory: String, system: any SystemCalls
    ) -> SegmentHeader? {
        guard let file = try? system.openFile(directory + "/" + name.fileName, .read) else { return nil }
        defer { system.close(file) }
        let window = FileWindow(system: system, file: file)
        guard let bytes = try? window.bytes(at: 0, count: Format.segmentHeaderLength, sparse: true) else {
            return nil
        }
        return try? SegmentHeader.decode(bytes)
    }

    private static func checkContinuity(
        _ chain: SegmentChain, promised: UInt64?, _ found: inout Findings
    ) {
        var next: UInt64 = 1
        for (index, segment) in found.segments.enumerated() {
            let first = segment.name.firstSequence
            let lost = next < first ? chain.missing(in: next..<first) : 0
            if lost > 0 {
                found.hasGap = true
                let range = "sequences \(next) to \(first - 1)"
                if index > 0, segment.header?.previousSalt == found.segments[index - 1].name.salt {
                    let before = found.segments[index - 1]
                    found.damage.append(
                        Damage(
                            file: before.name.fileName, offset: before.walk.end,
                            lostRecords: Int(clamping: lost),
                            reason: "ends too early: \(range) are missing"))
                } else {
                    found.damage.append(
                        Damage(
                            file: segment.name.fileName, offset: 0, lostRecords: Int(clamping: lost),
                            reason: "a segment before this one is missing: \(range)"))
                }
            }
            found.damage += segment.damage
            // A merged segment covers what its name says, and its frames do so without a gap.
            let covered = segment.walk.nextSequence
            if !segment.name.isOpenEnded && covered <= segment.name.lastSequence {
                found.damage.append(
                    Damage(
                        file: segment.name.fileName, offset: segment.walk.end,
                        lostRecords: Int(clamping: segment.name.lastSequence - covered + 1),
                        reason:
                            "ends too early: sequences \(covered) to \(segment.name.lastSequence) are missing"
                    ))
            }
            next =
                segment.name.isOpenEnded
                ? max(first, segment.walk.nextSequence) : segment.name.lastSequence &+ 1
        }
        checkTail(chain, promised: promised, next: next, &found)
    }

    private static func checkTail(
        _ chain: SegmentChain, promised: UInt64?, next: UInt64, _ found: inout Findings
    ) {
        let lost = promised.map { $0 > next ? Int(clamping: chain.missing(in: next..<$0)) : 0 } ?? 0
        guard let last = found.segments.last else {
            if lost > 0 {
                found.damage.append(
                    Damage(
                        file: LockState.fileName, offset: 0, lostRecords: lost,
                        reason: "records were committed, and there is no segment"))
            }
            return
        }
        let walk = last.walk
        func report(_ reason: String, lost: Int?) {
            found.damage.append(
                Damage(file: last.name.fileName, offset: walk.end, lostRecords: lost, reason: reason))
        }
        switch walk.ending {
        case .torn(let reason, let records):
            // Without a lock file there is no telling whether the write that was cut was ever acknowledged.
            report("the last frame is torn: \(reason)", lost: promised == nil ? records : lost)
        case .cutShort:
            report("the file is cut short behind its last whole frame", lost: promised == nil ? nil : lost)
        case .sealed:
            found.hasGap = true
            report("the segment after this one is missing", lost: promised == nil ? nil : lost)
        case .open, .reachedLimit:
            if lost > 0 { report("records that were committed are missing behind this byte", lost: lost) }
        }
    }
}
