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

        public init(cutoff: Int64, firstDay: Int64) {
            self.cutoff = cutoff
            self.firstDay = firstDay
        }
    }

    /// Removes exactly the records that are too old, from every segment, the one being written too. Segments that are
    /// too old as a whole go first, and that needs no space on the disk.
    /// - Throws: `LogError`; what was done up to there stays done.
    public func prune(
        _ options: PruneOptions, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LogError) -> Report {
        report = Report()
        if !options.isDryRun { try maintenance.removeLeftovers() }
        var snapshot = try maintenance.snapshot()
        report.damage = snapshot.damage
        let expiry = RetentionSieve.Expiry(
            cutoff: options.cutoff, kinds: options.kinds, firstDay: options.firstDay,
            keepsRollups: options.keepsRollups)
        let sieve = RetentionSieve(gone: .none, expiry: expiry)
        if options.isDryRun { return try count(snapshot, sieve) }
        try removeWhole(snapshot, expiry)
        if let newest = snapshot.segments.indices.last,
            try maintenance.takesAny(newest, of: snapshot, through: sieve)
        {
            try maintenance.rollActive()
            try removeWhole(try maintenance.snapshot(), expiry)
        }
        snapshot = try maintenance.snapshot()
        var groups: [Range<Int>] = []
        for index in snapshot.segments.indices.dropLast() where snapshot.segments[index].damage.isEmpty {
            if try maintenance.takesAny(index, of: snapshot, through: sieve) {
                groups.append(index..<(index + 1))
            }
        }
        // What is written anew loses what was retracted, too.
        let rewriting = RetentionSieve(gone: try RetractedSequences(snapshot), expiry: expiry)
        try rewrite(groups, of: snapshot, through: rewriting, progress: progress)
        return report
    }

    /// Segments of which the frame headers alone say that nothing stays.
    private func removeWhole(_ snapshot: LogSnapshot, _ expiry: RetentionSieve.Expiry) throws(LogError) {
        for index in snapshot.segments.indices.dropLast() {
            let segment = snapshot.segments[index]
            guard segment.damage.isEmpty, segment.recordCount > 0,
                segment.entries.allSatisfy({ expiry.coversAll(of: $0) })
            else { continue }
            add(try maintenance.remove(index..<(index + 1), of: snapshot))
        }
    }

    private func count(_ snapshot: LogSnapshot, _ sieve: RetentionSieve) throws(LogError) -> Report {
        for index in snapshot.segments.indices {
            let count = try maintenance.count(index, of: snapshot, through: sieve)
            guard count > 0 else { continue }
            report.droppedRecords += count
            report.segmentsBefore += 1
            report.bytesBefore += snapshot.segments[index].fileLength
            if sieve.replaces { report.keptInRollups += count }
        }
        return report
    }
}
