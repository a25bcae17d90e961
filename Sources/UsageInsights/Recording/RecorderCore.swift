import Dispatch
import EventLog
import Synchronization

/// What a recorder does beside deciding: keeps the machine behind a lock, and writes on a queue of its own, one batch
/// after the other. Apart from `UsageEventRecorder`, so that work on the queue never holds the last reference to
/// that, and letting go of it can wait for the queue.
final class RecorderCore: Sendable {
    typealias Machine = RecorderMachine<Record>

    private let writer: LogWriter
    private let clock: any RecorderClock
    private let onFailure: @Sendable (LogError) -> Void
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "evlog.recorder")
    private let queueMark = DispatchSpecificKey<Bool>()

    private struct State: ~Copyable {
        var machine: Machine
        var isClosed = false
        var lastFailure: LogError?
        /// When the timer that counts will fire; others that are still on their way mean nothing.
        var timerAt: Int64?
    }

    init(
        writer: LogWriter, rules: Machine.Rules, clock: any RecorderClock,
        onFailure: @escaping @Sendable (LogError) -> Void = { _ in }
    ) {
        self.writer = writer
        self.clock = clock
        self.onFailure = onFailure
        state = Mutex(State(machine: Machine(rules: rules)))
        queue.setSpecific(key: queueMark, value: true)
    }

    var pendingCount: Int { state.withLock { $0.machine.pending.count } }
    var lastFailure: LogError? { state.withLock { $0.lastFailure } }

    func refuseFromNowOn() { state.withLock { $0.isClosed = true } }

    func record(_ record: Record) throws(LogError) {
        let now = clock.now()
        let outcome: Result<Machine.Action, LogError> = state.withLock { state in
            guard !state.isClosed else { return .failure(LogError(.invalid, "the recorder is closed")) }
            guard let action = state.machine.record(record, now: now) else {
                let reason = state.lastFailure.map { ": \($0)" } ?? ""
                return .failure(LogError(.noSpace, "too many events wait to be written\(reason)"))
            }
            return .success(action)
        }
        perform(try outcome.get())
    }

    /// Writes everything that is pending; gives back the failure that ended it.
    func drain() -> LogError? {
        if DispatchQueue.getSpecific(key: queueMark) == true { return drainOnQueue() }
        return queue.sync { drainOnQueue() }
    }

    private func drainOnQueue() -> LogError? {
        while true {
            // A batch that was set apart already, and whose turn on the queue is yet to come, is taken too.
            let hasBatch = state.withLock { state in
                _ = state.machine.flush(now: clock.now())
                return state.machine.writing > 0
            }
            guard hasBatch else { return nil }
            if let failure = writeBatch() { return failure }
        }
    }

    private func perform(_ action: Machine.Action) {
        switch action {
        case .nothing: break
        case .write: queue.async { [self] in _ = writeBatch() }
        case .wake(let time):
            let isSooner = state.withLock { state in
                if let timerAt = state.timerAt, timerAt <= time { return false }
                state.timerAt = time
                return true
            }
            guard isSooner else { return }
            clock.schedule(atMicroseconds: time, on: queue) { [weak self] in self?.timerFired(time) }
        }
    }

    private func timerFired(_ time: Int64) {
        let action = state.withLock { state in
            guard state.timerAt == time else { return Machine.Action.nothing }
            state.timerAt = nil
            return state.machine.timer(now: clock.now())
        }
        if action == .write { _ = writeBatch() } else { perform(action) }
    }

    /// Writes the batch that the machine has set apart, if there is one. On `queue` only.
    private func writeBatch() -> LogError? {
        let batch = state.withLock { state in Array(state.machine.batch) }
        guard !batch.isEmpty else { return nil }
        var failure: LogError?
        do throws(LogError) {
            try writer.append(batch)
        } catch {
            failure = error
        }
        let action = state.withLock { state in
            state.lastFailure = failure
            // Each record is within the limits, so only a batch of many can be too much for one frame.
            if failure?.code == .invalid && batch.count > 1 {
                state.lastFailure = nil
                return state.machine.halve(now: clock.now())
            }
            return state.machine.finished(isWritten: failure == nil, now: clock.now())
        }
        if failure?.code == .invalid && batch.count > 1 { return writeBatch() }
        if let failure { onFailure(failure) }
        perform(action)
        return failure
    }
}
