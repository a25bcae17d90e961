/// How a log is written. None of it changes what is in it.
public struct LogOptions: Sendable {
    /// A segment is sealed, and the next one begun, once it is this many bytes long. 8 MiB: small enough to find its end
    /// in a millisecond, large enough that ten million events are a handful of files.
    public var segmentLength = 8 << 20
    /// How long a commit waits for another process that holds the lock, in microseconds, before it throws
    /// ``LogError/Code/locked``.
    public var lockWaitMicroseconds = 10_000_000
    /// Whether a commit returns only when it is on the disk. Without it a commit survives the end of the
    /// process, but not a loss of power.
    public var isDurable = true

    /// What suits almost everyone: durable commits, segments of 8 MiB, ten seconds of waiting for the lock.
    public init() {}
}
