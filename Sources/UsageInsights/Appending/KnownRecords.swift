package import EventLog
internal import LogFormat

/// Which ids the log holds and, if asked, how often it holds each record: what appending needs to store
/// nothing twice. Read from the log's frames when first needed, and kept current with what others append.
///
/// Memory: 16 bytes an id, and about 24 a record where whole records are compared. Not thread-safe.
package final class KnownRecords {
    private let comparesRecords: Bool
    private var ids: Set<RecordHash> = []
    /// Records that the log held when this began, or that others have added since.
    private var stored: [RecordHash: Int] = [:]
    /// Records that came in this run, stored or not.
    private var seen: [RecordHash: Int] = [:]
    /// Everything before this sequence has been read.
    private var nextSequence: UInt64 = 1

    package init(comparesRecords: Bool) { self.comparesRecords = comparesRecords }

    /// Reads what has come to the log since the last call.
    package func refresh(_ log: LockedLog) throws(LogError) {
        guard log.nextSequence > nextSequence else { return }
        let from = nextSequence
        let compares = comparesRecords
        let (folds, _) = try log.snapshot().fold(
            where: { $0.endSequence > from && (compares || $0.flags & FrameFlags.hasIDs != 0) },
            make: { HashFold(comparesRecords: compares) })
        for fold in folds {
            ids.formUnion(fold.ids)
            stored.merge(fold.records) { $0 + $1 }
        }
        nextSequence = log.nextSequence
    }

    /// Whether the log holds `record` already; if not, it is taken as stored from now on.
    package func isDuplicate(_ record: RecordIdentity) -> Bool {
        if let id = record.id { return !ids.insert(id).inserted }
        guard comparesRecords, let content = record.content else { return false }
        let copies = (seen[content] ?? 0) + 1
        seen[content] = copies
        return copies <= stored[content] ?? 0
    }

    /// Tells that this run has stored what it was told was no duplicate, up to before `sequence`.
    package func didStore(upTo sequence: UInt64) { nextSequence = max(nextSequence, sequence) }
}

/// What a record is recognised by.
package struct RecordIdentity: Sendable {
    package var id: RecordHash?
    package var content: RecordHash?
}

/// Hashes ids, and records if asked, of frames.
private final class HashFold: FrameFold {
    let comparesRecords: Bool
    var ids: [RecordHash] = []
    var records: [RecordHash: Int] = [:]

    init(comparesRecords: Bool) { self.comparesRecords = comparesRecords }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let frameIDs = try frame.ids()
        for index in 0..<frameIDs.count {
            ids.append(RecordHash(frameIDs[index], purpose: RecordHash.Purpose.id))
        }
        guard comparesRecords else { return }
        for hash in try FrameHashes(frame).all() { records[hash, default: 0] += 1 }
    }
}

/// The content hashes of a frame's records, from hashes of its distinct strings.
private struct FrameHashes {
    private let frame: FrameReader
    private let names: [RecordHash]
    private let keys: [RecordHash]
    private var values: [StringValues] = []
    private var valueHashes: [[RecordHash]] = []

    init(_ frame: FrameReader) throws(FormatError) {
        self.frame = frame
        names = (0..<frame.names.count).map { RecordHash(frame.names[$0], purpose: RecordHash.Purpose.name) }
        keys = (0..<frame.keys.count).map { RecordHash(frame.keys[$0], purpose: RecordHash.Purpose.key) }
        for key in 0..<frame.keys.count {
            let column = try frame.values(ofKey: key)
            values.append(column)
            valueHashes.append(
                (0..<column.list.count).map { index in
                    RecordHash.attribute(
                        key: keys[key],
                        value: RecordHash(column.list[index], purpose: RecordHash.Purpose.value))
                })
        }
    }

    /// One a record; check-ins have a second one, without their time.
    func all() throws(FormatError) -> [RecordHash] {
        let times = try frame.times()
        let shapes = try frame.shapeIndexes()
        let durations = try frame.durations()
        let offsets = try frame.offsets()
        let ids = try frame.ids()
        var cursors = [Int](repeating: 0, count: keys.count)
        var (durationAt, idAt) = (0, 0)
        var hashes: [RecordHash] = []
        hashes.reserveCapacity(frame.count)
        for index in 0..<frame.count {
            let shape = frame.shapes[Int(shapes[index])]
            var attributes = RecordHash.zero
            for place in shape.keys {
                let key = Int(frame.shapeKeys[place])
                attributes.addUnordered(valueHashes[key][values[key].listIndex(cursors[key])])
                cursors[key] += 1
            }
            var duration: Int64?
            if shape.hasDuration {
                duration = durations[durationAt]
                durationAt += 1
            }
            var id: RecordHash?
            if shape.hasID {
                id = RecordHash(ids[idAt], purpose: RecordHash.Purpose.id)
                idAt += 1
            }
            hashes.append(
                RecordHash.record(
                    kind: shape.kind.rawValue, name: names[shape.name], timestamp: times[index],
                    offset: offsets.map { Int16($0[index]) } ?? Format.unknownOffset, duration: duration,
                    id: id, attributes: attributes))
            if shape.kind == .checkIn {
                hashes.append(RecordHash.timelessCheckIn(attributes: attributes, id: id))
            }
        }
        return hashes
    }
}
