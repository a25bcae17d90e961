/// How a log is written. None of it changes what is in it.
public struct LogOptions: Sendable {
    /// A segment is sealed, and the next one begun, once it is this long. 8 MiB: small enough to find its end
    /// in a millisecond, large enough that ten million events are a handful of files.
    public var segmentLength = 8 << 20
    /// How long to wait for another process that holds the lock, in microseconds.
    public var lockWaitMicroseconds = 10_000_000
    /// Whether a commit returns only when it is on the disk. Without it a commit survives the end of the
    /// process, but not a loss of power.
    public var isDurable = true

    public init() {}
}
