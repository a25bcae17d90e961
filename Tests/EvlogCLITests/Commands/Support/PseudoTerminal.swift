import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that runs in a session of its own on a pseudo-terminal, whose screen can be looked at and whose keys can
/// be pressed. Nothing waits for a time: only for what the screen shows.
final class PseudoTerminal {
    private let main: Int32
    /// Held open, so that what the program leaves behind can still be read when it has ended.
    private let other: Int32
    private(set) var screen: TestScreen
    /// All that the program wrote.
    private(set) var written = ""
    /// Of that, what `waitForNext` hasn't passed yet.
    private var unseen = ""
    private var partial: [UInt8] = []
    private let identifier: pid_t
    private var ended: Int32?
    /// What the terminal was before the program began.
    let settingsBefore: [UInt64]

    /// - Parameter outputPath: A file for standard output; else that is the terminal too.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], columns: Int = 80,
        rows: Int = 24, outputPath: String? = nil
    ) throws {
        var (main, other): (Int32, Int32) = (-1, -1)
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&main, &other, nil, nil, &size) == 0 else {
            throw EvlogProcess.Failure(description: "no pseudo-terminal: errno \(errno)")
        }
        for descriptor in [main, other] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        guard let name = ttyname(other).map({ String(cString: $0) }) else {
            throw EvlogProcess.Failure(description: "a terminal without a name: errno \(errno)")
        }
        self.main = main
        self.other = other
        screen = TestScreen(columns: columns, rows: rows)
        settingsBefore = Self.settings(of: other)
        identifier = try Self.spawn(program, arguments, environment, terminal: name, outputPath: outputPath)
    }

    deinit {
        if ended == nil {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
        _ = close(other)
        _ = close(main)
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], terminal: String,
        outputPath: String?
    ) throws -> pid_t {
        #if canImport(Darwin)
            let newSession = Int16(POSIX_SPAWN_SETSID)
        #else
            // Glibc and musl have it, but declare it where Swift doesn't see it.
            let newSession: Int16 = 0x80
        #endif
        return try EvlogProcess.launch(
            program, arguments, environment, resetting: [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGTSTP],
            flags: newSession
        ) { actions in
            // The first terminal that the leader of a session opens becomes the session's own.
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
            if let outputPath {
                posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            } else {
                posix_spawn_file_actions_adddup2(&actions, 0, 1)
            }
        }
    }

    // MARK: - Its settings

    private static func settings(of descriptor: Int32) -> [UInt64] {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return [] }
        let characters = withUnsafeBytes(of: &settings.c_cc) { $0.map { UInt64($0) } }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt64($0) }
            + characters
    }

    var settings: [UInt64] { Self.settings(of: other) }

    /// The kernel tells the program by SIGWINCH.
    func resize(columns: Int, rows: Int) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        // What is on the screen doesn't matter: a program has to paint it anew.
        screen.resize(columns: columns, rows: rows)
        _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    }

    // MARK: - Keys and signals

    func type(_ text: String) { type(Array(text.utf8)) }

    func type(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            done += max(0, count)
        }
    }

    func send(_ signal: Int32) { kill(identifier, signal) }

    // MARK: - Looking

    private func readWhatIsThere(milliseconds: Int32) {
        var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(main, &bytes, bytes.count)
        guard count > 0 else { return }
        partial += bytes[..<count]
        // A character may come in two pieces.
        var length = partial.count
        while length > 0, length > partial.count - 4,
            String(validating: partial[..<length], as: UTF8.self) == nil
        { length -= 1 }
        let text = String(decoding: partial[..<length], as: UTF8.self)
        partial.removeFirst(length)
        written += text
        unseen += text
        screen.show(text)
    }

    /// Waits until the screen shows something, whole.
    func wait(_ what: String = "", seconds: Double = 60, until isSo: (TestScreen) -> Bool) throws {
        let end = Date().addingTimeInterval(seconds)
        while screen.isBeingPainted || !isSo(screen) {
            readWhatIsThere(milliseconds: 20)
            if Date() > end {
                throw EvlogProcess.Failure(
                    description:
                        "not seen: \(what); the screen shows:\n\(screen.lines.joined(separator: "\n"))")
            }
        }
    }

    func wait(for text: String) throws { try wait(text) { $0.text.contains(text) } }

    /// Waits until the program writes a text, after that of the last such wait.
    func waitForNext(_ text: String) throws {
        try wait(text) { _ in unseen.contains(text) }
        if let range = unseen.firstRange(of: text) { unseen.removeSubrange(..<range.upperBound) }
    }

    /// Waits for its end, and reads all that it wrote.
    /// - Returns: the exit status; 128 and the signal's number where a signal ended it.
    func end(seconds: Double = 60) throws -> Int32 {
        let end = Date().addingTimeInterval(seconds)
        while ended == nil {
            readWhatIsThere(milliseconds: 5)
            var status: Int32 = 0
            if waitpid(identifier, &status, WNOHANG) == identifier {
                ended = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
            } else if Date() > end {
                throw EvlogProcess.Failure(
                    description: "no end; the screen shows:\n\(screen.lines.joined(separator: "\n"))")
            }
        }
        var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0, waiting.revents & Int16(POLLIN) != 0 {
            readWhatIsThere(milliseconds: 0)
        }
        return ended ?? -1
    }
}
