internal import Dispatch
internal import EventLog
internal import LogFormat
internal import Synchronization

/// What a recorder does beside deciding: keeps the machine and the open batch behind a lock, and writes on a queue of
/// its own, one batch after the other. Apart from `UsageEventRecorder`, so that work on the queue never holds the last
/// reference to that, and letting go of it can wait for the queue.
final class RecorderCore: Sendable {
    typealias Machine = RecorderMachine

    let writer: LogWriter
    private let clock: any RecorderClock
    private let onFailure: @Sendable (LogError) -> Void
    /// Batches are made into frames as soon as they are closed. For small ones, of which a long line may wait: the
    /// threads that record share the work, and each sync follows the one before without delay.
    private let encodesAtOnce: Bool
    /// For what is encoded on the queue. Touched there only.
    private nonisolated(unsafe) let builder = FrameBuilder()
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "evlog.recorder")
    private let queueMark = DispatchSpecificKey<Bool>()
    /// Not weak references, which would make all counting of references to this, for each event, many times dearer.
    private let timers = RecorderTimers()
    /// Calls of `onFailure` that have not returned, one inside the other. Touched on the queue only.
    private nonisolated(unsafe) var failuresBeingTold = 0
    /// Calls that wait for their turn on the queue to drain it.
    private let waitingDrains = Atomic(0)

    /// Unchecked, because the compiler can't see that the builders in here are touched inside the lock only.
    private struct State: @unchecked Sendable {
        var machine: Machine
        var open = PendingRecords()
        /// Closed batches, as the machine has them in its line.
        var line = WaitingLine<RecorderBatch>()
        /// For what is encoded at once.
        let builder = FrameBuilder()
        var spare = SpareRecords()
        var isClosed = false
        var lastFailure: LogError?
        /// When the timer that counts will fire; others that are still on their way mean nothing.
        var timerAt: Int64?
    }

    /// What is left to do once the lock is let go.
    private enum Errand {
        case none, write
        case schedule(Int64)
    }

    init(
        writer: LogWriter, rules: Machine.Rules, clock: any RecorderClock,
        onFailure: @escaping @Sendable (LogError) -> Void = { _ in }
    ) {
        self.writer = writer
        self.clock = clock
        self.onFailure = onFailure
        encodesAtOnce = rules.largestBatch <= Self.smallBatch
        state = Mutex(State(machine: Machine(rules: rules)))
        queue.setSpecific(key: queueMark, value: true)
    }

    private static let smallBatch = 1024

    var pendingCount: Int { state.withLock { $0.machine.pendingCount } }
    var lastFailure: LogError? { state.withLock { $0.lastFailure } }

    /// Timers that are still on their way will find nothing to do, and none is set from now on, also where a write is
    /// only now failing.
    func forgetTimers() { timers.end() }

    func refuseFromNowOn() { state.withLock { $0.isClosed = true } }

    /// Adds an event, and never waits for the disk.
    /// - Returns: false if it is none that a log can hold; see `RecordBytes`.
    /// - Throws: `LogError` with `.noSpace` where too much waits already; `.invalid` after `refuseFromNowOn`.
    func record(
        _ name: String, at timestamp: Int64, offset: Int16, duration: Double?, _ attributes: [String: String]
    ) throws(LogError) -> Bool {
        // Made into bytes before the lock is taken, so that it is held for no longer than a copy takes.
        var outcome = Adding.needs(Self.usualLength)
        while case .needs(let length) = outcome {
            withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { target in
                let needed = RecordBytes.write(
                    name: name, timestamp: timestamp, offset: offset, duration: duration,
                    attributes: attributes, to: target)
                guard let needed else {
                    outcome = .refused
                    return
                }
                guard needed <= target.count else {
                    outcome = .needs(needed)
                    return
                }
                outcome = add(
                    UnsafeRawBufferPointer(rebasing: target[..<needed]), valueCount: attributes.count)
            }
        }
        switch outcome {
        case .failed(let failure): throw failure
        case .added(let errand):
            run(errand)
            return true
        case .needs, .refused: return false
        }
    }

    private enum Adding {
        case needs(Int)
        case refused
        case failed(LogError)
        case added(Errand)
    }

    /// Enough for most events, and little enough to lie on the stack.
    private static let usualLength = 1024

    private func add(_ record: UnsafeRawBufferPointer, valueCount: Int) -> Adding {
        let now = clock.roughNow()
        var failure: LogError?
        let errand = state.withShortLock { state -> Errand in
            guard !state.isClosed, state.machine.hasRoom(forBytes: record.count) else {
                failure = Self.refusal(state)
                return .none
            }
            state.open.append(record, valueCount: valueCount)
            let step = state.machine.added(bytes: record.count, isFull: state.open.isFull, now: now)
            return follow(step, &state)
        }
        if let failure { return .failed(failure) }
        return .added(errand)
    }

    private static func refusal(_ state: borrowing State) -> LogError {
        if state.isClosed { return LogError(.invalid, "the recorder is closed") }
        let reason = state.lastFailure.map { ": \($0)" } ?? ""
        return LogError(.noSpace, "too many events wait to be written\(reason)")
    }

    /// Does what of a step must be done inside the lock.
    private func follow(_ step: Machine.Step, _ state: inout State) -> Errand {
        if step.closesBatch { closeBatch(&state) }
        switch step.action {
        case .nothing: return .none
        case .write: return .write
        case .wake(let time):
            if let timerAt = state.timerAt, timerAt <= time { return .none }
            state.timerAt = time
            return .schedule(time)
        }
    }

    private func closeBatch(_ state: inout State) {
        if encodesAtOnce, let frame = state.open.encode(with: state.builder) {
            state.line.append(RecorderBatch(frame))
            state.open.removeAll()
        } else {
            state.line.append(RecorderBatch(state.open))
            state.open = state.spare.take()
        }
    }

    private func run(_ errand: Errand) {
        switch errand {
        case .none: break
        case .write: queue.async { [self] in writeBatches() }
        case .schedule(let time):
            guard timers.reach(self) else { return }
            clock.schedule(atMicroseconds: time, on: queue) { [timers] in
                timers.core?.timerFired(time)
            }
        }
    }

    /// Writes everything that was pending when it was called; gives back the failure that ended it.
    func drain() -> LogError? {
        if DispatchQueue.getSpecific(key: queueMark) == true { return drainOnQueue() }
        waitingDrains.add(1, ordering: .relaxed)
        defer { waitingDrains.subtract(1, ordering: .relaxed) }
        return queue.sync { drainOnQueue() }
    }

    private func drainOnQueue() -> LogError? {
        // Who is told of a failure may try again at once, and is told if that fails too; but not of that again, and so
        // on without end.
        if failuresBeingTold > 1, let lastFailure { return lastFailure }
        let target = state.withLock { $0.machine.accepted }
        while true {
            // A batch that was set apart already, and whose turn on the queue is yet to come, is taken too.
            let hasBatch = state.withLock { state in
                guard state.machine.done < target else { return false }
                _ = follow(state.machine.flush(now: clock.now()), &state)
                return state.machine.isWriting
            }
            guard hasBatch else { return nil }
            let (failure, errand) = writeLine()
            run(errand)
            if let failure { return failure }
        }
    }

    private func timerFired(_ time: Int64) {
        let errand = state.withLock { state -> Errand in
            guard state.timerAt == time else { return .none }
            state.timerAt = nil
            return follow(state.machine.timer(now: clock.now()), &state)
        }
        if case .write = errand { writeBatches() } else { run(errand) }
    }

    /// Writes one batch after the other as long as the machine says so, without a turn of the queue for each, but lets
    /// a call that wants to drain it go first. On `queue` only.
    private func writeBatches() {
        while true {
            let (_, errand) = writeLine()
            guard case .write = errand, waitingDrains.load(ordering: .relaxed) == 0 else {
                return run(errand)
            }
        }
    }

    /// So many commits, each with its own sync, may share one holding of the log's lock: others that want it must not
    /// wait for long.
    private static let commitsALock = 4

    /// Writes the first batch of the line, if the machine has said so, and a few more where they wait behind it and are
    /// frames already. On `queue` only.
    private func writeLine() -> (LogError?, Errand) {
        guard var batch = state.withLock({ $0.machine.isWriting ? $0.line.first : nil }) else {
            return (nil, .none)
        }
        var frame = frame(of: batch)
        var errand = Errand.none
        do throws(LogError) {
            try writer.locked { log throws(LogError) in
                for left in (0..<Self.commitsALock).reversed() {
                    let next = left == 0 ? nil : state.withLock { $0.line.second?.frame }
                    if let frame { _ = try log.commit(frame, isFollowed: next != nil) }
                    errand = finish(batch, .written)
                    guard next != nil, case .write = errand, let first = state.withLock({ $0.line.first })
                    else { return }
                    batch = first
                    frame = next
                }
            }
            return (nil, errand)
        } catch {
            return fail(batch, frame, error)
        }
    }

    private func frame(of batch: RecorderBatch) -> EncodedFrame? {
        switch batch.content {
        case .frame(let frame): frame
        case .records(let records): records.encode(with: builder)
        }
    }

    private func finish(_ batch: RecorderBatch, _ outcome: Machine.Outcome, _ failure: LogError? = nil)
        -> Errand
    {
        state.withLock { state -> Errand in
            state.lastFailure = failure
            if case .records(let records) = batch.content { state.spare.giveBack(records) }
            if outcome != .failed { state.line.removeFirst() }
            return follow(state.machine.finished(outcome, now: clock.now()), &state)
        }
    }

    private func fail(_ batch: RecorderBatch, _ frame: EncodedFrame?, _ failure: LogError) -> (
        LogError?, Errand
    ) {
        var failure = failure
        let outcome: Machine.Outcome = failure.code == .invalid ? .refused : .failed
        // It says what no later success may hide.
        if outcome == .refused {
            failure.message += "; \(batch.count) events can't be written and are given up"
        }
        // It is tried again as it is: its records are needed for others.
        if outcome == .failed, let frame { state.withLock { $0.line.first = RecorderBatch(frame) } }
        let errand = finish(batch, outcome, failure)
        failuresBeingTold += 1
        onFailure(failure)
        failuresBeingTold -= 1
        return (failure, errand)
    }
}
