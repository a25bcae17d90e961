internal import LogFormat

/// Finishing what a process that was killed, or a loss of power, left half done at the end of the log.
extension WriterState {
    /// Whatever may be built upon the end of the log must be on the disk first. Called once it is found anew.
    func mend(_ found: LockState?, _ chain: SegmentChain, _ writer: LogWriter) {
        guard writer.options.isDurable, let active, !active.isPoisoned else { return }
        if active.entries.isEmpty {
            // It may have the salt of a file that it took the place of; see below.
            if syncLockFile(writer) != nil { poison(active) }
            guard let previous = chain.segments.dropLast().last else { return }
            sealLeftBehind(previous, before: active, writer)
        } else if active.nextSequence > found?.nextSequence ?? 1 {
            syncLeftBehind(active, writer)
        }
    }

    /// Frames that the lock file doesn't vouch for may be in the cache alone, and so may the segment's name. Had
    /// a later frame survived without them, or had they been counted in by the next segment, they would be missing.
    private func syncLeftBehind(_ active: ActiveSegment, _ writer: LogWriter) {
        do throws(SystemError) {
            try writer.system.sync(active.file)
            try writer.system.syncEntries(of: writer.directory)
        } catch {
            poison(active)
        }
    }

    /// A segment gets its first frame only once the one before is sealed, or could not be. So where the newest
    /// has none, the footer before it may be in the cache alone, or half of it on the disk, which would look like
    /// damage for good. What isn't sealed at all stays as it is: that may be a file whose sync has failed.
    private func sealLeftBehind(_ name: SegmentName, before next: ActiveSegment, _ writer: LogWriter) {
        let system = writer.system
        guard !poisoned.contains(name), let header = next.header, header.previousSalt == name.salt,
            header.previousFirstSequence == name.firstSequence, let end = Int(exactly: header.previousEnd),
            let segment = try? SegmentFile(
                name, in: writer.directory,
                limits: SegmentLimits(offset: end, sequence: next.name.firstSequence), system: system),
            let file = try? system.openFile(segment.path, .readWrite)
        else { return }
        defer { system.close(file) }
        if segment.hasWholeFooter {
            if (try? system.sync(file)) == nil { poisoned.insert(name) }
        } else if segment.header != nil, segment.damage.isEmpty, segment.walk.end == end,
            hasHalfFooter(segment)
        {
            let walk = segment.walk
            let closed = ActiveSegment(
                name: name, header: segment.header, file: file, path: segment.path, end: end,
                allocated: segment.fileLength, nextSequence: walk.nextSequence, entries: walk.entries)
            seal(closed, writer)
        }
    }

    /// Whether something stands behind the last frame that is no frame of records. Also true where the file ends
    /// there, since only sealing makes one shorter.
    private func hasHalfFooter(_ segment: SegmentFile) -> Bool {
        let length = segment.fileLength - segment.walk.end
        guard length > 0 else { return true }
        var bytes = [UInt8](repeating: 0, count: length)
        var isRead = false
        bytes.withUnsafeMutableBytes { buffer in
            isRead = (try? segment.read(into: buffer, at: segment.walk.end)) == length
        }
        guard isRead else { return false }
        if bytes.allSatisfy({ $0 == 0 }) { return false }
        let header = bytes.withUnsafeBytes { try? FrameHeader.decode($0, salt: segment.name.salt) }
        return header?.type != FrameType.records
    }

    /// Where a new file has taken the name and salt of a poisoned one, the old warning in the lock file would speak
    /// of the new one: if that came back with a loss of power, what was committed since would be cut off.
    func makeLastingThatNoneIsPoisoned(_ writer: LogWriter) throws(LogError) {
        guard writer.options.isDurable, let active else { return }
        if let error = syncLockFile(writer) {
            poison(active)
            try? writeHints(writer)
            throw LogError(error, "sync the lock file", path: writer.directory + "/" + LockState.fileName)
        }
    }

    /// Why that failed, now or before, if it did.
    ///
    /// All that the file says is written anew first: a sync of it that failed in another process may have dropped what
    /// was to be written and called it clean, and only what is written after that will be synced.
    private func syncLockFile(_ writer: LogWriter) -> SystemError? {
        if lockSyncFailure != nil { return lockSyncFailure }
        do throws(SystemError) {
            if try LockState.read(lockFile, system: writer.system) == hints {
                try hints.write(to: lockFile, system: writer.system)
            }
            try writer.system.sync(lockFile)
        } catch { lockSyncFailure = error }
        return lockSyncFailure
    }
}
