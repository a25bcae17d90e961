public import EventLog
public import LogFormat

extension LogKeeping {
    /// What `prune` removes.
    public struct PruneOptions: Sendable {
        /// Records older than this instant go: microseconds since 1970-01-01 UTC.
        public var cutoff: Int64
        /// Check-ins of days before this one go: days since 1970-01-01.
        public var firstDay: Int64
        /// Of these kinds. `.event` stands for what was kept of pruned events too.
        public var kinds: Set<RecordKind> = [.event]
        /// Events that go are still counted, by type, category and quarter-hour, in totals, streaks and rollups.
        public var keepsRollups = false
        /// Only says what would go.
        public var isDryRun = false

        /// Events only, and nothing of them kept.
        public init(cutoff: Int64, firstDay: Int64) {
            self.cutoff = cutoff
            self.firstDay = firstDay
        }
    }

    /// Removes exactly the records that are too old, from every segment, the one being written too. Segments that are
    /// too old as a whole go first, and that needs no space on the disk.
    ///
    /// Cost: O(bytes of the segments that hold any); waits for the disk, and holds the log's lock only to swap each
    /// finished segment in. What is removed is gone from the files, durably, when this returns.
    /// - Parameters:
    ///   - options: what to remove.
    ///   - progress: called now and then with the bytes done and those to do.
    /// - Throws: `LogError`; what was done up to there stays done.
    public func prune(
        _ options: PruneOptions, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LogError) -> Report {
        report = Report()
        if !options.isDryRun { try maintenance.removeLeftovers() }
        let expiry = RetentionSieve.Expiry(
            cutoff: options.cutoff, kinds: options.kinds, firstDay: options.firstDay,
            keepsRollups: options.keepsRollups)
        if options.isDryRun {
            return try count(RetentionSieve(gone: .none, expiry: expiry))
        }
        try removeWhole(expiry)
        if try endActive(expiry) { try removeWhole(expiry) }
        let (groups, sieve) = try plan(expiry)
        try rewrite(groups, through: sieve, progress: progress)
        return report
    }

    /// Ends the segment that is being written if anything in it is expired.
    private func endActive(_ expiry: RetentionSieve.Expiry) throws(LogError) -> Bool {
        let sieve = RetentionSieve(gone: .none, expiry: expiry)
        let snapshot = try maintenance.snapshot()
        guard let newest = snapshot.segments.indices.last,
            try snapshot.takesAny(newest, through: sieve)
        else { return false }
        try maintenance.rollActive()
        return true
    }

    private func plan(_ expiry: RetentionSieve.Expiry) throws(LogError) -> ([Group], RetentionSieve) {
        let sieve = RetentionSieve(gone: .none, expiry: expiry)
        let snapshot = try maintenance.snapshot()
        var groups: [Group] = []
        for index in snapshot.segments.indices.dropLast() where snapshot.segments[index].damage.isEmpty {
            if try snapshot.takesAny(index, through: sieve) {
                groups.append(Group(index..<(index + 1), of: snapshot))
            }
        }
        // What is written anew loses what was retracted, too.
        return (groups, RetentionSieve(gone: try RetractedSequences(snapshot), expiry: expiry))
    }

    /// Segments of which the frame headers alone say that nothing stays.
    private func removeWhole(_ expiry: RetentionSieve.Expiry) throws(LogError) {
        // Let go of on return: a segment's space is free once nobody has it open.
        let snapshot = try maintenance.snapshot()
        report.damage = report.damage.merging(snapshot.damage)
        for index in snapshot.segments.indices.dropLast() {
            let segment = snapshot.segments[index]
            guard segment.damage.isEmpty, segment.recordCount > 0,
                segment.entries.allSatisfy({ expiry.coversAll(of: $0) })
            else { continue }
            add(try maintenance.remove(index..<(index + 1), of: snapshot))
        }
    }

    private func count(_ sieve: RetentionSieve) throws(LogError) -> Report {
        let snapshot = try maintenance.snapshot()
        report.damage = snapshot.damage
        for index in snapshot.segments.indices {
            var count = 0
            try snapshot.forEachSifted(index, through: sieve) { count += $1 }
            guard count > 0 else { continue }
            report.droppedRecords += count
            report.segmentsBefore += 1
            report.bytesBefore += snapshot.segments[index].fileLength
            if sieve.replaces { report.keptInRollups += count }
        }
        return report
    }
}
