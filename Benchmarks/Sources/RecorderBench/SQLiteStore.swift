import Foundation

/// A table of events in SQLite with a write-ahead log. One connection that the threads hand around: SQLite lets one
/// writer in at a time, and several connections would only wait for each other's locks by polling.
final class SQLiteStore: @unchecked Sendable {
    enum Synchronous: String {
        case normal = "NORMAL"
        case full = "FULL"
    }

    private let library: SQLiteLibrary
    private var database: OpaquePointer?
    private var begin: OpaquePointer?
    private var insert: OpaquePointer?
    private var end: OpaquePointer?
    /// Held for a whole transaction; that is what makes the class sendable.
    private let lock = NSLock()

    init(path: String, library: SQLiteLibrary, synchronous: Synchronous) throws {
        self.library = library
        guard library.open(path, &database) == 0 else { throw failure("open") }
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = \(synchronous.rawValue)")
        try run("CREATE TABLE events (type TEXT, ts INTEGER, metadata TEXT, duration REAL)")
        begin = try prepare("BEGIN")
        insert = try prepare("INSERT INTO events VALUES (?, ?, ?, ?)")
        end = try prepare("COMMIT")
    }

    deinit {
        for statement in [begin, insert, end] { _ = library.finalize(statement) }
        _ = library.close(database)
    }

    /// One transaction; `times` in microseconds.
    func commit(_ events: ArraySlice<Events.Event>, times: [Int64]) throws {
        lock.lock()
        defer { lock.unlock() }
        try execute(begin)
        for (event, time) in zip(events, times) {
            _ = library.bindText(insert, 1, event.type, -1, SQLiteLibrary.copies)
            _ = library.bindInteger(insert, 2, time)
            _ = library.bindText(insert, 3, event.json, -1, SQLiteLibrary.copies)
            _ = library.bindReal(insert, 4, event.duration)
            try execute(insert)
        }
        try execute(end)
    }

    private func execute(_ statement: OpaquePointer?) throws {
        guard library.step(statement) == SQLiteLibrary.done, library.reset(statement) == 0 else {
            throw failure("commit")
        }
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        guard library.prepare(database, sql, -1, &statement, nil) == 0 else { throw failure(sql) }
        return statement
    }

    private func run(_ sql: String) throws {
        let statement = try prepare(sql)
        defer { _ = library.finalize(statement) }
        let result = library.step(statement)
        guard result == SQLiteLibrary.done || result == SQLiteLibrary.row else { throw failure(sql) }
    }

    private func failure(_ what: String) -> Failure {
        Failure("SQLite, \(what): \(library.message(database).map { String(cString: $0) } ?? "failed")")
    }
}
