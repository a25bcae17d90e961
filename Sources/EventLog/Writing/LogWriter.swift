package import LogFormat
import Synchronization

/// Appends to a log. Safe from any thread, and beside any number of other processes that do the same: each
/// commit holds the log's lock for as long as it writes.
///
/// Commits by ``append(_:)``, each of them whole or not at all. Letting go of it closes its files; nothing is pending
/// then.
public final class LogWriter: Sendable {
    /// The directory of the log, as it was given.
    public let directory: String
    /// How the log is written.
    public let options: LogOptions
    let system: any SystemCalls
    /// Held for as long as `state` is used.
    private let mutex = Mutex(())
    /// Unchecked, because the compiler can't see that every use is inside `mutex`.
    private nonisolated(unsafe) let state: WriterState
    let spareBuilder = SpareBuilder()

    /// Opens the log in `directory`, which is made, with its parents, if it isn't there. Nothing is written
    /// to the log before the first commit.
    /// - Throws: `LogError` if the directory can't be made or the lock file can't be opened.
    public convenience init(directory: String, options: LogOptions = LogOptions()) throws(LogError) {
        try self.init(directory: directory, options: options, system: HostSystem())
    }

    package init(directory: String, options: LogOptions, system: any SystemCalls) throws(LogError) {
        self.directory = directory
        self.options = options
        self.system = system
        try Self.makeDirectories(directory, system: system)
        let path = directory + "/" + LockState.fileName
        do throws(SystemError) {
            state = WriterState(lockFile: try system.openFile(path, .readWriteCreate))
        } catch {
            throw LogError(error, "open the lock file", path: path)
        }
    }

    deinit {
        if let active = state.active { system.close(active.file) }
        system.close(state.lockFile)
    }

    private static func makeDirectories(_ path: String, system: any SystemCalls) throws(LogError) {
        do throws(SystemError) {
            try system.makeDirectory(path)
        } catch {
            let parent = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
            guard error.isNotFound, !parent.isEmpty else {
                throw LogError(error, "make the log directory", path: path)
            }
            let above = (path.hasPrefix("/") ? "/" : "") + parent.joined(separator: "/")
            try makeDirectories(above, system: system)
            do throws(SystemError) {
                // A new directory is only there after a loss of power if the one that holds it was synced. For
                // that of the log the first segment sees to it.
                try system.syncEntries(of: Self.parent(of: above))
                try system.makeDirectory(path)
            } catch {
                throw LogError(error, "make the log directory", path: path)
            }
        }
    }

    /// The directory that `path` is in.
    package static func parent(of path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).dropLast()
        if path.hasPrefix("/") { return "/" + parts.joined(separator: "/") }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// Runs `body` while this process holds the log's lock, with the end of the log known.
    /// - Throws: `LogError` with `.locked` if another process holds the lock past the wait; what `body` throws.
    package func locked<R>(_ body: (LockedLog) throws(LogError) -> R) throws(LogError) -> R {
        // Carried out by a variable: what leaves the mutex's closure as its result would have to be sendable.
        var outcome: Result<R, LogError>?
        mutex.withLock { _ in outcome = Result { () throws(LogError) in try runLocked(body) } }
        guard let outcome else { throw LogError(.disk, "the lock was not taken", path: directory) }
        return try outcome.get()
    }

    private func runLocked<R>(_ body: (LockedLog) throws(LogError) -> R) throws(LogError) -> R {
        try state.acquireLock(self)
        defer { system.unlock(state.lockFile) }
        try state.openActive(self)
        defer { state.endCommits(self) }
        return try body(LockedLog(writer: self, state: state))
    }

    /// Commits one frame: when this returns, its records are on the disk, whole, and in the log.
    /// Cost: one write of the frame, one sync; about 10 µs beside those.
    /// - Returns: the sequences that its records got.
    /// - Throws: `LogError`; the log is then as it was before.
    @discardableResult
    package func commit(_ frame: EncodedFrame) throws(LogError) -> Range<UInt64> {
        try locked { log throws(LogError) in try log.commit(frame) }
    }
}

/// The log while its lock is held. Must not outlive the call it was given to.
package struct LockedLog {
    let writer: LogWriter
    let state: WriterState

    init(writer: LogWriter, state: WriterState) {
        self.writer = writer
        self.state = state
    }

    /// What the next record will get.
    package var nextSequence: UInt64 { state.nextSequence }

    /// Torn bytes that opening the log cut off, once.
    package func takeNotices() -> [Damage] {
        let notices = state.notices
        state.notices = []
        return notices
    }

    package func snapshot() throws(LogError) -> LogSnapshot {
        try LogSnapshot(directory: writer.directory, system: writer.system)
    }

    /// Commits one frame. See `LogWriter.commit`.
    /// - Parameter isFollowed: the next thing that is done with this is another commit, which is then a little cheaper.
    package func commit(
        _ frame: EncodedFrame, isFollowed: Bool = false
    ) throws(LogError) -> Range<UInt64> {
        try state.commit(frame, isFollowed: isFollowed, writer)
    }
}
