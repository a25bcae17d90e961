import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Outside the type: a signal handler is a C function and may capture nothing.
private let raisedSignal = Atomic<Int32>(0)

/// SIGTERM, SIGINT and SIGHUP while records are read: what came so far is stored, then the command ends.
enum StopSignal {
    static var isRaised: Bool { number != 0 }
    /// The signal that came, or 0.
    static var number: Int32 { raisedSignal.load(ordering: .relaxed) }

    /// From here on the signals only set the mark. One that was ignored from the start stays so: that is how
    /// `nohup`, and a shell for what runs behind it, keep a command alive.
    static func catchAll() {
        for number in [SIGTERM, SIGINT, SIGHUP] {
            if isIgnored(number) { continue }
            signal(number) { raisedSignal.store($0, ordering: .relaxed) }
        }
    }

    /// Whether the process ignores the signal.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
