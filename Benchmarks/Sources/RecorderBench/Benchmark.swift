import BenchSupport
import EventLog
import Foundation
import UsageInsights

/// Four threads record at once, into evlog and into SQLite, in turns.
struct Benchmark {
    static let threads = 4
    static let batch = 10
    let events: Int
    let syncedEvents: Int
    let folder: String
    let library: SQLiteLibrary?
    private let sources = (0..<threads).map { Events(thread: $0) }

    enum System: String, CaseIterable {
        case grouped = "evlog-grouped"
        case normal = "sqlite-normal"
        case eachBatch = "evlog-each-batch"
        case full = "sqlite-full"
        /// What the disk allows: one thread writes and syncs as many bytes as often, and does nothing else.
        case bare = "bare"
    }

    init(events: Int, syncedEvents: Int, folder: String, library: SQLiteLibrary?) {
        self.events = events
        self.syncedEvents = syncedEvents
        self.folder = folder
        self.library = library
    }

    /// Events a second, the last flush included; nil where the system isn't there.
    func rate(_ system: System) throws -> Double? {
        let path = folder + "/" + system.rawValue
        defer { Folder.delete(path) }
        // What the one before left to be written is not this one's burden.
        sync()
        switch system {
        case .grouped: return try evlog(path, events, .grouped)
        case .eachBatch: return try evlog(path, syncedEvents, .eachBatch)
        case .normal: return try library.map { try sqlite(path, events, .normal, $0) }
        case .full: return try library.map { try sqlite(path, syncedEvents, .full, $0) }
        case .bare: return try bare(path)
        }
    }

    /// About what a frame of ten of these events takes.
    private static let frameLength = 320

    private func bare(_ path: String) throws -> Double {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let count = syncedEvents / Self.batch
        let file = try BareFile(path: path + "/file", length: Self.frameLength, count: count)
        let start = ContinuousClock.now
        for _ in 0..<count { try file.commit() }
        return Double(syncedEvents) / Self.seconds(since: start)
    }

    private func evlog(_ path: String, _ count: Int, _ syncing: UsageEventRecorder.Syncing) throws -> Double {
        let recorder = UsageEventRecorder(
            writer: try LogWriter(directory: path), syncing: syncing)
        let seconds = try measure { thread in
            let all = sources[thread].all
            var at = 0
            for _ in 0..<(count / Self.threads) {
                let event = all[at]
                at = at + 1 == all.count ? 0 : at + 1
                do throws(LogError) {
                    try recorder.record(event.type, metadata: event.metadata, duration: event.duration)
                } catch {
                    // Faster than the disk for too long: wait for it.
                    guard error.code == .noSpace else { throw error }
                    try recorder.flush()
                    try recorder.record(event.type, metadata: event.metadata, duration: event.duration)
                }
            }
        } finally: {
            try recorder.close()
        }
        let stored = try LogSnapshot(directory: path).recordCount
        guard stored == count else { throw Failure("\(stored) of \(count) events are in the log") }
        return Double(count) / seconds
    }

    private func sqlite(
        _ path: String, _ count: Int, _ synchronous: SQLiteDatabase.Synchronous, _ library: SQLiteLibrary
    ) throws -> Double {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let store = SharedDatabase(
            try SQLiteDatabase(path: path + "/database", library: library, synchronous: synchronous))
        let seconds = try measure { thread in
            let all = sources[thread].all
            var at = 0
            for _ in 0..<(count / Self.threads / Self.batch) {
                try store.commit(all[at..<(at + Self.batch)].map(\.rowNow))
                at = at + Self.batch == all.count ? 0 : at + Self.batch
            }
        } finally: {
        }
        return Double(count) / seconds
    }

    /// Runs `work` on each thread, then `end`; the seconds that this took.
    private func measure(
        _ work: @escaping @Sendable (Int) throws -> Void, finally end: () throws -> Void
    ) throws -> Double {
        let failures = Failures()
        let start = ContinuousClock.now
        let threads = (0..<Self.threads).map { number in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                do { try work(number) } catch { failures.add(error) }
                done.signal()
            }
            return done
        }
        for done in threads { done.wait() }
        try end()
        let took = Self.seconds(since: start)
        if let failure = failures.first { throw failure }
        return took
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        let took = (ContinuousClock.now - start).components
        return Double(took.seconds) + Double(took.attoseconds) / 1e18
    }
}

/// One connection that the threads hand around: SQLite lets one writer in at a time, and several connections would only
/// wait for each other's locks by polling. Unchecked sendable, since the lock is held for a whole transaction.
private final class SharedDatabase: @unchecked Sendable {
    private let lock = NSLock()
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) { self.database = database }

    func commit(_ rows: [SQLiteDatabase.Row]) throws { try lock.withLock { try database.commit(rows) } }
}

/// The first thing that went wrong on any thread.
final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var found: (any Error)?

    func add(_ error: any Error) { lock.withLock { found = found ?? error } }
    var first: (any Error)? { lock.withLock { found } }
}
