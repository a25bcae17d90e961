internal import EventLog
internal import LogFormat

/// What it takes to say which sequences a retraction means: read from the log's frames when first needed, and
/// kept current with what comes.
///
/// Memory: about 24 bytes a check-in and a retracted sequence, and 40 a record with an id where ids are asked
/// for. Not thread-safe.
final class RetractionIndex {
    enum Resolution {
        /// What is to be retracted, ascending; what was retracted before is left out.
        case sequences([UInt64])
        /// Everything that is meant was retracted before.
        case alreadyRetracted
        case refused(String)
    }

    private var retracted: Set<UInt64> = []
    private var checkIns: [Int64: [UInt64]] = [:]
    private var ids: [RecordHash: [UInt64]] = [:]
    /// Everything before this sequence has been read, and its ids before the other one.
    private var nextSequence: UInt64 = 1
    private var nextSequenceOfIDs: UInt64 = 1
    private var snapshot: LogSnapshot?
    /// What could not be read.
    private(set) var damage: [Damage] = []

    /// Reads what has come to the log since the last call. Under the log's lock, which must be held until what
    /// is resolved is committed.
    func refresh(_ log: LockedLog, withIDs: Bool) throws(LogError) {
        let current: LogSnapshot
        if let snapshot, log.nextSequence == nextSequence {
            current = snapshot
        } else {
            current = try log.snapshot()
            let from = nextSequence
            let (folds, damage) = try current.fold(
                where: { $0.endSequence > from && ($0.has(.retraction) || $0.has(.checkIn)) },
                make: { TargetFold(from: from) })
            for fold in folds {
                retracted.formUnion(fold.retractions.sequences)
                checkIns.merge(fold.checkIns) { $0 + $1 }
            }
            self.damage = self.damage.merging(damage)
            snapshot = current
            nextSequence = log.nextSequence
        }
        guard withIDs, nextSequenceOfIDs < nextSequence else { return }
        let from = nextSequenceOfIDs
        let (folds, damage) = try current.fold(
            where: { $0.endSequence > from && $0.flags & FrameFlags.hasIDs != 0 },
            make: { IDFold(from: from) })
        for fold in folds { ids.merge(fold.ids) { $0 + $1 } }
        self.damage = self.damage.merging(damage)
        nextSequenceOfIDs = nextSequence
    }

    /// What a retraction of `target` takes out. For ids, `refresh` must have been asked for them.
    func resolve(_ target: RetractionTarget) throws(LogError) -> Resolution {
        let meant: [UInt64]
        switch target {
        case .sequence(let sequence):
            if retracted.contains(sequence) { return .alreadyRetracted }
            if let reason = try refusal(of: sequence) { return .refused(reason) }
            meant = [sequence]
        case .id(var id):
            let hash = id.withUTF8 {
                RecordHash(UnsafeRawBufferPointer($0), purpose: RecordHash.Purpose.id)
            }
            guard let found = ids[hash] else {
                return .refused("no record has the id \(QuotedText.quote(Array(id.utf8)))")
            }
            meant = found
        case .checkIn(let day):
            guard let found = checkIns[day] else {
                return .refused("\(Civil(days: day).isoText) has no check-in")
            }
            meant = found
        }
        let left = meant.filter { !retracted.contains($0) }.sorted()
        return left.isEmpty ? .alreadyRetracted : .sequences(left)
    }

    /// Takes sequences as retracted from now on; they must be committed, or this be let go.
    func didRetract(_ sequences: [UInt64]) { retracted.formUnion(sequences) }

    private func refusal(of sequence: UInt64) throws(LogError) -> String? {
        guard sequence > 0, sequence < nextSequence else {
            return nextSequence > 1
                ? "there is no sequence \(sequence): the newest is \(nextSequence - 1)"
                : "there is no sequence \(sequence): the log is empty"
        }
        let gone = "sequence \(sequence) is not in the log any more"
        guard let snapshot, let place = snapshot.frame(covering: sequence) else { return gone }
        let entry = snapshot.segments[place.segment].entries[place.entry]
        // No need to look into a frame that has every record that it covers, and no retraction.
        if entry.recordCount == Int(entry.span) && !entry.has(.retraction) { return nil }
        var kind: RecordKind?
        let source = snapshot.frameSource()
        try source.read(segment: place.segment, entry: place.entry) { frame, entry throws(FormatError) in
            kind = try Self.kind(of: sequence, frame, entry)
        }
        if let damage = source.damage.first { return "sequence \(sequence) can't be read: \(damage)" }
        guard let kind else { return gone }
        return kind == .retraction ? "sequence \(sequence) is a retraction, which is final" : nil
    }

    private static func kind(
        of sequence: UInt64, _ frame: FrameReader, _ entry: FrameEntry
    ) throws(FormatError) -> RecordKind? {
        let relative = sequence - entry.firstSequence
        let sequences = try frame.relativeSequences()
        let shapes = try frame.shapeIndexes()
        let record =
            sequences.map { $0.firstIndex(of: Int64(relative)) }
            ?? (relative < UInt64(frame.count) ? Int(relative) : nil)
        return record.map { frame.shapes[Int(shapes[$0])].kind }
    }
}

/// Which check-ins each day has, and what was retracted.
private final class TargetFold: FrameFold {
    private let start: UInt64
    let retractions: RetractionFold
    private(set) var checkIns: [Int64: [UInt64]] = [:]

    init(from start: UInt64) {
        self.start = start
        retractions = RetractionFold(from: start)
    }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let columns = try RecordColumns(frame, entry)
        if entry.has(.retraction) { try retractions.fold(frame, entry) }
        columns.forEach(of: .checkIn) { row in
            guard row.sequence >= start, let date = row[RecordField.date],
                let day = try? DateExpression.day(date)
            else { return }
            checkIns[day, default: []].append(row.sequence)
        }
    }
}

/// Which records have each id.
private final class IDFold: FrameFold {
    private let start: UInt64
    private(set) var ids: [RecordHash: [UInt64]] = [:]

    init(from start: UInt64) { self.start = start }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let shapes = try frame.shapeIndexes()
        let relative = try frame.relativeSequences()
        let values = try frame.ids()
        var idAt = 0
        for index in 0..<frame.count {
            let shape = frame.shapes[Int(shapes[index])]
            guard shape.hasID else { continue }
            defer { idAt += 1 }
            let sequence = entry.sequence(index, relative)
            guard shape.kind != .retraction, sequence >= start else { continue }
            ids[RecordHash(values[idAt], purpose: RecordHash.Purpose.id), default: []].append(sequence)
        }
    }
}
