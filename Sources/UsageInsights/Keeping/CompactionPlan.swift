internal import EventLog
internal import LogFormat

/// What a compaction of a log would write anew. Changes nothing.
struct CompactionPlan {
    /// How large merged segments should be: a 24th of the log, so that there are few of them and one is soon written
    /// anew when a part of it goes; between these bounds.
    private static let smallestTarget = 128 << 10
    private static let largestTarget = 32 << 20
    /// Frames with fewer records than this on average are worth being merged.
    private static let fewRecords = 16_384
    /// So many small segments in a row are merged even where that is all there is to gain.
    private static let manySmall = 4

    let sieve: RetentionSieve
    /// Whether the segment that is being written is worth being ended first.
    let endsActive: Bool
    /// Runs of neighbours that become one segment each, with the newest one only where that is ended.
    let groups: [Range<Int>]

    /// Reads the frames that have something to take out. O(segments + frames).
    /// - Parameter endsActive: false where the newest segment was just begun.
    init(_ snapshot: LogSnapshot, endsActive mayEnd: Bool = true) throws(LogError) {
        sieve = try Self.makeSieve(snapshot)
        let target = Self.target(snapshot)
        var ends = false
        if mayEnd, let newest = snapshot.segments.indices.last, snapshot.segments[newest].recordCount > 0 {
            ends =
                try snapshot.takesAny(newest, through: sieve)
                || snapshot.segments[newest].frameBytes >= target
                    && Self.hasSmallFrames(snapshot.segments[newest])
        }
        endsActive = ends
        groups = try Self.groups(
            snapshot, sieve, target, upTo: max(0, snapshot.segments.count - (ends ? 0 : 1)))
    }

    private static func makeSieve(_ snapshot: LogSnapshot) throws(LogError) -> RetentionSieve {
        let retracted = try RetractedSequences(snapshot)
        let wellness = WellnessProjection()
        let damage = try wellness.refresh(snapshot)
        // Where anything can't be read, it can't be told what a retraction still holds back.
        let isWhole = snapshot.damage.isEmpty && retracted.damage.isEmpty && damage.isEmpty
        return RetentionSieve(
            gone: retracted.adding(wellness.superseded), dropsRetractions: isWhole)
    }

    private static func target(_ snapshot: LogSnapshot) -> Int {
        let total = snapshot.segments.reduce(0) { $0 + $1.frameBytes }
        return min(max(total / 24, smallestTarget), largestTarget)
    }

    /// Only a segment as it was appended: merging frames a second time gains nothing.
    private static func hasSmallFrames(_ segment: SegmentFile) -> Bool {
        segment.name.isOpenEnded && segment.entries.count > 1
            && segment.recordCount < segment.entries.count * fewRecords
    }

    /// Runs of neighbours that are worth being written as one segment, oldest first.
    private static func groups(
        _ snapshot: LogSnapshot, _ sieve: RetentionSieve, _ target: Int, upTo last: Int
    ) throws(LogError) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        while start < last {
            var end = start
            var bytes = 0
            var isWorth = false
            while end < last, snapshot.segments[end].damage.isEmpty {
                let size = snapshot.segments[end].frameBytes
                guard
                    end == start
                        || bytes + size <= target && snapshot.areNeighbours(end - 1, end)
                else { break }
                let mustChange =
                    try snapshot.takesAny(end, through: sieve)
                let hasSmallFrames = hasSmallFrames(snapshot.segments[end])
                guard mustChange || hasSmallFrames || size < target / 2 else { break }
                isWorth = isWorth || mustChange || hasSmallFrames
                bytes += size
                end += 1
            }
            if end > start && (isWorth || end - start >= Self.manySmall) { groups.append(start..<end) }
            start = max(end, start + 1)
        }
        return groups
    }
}
