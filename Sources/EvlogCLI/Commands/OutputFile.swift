import EventLog
import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is there whole or not at all: written under a temporary name, synced, and renamed at the end. Not
/// thread-safe.
final class OutputFile {
    let path: String
    private let temporary: String
    private let system = HostSystem()
    private var offset = 0
    private var file: Descriptor?
    private var isMade = false

    /// - Parameter replaces: a file of that name may be replaced.
    init(path: String, replaces: Bool) throws {
        self.path = path
        temporary = "\(path).\(getpid()).new"
        try Self.check(path, replaces: replaces)
    }

    private static func check(_ path: String, replaces: Bool) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        // Never a device, a pipe or a directory.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure("\(path): is there, and is no plain file", status: ExitStatus.wrongUsage)
        }
        if !replaces {
            throw CommandFailure(
                "\(path): is there already (--force replaces it)", status: ExitStatus.wrongUsage)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        if StopSignal.isRaised { throw CommandFailure("stopped by a signal; nothing was exported") }
        do throws(SystemError) {
            let file = try open()
            try system.writeWhole(file, bytes, at: offset, path: temporary)
            offset += bytes.count
        } catch { throw failure(error) }
    }

    private func open() throws(SystemError) -> Descriptor {
        if let file { return file }
        let opened: Descriptor
        if isMade {
            opened = try system.openFile(temporary, .readWrite)
        } else {
            // What stands there was left by a process of the same number.
            try? system.unlink(temporary)
            opened = try system.openFile(temporary, .createNew)
            isMade = true
        }
        file = opened
        return opened
    }

    /// Gives the descriptor back; the next write opens the file again.
    func close() {
        if let file { system.close(file) }
        file = nil
    }

    func sync() throws {
        do throws(SystemError) {
            try system.sync(try open())
            close()
        } catch { throw failure(error) }
    }

    func publish() throws {
        do throws(SystemError) { try system.rename(temporary, to: path) } catch { throw failure(error) }
        isMade = false
    }

    /// Syncs the file and gives it its name, durably.
    func finish() throws {
        try sync()
        try publish()
        try Self.syncNames(in: LogWriter.parent(of: path))
    }

    static func syncNames(in directory: String) throws {
        do throws(SystemError) {
            try HostSystem().syncEntries(of: directory)
        } catch {
            if !error.isAccess {
                throw CommandFailure(
                    "\(directory): cannot sync: \(error.reason)", status: ExitStatus.diskFailed)
            }
        }
    }

    /// Removes what was written, unless it has its name already.
    func abandon() {
        close()
        if isMade { try? system.unlink(temporary) }
        isMade = false
    }

    private func failure(_ error: SystemError) -> CommandFailure {
        CommandFailure(
            "\(path): cannot write: \(error.reason) (\(error.call))",
            status: error.isAccess ? ExitStatus.failed : ExitStatus.diskFailed)
    }

    deinit { close() }
}

/// A file of lines for each day. What comes out of order is gathered in memory, up to a bound, so that a file isn't
/// opened again for every line. Not thread-safe.
final class DayFiles {
    private final class Day {
        let file: OutputFile
        var pending: [UInt8] = []

        init(_ file: OutputFile) { self.file = file }
    }

    private let directory: String
    private let replaces: Bool
    private var days: [Int64: Day] = [:]
    private var current: (number: Int64, day: Day)?
    private var pendingBytes = 0

    private static let pendingLimit = 16 << 20

    init(directory: String, replaces: Bool) throws {
        self.directory = directory
        self.replaces = replaces
        StopSignal.catchAll()
        do throws(SystemError) {
            try HostSystem().makeDirectory(directory)
            _ = try HostSystem().list(directory)
        } catch {
            throw CommandFailure("\(directory): cannot make the directory: \(error.reason)")
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, day number: Int64) throws {
        let day = try find(number)
        day.pending.append(contentsOf: bytes)
        pendingBytes += bytes.count
        if pendingBytes >= Self.pendingLimit { try flush() }
    }

    private func find(_ number: Int64) throws -> Day {
        if let current, current.number == number { return current.day }
        let day: Day
        if let known = days[number] {
            day = known
        } else {
            day = Day(
                try OutputFile(path: "\(directory)/\(Civil(days: number).isoText).jsonl", replaces: replaces))
            days[number] = day
        }
        current = (number, day)
        return day
    }

    private func flush() throws {
        for day in days.values where !day.pending.isEmpty {
            try day.pending.withUnsafeBytes { try day.file.write($0) }
            day.pending = []
            day.file.close()
        }
        pendingBytes = 0
    }

    /// Gives all files their names, once each of them is on the disk.
    func finish() throws {
        try flush()
        let sorted = days.sorted { $0.key < $1.key }.map(\.value.file)
        for file in sorted { try file.sync() }
        for file in sorted { try file.publish() }
        try OutputFile.syncNames(in: directory)
    }

    func abandon() { for day in days.values { day.file.abandon() } }
}
