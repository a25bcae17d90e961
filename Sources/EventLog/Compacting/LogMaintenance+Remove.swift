internal import LogFormat

extension LogMaintenance {
    /// Removes whole segments, each by one rename: its file becomes the note that its sequences are gone, and gives
    /// its space back when the last reader lets go of it. Needs no space on the disk.
    /// - Parameter range: of `snapshot.segments`; never the newest one.
    package func remove(_ range: Range<Int>, of snapshot: LogSnapshot) throws(LogError) -> MaintenanceOutcome
    {
        var outcome = MaintenanceOutcome()
        guard range.upperBound < snapshot.segments.count else { return outcome }
        for index in range {
            let segment = snapshot.segments[index]
            let last = snapshot.lastSequence(ofSegment: index)
            if last >= segment.name.firstSequence {
                try writer.locked { _ throws(LogError) in
                    try note(segment.name.firstSequence...last, from: segment)
                }
            }
            outcome.replaced += 1
            outcome.droppedRecords += segment.recordCount
            outcome.bytesBefore += segment.fileLength
        }
        return outcome
    }

    private func note(_ range: ClosedRange<UInt64>, from segment: SegmentFile) throws(LogError) {
        let chain = try LogSnapshot.chain(of: directory, system: system)
        try forgetReplaced(by: segment.name, chain)
        let path = segment.path
        // One note for all that is gone in a row, not one for every night. The ranges are in ascending order.
        var (first, last) = (range.lowerBound, range.upperBound)
        for gone in chain.removed.reversed() where gone.lowerBound < first && gone.upperBound >= first - 1 {
            first = gone.lowerBound
        }
        for gone in chain.removed where gone.upperBound > last && gone.lowerBound <= last + 1 {
            last = gone.upperBound
        }
        let whole = first...last
        let target = directory + "/" + SegmentChain.removedFileName(whole)
        do throws(SystemError) {
            try system.rename(path, to: target)
            try system.syncEntries(of: directory)
        } catch {
            throw LogError(error, "remove a segment", path: path)
        }
        for gone in chain.removed
        where gone != whole && gone.lowerBound >= first && gone.upperBound <= last {
            try? system.unlink(directory + "/" + SegmentChain.removedFileName(gone))
        }
        empty(target)
    }

    /// What a merged segment has replaced must be gone for good before itself goes: with nothing that replaces it, it
    /// would be part of the log again, whether a killed process has left it or a loss of power brings it back.
    private func forgetReplaced(by merged: SegmentName, _ chain: SegmentChain) throws(LogError) {
        guard !merged.isOpenEnded else { return }
        do throws(SystemError) {
            for name in chain.superseded where SegmentChain.replaces(merged, name) {
                try system.unlink(directory + "/" + name.fileName)
            }
            if writer.options.isDurable { try system.syncEntries(of: directory) }
        } catch {
            throw LogError(error, "remove what a segment has replaced", path: directory)
        }
    }

    /// Puts an empty file in the place of one whose content means nothing any more. Readers that have it open keep
    /// what they have; only where there is no room for a name more is it cut under them.
    private func empty(_ path: String) {
        let temporary = path + WriterState.temporarySuffix
        do throws(SystemError) {
            try? system.unlink(temporary)
            let file = try system.openFile(temporary, .createNew)
            system.close(file)
            try system.rename(temporary, to: path)
        } catch {
            guard let file = try? system.openFile(path, .readWrite) else { return }
            try? system.truncateFile(file, length: 0)
            system.close(file)
        }
    }
}
