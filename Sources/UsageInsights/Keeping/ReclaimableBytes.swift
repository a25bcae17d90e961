internal import EventLog
internal import LogFormat

/// What a compaction would give back, estimated without compressing anything: the bytes of the segments that it would
/// write anew, less what these would then take.
///
/// What stays of a frame is taken to need its share of the frame's bytes; small frames, which are merged, what a record
/// takes in the large frames of the log. Where it has none yet, that they get denser is not counted, and the estimate is
/// the least that comes back.
struct ReclaimableBytes {
    private(set) var count = 0
    private let plan: CompactionPlan
    private let snapshot: LogSnapshot
    private let bytesPerRecord: Double?

    /// A frame of so many records is as dense as it will ever be.
    private static let manyRecords = 4096
    /// What the segment that is begun then takes.
    private static let freshSegment = 128 << 10
    /// About what the footer needs for a frame.
    private static let footerBytesPerFrame = 24

    /// Reads the frames that have something to take out. O(segments + frames).
    init(_ snapshot: LogSnapshot) throws(LogError) {
        self.snapshot = snapshot
        plan = try CompactionPlan(snapshot)
        var (bytes, records) = (0, 0)
        for segment in snapshot.segments {
            for entry in segment.entries where entry.recordCount >= Self.manyRecords {
                bytes += entry.frameLength
                records += entry.recordCount
            }
        }
        bytesPerRecord = records > 0 ? Double(bytes) / Double(records) : nil
        for group in plan.groups {
            count += snapshot.segments[group].reduce(0) { $0 + $1.fileLength }
            count -= try sizeAfter(group)
        }
        if plan.endsActive { count -= Self.freshSegment }
        count = max(0, count)
    }

    private func sizeAfter(_ group: Range<Int>) throws(LogError) -> Int {
        var (bytes, records) = (0.0, 0)
        for index in group {
            var taken: [Int: Int] = [:]
            try snapshot.forEachSifted(index, through: plan.sieve) { taken[$0.offset] = $1 }
            for entry in snapshot.segments[index].entries where entry.recordCount > 0 {
                let kept = entry.recordCount - (taken[entry.offset] ?? 0)
                var each =
                    Double(entry.frameLength - Format.frameHeaderLength) / Double(entry.recordCount)
                if let bytesPerRecord, entry.recordCount < Self.manyRecords {
                    each = min(each, bytesPerRecord)
                }
                // Where some of a frame go, it has to be said which: that takes a quarter of what they took.
                let holes = kept == 0 ? 0 : Double(entry.recordCount - kept) / 4
                bytes += (Double(kept) + holes) * each
                records += kept
            }
        }
        guard records > 0 else { return 0 }
        let frames = 1 + records / Format.maximumFrameCount
        return Int(bytes) + frames * (Format.frameHeaderLength + Self.footerBytesPerFrame)
            + Format.segmentHeaderLength + Format.frameHeaderLength + Format.trailerLength
    }
}
