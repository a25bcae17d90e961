internal import Dispatch
public import EventLog
public import Foundation
internal import LogFormat

/// Records usage events from anywhere in an app. Ten pending events are written at once, fewer five seconds after the
/// last one; each batch is one commit, durable when it is done. What is recorded while one batch is being written
/// joins the next, so that a busy app is not slowed down by the disk; see ``Syncing``.
///
/// Safe from any thread or task: events get into the log in the order in which `record` took them. `record` never
/// waits for the disk. A batch that could not be written stays, in order and ahead of newer events, and is tried again
/// by itself after pauses that grow from half a second to a minute; `onFailure` is told each time. Memory is bounded:
/// beyond `maximumPending` events or `maximumPendingBytes` new ones are refused, and old ones never dropped.
///
/// `close`, and letting go of the recorder, write what is pending. The latter tries once, and nobody is left to try
/// again where the disk fails: an app that must know calls `close`, which throws.
public final class UsageEventRecorder: Sendable {
    /// How what is recorded under load becomes commits.
    public enum Syncing: Sendable {
        /// All that has come while one batch was written and synced is the next batch.
        case grouped
        /// Each batch holds `batchSize` events at most and is synced by itself, however fast they come.
        case eachBatch
    }

    let core: RecorderCore
    private let zone: Zone?

    /// A recorder that writes to a log; any number of them may. Nothing is written before the first event.
    /// - Parameters:
    ///   - writer: the log to append to; other writers, in this process or others, may append too.
    ///   - batchSize: so many pending events are written at once.
    ///   - flushAfter: fewer are written so many seconds after the last one.
    ///   - maximumPending: beyond so many, new events are refused.
    ///   - maximumPendingBytes: beyond about so much memory of pending events, too.
    ///   - syncing: whether batches grow under load.
    ///   - zone: says the UTC offset that events are recorded with; nil leaves it unknown.
    ///   - onFailure: told of each failed write, on a thread of the recorder's or on that of a call to `flush`.
    public convenience init(
        writer: LogWriter, batchSize: Int = 10, flushAfter: TimeInterval = 5, maximumPending: Int = 100_000,
        maximumPendingBytes: Int = 64 << 20, syncing: Syncing = .grouped, zone: Zone? = nil,
        onFailure: @escaping @Sendable (LogError) -> Void = { _ in }
    ) {
        var rules = RecorderMachine.Rules()
        rules.batchSize = max(1, batchSize)
        rules.flushAfterMicroseconds = Int64((min(max(flushAfter, 0), 86_400) * 1_000_000).rounded())
        rules.maximumPending = max(1, maximumPending)
        rules.maximumPendingBytes = max(0, maximumPendingBytes)
        if syncing == .eachBatch { rules.largestBatch = rules.batchSize }
        self.init(
            core: RecorderCore(
                writer: writer, rules: rules, clock: HostRecorderClock(), onFailure: onFailure),
            zone: zone)
    }

    init(core: RecorderCore, zone: Zone? = nil) {
        self.core = core
        self.zone = zone
    }

    /// Events pending when the recorder goes are written first.
    deinit {
        _ = core.drain()
        core.forgetTimers()
    }

    // MARK: - Recording

    /// Records an event that happens now. Costs a copy of it in memory, and never waits for the disk: the event is
    /// durable once its batch is written, or after ``flush()``.
    /// - Parameters:
    ///   - eventType: what happened, such as `taskCompleted`; see ``UsageEvent/EventType``.
    ///   - metadata: what more there is to say.
    ///   - duration: seconds, for what takes time.
    /// - Throws: `LogError` with `.invalid` for an empty type or a duration that is negative, not finite or too long,
    ///   or after `close`; `.noSpace` where too many events wait already.
    public func record(
        _ eventType: String, metadata: [String: String] = [:], duration: TimeInterval? = nil
    ) throws(LogError) {
        try record(eventType, at: WallClock.now(), metadata, duration)
    }

    /// Records an event of any time. Throws as ``record(_:metadata:duration:)`` does, and for a time outside the years 1
    /// to 9999.
    public func record(_ event: UsageEvent) throws(LogError) {
        let microseconds = (event.timestamp.timeIntervalSince1970 * 1_000_000).rounded()
        guard let timestamp = Int64(exactly: microseconds) else { throw Self.refusal }
        try record(event.eventType, at: timestamp, event.metadata, event.duration)
    }

    private func record(
        _ eventType: String, at timestamp: Int64, _ metadata: [String: String], _ duration: TimeInterval?
    ) throws(LogError) {
        let offset = zone?.knownOffsetMinutes(at: timestamp).map { Int16(clamping: $0) }
        let isTaken = try core.record(
            eventType, at: timestamp, offset: offset ?? Format.unknownOffset, duration: duration, metadata)
        guard isTaken else { throw Self.refusal }
    }

    private static var refusal: LogError {
        LogError(.invalid, "the event's type, time, duration or metadata is out of bounds")
    }

    /// Records that a screen was seen now. Throws as ``record(_:metadata:duration:)`` does.
    public func recordScreenView(_ screenName: String) throws(LogError) {
        try record(UsageEvent.EventType.screenViewed, metadata: ["screen": screenName])
    }

    /// Records that a feature was used now. Throws as ``record(_:metadata:duration:)`` does.
    public func recordFeatureUsed(_ featureName: String) throws(LogError) {
        try record(UsageEvent.EventType.featureUsed, metadata: ["feature": featureName])
    }

    /// Records that a task was completed now. Throws as ``record(_:metadata:duration:)`` does.
    /// - Parameters:
    ///   - category: which kind of task; cards show the most frequent one.
    ///   - metadata: what more there is to say.
    public func recordTaskCompleted(
        category: String? = nil, metadata: [String: String] = [:]
    ) throws(LogError) {
        var metadata = metadata
        if let category { metadata[RecordField.category.text] = category }
        try record(UsageEvent.EventType.taskCompleted, metadata: metadata)
    }

    /// Records a session that ends now. Throws as ``record(_:metadata:duration:)`` does.
    /// - Parameters:
    ///   - duration: its seconds.
    ///   - metadata: what more there is to say.
    public func recordSession(duration: TimeInterval, metadata: [String: String] = [:]) throws(LogError) {
        try record(UsageEvent.EventType.sessionCompleted, metadata: metadata, duration: duration)
    }

    // MARK: - Writing

    /// Events that are not on the disk yet.
    public var pendingCount: Int { core.pendingCount }

    /// The newest failure since the last batch that was written.
    public var lastFailure: LogError? { core.lastFailure }

    /// Writes everything that is pending, and waits until it is on the disk. Not to be called from a thread that draws.
    /// - Throws: the `LogError` of the write; what is pending stays so, and is tried again by itself.
    public func flush() throws(LogError) {
        if let failure = core.drain() { throw failure }
    }

    /// Writes what is pending, then removes exactly the events that are older than so many days of 24 hours, wherever
    /// they are in the log. Waits for the disk: O(bytes of the segments that hold any).
    /// - Parameters:
    ///   - days: counted back from now.
    ///   - keepsRollups: they go on being counted in totals, streaks and rollups.
    /// - Returns: how many were removed.
    /// - Throws: `LogError` with `.invalid` for a negative age, `.locked` if another process prunes or compacts;
    ///   what a write throws.
    @discardableResult
    public func pruneEvents(olderThanDays days: Int = 365, keepsRollups: Bool = false) throws(LogError) -> Int
    {
        guard days >= 0 else { throw LogError(.invalid, "a negative age: \(days) days") }
        try flush()
        let now = Int64((Date().timeIntervalSince1970 * 1_000_000).rounded())
        let (age, overflows) = Int64(days).multipliedReportingOverflow(by: Microseconds.day)
        guard !overflows, age < now - Format.minimumTimestamp else { return 0 }
        var options = LogKeeping.PruneOptions(cutoff: now - age, firstDay: .min)
        options.keepsRollups = keepsRollups
        return try LogKeeping(core.writer).prune(options).droppedRecords
    }

    /// Writes everything that is pending, waits until it is on the disk, and takes nothing more from now on.
    /// - Throws: the `LogError` of the write; the events are then still pending, and it may be called again.
    public func close() throws(LogError) {
        core.refuseFromNowOn()
        try flush()
    }
}
