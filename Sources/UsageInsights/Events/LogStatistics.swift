package import EventLog
package import LogFormat

/// What a log holds and takes.
package struct LogStatistics: Sendable {
    /// Bytes of all segments, with the zeros that are ready for what comes next.
    package var bytes = 0
    package var records = 0
    /// Records of each kind, retracted ones and retractions included. Together they are `records`, unless a
    /// frame of several kinds is damaged.
    package var kinds: [RecordKind: Int] = [:]
    package var segments = 0
    package var frames = 0
    package var oldest: Int64?
    package var newest: Int64?
    /// Records that are older than the one that came before them.
    package var outOfOrder = 0
    /// Records later than now.
    package var future = 0
    /// About what a compaction would give back; see `ReclaimableBytes`.
    package var reclaimableBytes = 0
    package var damage: [Damage]

    package var bytesPerRecord: Double? { records == 0 ? nil : Double(bytes) / Double(records) }

    /// Reads the times of all records. O(records); memory by the number of frames.
    package init(_ snapshot: LogSnapshot, now: Int64) throws(LogError) {
        segments = snapshot.segments.count
        for segment in snapshot.segments {
            bytes += segment.fileLength
            frames += segment.entries.count
            records += segment.recordCount
        }
        reclaimableBytes = try ReclaimableBytes(snapshot).count
        let entries = snapshot.segments.flatMap(\.entries)
        // The times of a frame that lost all its records mean nothing.
        let filled = entries.lazy.filter { $0.recordCount > 0 }
        oldest = filled.map(\.minimumTimestamp).min()
        newest = filled.map(\.maximumTimestamp).max()
        let (folds, damage) = try snapshot.fold(make: { TimesFold(now: now) })
        self.damage = snapshot.damage + damage
        var edges: [Edge] = []
        for entry in entries {
            if let kind = entry.onlyKind { kinds[kind, default: 0] += entry.recordCount }
        }
        for fold in folds {
            kinds.merge(fold.kinds) { $0 + $1 }
            outOfOrder += fold.outOfOrder
            future += fold.future
            edges += fold.edges
        }
        edges.sort { $0.sequence < $1.sequence }
        for (before, after) in zip(edges, edges.dropFirst()) where after.first < before.last {
            outOfOrder += 1
        }
    }
}

/// The first and last time of a frame, to look from one frame to the next.
private struct Edge {
    var sequence: UInt64
    var first: Int64
    var last: Int64
}

private final class TimesFold: FrameFold {
    private let now: Int64
    var outOfOrder = 0
    var future = 0
    var edges: [Edge] = []
    /// Of frames that hold several kinds.
    var kinds: [RecordKind: Int] = [:]

    init(now: Int64) { self.now = now }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let times = try frame.times()
        let shapes = entry.onlyKind == nil ? try frame.shapeIndexes() : .init(start: nil, count: 0)
        for shape in shapes { kinds[frame.shapes[Int(shape)].kind, default: 0] += 1 }
        guard let first = times.first, let last = times.last else { return }
        edges.append(Edge(sequence: entry.firstSequence, first: first, last: last))
        var previous = first
        for time in times {
            if time < previous { outOfOrder += 1 }
            if time > now { future += 1 }
            previous = time
        }
    }
}

extension FrameEntry {
    /// The kind of all its records, where they have one kind.
    fileprivate var onlyKind: RecordKind? {
        kinds.nonzeroBitCount == 1 ? RecordKind(rawValue: UInt8(kinds.trailingZeroBitCount + 1)) : nil
    }
}
