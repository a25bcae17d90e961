/// When what was recorded is written: what happened and what time it is go in, what to do comes out. Pure, so that
/// every order of happenings can be tried without a clock or a disk.
///
/// It knows only numbers. Records gather in one open batch; a closed batch stands in line until it is written. What
/// comes while one is being written joins the open one, so a slow disk gets larger batches instead of a longer line.
/// A failed batch stays at the head of the line, and is tried again after a pause that grows.
struct RecorderMachine {
    struct Rules: Sendable {
        /// So many pending records are written at once.
        var batchSize = 10
        /// Fewer are written so long after the last one came.
        var flushAfterMicroseconds: Int64 = 5_000_000
        /// No batch gets more than so many.
        var largestBatch = Int.max
        /// Beyond so many pending records, or bytes of them, new ones are refused: memory is bounded, and nothing old is
        /// dropped.
        var maximumPending = 100_000
        var maximumPendingBytes = 64 << 20
        var firstPauseMicroseconds: Int64 = 500_000
        var longestPauseMicroseconds: Int64 = 60_000_000
    }

    enum Action: Equatable {
        case nothing
        /// Write the first batch of the line, then call `finished`.
        case write
        /// Call `timer` at that time, and forget any earlier wish.
        case wake(atMicroseconds: Int64)
    }

    struct Step: Equatable {
        /// The open batch goes to the end of the line, before anything else is done, and a new one begins.
        var closesBatch = false
        var action = Action.nothing
    }

    enum Outcome: Equatable {
        case written
        /// To be tried again.
        case failed
        /// No retry can help; the batch leaves the line so that others can be written.
        case refused
    }

    private struct Extent {
        var count = 0
        var bytes = 0
    }

    private let rules: Rules
    private var open = Extent()
    private var line = WaitingLine<Extent>()
    /// The first batch of the line is being written.
    private(set) var isWriting = false
    private(set) var pendingCount = 0
    private(set) var pendingBytes = 0
    /// Records that came, and those that left, since the beginning.
    private(set) var accepted = 0
    private(set) var done = 0
    /// All before this one are to be written now, however few they are.
    private var flushTarget = 0
    private var dueAt: Int64?
    /// After failures, the next pause, and when it ends.
    private var pause: Int64
    private var pausedUntil: Int64?

    init(rules: Rules) {
        self.rules = rules
        pause = rules.firstPauseMicroseconds
    }

    /// Whether a record of so many bytes may be added. One that is larger than all the room there is may come alone.
    func hasRoom(forBytes bytes: Int) -> Bool {
        pendingCount < rules.maximumPending
            && (pendingBytes &+ bytes <= rules.maximumPendingBytes || pendingCount == 0)
    }

    /// Records were added to the open batch.
    /// - Parameter isFull: it can't take another one.
    mutating func added(count: Int = 1, bytes: Int, isFull: Bool, now: Int64) -> Step {
        open.count &+= count
        open.bytes &+= bytes
        pendingCount &+= count
        pendingBytes &+= bytes
        accepted &+= count
        dueAt = now &+ rules.flushAfterMicroseconds
        let closes = isFull || open.count >= rules.largestBatch
        if closes { closeBatch() }
        var step = next(now: now)
        if closes { step.closesBatch = true }
        return step
    }

    /// Writes all that is pending now, also before the end of a pause.
    mutating func flush(now: Int64) -> Step {
        flushTarget = accepted
        pausedUntil = nil
        return next(now: now)
    }

    mutating func timer(now: Int64) -> Step { next(now: now) }

    /// The batch that was being written is done with.
    mutating func finished(_ outcome: Outcome, now: Int64) -> Step {
        isWriting = false
        if outcome == .failed {
            // A flush has failed with its batch; whoever asked for it was told so.
            flushTarget = done
            pausedUntil = now &+ pause
            pause = min(pause &* 2, rules.longestPauseMicroseconds)
        } else if let first = line.first {
            line.removeFirst()
            pendingCount &-= first.count
            pendingBytes &-= first.bytes
            done &+= first.count
            if outcome == .written { pause = rules.firstPauseMicroseconds }
        }
        return next(now: now)
    }

    private mutating func closeBatch() {
        line.append(open)
        open = Extent()
        dueAt = nil
    }

    private mutating func next(now: Int64) -> Step {
        guard !isWriting, pendingCount > 0 else { return Step() }
        if let pausedUntil {
            guard now >= pausedUntil else { return Step(action: .wake(atMicroseconds: pausedUntil)) }
            self.pausedUntil = nil
            // What came during the pause has waited long enough.
            flushTarget = accepted
        }
        var step = Step(action: .write)
        if line.isEmpty {
            let isDue = dueAt.map { now >= $0 } ?? false
            guard isDue || open.count >= rules.batchSize || done < flushTarget else {
                return Step(action: dueAt.map { .wake(atMicroseconds: $0) } ?? .nothing)
            }
            closeBatch()
            step.closesBatch = true
        }
        isWriting = true
        return step
    }
}
