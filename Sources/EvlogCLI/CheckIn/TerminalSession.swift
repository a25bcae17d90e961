#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The terminal while keys are read one by one: its settings, its signals, and waiting for either. One thread.
struct TerminalSession: ~Copyable {
    enum Event {
        case keys([TerminalKey])
        case resized
        /// It was stopped and goes on; the terminal may show anything.
        case resumed
        /// A signal that ends programs.
        case signal(Int32)
        /// The terminal is gone.
        case closed
    }

    /// How long after ESC nothing may come for it to be the key of that name.
    private static let escapeMilliseconds: Int32 = 100

    private let input: Int32
    private let output: Int32
    private let signals = TerminalSignals()
    private var settings: termios
    private var decoder = TerminalKeyDecoder()
    private var isEntered = false

    /// Takes the terminal that `input` is; nil where it doesn't tell its settings, or lets nobody change them.
    static func take(input: Int32 = 0, output: Int32 = 2) -> TerminalSession? {
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { return nil }
        var session = TerminalSession(input: input, output: output, settings: settings)
        guard session.enter() else { return nil }
        return session
    }

    private init(input: Int32, output: Int32, settings: termios) {
        self.input = input
        self.output = output
        self.settings = settings
    }

    deinit {
        guard isEntered else { return }
        var settings = settings
        Self.restore(&settings, input: input)
    }

    var size: TerminalSize { TerminalSize.current(of: output) }

    func write(_ text: String) { StandardStreams.writeError(text) }

    /// Keys come at once and unseen; Ctrl-S and Ctrl-Q are keys. Signals by key stay what they are.
    private mutating func enter() -> Bool {
        var raw = settings
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG)
        Self.set(&raw.c_cc, VMIN, 1)
        Self.set(&raw.c_cc, VTIME, 0)
        // Waits, in the background, until it is in the foreground again.
        while tcsetattr(input, TCSANOW, &raw) != 0 { if errno != EINTR { return false } }
        isEntered = true
        write(InlineScreen.begin)
        return true
    }

    /// The control characters are a tuple to Swift, an array to C.
    private static func set<Characters>(_ characters: inout Characters, _ place: Int32, _ value: cc_t) {
        withUnsafeMutableBytes(of: &characters) { bytes in
            let characters = bytes.bindMemory(to: cc_t.self)
            if characters.indices.contains(Int(place)) { characters[Int(place)] = value }
        }
    }

    /// Takes away what was painted and makes the terminal what it was.
    private static func restore(_ settings: inout termios, input: Int32) {
        StandardStreams.writeError(InlineScreen.end)
        while tcsetattr(input, TCSANOW, &settings) != 0 { if errno != EINTR { return } }
    }

    /// Makes the terminal what it was, stops, and takes it again when the program goes on.
    mutating func stop() -> Event {
        Self.restore(&settings, input: input)
        isEntered = false
        signals.stop()
        _ = signals.take(SIGCONT)
        // The shell may have other settings by now.
        var current = termios()
        if tcgetattr(input, &current) == 0 { settings = current }
        return enter() ? .resumed : .closed
    }

    /// Waits for what happens next.
    mutating func next() -> Event {
        while true {
            signals.quieten()
            if let number = signals.takeEnding() { return .signal(number) }
            if signals.take(SIGTSTP) { return stop() }
            if signals.take(SIGCONT) { return enter() ? .resumed : .closed }
            if signals.take(SIGWINCH) { return .resized }
            var waiting = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(
                &waiting, nfds_t(waiting.count), decoder.isPending ? Self.escapeMilliseconds : -1)
            if count < 0 {
                if errno == EINTR { continue }
                return .closed
            }
            if count == 0 {
                let keys = decoder.settle()
                if !keys.isEmpty { return .keys(keys) }
            } else if waiting[0].revents != 0 {
                guard let keys = readKeys() else { return .closed }
                if !keys.isEmpty { return .keys(keys) }
            }
        }
    }

    /// Nil when there is nothing more to read.
    private mutating func readKeys() -> [TerminalKey]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &bytes, bytes.count)
        if count > 0 { return decoder.feed(bytes[..<count]) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }
}
