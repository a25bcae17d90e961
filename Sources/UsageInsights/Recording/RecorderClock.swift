internal import Dispatch
internal import EventLog

/// The time that a recorder goes by. Tests have one of their own, so that none of them sleeps.
protocol RecorderClock: Sendable {
    /// Microseconds on a clock that only goes forward.
    func now() -> Int64
    /// Runs `work` on `queue` at that time, or soon after.
    func schedule(atMicroseconds time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)
}

struct HostRecorderClock: RecorderClock {
    func now() -> Int64 { HostSystem().monotonicMicroseconds() }

    func schedule(atMicroseconds time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)
    {
        let left = max(0, time - now())
        queue.asyncAfter(deadline: .now() + .microseconds(Int(clamping: left)), execute: work)
    }
}
