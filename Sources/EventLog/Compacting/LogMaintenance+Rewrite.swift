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
        let last = lastSequence(range.upperBound - 1, snapshot)
        guard outcome.damage.isEmpty, last >= first.name.firstSequence else { return outcome }
        var header = SegmentHeader(
            name: SegmentName(
                firstSequence: first.name.firstSequence, lastSequence: last,
                generation: (old.map(\.name.generation).max() ?? 0) + 1,
                salt: UInt32.random(in: 1...UInt32.max)))
        if let previous = first.header {
            header.previousFirstSequence = previous.previousFirstSequence
            header.previousEnd = previous.previousEnd
            header.previousSalt = previous.previousSalt
        }
        let maker = try SegmentMaker(header, in: directory, system: system)
        do throws(LogError) {
            let reader = RunReader(snapshot: snapshot)
            let replacements = try gather(range, snapshot, reader, sieve)
            outcome.droppedRecords = try copy(
                range, snapshot, reader, sieve, replacements, to: maker, progress)
            outcome.damage = reader.damage
            guard outcome.damage.isEmpty else {
                maker.abandon()
                outcome.droppedRecords = 0
                return outcome
            }
            outcome.bytesBefore = old.reduce(0) { $0 + $1.fileLength }
            outcome.replaced = old.count
            if maker.recordCount == 0 {
                maker.abandon()
                let removed = try remove(range, of: snapshot)
                outcome.droppedRecords = removed.droppedRecords
                return outcome
            }
            try maker.cover(upTo: last + 1)
            try maker.finish()
            try writer.locked { _ throws(LogError) in try maker.publish() }
        } catch {
            maker.abandon()
            throw error
        }
        for segment in old { try? system.unlink(segment.path) }
        outcome.made = 1
        outcome.bytesAfter = maker.bytesWritten
        return outcome
    }

    /// How many records of a segment the sieve takes out. Reads only the frames that it concerns.
    package func count(
        _ index: Int, of snapshot: LogSnapshot, through sieve: any RecordSieve, stopsAtFirst: Bool = false
    ) throws(LogError) -> Int {
        let reader = RunReader(snapshot: snapshot)
        let sifted = SiftedFrame()
        var count = 0
        for (at, entry) in snapshot.segments[index].entries.enumerated() where sieve.concerns(entry) {
            try reader.read(LogSnapshot.Run(segment: index, entries: at..<(at + 1))) {
                frame, entry throws(FormatError) in
                try sifted.sift(frame, entry, sieve)
                count += sifted.fates.count { $0 != .kept }
            }
            if stopsAtFirst && count > 0 { break }
        }
        return count
    }

    private func gather(
        _ range: Range<Int>, _ snapshot: LogSnapshot, _ reader: RunReader, _ sieve: any RecordSieve
    ) throws(LogError) -> [ReplacementRun] {
        guard sieve.replaces else { return [] }
        let sifted = SiftedFrame()
        for index in range {
            for entry in snapshot.segments[index].entries.indices
            where sieve.concerns(snapshot.segments[index].entries[entry]) {
                try reader.read(LogSnapshot.Run(segment: index, entries: entry..<(entry + 1))) {
                    frame, entry throws(FormatError) in
                    try sifted.sift(frame, entry, sieve)
                    var failure: FormatError?
                    sifted.fates.withUnsafeBufferPointer { fates in
                        do throws(FormatError) {
                            try sieve.gather(frame, entry, fates)
                        } catch { failure = error }
                    }
                    if let failure { throw failure }
                }
            }
        }
        return sieve.takeReplacements()
    }

    private func copy(
        _ range: Range<Int>, _ snapshot: LogSnapshot, _ reader: RunReader, _ sieve: any RecordSieve,
        _ replacements: [ReplacementRun], to maker: SegmentMaker, _ progress: (Int) -> Void
    ) throws(LogError) -> Int {
        let builder = FrameBuilder()
        var copier = FrameCopier(into: builder)
        copier.replacements = replacements.reversed()
        let sifted = SiftedFrame()
        var failure: LogError?
        func flush(_ end: UInt64) {
            do throws(LogError) {
                try maker.add(builder, upTo: end)
            } catch {
                failure = error
                builder.removeAll()
            }
        }
        var end = maker.covered
        for index in range {
            for (at, entry) in snapshot.segments[index].entries.enumerated() {
                // A hole that is too wide for one frame must not come to lie inside one.
                if entry.endSequence - maker.covered > UInt64(UInt32.max) {
                    flush(end)
                    if failure == nil { try maker.cover(upTo: entry.firstSequence) }
                }
                try reader.read(LogSnapshot.Run(segment: index, entries: at..<(at + 1))) {
                    frame, entry throws(FormatError) in
                    try sifted.sift(frame, entry, sieve)
                    try copier.copy(frame, entry, sifted.fates, whenFull: flush)
                }
                end = entry.endSequence
                progress(entry.frameLength)
                if let failure { throw failure }
                if !reader.damage.isEmpty { return copier.dropped }
            }
        }
        flush(end)
        if let failure { throw failure }
        return copier.dropped
    }
}
