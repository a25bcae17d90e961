import EventLog

/// A table of events in SQLite, as durable as evlog: a write-ahead log that is synced at each commit. All its
/// statements are prepared once.
final class SQLiteDatabase {
    private let library: SQLiteLibrary
    private var database: OpaquePointer?
    private var begin: OpaquePointer?
    private var insert: OpaquePointer?
    private var end: OpaquePointer?

    init(path: String, library: SQLiteLibrary) throws {
        self.library = library
        guard library.open(path, &database) == 0 else { throw failure("open") }
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("CREATE TABLE events (type TEXT, ts INTEGER, metadata TEXT, duration REAL)")
        begin = try prepare("BEGIN")
        insert = try prepare("INSERT INTO events VALUES (?, ?, ?, ?)")
        end = try prepare("COMMIT")
    }

    deinit {
        for statement in [begin, insert, end] { _ = library.finalize(statement) }
        _ = library.close(database)
    }

    func commit(_ events: [UsageEvent]) throws {
        try execute(begin)
        for event in events {
            let record = event.record
            _ = library.bindText(insert, 1, record.name, -1, SQLiteLibrary.copies)
            _ = library.bindInteger(insert, 2, record.timestamp)
            _ = library.bindText(insert, 3, event.metadata, -1, SQLiteLibrary.copies)
            if let duration = record.duration {
                _ = library.bindReal(insert, 4, Double(duration) / 1e6)
            } else {
                _ = library.bindNull(insert, 4)
            }
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
