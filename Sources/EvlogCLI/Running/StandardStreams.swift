import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

private let escapesMarks = Atomic<Bool>(false)

/// Standard output and error, written to by their descriptors.
enum StandardStreams {
    /// Occupies the descriptors of standard streams that the caller has closed: a file of the log must not get
    /// one of them, and be read as input or written to as output. What holds the place can't be used.
    static func holdPlaces() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // The lowest free number is given out, which is this one.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes all bytes to standard output.
    /// - Throws: `ClosedPipe` if nobody reads any more, `CommandFailure` if it can't be written.
    static func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard escapesMarks.load(ordering: .relaxed), bytes.contains(where: { $0 >= 0x80 }) else {
            return try write(bytes, to: 1)
        }
        try JSONMarks.escaped(bytes).withUnsafeBytes { try write($0, to: 1) }
    }

    /// From here on what is written to standard output is JSON that a terminal shows.
    static func escapeMarks() { escapesMarks.store(true, ordering: .relaxed) }

    static func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, rest.baseAddress, rest.count)
            #else
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            #endif
            if count >= 0 {
                done += count
            } else if errno == EPIPE {
                throw ClosedPipe()
            } else if errno == EAGAIN {
                usleep(1000)
            } else if errno != EINTR {
                let full = errno == ENOSPC || errno == EIO
                throw CommandFailure(
                    "standard output: cannot write: \(String(cString: strerror(errno)))",
                    status: full ? ExitStatus.diskFailed : ExitStatus.failed)
            }
        }
    }

    /// Writes text to standard error. What can't be written there can't be told anywhere.
    static func writeError(_ text: String) {
        var text = text
        text.withUTF8 { try? write(UnsafeRawBufferPointer($0), to: 2) }
    }

    /// Whether a line that is painted over again and again stands on standard error's terminal.
    private static let hasPaintedLine = Mutex(false)

    /// Writes a line of progress, or takes it away again.
    static func paint(_ text: String, stays: Bool) {
        hasPaintedLine.withLock { isPainted in
            writeError(text)
            isPainted = stays
        }
    }

    /// A line that begins with the program's name, made harmless for a terminal. A line of progress gives way to it.
    static func report(_ message: String) {
        let line = "evlog: \(TextWidth.sanitized(message))\n"
        hasPaintedLine.withLock { isPainted in
            writeError(isPainted ? ProgressBar.erasing + line : line)
            isPainted = false
        }
    }

    /// A buffer that goes to standard output.
    static func outputBuffer() -> OutputBuffer { OutputBuffer { try write($0) } }
}
