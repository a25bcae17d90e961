/// When a recorder writes: what happened and what time it is go in, what to do comes out. Pure, so that every order
/// of happenings can be tried without a clock or a disk.
///
/// Items leave only once they are written. What comes while a batch is being written joins the next one. A failed
/// batch stays at the front, and is tried again after a pause that grows.
struct RecorderMachine<Item> {
    struct Rules: Sendable {
        /// So many pending items are written at once.
        var batchSize = 10
        /// Fewer are written so long after the last one came.
        var flushAfterMicroseconds: Int64 = 5_000_000
        /// Beyond so many pending items new ones are refused: memory is bounded, and nothing old is dropped.
        var maximumPending = 100_000
        /// The largest batch; a long queue leaves in several.
        var largestBatch = 8192
        var firstPauseMicroseconds: Int64 = 500_000
        var longestPauseMicroseconds: Int64 = 60_000_000
    }

    enum Action: Equatable {
        case nothing
        /// Take `batch` and write it, then call `finished`.
        case write
        /// Call `timer` at that time, and forget any earlier wish.
        case wake(atMicroseconds: Int64)
    }

    private let rules: Rules
    private(set) var pending: [Item] = []
    /// How many of the first pending items are being written.
    private(set) var writing = 0
    private var dueAt: Int64?
    /// After failures, the next pause, and when it ends.
    private var pause: Int64
    private var pausedUntil: Int64?
    /// Everything is to be written now, however little it is.
    private var isFlushing = false

    init(rules: Rules) {
        self.rules = rules
        pause = rules.firstPauseMicroseconds
    }

    /// What `write` is about: the first items, in their order.
    var batch: ArraySlice<Item> { pending.prefix(writing) }

    /// Adds an item; nil if there is no room for it.
    mutating func record(_ item: Item, now: Int64) -> Action? {
        guard pending.count < rules.maximumPending else { return nil }
        pending.append(item)
        dueAt = now + rules.flushAfterMicroseconds
        return next(now: now)
    }

    /// Writes all that is pending now, also before the end of a pause.
    mutating func flush(now: Int64) -> Action {
        isFlushing = !pending.isEmpty
        pausedUntil = nil
        return next(now: now)
    }

    mutating func timer(now: Int64) -> Action { next(now: now) }

    /// The batch was written, or wasn't.
    mutating func finished(isWritten: Bool, now: Int64) -> Action {
        let count = writing
        writing = 0
        if isWritten {
            pending.removeFirst(count)
            pause = rules.firstPauseMicroseconds
            if pending.isEmpty {
                dueAt = nil
                isFlushing = false
            }
        } else {
            // A flush has failed with its batch; whoever asked for it was told so.
            isFlushing = false
            pausedUntil = now + pause
            pause = min(pause * 2, rules.longestPauseMicroseconds)
        }
        return next(now: now)
    }

    /// The batch was too large to be written at once: the first half of it is to be written next.
    mutating func halve(now: Int64) -> Action {
        writing = max(1, writing / 2)
        return .write
    }

    private mutating func next(now: Int64) -> Action {
        guard writing == 0, !pending.isEmpty else { return .nothing }
        if let pausedUntil {
            guard now >= pausedUntil else { return .wake(atMicroseconds: pausedUntil) }
            self.pausedUntil = nil
            isFlushing = true
        }
        let isDue = dueAt.map { now >= $0 } ?? false
        guard isFlushing || isDue || pending.count >= rules.batchSize else {
            return dueAt.map { .wake(atMicroseconds: $0) } ?? .nothing
        }
        writing = min(pending.count, rules.largestBatch)
        return .write
    }
}
