package import Dispatch
internal import EventLog

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The time that a recorder goes by. Tests have one of their own, so that none of them sleeps.
package protocol RecorderClock: Sendable {
    /// Microseconds on a clock that only goes forward.
    func now() -> Int64
    /// The same clock, some milliseconds behind at most: asked for each event, it has to be cheap.
    func roughNow() -> Int64
    /// Runs `work` on `queue` at that time, or soon after.
    func schedule(atMicroseconds time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)
}

struct HostRecorderClock: RecorderClock {
    func now() -> Int64 { HostSystem().monotonicMicroseconds() }

    func roughNow() -> Int64 {
        #if os(Linux)
            // As of the last tick of the kernel: a look into memory, where the exact time asks the processor.
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
        #else
            return now()
        #endif
    }

    func schedule(atMicroseconds time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)
    {
        let left = max(0, time - now())
        queue.asyncAfter(deadline: .now() + .microseconds(Int(clamping: left)), execute: work)
    }
}

/// The time of day, for events that happen now.
enum WallClock {
    /// Microseconds since 1970-01-01 UTC, to the nearest one.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000 &+ (Int64(time.tv_nsec) &+ 500) / 1000
    }
}
