internal import LogFormat

extension LogMaintenance {
    /// Writes neighbouring segments anew as one, without the records that `sieve` takes out, and swaps it in. If no
    /// record is left they are removed instead.
    ///
    /// Memory: a frame decoded and one being built. Space: the new segment, until the old ones are deleted.
    /// - Parameters:
    ///   - range: of `snapshot.segments`; never the newest one.
    ///   - progress: called with the bytes of each frame that was read.
    /// - Returns: with damage in any of them, nothing is changed and the damage is in the outcome.
    /// - Throws: `LogError`; the log is then as it was.
    package func rewrite(
        _ range: Range<Int>, of snapshot: LogSnapshot, through sieve: any RecordSieve,
        progress: (Int) -> Void = { _ in }
    ) throws(LogError) -> MaintenanceOutcome {
        var outcome = MaintenanceOutcome()
        let old = snapshot.segments[range]
        guard let first = old.first, range.upperBound < snapshot.segments.count else { return outcome }
        outcome.damage = old.flatMap(\.damage)
        let last = snapshot.lastSequence(ofSegment: range.upperBound - 1)
        guard outcome.damage.isEmpty, last >= first.name.firstSequence else { return outcome }
        var header = SegmentHeader(
            name: SegmentName(
                firstSequence: first.name.firstSequence, lastSequence: last,
                generation: (old.map(\.name.generation).max() ?? 0) + 1,
                salt: system.randomSalt()))
        if let previous = first.header {
            header.previousFirstSequence = previous.previousFirstSequence
            header.previousEnd = previous.previousEnd
            header.previousSalt = previous.previousSalt
        }
        let maker = try SegmentMaker(header, in: directory, system: system)
        do throws(LogError) {
            let reader = RunReader(snapshot: snapshot)
            let copy = SegmentCopy(of: snapshot, reader, through: sieve, to: maker)
            for run in Self.runs(of: range, snapshot) where reader.damage.isEmpty {
                copy.replace(by: try gather(run, snapshot, reader, sieve))
                for at in run.entries where reader.damage.isEmpty {
                    try copy.add(segment: run.segment, entry: at)
                    progress(snapshot.segments[run.segment].entries[at].frameLength)
                }
            }
            outcome.damage = reader.damage
            guard outcome.damage.isEmpty else {
                maker.abandon()
                return outcome
            }
            try copy.flush()
            if maker.recordCount == 0 {
                maker.abandon()
                return try remove(range, of: snapshot)
            }
            try copy.finish(upTo: last + 1)
            try writer.locked { _ throws(LogError) in try maker.publish() }
            outcome.droppedRecords = copy.dropped
            outcome.keptInRollups = copy.replaced
        } catch {
            maker.abandon()
            throw error
        }
        for segment in old { try? system.unlink(segment.path) }
        outcome.replaced = old.count
        outcome.made = 1
        outcome.bytesBefore = old.reduce(0) { $0 + $1.fileLength }
        outcome.bytesAfter = maker.length
        return outcome
    }

    /// Frames of so many records are looked through together for what takes the place of those that go: that much is
    /// held in memory.
    private static let recordsInRun = 1 << 18

    private static func runs(of range: Range<Int>, _ snapshot: LogSnapshot) -> [LogSnapshot.Run] {
        var runs: [LogSnapshot.Run] = []
        for segment in range {
            var (start, records) = (0, 0)
            for (at, entry) in snapshot.segments[segment].entries.enumerated() {
                if at > start && records + entry.recordCount > recordsInRun {
                    runs.append(LogSnapshot.Run(segment: segment, entries: start..<at))
                    (start, records) = (at, 0)
                }
                records += entry.recordCount
            }
            runs.append(
                LogSnapshot.Run(segment: segment, entries: start..<snapshot.segments[segment].entries.count))
        }
        return runs
    }

    private func gather(
        _ run: LogSnapshot.Run, _ snapshot: LogSnapshot, _ reader: RunReader, _ sieve: any RecordSieve
    ) throws(LogError) -> [ReplacementRun] {
        guard sieve.replaces else { return [] }
        try snapshot.forEachConcerned(run, reader, sieve) { frame, entry, fates throws(FormatError) in
            try sieve.gather(frame, entry, fates)
            return true
        }
        return sieve.takeReplacements()
    }
}
