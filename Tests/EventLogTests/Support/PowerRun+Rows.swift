@testable import EventLog

/// Committing several batches under one lock while the power is lost.
extension PowerRun {
    mutating func appendInARow(
        _ batches: Range<Int>, _ process: Int, _ trouble: PowerWorkload.Trouble?
    ) {
        begin(trouble, process)
        var next = batches.lowerBound
        for _ in 0..<2 where next < batches.upperBound && problem == nil {
            machine.keepsMoments = true
            var failure: (any Error)?
            do {
                let writer = try writer(process)
                try writer.locked { log throws(LogError) in
                    while next < batches.upperBound, problem == nil {
                        try commit(next, isFollowed: next + 1 < batches.upperBound, log)
                        next += 1
                    }
                }
            } catch { failure = error }
            machine.keepsMoments = false
            loseAtMoments()
            if let failure, !processes[process].isDead && !processes[process].hasFailed {
                report("batch \(next) of a row was refused: \(failure)")
            }
            // Who died has no second try.
            if processes[process].isDead {
                isAfterDeath = true
                break
            }
        }
        end(trouble, process)
    }

    /// Commits one batch of a row. The power is lost after each call, in a commit as if this batch was never
    /// promised, and from its end on as if it was.
    private mutating func commit(_ batch: Int, isFollowed: Bool, _ log: LockedLog) throws(LogError) {
        let records = workload.batches[batch]
        guard let frame = frame(of: records) else { return report("batch \(batch) makes no frame") }
        model.undecided[batch] = records
        let sequences = try log.commit(frame, isFollowed: isFollowed)
        let last = loseAtMoments()
        if let wrong = model.acknowledge(batch, sequences) { report(wrong) }
        if let last, problem == nil { losePower(last, Self.lossesAtOneMoment) }
        (isAfterDeath, isAfterLoss) = (false, false)
    }

    /// Gives back the newest of the moments.
    @discardableResult
    private mutating func loseAtMoments() -> PowerDisk? {
        let moments = machine.takeMoments()
        counts.moments += moments.count
        for moment in moments where problem == nil { losePower(moment, Self.lossesAtOneMoment) }
        return moments.last
    }
}
