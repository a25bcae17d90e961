import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Outside the type: a signal handler is a C function and may capture nothing.
private let raised = Atomic<UInt64>(0)
private let bellDescriptor = Atomic<Int32>(-1)

private func note(_ signal: Int32) {
    let kept = errno
    raised.bitwiseOr(1 << UInt64(signal), ordering: .relaxed)
    var byte: UInt8 = 1
    let bell = bellDescriptor.load(ordering: .relaxed)
    if bell >= 0 { _ = write(bell, &byte, 1) }
    errno = kept
}

/// The signals that concern whoever has changed a terminal: caught, and told to a `poll` by a pipe, so that none can
/// come between looking and waiting.
struct TerminalSignals: ~Copyable {
    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let pipe = WakeUpPipe()
    private var caught: [Int32] = []

    /// To be polled; quieten it before `take`.
    var descriptor: Int32 { pipe.descriptor }

    /// Catches them from here on. Those that were ignored from the start stay so.
    init() {
        raised.store(0, ordering: .relaxed)
        bellDescriptor.store(pipe.bell, ordering: .relaxed)
        for number in Self.ending + [SIGTSTP, SIGCONT, SIGWINCH] where !StopSignal.isIgnored(number) {
            signal(number, note)
            caught.append(number)
        }
    }

    deinit {
        for number in caught { signal(number, SIG_DFL) }
        bellDescriptor.store(-1, ordering: .relaxed)
    }

    func quieten() { pipe.quieten() }

    /// Whether the signal came since it was last asked.
    func take(_ signal: Int32) -> Bool {
        let bit: UInt64 = 1 << UInt64(signal)
        return raised.bitwiseAnd(~bit, ordering: .relaxed).oldValue & bit != 0
    }

    /// One that ends the program, if any came.
    func takeEnding() -> Int32? { Self.ending.first { take($0) } }

    /// Stops as the signal would have without a handler; returns when the program goes on.
    func stop() {
        guard caught.contains(SIGTSTP) else { return }
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        signal(SIGTSTP, note)
    }

    /// Ends as the signal would have without a handler, so that a shell sees what it was.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(128 + number)
    }
}
