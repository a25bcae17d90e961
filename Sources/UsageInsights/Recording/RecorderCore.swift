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
    /// Batches are made into frames as soon as they are closed. For small ones, of which a long line may wait: a frame
    /// takes a fraction of a builder's memory.
    private let encodesAtOnce: Bool
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "evlog.recorder")
    private let queueMark = DispatchSpecificKey<Bool>()

    /// Unchecked, because the compiler can't see that the builders in here are touched inside the lock only.
    private struct State: @unchecked Sendable {
        var machine: Machine
        var open = FrameBuilder()
        /// Closed batches, as the machine has them in its line.
        var line: [RecorderBatch] = []
        var builders = RecorderBuilders()
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

    func refuseFromNowOn() { state.withLock { $0.isClosed = true } }

    /// Adds a record that has no `refusal`.
    /// - Parameter bytes: about how much memory it takes.
    func record(_ record: Record, bytes: Int) throws(LogError) {
        let now = clock.now()
        var failure: LogError?
        let errand = state.withShortLock { state -> Errand in
            guard !state.isClosed, state.machine.hasRoom(forBytes: bytes) else {
                failure = Self.refusal(state)
                return .none
            }
            state.open.append(record)
            let step = state.machine.added(bytes: bytes, isFull: state.open.isFull, now: now)
            return follow(step, &state)
        }
        if let failure { throw failure }
        run(errand)
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
        if encodesAtOnce, let frame = state.open.encode() {
            state.line.append(RecorderBatch(frame))
            state.open.removeAll()
        } else {
            state.line.append(RecorderBatch(state.open))
            state.open = state.builders.take()
        }
    }

    private func run(_ errand: Errand) {
        switch errand {
        case .none: break
        case .write: queue.async { [self] in _ = writeBatch() }
        case .schedule(let time):
            clock.schedule(atMicroseconds: time, on: queue) { [weak self] in self?.timerFired(time) }
        }
    }

    /// Writes everything that was pending when it was called; gives back the failure that ended it.
    func drain() -> LogError? {
        if DispatchQueue.getSpecific(key: queueMark) == true { return drainOnQueue() }
        return queue.sync { drainOnQueue() }
    }

    private func drainOnQueue() -> LogError? {
        let target = state.withLock { $0.machine.accepted }
        while true {
            // A batch that was set apart already, and whose turn on the queue is yet to come, is taken too.
            let hasBatch = state.withLock { state in
                guard state.machine.done < target else { return false }
                _ = follow(state.machine.flush(now: clock.now()), &state)
                return state.machine.isWriting
            }
            guard hasBatch else { return nil }
            if let failure = writeBatch() { return failure }
        }
    }

    private func timerFired(_ time: Int64) {
        let errand = state.withLock { state -> Errand in
            guard state.timerAt == time else { return .none }
            state.timerAt = nil
            return follow(state.machine.timer(now: clock.now()), &state)
        }
        if case .write = errand { _ = writeBatch() } else { run(errand) }
    }

    /// Writes the first batch of the line, if the machine has said so. On `queue` only.
    private func writeBatch() -> LogError? {
        let batch = state.withLock { $0.machine.isWriting ? $0.line.first : nil }
        guard let batch else { return nil }
        var failure: LogError?
        let frame: EncodedFrame?
        switch batch.content {
        case .frame(let encoded): frame = encoded
        case .builder(let builder): frame = builder.encode()
        }
        if let frame {
            do throws(LogError) {
                try writer.commit(frame)
            } catch {
                failure = error
            }
        }
        let outcome: Machine.Outcome =
            failure == nil ? .written : failure?.code == .invalid ? .refused : .failed
        // It says what no later success may hide.
        if outcome == .refused {
            failure?.message += "; \(batch.count) events can't be written and are given up"
        }
        let errand = state.withLock { state -> Errand in
            state.lastFailure = failure
            if case .builder(let builder) = batch.content { state.builders.giveBack(builder) }
            if outcome != .failed {
                state.line.removeFirst()
            } else if let frame {
                state.line[0] = RecorderBatch(frame)
            }
            return follow(state.machine.finished(outcome, now: clock.now()), &state)
        }
        if let failure { onFailure(failure) }
        run(errand)
        return failure
    }
}
