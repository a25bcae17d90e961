import BenchSupport
import EventLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Lets the systems commit the same events in turns, a batch each, on one file system.
struct Benchmark {
    private static let eventsACommit = 10
    private static let commitsABatch = 50
    private static let rounds = 40
    private static let warmUpCommits = 200

    private let folder: String
    private let runs: Int
    private let writer: LogWriter
    private let bare: BareFile
    private let sqlite: SQLiteDatabase?
    private var events = UsageEvents()
    /// Average bytes of an evlog frame of ten such events, to a multiple of eight as frames are.
    let frameLength: Int
    let sqliteVersion: String?
    private(set) var timings: [Timings]

    init(folder: String, runs: Int, wantsSQLite: Bool) throws {
        self.folder = folder
        self.runs = runs
        writer = try LogWriter(directory: folder + "/log")
        for _ in 0..<Self.warmUpCommits {
            try writer.append(events.next(Self.eventsACommit).map(\.record))
        }
        let written = try Self.usedBytes(ofLog: folder + "/log")
        frameLength = (written / Self.warmUpCommits + 7) & ~7
        bare = try BareFile(
            path: folder + "/bare", length: frameLength, count: runs * Self.rounds * Self.commitsABatch)
        let library = wantsSQLite ? SQLiteLibrary() : nil
        sqliteVersion = library?.version
        sqlite = try library.map {
            try SQLiteDatabase(path: folder + "/sqlite", library: $0, synchronous: .full)
        }
        timings = [Timings("evlog"), Timings("bare")] + (sqlite == nil ? [] : [Timings("sqlite")])
    }

    mutating func run() throws {
        for _ in 0..<runs {
            for system in timings.indices { timings[system].beginRun() }
            for round in 0..<Self.rounds {
                var batch: [[UsageEvent]] = []
                for _ in 0..<Self.commitsABatch { batch.append(events.next(Self.eventsACommit)) }
                // Each comes first, second and third equally often: what one leaves for the disk to do is then
                // no other's burden alone.
                for turn in timings.indices { try commit(batch, by: (round + turn) % timings.count) }
            }
        }
    }

    private mutating func commit(_ batch: [[UsageEvent]], by system: Int) throws {
        let records = batch.map { $0.map(\.record) }
        for commit in 0..<batch.count {
            switch system {
            case 0: try timings[0].measure { _ = try writer.append(records[commit]) }
            case 1: try timings[1].measure { try bare.commit() }
            default: try timings[2].measure { try sqlite?.commit(batch[commit].lazy.map(\.row)) }
            }
        }
    }

    /// The size of the log's segments without the zeros at their ends.
    private static func usedBytes(ofLog path: String) throws -> Int {
        var total = 0
        for name in Folder.names(in: path) where name.hasSuffix(".seg") {
            total += try usedBytes(ofFile: path + "/" + name)
        }
        return total
    }

    private static func usedBytes(ofFile path: String) throws -> Int {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Failure(call: "open") }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        var bytes = [UInt8](repeating: 0, count: size)
        guard pread(descriptor, &bytes, size, 0) == size else { throw Failure(call: "pread") }
        return (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    }
}
