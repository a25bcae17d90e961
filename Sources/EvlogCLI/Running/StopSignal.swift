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

    /// From here on the signals only set the mark.
    static func catchAll() {
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number) { raisedSignal.store($0, ordering: .relaxed) }
        }
    }
}
