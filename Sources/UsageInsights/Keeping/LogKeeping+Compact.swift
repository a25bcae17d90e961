public import EventLog
internal import LogFormat

extension LogKeeping {
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
        var plan = try CompactionPlan(snapshot)
        if plan.endsActive {
            try maintenance.rollActive()
            snapshot = try maintenance.snapshot()
            // What others appended meanwhile lies in the segments that are written anew, too: a retraction that came
            // in between must not go before what it takes back.
            plan = try CompactionPlan(snapshot, endsActive: false)
            report.damage = report.damage.merging(snapshot.damage)
        }
        return (plan.groups.map { Group($0, of: snapshot) }, plan.sieve)
    }
}
