internal import LogFormat

/// What a writer knows from one commit to the next. Touched only inside the writer's mutex; all but the first
/// two methods only under the log's lock too.
final class WriterState {
    let lockFile: Descriptor
    var active: ActiveSegment?
    /// The lock file's words as this process left them; other words mean that others were here.
    var lastSeen: LockState?
    var hints = LockState()
    var notices: [Damage] = []
    /// Segments whose sync failed in this process; see `ActiveSegment.isPoisoned`.
    var poisoned: Set<SegmentName> = []
    /// Why the lock file must not be synced again.
    var lockSyncFailure: SystemError?

    init(lockFile: Descriptor) { self.lockFile = lockFile }

    var nextSequence: UInt64 { max(active?.nextSequence ?? 1, hints.nextSequence) }

    func acquireLock(_ writer: LogWriter) throws(LogError) {
        let system = writer.system
        let path = writer.directory + "/" + LockState.fileName
        do throws(SystemError) {
            if try system.lockAtOnce(lockFile, exclusive: true) { return }
            let deadline = system.monotonicMicroseconds() + Int64(writer.options.lockWaitMicroseconds)
            var pause = 50
            while system.monotonicMicroseconds() < deadline {
                system.sleep(microseconds: pause)
                if try system.lockAtOnce(lockFile, exclusive: true) { return }
                // Commits are short; who waits long waits for something slower.
                pause = min(pause * 2, 5000)
            }
        } catch {
            throw LogError(error, "lock the log", path: path)
        }
        throw LogError(.locked, "another process holds the log (see --wait)", path: path)
    }

    /// Makes `active` the end of the log, whatever other processes have done since.
    func openActive(_ writer: LogWriter) throws(LogError) {
        let found: LockState?
        do throws(SystemError) {
            found = try LockState.read(lockFile, system: writer.system)
        } catch {
            throw LogError(error, "read the lock file", path: writer.directory + "/" + LockState.fileName)
        }
        if let active, let found, let lastSeen, !active.isPoisoned {
            if found == lastSeen { return }
            if found.layouts == lastSeen.layouts && found.commits & 1 == 0 && found.poisonedSalt == 0 {
                try catchUp(found, writer)
                return
            }
        }
        if let active, active.isPoisoned, found == lastSeen { return }
        try reopen(found, writer)
    }

    /// Others have appended to the same segment.
    private func catchUp(_ found: LockState, _ writer: LogWriter) throws(LogError) {
        guard let segment = active else { return }
        let walker = SegmentWalker(
            segment.name, file: segment.file, path: segment.path, system: writer.system)
        let walk = try walker.walk(after: SegmentWalk(end: segment.end, nextSequence: segment.nextSequence))
        guard walk.ending == .open, walk.damage.isEmpty, !walk.hasLeftover else {
            try reopen(found, writer)
            return
        }
        do throws(SystemError) {
            segment.allocated = try writer.system.sizeOf(segment.file)
        } catch {
            throw LogError(error, "read a segment", path: segment.path)
        }
        segment.entries += walk.entries
        segment.end = walk.end
        segment.nextSequence = walk.nextSequence
        hints = found
        lastSeen = found
    }

    /// Commits a frame at the end of the log.
    /// - Parameter isFollowed: another commit comes next, under the same lock. The lock file's mark that this one has
    ///   ended is then the mark that the next one has begun; `endCommits` must be called in the end.
    func commit(
        _ frame: EncodedFrame, isFollowed: Bool, _ writer: LogWriter
    ) throws(LogError) -> Range<UInt64> {
        var frame = frame
        let length = frame.bytes.count
        guard frame.header.rawLength <= Format.maximumRawLength,
            frame.header.storedLength <= Format.maximumStoredLength,
            nextSequence <= Format.maximumSequence - UInt64(frame.header.span)
        else { throw LogError(.invalid, "a batch over the limits of a frame", path: writer.directory) }
        if active.map({ needsNext($0, length, writer) }) ?? true { try beginSegment(writer) }
        if hints.commits & 1 == 0 || lastSeen == nil {
            hints.commits |= 1
            try writeHints(writer)
        }
        do throws(LogError) {
            try write(&frame, writer)
        } catch {
            // A failed sync says nothing of the batch: it goes to a file that can still be trusted.
            do throws(LogError) {
                guard active?.isPoisoned == true, error.code != .noSpace else { throw error }
                try beginSegment(writer)
                try write(&frame, writer)
            } catch {
                endCommits(writer)
                throw error
            }
        }
        let sequences = frame.header.firstSequence..<frame.header.endSequence
        hints.nextSequence = sequences.upperBound
        hints.commits &+= isFollowed ? 2 : 1
        // The batch is durable. That the hints could not be written must not make it look as if it weren't.
        try? writeHints(writer)
        return sequences
    }

    /// Takes back the mark of a commit that failed, or that was to follow and did not.
    func endCommits(_ writer: LogWriter) {
        guard hints.commits & 1 != 0 else { return }
        hints.commits &+= 1
        let isKnown = lastSeen != nil
        try? writeHints(writer)
        // Where a new segment could not be begun, nobody knows what the directory holds, and it must be looked at again.
        if !isKnown { lastSeen = nil }
    }

    private func needsNext(_ segment: ActiveSegment, _ length: Int, _ writer: LogWriter) -> Bool {
        segment.isPoisoned
            || (segment.end + length > writer.options.segmentLength
                && segment.end > Format.segmentHeaderLength)
            || segment.entries.count >= Format.maximumFrameCount / 2
    }

    func writeHints(_ writer: LogWriter) throws(LogError) {
        do throws(SystemError) {
            try hints.write(to: lockFile, system: writer.system)
            lastSeen = hints
        } catch {
            // Nobody can tell what the file says now, so the next look must not trust it.
            lastSeen = nil
            throw LogError(error, "write the lock file", path: writer.directory + "/" + LockState.fileName)
        }
    }

    private func write(_ frame: inout EncodedFrame, _ writer: LogWriter) throws(LogError) {
        guard let segment = active else { throw LogError(.disk, "no segment", path: writer.directory) }
        let system = writer.system
        frame.place(firstSequence: nextSequence, salt: segment.name.salt)
        let length = frame.bytes.count
        do throws(SystemError) {
            let allocation = segment.allocation(for: length, limit: writer.options.segmentLength)
            if allocation > segment.allocated {
                try system.allocateSpace(segment.file, length: allocation)
                if length <= Self.smallFrame {
                    Self.fillWithZeros(segment, from: segment.allocated, to: allocation, system)
                }
                segment.allocated = allocation
            }
        } catch {
            throw LogError(error, "grow a segment", path: segment.path)
        }
        do throws(SystemError) {
            try publish(frame, in: segment, system)
        } catch {
            withdraw(length, from: segment, system)
            throw LogError(error, "write a segment", path: segment.path, offset: segment.end)
        }
        if writer.options.isDurable {
            do throws(SystemError) {
                try system.sync(segment.file)
                // The name of a new segment must be as durable as what is in it, also where the process that
                // made it died before it could see to that.
                if segment.entries.isEmpty { try system.syncEntries(of: writer.directory) }
            } catch {
                poison(segment)
                withdraw(length, from: segment, system)
                throw LogError(error, "sync a segment", path: segment.path, offset: segment.end)
            }
        }
        segment.entries.append(FrameEntry(offset: segment.end, header: frame.header))
        segment.end += length
        segment.nextSequence = frame.header.endSequence
    }

    /// Frames of about ten records.
    private static let smallFrame = 1 << 10

    /// Space that is allocated but was never written costs a file system some work at the first sync of each of its
    /// blocks. Where many small frames are to come it is done for all of them at once. It only saves time, so it may fail.
    private static func fillWithZeros(
        _ segment: ActiveSegment, from start: Int, to end: Int, _ system: any SystemCalls
    ) {
        try? write(
            [UInt8](repeating: 0, count: end - start), to: segment.file, at: start, path: segment.path, system
        )
    }

    /// The first eight bytes come last: a reader that sees them sees all of the frame.
    private func publish(
        _ frame: EncodedFrame, in segment: ActiveSegment, _ system: any SystemCalls
    ) throws(SystemError) {
        var failure: SystemError?
        frame.bytes.withUnsafeBytes { bytes in
            do throws(SystemError) {
                let word = Format.alignment
                try system.writeWhole(
                    segment.file, UnsafeRawBufferPointer(rebasing: bytes[word...]), at: segment.end + word,
                    path: segment.path)
                try system.writeWhole(
                    segment.file, UnsafeRawBufferPointer(rebasing: bytes[..<word]), at: segment.end,
                    path: segment.path)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Takes back what a failed commit may have written. The mark goes first; should even this fail, the next
    /// segment says that this one ended before it.
    private func withdraw(_ length: Int, from segment: ActiveSegment, _ system: any SystemCalls) {
        let zeros = [UInt8](repeating: 0, count: length)
        var isClean = true
        zeros.withUnsafeBytes { bytes in
            do throws(SystemError) {
                let word = Format.alignment
                try system.writeWhole(
                    segment.file, UnsafeRawBufferPointer(rebasing: bytes[..<word]), at: segment.end,
                    path: segment.path)
                try system.writeWhole(
                    segment.file, UnsafeRawBufferPointer(rebasing: bytes[word...]), at: segment.end + word,
                    path: segment.path)
            } catch { isClean = false }
        }
        // What stands there now is unknown: leave the file for good.
        if !isClean { poison(segment) }
    }

    func poison(_ segment: ActiveSegment) {
        segment.isPoisoned = true
        poisoned.insert(segment.name)
        // For other processes; it gets into the file with the next mark.
        hints.poisonedSalt = segment.name.salt
        hints.nextSequence = nextSequence
    }
}
