internal import LogFormat

/// Finding the end of the log, and beginning a new segment.
extension WriterState {
    /// Looks at the directory anew: the newest segment is the active one, unless it is sealed.
    func reopen(_ found: LockState?, _ writer: LogWriter) throws(LogError) {
        let reached = nextSequence
        if let active { writer.system.close(active.file) }
        active = nil
        let own = hints
        hints = found ?? .fresh(writer.system)
        // The mark is the one that this process left, so nobody was here since. That a sync has failed could not be
        // written, as on a full disk, but is known: what stands there was refused.
        if let found, found.layouts == own.layouts, found.commits &+ 1 == own.commits, own.poisonedSalt != 0 {
            hints.poisonedSalt = own.poisonedSalt
            hints.nextSequence = own.nextSequence
        }
        if hints.commits & 1 != 0 { hints.commits &+= 1 }
        lastSeen = nil
        let chain = try LogSnapshot.chain(of: writer.directory, system: writer.system)
        if let newest = chain.segments.last {
            active = try openNewest(newest, writer)
        }
        mend(found, chain, writer)
        // A lock file that was lost or left behind must not hand out a sequence twice.
        let known = [chain.removed.map(\.upperBound).max(), chain.segments.map(\.closedEnd).max()]
        for sequence in known.compactMap({ $0 }) where sequence < Format.maximumSequence {
            hints.nextSequence = max(hints.nextSequence, sequence + 1)
        }
        hints.nextSequence = max(hints.nextSequence, active?.nextSequence ?? 1, reached)
        lastSeen = found == hints ? hints : nil
        if lastSeen == nil {
            do throws(SystemError) {
                try hints.write(to: lockFile, system: writer.system)
                lastSeen = hints
            } catch {
                throw LogError(
                    error, "write the lock file", path: writer.directory + "/" + LockState.fileName)
            }
        }
    }

    /// Opens the newest segment for writing and cuts a torn end. Damage before its end is left as it is.
    private func openNewest(
        _ name: SegmentName, _ writer: LogWriter
    ) throws(LogError) -> ActiveSegment {
        let system = writer.system
        let path = writer.directory + "/" + name.fileName
        let file: Descriptor
        do throws(SystemError) {
            file = try system.openFile(path, .readWrite)
        } catch {
            throw LogError(error, "open a segment", path: path)
        }
        do throws(LogError) {
            let size: Int
            do throws(SystemError) {
                size = try system.sizeOf(file)
            } catch {
                throw LogError(error, "open a segment", path: path)
            }
            let header = try wholeHeader(name, file, path: path, system)
            let walker = SegmentWalker(name, file: file, path: path, system: system)
            // A whole footer counts as it does for readers: what it lists must not be taken for a torn end.
            var walk: SegmentWalk
            if let sealed = try SegmentFile.sealedWalk(
                name, file: file, path: path, length: size, limits: .none, system: system)
            {
                walk = sealed
            } else {
                // Frames of ten records have about 300 bytes. Room that isn't used is never touched.
                walk = try walker.walk(expected: min(size, writer.options.segmentLength) / 256)
            }
            if hints.poisonedSalt == name.salt {
                poisoned.insert(name)
                // What could not be taken back when the sync failed was never acknowledged.
                cut(&walk, before: hints.nextSequence)
            }
            let segment = ActiveSegment(
                name: name, header: header, file: file, path: path, end: walk.end, allocated: size,
                nextSequence: walk.nextSequence, entries: walk.entries)
            // Nothing is written to a segment that may not be what its name says, nor to a merged one that lost
            // its footer, whose name says where it ends: the next one follows it.
            segment.isPoisoned = header == nil || poisoned.contains(name) || !name.isOpenEnded
            // It was read anyway, and who appends may never ask.
            notices += walk.damage
            switch walk.ending {
            case _ where segment.isPoisoned: break
            case .open, .reachedLimit, .cutShort:
                if walk.hasLeftover { try clear(segment, upTo: size, writer) }
            case .torn(let reason, let lost):
                notices.append(
                    Damage(
                        file: name.fileName, offset: walk.end, lostRecords: lost,
                        reason: "\(Damage.cutOff) (\(reason))"))
                try clear(segment, upTo: size, writer)
            case .sealed:
                // Sealed means that another one follows; it is gone, and nothing may be added here.
                segment.isPoisoned = true
            }
            return segment
        } catch {
            system.close(file)
            throw error
        }
    }

    private func cut(_ walk: inout SegmentWalk, before sequence: UInt64) {
        guard let index = walk.entries.firstIndex(where: { $0.firstSequence >= sequence }) else { return }
        walk.end = walk.entries[index].offset
        walk.nextSequence = sequence
        walk.entries.removeSubrange(index...)
    }

    /// The header if it is that of `name`; throws if a newer version wrote it.
    private func wholeHeader(
        _ name: SegmentName, _ file: Descriptor, path: String, _ system: any SystemCalls
    ) throws(LogError) -> SegmentHeader? {
        let window = FileWindow(system: system, file: file)
        let bytes: UnsafeRawBufferPointer
        do throws(SystemError) {
            bytes = try window.bytes(at: 0, count: Format.segmentHeaderLength, sparse: true)
        } catch {
            throw LogError(error, "read a segment", path: path)
        }
        do throws(FormatError) {
            let header = try SegmentHeader.decode(bytes)
            return header.name == name ? header : nil
        } catch {
            if case .unsupported = error { throw LogError(error, path: path, offset: 0) }
            return nil
        }
    }

    /// Zeros from the end of the last frame on. The mark of what stands there goes first.
    private func clear(
        _ segment: ActiveSegment, upTo size: Int, _ writer: LogWriter
    ) throws(LogError) {
        let system = writer.system
        let piece = [UInt8](repeating: 0, count: 64 << 10)
        do throws(SystemError) {
            var offset = segment.end
            while offset < size {
                let count = min(piece.count, size - offset)
                var failure: SystemError?
                piece.withUnsafeBytes { bytes in
                    do throws(SystemError) {
                        try system.writeWhole(
                            segment.file, UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset,
                            path: segment.path)
                    } catch { failure = error }
                }
                if let failure { throw failure }
                offset += count
            }
        } catch {
            throw LogError(error, "cut a torn end", path: segment.path, offset: segment.end)
        }
        // The next frame may be as long, and so begin with the same eight bytes: what is cut off must not come
        // back under them.
        if writer.options.isDurable && (try? system.sync(segment.file)) == nil { poison(segment) }
    }

    /// Makes the next segment the active one, and then seals the one before, unless it can't be trusted. In
    /// this order a sealed segment always has one after it, so that a lost one is noticed.
    func beginSegment(_ writer: LogWriter) throws(LogError) {
        let system = writer.system
        let previous = active
        let header = nextHeader(after: previous, writer.system)
        let name = header.name
        hints.layouts &+= 1
        try writeHints(writer)
        let path = writer.directory + "/" + name.fileName
        let temporary = writer.directory + "/" + Self.temporaryName(name)
        // Only a name that is used again can be taken, by what a killed process left.
        if name == previous?.name { try? system.unlink(temporary) }
        var created: Descriptor?
        do throws(SystemError) {
            let file = try system.openFile(temporary, .createNew)
            created = file
            let fresh = ActiveSegment(
                name: name, header: header, file: file, path: path, end: Format.segmentHeaderLength,
                allocated: 0, nextSequence: nextSequence, entries: [])
            let length = fresh.allocation(for: 0, limit: writer.options.segmentLength)
            try system.allocateSpace(file, length: length)
            try Self.write(header.encode(), to: file, path: temporary, system)
            if writer.options.isDurable { try system.sync(file) }
            if writer.options.isDurable && previous == nil { try syncName(of: writer.directory, system) }
            try system.rename(temporary, to: path)
            fresh.allocated = length
            // From here on the one before has ended, whatever happens: the first commit syncs the new name.
            active = fresh
        } catch {
            if let created { system.close(created) }
            try? system.unlink(temporary)
            lastSeen = nil
            throw LogError(error, "begin a segment", path: path)
        }
        if let previous {
            // Only once the new name is durable: a sealed segment with none after it means that one was lost.
            let isNamed = !writer.options.isDurable || (try? system.syncEntries(of: writer.directory)) != nil
            if isNamed && !previous.isPoisoned { seal(previous, writer) }
            system.close(previous.file)
        }
        // Before anything is committed to it: it may have the salt that the lock file warns of.
        if hints.poisonedSalt != 0 {
            hints.poisonedSalt = 0
            hints.layouts &+= 1
            try writeHints(writer)
        }
        if name == previous?.name {
            poisoned.remove(name)
            try makeLastingThatNoneIsPoisoned(writer)
        }
    }

    /// A segment that can't be trusted, and that nothing was ever committed to, is replaced by a new file of
    /// the same name: two that begin with the same sequence would be in conflict.
    private func nextHeader(
        after previous: ActiveSegment?, _ system: any SystemCalls
    ) -> SegmentHeader {
        if let previous, previous.name.firstSequence == nextSequence {
            if let header = previous.header, previous.isUnused, poisoned.contains(previous.name) {
                return header
            }
            // What is in it can't be told. One sequence less costs nothing.
            hints.nextSequence = nextSequence + 1
        }
        var header = SegmentHeader(
            name: SegmentName(
                firstSequence: nextSequence, lastSequence: Format.openEnd, generation: 0,
                salt: system.randomSalt()))
        if let previous {
            header.previousFirstSequence = previous.name.firstSequence
            header.previousSalt = previous.name.salt
            header.previousEnd = UInt64(previous.end)
        }
        return header
    }

    /// A log's first segment is only as durable as the directory that it is in. Who may not look into the
    /// directory above can't see to that.
    private func syncName(of directory: String, _ system: any SystemCalls) throws(SystemError) {
        do throws(SystemError) {
            try system.syncEntries(of: LogWriter.parent(of: directory))
        } catch {
            if !error.isAccess { throw error }
        }
    }

    static let temporarySuffix = ".new"
    static func temporaryName(_ name: SegmentName) -> String { name.fileName + temporarySuffix }

    /// Writes footer and trailer. If that fails nothing is lost: the next segment says where this one ended.
    func seal(_ segment: ActiveSegment, _ writer: LogWriter) {
        let system = writer.system
        let ending = SegmentFooter(entries: segment.entries).ending(
            at: segment.end, endSequence: segment.nextSequence, salt: segment.name.salt)
        do throws(SystemError) {
            try Self.write(ending, to: segment.file, at: segment.end, path: segment.path, system)
            try system.truncateFile(segment.file, length: segment.end + ending.count)
            if writer.options.isDurable { try system.sync(segment.file) }
        } catch {
            poisoned.insert(segment.name)
            // Left unsealed: readers walk it up to where the next one says that it ends.
        }
    }

    static func write(
        _ bytes: [UInt8], to file: Descriptor, at offset: Int = 0, path: String, _ system: any SystemCalls
    ) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { buffer in
            do throws(SystemError) {
                try system.writeWhole(file, buffer, at: offset, path: path)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

extension SegmentName {
    fileprivate var closedEnd: UInt64 { isOpenEnded ? 0 : lastSequence }
}
