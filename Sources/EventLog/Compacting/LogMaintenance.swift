internal import LogFormat

/// What rewriting or removing segments did.
package struct MaintenanceOutcome: Sendable, Equatable {
    /// Segments that are no longer part of the log.
    package var replaced = 0
    /// Segments that took their place.
    package var made = 0
    package var droppedRecords = 0
    /// Of those, how many another record stands for.
    package var keptInRollups = 0
    package var bytesBefore = 0
    package var bytesAfter = 0
    /// What could not be read: the segments it is in were left as they are.
    package var damage: [Damage] = []

    package init() {}
}

/// The right to write sealed segments anew, held by one process at a time for as long as this lives. Appending goes on
/// beside it: the log's own lock is taken only to swap a finished segment in.
///
/// Each step leaves a log that is whole, with the same records but for those that a sieve takes out, so that a process
/// may be killed, or power lost, at any moment. Not thread-safe.
package final class LogMaintenance {
    let writer: LogWriter
    private let lock: Descriptor
    var system: any SystemCalls { writer.system }
    package var directory: String { writer.directory }

    /// - Throws: `LogError` with `.locked` if another process is at it.
    package init(_ writer: LogWriter) throws(LogError) {
        self.writer = writer
        do throws(SystemError) {
            // The directory itself is locked: no file more, and nothing to clean up after a process that was killed.
            lock = try writer.system.openFile(writer.directory, .read)
        } catch {
            throw LogError(error, "open the log directory", path: writer.directory)
        }
        let isFree: Bool
        do throws(SystemError) {
            isFree = try writer.system.lockAtOnce(lock, exclusive: true)
        } catch {
            writer.system.close(lock)
            throw LogError(error, "lock the log directory", path: writer.directory)
        }
        guard isFree else {
            writer.system.close(lock)
            throw LogError(.locked, "another compaction is at work", path: writer.directory)
        }
    }

    deinit {
        // Closing alone would leave it locked while a child that was just forked still has the descriptor.
        system.unlock(lock)
        system.close(lock)
    }

    package func snapshot() throws(LogError) -> LogSnapshot {
        try LogSnapshot(directory: directory, system: system)
    }

    /// Deletes what killed processes left: half-made files, and segments that have been replaced. What they did get
    /// done is on the disk for good when this returns.
    package func removeLeftovers() throws(LogError) {
        try writer.locked { _ throws(LogError) in
            do throws(SystemError) {
                // A process that was killed may have swapped segments and not have seen to it that this lasts: what is
                // replaced must not go before what replaces it is there for good.
                if writer.options.isDurable { try system.syncEntries(of: directory) }
            } catch {
                throw LogError(error, "sync the log directory", path: directory)
            }
            do throws(SystemError) {
                let names = try system.list(directory)
                // Half-made `.gone` files and segments are the log's own; another program's `.new` is not.
                for name in names where name.hasSuffix(WriterState.temporarySuffix) {
                    let base = String(name.dropLast(WriterState.temporarySuffix.count))
                    if SegmentName(fileName: base) != nil || SegmentChain.removedRange(base) != nil {
                        try? system.unlink(directory + "/" + name)
                    }
                }
            } catch {
                throw LogError(error, "list the log", path: directory)
            }
            let chain = try LogSnapshot.chain(of: directory, system: system)
            // Only where its replacement is whole: until then the old bytes are the only ones.
            let opened = try LogSnapshot(directory: directory, system: system)
            guard opened.damage.isEmpty else { return }
            let merged = chain.segments.filter { !$0.isOpenEnded }
            for name in chain.superseded
            where merged.contains(where: { ($0.firstSequence...$0.lastSequence).contains(name.firstSequence) }
            ) {
                try? system.unlink(directory + "/" + name.fileName)
            }
        }
    }

    /// Ends the segment that is being written, so that what is in it can be written anew. Nothing where it is empty.
    package func rollActive() throws(LogError) {
        try writer.locked { log throws(LogError) in try log.roll() }
    }
}

extension LockedLog {
    /// Begins a new segment, unless the one that is being written is empty.
    package func roll() throws(LogError) {
        guard let active = state.active, !active.isUnused else { return }
        try state.beginSegment(writer)
    }
}
