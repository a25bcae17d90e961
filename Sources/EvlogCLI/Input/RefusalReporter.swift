import Synchronization
import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where refused lines are written to, as they were.
final class RejectsFile: Sendable {
    private let descriptor: Int32
    private let path: String
    /// What is written before the first line, so that the file can be read like the input: the header of a CSV.
    private let header: Mutex<[UInt8]>

    /// Makes the file, or empties it, unless it is the input itself.
    init(path: String, source: InputSource, header: [UInt8]) throws {
        self.path = path
        self.header = Mutex(header)
        #if canImport(Darwin)
            descriptor = Darwin.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        #elseif canImport(Musl)
            descriptor = Musl.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        #else
            descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        #endif
        if descriptor < 0 {
            throw CommandFailure("\(path): cannot open: \(String(cString: strerror(errno)))")
        }
        // A pipe that nobody reads would have made opening wait without end; writing may wait.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if source.isFile(status) { throw UsageError("--rejects '\(path)': that is the input") }
        if ftruncate(descriptor, 0) != 0 {
            throw CommandFailure("\(path): cannot empty: \(String(cString: strerror(errno)))")
        }
    }

    deinit { _ = close(descriptor) }

    /// Writes a line; false if that failed. Of what was too long to be kept there is none.
    func write(_ line: [UInt8]) -> Bool {
        if line.isEmpty { return true }
        let header = header.withLock { header in
            defer { header = [] }
            return header
        }
        return (header.isEmpty || writeAll(header)) && writeAll(line)
    }

    private func writeAll(_ line: [UInt8]) -> Bool {
        let bytes = line + [UInt8(ascii: "\n")]
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                    Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    var failure: CommandFailure {
        CommandFailure(
            "\(path): refused lines could not be written; the others are stored",
            status: ExitStatus.diskFailed)
    }
}

/// Names refused lines on standard error, the first ones at least, and keeps them in a file if asked.
final class RefusalReporter: Sendable {
    private let input: String
    private let rejects: RejectsFile?
    /// The line that ends the whole input is told with the outcome.
    private let isQuiet: Bool
    private let state = Mutex((count: 0, failed: false))

    private static let shown = 20

    init(input: String, rejects: RejectsFile?, isQuiet: Bool) {
        self.input = input
        self.rejects = rejects
        self.isQuiet = isQuiet
    }

    func report(_ line: RefusedLine) {
        let count = state.withLock { state in
            state.count += 1
            return state.count
        }
        if let rejects, !rejects.write(line.text) { state.withLock { $0.failed = true } }
        if !isQuiet && count <= Self.shown {
            StandardStreams.report("\(input), line \(line.lineNumber): \(line.message)")
        }
    }

    func finish() throws {
        let (count, failed) = state.withLock { ($0.count, $0.failed) }
        if !isQuiet && count > Self.shown {
            let hint = rejects == nil ? " (--rejects FILE keeps them)" : ""
            StandardStreams.report("\(input): \(count - Self.shown) more lines refused\(hint)")
        }
        if failed, let rejects { throw rejects.failure }
    }
}
