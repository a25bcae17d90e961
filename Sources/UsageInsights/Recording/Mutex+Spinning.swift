internal import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Mutex where Value: ~Copyable {
    /// As `withLock`, for a lock that many threads take all the time and hold for a fraction of a microsecond: it tries
    /// for a while before it waits. As long as a thread waits, each unlocking goes through the kernel and hands the lock
    /// on in turn, which costs far more than what the lock protects.
    func withShortLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        for attempt in 1...200 {
            if let result = withLockIfAvailable(body) { return result }
            // Its holder is mostly at work on another processor; where it isn't, it needs this one.
            if attempt % 4 == 0 { sched_yield() } else { Self.linger() }
        }
        return withLock(body)
    }

    /// A few dozen nanoseconds in which the lock is left alone.
    private static func linger() {
        let mark = Atomic(0)
        for _ in 0..<20 { _ = mark.load(ordering: .acquiring) }
    }
}
