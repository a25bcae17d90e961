/// A table of events in SQLite with a write-ahead log. All its statements are prepared once. Not thread-safe.
package final class SQLiteDatabase {
    /// When the log is synced: at each commit, or only at checkpoints.
    package enum Synchronous: String {
        case full = "FULL"
        case normal = "NORMAL"
    }

    /// One event as the table has it.
    package struct Row {
        package var type: String
        /// Microseconds since 1970-01-01 UTC.
        package var time: Int64
        /// JSON.
        package var metadata: String
        /// Seconds.
        package var duration: Double?

        package init(type: String, time: Int64, metadata: String, duration: Double?) {
            self.type = type
            self.time = time
            self.metadata = metadata
            self.duration = duration
        }
    }

    private let library: SQLiteLibrary
    private var database: OpaquePointer?
    private var begin: OpaquePointer?
    private var insert: OpaquePointer?
    private var end: OpaquePointer?

    package init(path: String, library: SQLiteLibrary, synchronous: Synchronous) throws {
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

    /// One transaction.
    package func commit(_ rows: some Sequence<Row>) throws {
        try execute(begin)
        for row in rows {
            _ = library.bindText(insert, 1, row.type, -1, SQLiteLibrary.copies)
            _ = library.bindInteger(insert, 2, row.time)
            _ = library.bindText(insert, 3, row.metadata, -1, SQLiteLibrary.copies)
            if let duration = row.duration {
                _ = library.bindReal(insert, 4, duration)
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
