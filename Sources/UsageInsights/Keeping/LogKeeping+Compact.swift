public import EventLog
internal import LogFormat

extension LogKeeping {
    /// How large merged segments should be: a 24th of the log, so that there are few of them and one is soon written
    /// anew when a part of it goes; between these bounds.
    private static let smallestTarget = 128 << 10
    private static let largestTarget = 32 << 20
    /// Frames with fewer records than this on average are worth being merged.
    private static let fewRecords = 16_384
    /// So many small segments in a row are merged even where that is all there is to gain.
    private static let manySmall = 4

    /// Merges small frames and segments, and removes what was retracted, and check-ins that another one of the same day
    /// has replaced. Changes no answer.
    ///
    /// Incremental: what was merged before is left alone, until there is enough beside it. Memory: a frame decoded and
    /// one being built; 8 bytes a retraction. Needs free space for the segments that it merges at a time.
    /// - Parameter progress: called now and then with the bytes done and those to do.
    /// - Throws: `LogError`; what was done up to there stays done.
    public func compact(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(LogError)
        -> Report
    {
        report = Report()
        try maintenance.removeLeftovers()
        let (groups, sieve) = try plan()
        try rewrite(groups, through: sieve, progress: progress)
        return report
    }

    private func plan() throws(LogError) -> ([Group], RetentionSieve) {
        var snapshot = try maintenance.snapshot()
        report.damage = snapshot.damage
        var sieve = try makeSieve(snapshot)
        let target = Self.target(snapshot)
        if let newest = snapshot.segments.indices.last, snapshot.segments[newest].recordCount > 0,
            try maintenance.takesAny(newest, of: snapshot, through: sieve)
                || snapshot.segments[newest].frameBytes >= target
                    && Self.hasSmallFrames(snapshot.segments[newest])
        {
            try maintenance.rollActive()
            snapshot = try maintenance.snapshot()
            // What others appended meanwhile lies in the segments that are written anew, too: a retraction that came
            // in between must not go before what it takes back.
            sieve = try makeSieve(snapshot)
            report.damage = report.damage.merging(snapshot.damage)
        }
        return (try groups(snapshot, sieve, target).map { Group($0, of: snapshot) }, sieve)
    }

    private func makeSieve(_ snapshot: LogSnapshot) throws(LogError) -> RetentionSieve {
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

    /// Runs of neighbours that are worth being written as one segment, oldest first. Never the newest segment.
    private func groups(
        _ snapshot: LogSnapshot, _ sieve: RetentionSieve, _ target: Int
    ) throws(LogError) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        let last = max(0, snapshot.segments.count - 1)
        var start = 0
        while start < last {
            var end = start
            var bytes = 0
            var isWorth = false
            while end < last, snapshot.segments[end].damage.isEmpty {
                let size = snapshot.segments[end].frameBytes
                guard
                    end == start
                        || bytes + size <= target && maintenance.areNeighbours(end - 1, end, snapshot)
                else { break }
                let mustChange =
                    try maintenance.takesAny(end, of: snapshot, through: sieve)
                let hasSmallFrames = Self.hasSmallFrames(snapshot.segments[end])
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
