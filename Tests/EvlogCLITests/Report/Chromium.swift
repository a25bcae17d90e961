import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A headless Chromium, driven by its own DevTools protocol over two pipes: no port, no driver, no package. Messages are
/// JSON, each ended by a NUL. Not thread-safe.
final class Chromium {
    /// Where it is installed, if it is.
    static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static let skipped = """
        Chromium is not installed, so no browser looks at the report here; Debian has it: apt-get install chromium
        """

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let identifier: pid_t
    private let toBrowser: Int32
    private let fromBrowser: Int32
    private var received: [UInt8] = []
    private var lastCall = 0
    /// Events that came while an answer was awaited, in order.
    private(set) var events: [(method: String, parameters: [String: Any])] = []

    /// Held, so that its directory, with the profile in it, goes only once the browser has ended.
    private let scratch: Scratch

    init(in scratch: Scratch) throws {
        self.scratch = scratch
        guard let path = Self.path else { throw Failure(description: Self.skipped) }
        let (commands, answers) = (try Self.makePipe(), try Self.makePipe())
        toBrowser = commands.writing
        fromBrowser = answers.reading
        defer {
            close(commands.reading)
            close(answers.writing)
        }
        // As root it can't make its sandbox, and in a container it often can't either: the page is our own.
        let arguments = [
            path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-extensions", "--remote-debugging-pipe", "--user-data-dir=\(scratch.directory)/profile",
            "--disable-background-networking", "about:blank",
        ]
        let environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(scratch.directory)", "TZ=UTC", "LC_ALL=C.UTF-8",
        ]
        identifier = try Self.spawn(
            arguments, environment,
            errors: scratch.directory + "/chromium-errors", pipes: (commands.reading, answers.writing))
    }

    deinit {
        try? send(lastCall + 1, "Browser.close", [:], nil)
        defer {
            close(toBrowser)
            close(fromBrowser)
        }
        let isDone = eventually(seconds: 10) {
            var status: Int32 = 0
            return waitpid(identifier, &status, WNOHANG) != 0
        }
        if !isDone {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
    }

    /// Both ends above the numbers that the browser expects its pipes at, and not for other children.
    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "no pipe: errno \(errno)") }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        for end in ends { close(end) }
        return (moved[0], moved[1])
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String], errors: String, pipes: (Int32, Int32)
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, pipes.0, 3)
        posix_spawn_file_actions_adddup2(&actions, pipes.1, 4)
        var words = arguments.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let failure = posix_spawn(&identifier, arguments[0], &actions, nil, &words, &variables)
        guard failure == 0 else {
            throw Failure(description: "\(arguments[0]): cannot start: errno \(failure)")
        }
        return identifier
    }

    // MARK: - Messages

    /// Sends a command and waits for its answer.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) throws -> [String:
        Any]
    {
        lastCall += 1
        let number = lastCall
        try send(number, method, parameters, session)
        while true {
            let message = try receive()
            guard message["id"] as? Int == number else { continue }
            if let error = message["error"] { throw Failure(description: "\(method): \(error)") }
            return message["result"] as? [String: Any] ?? [:]
        }
    }

    private func send(_ number: Int, _ method: String, _ parameters: [String: Any], _ session: String?) throws
    {
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        message["sessionId"] = session
        var bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                write(toBrowser, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            guard count > 0 else { throw Failure(description: "\(method): Chromium no longer listens") }
            done += count
        }
    }

    /// The next message. Events are kept, and a dialog is closed at once, because everything waits while one is open.
    private func receive(seconds: Double = 60) throws -> [String: Any] {
        let end = Date().addingTimeInterval(seconds)
        while true {
            if let stop = received.firstIndex(of: 0) {
                let bytes = received[..<stop]
                received.removeSubrange(...stop)
                let message = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
                if let method = message["method"] as? String {
                    events.append((method, message["params"] as? [String: Any] ?? [:]))
                    if method == "Page.javascriptDialogOpening" {
                        lastCall += 1
                        try send(
                            lastCall, "Page.handleJavaScriptDialog", ["accept": false],
                            message["sessionId"] as? String)
                    }
                }
                return message
            }
            var wanted = pollfd(fd: fromBrowser, events: Int16(POLLIN), revents: 0)
            let wait = Int32(max(0, end.timeIntervalSinceNow * 1000))
            guard wait > 0, poll(&wanted, 1, wait) > 0 else {
                throw Failure(description: "Chromium gives no answer")
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(fromBrowser, &bytes, bytes.count)
            guard count > 0 else { throw Failure(description: "Chromium has ended") }
            received += bytes[..<count]
        }
    }

    /// Waits for an event that hasn't come before the first `after` ones.
    func wait(for method: String, after: Int) throws {
        while !events[after...].contains(where: { $0.method == method }) { _ = try receive() }
    }
}
