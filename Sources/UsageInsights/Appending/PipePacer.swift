internal import Synchronization

/// When lines of a live pipe are handed on to be committed: by the recorder's rule. What comes while a commit is under
/// way gathers, up to a full chunk. `finished` is safe from any thread; the rest is for the one that reads.
package final class PipePacer: Sendable {
    package enum Step: Equatable {
        /// What has gathered is a batch: commit it, then call `finished`.
        case handOver
        /// Nothing to do before that time, or before more comes or something is finished.
        case wait(untilMicroseconds: Int64?)
    }

    private struct State {
        var machine: RecorderMachine
        /// Commits that are finished and that the machine has not been told of: telling it may close a batch, and that
        /// must not happen while lines are on their way into it.
        var finished = 0
    }

    private let state: Mutex<State>

    package init(batchSize: Int, flushAfterMicroseconds: Int64) {
        var rules = RecorderMachine.Rules()
        rules.batchSize = batchSize
        rules.flushAfterMicroseconds = flushAfterMicroseconds
        state = Mutex(State(machine: RecorderMachine(rules: rules)))
    }

    /// Lines have come.
    /// - Parameter now: microseconds on a clock that only goes forward, as for `look`.
    package func came(lines: Int, isFull: Bool, now: Int64) -> Step {
        state.withLock { state in
            let step = state.machine.added(count: lines, bytes: 0, isFull: isFull, now: now)
            return Self.settle(step, &state, now: now)
        }
    }

    /// Time has passed, or something is finished.
    package func look(now: Int64) -> Step {
        state.withLock { Self.settle($0.machine.timer(now: now), &$0, now: now) }
    }

    /// A batch is committed: the oldest of those that were handed over.
    package func finished() { state.withLock { $0.finished += 1 } }

    /// Only a batch that closes is something to act on: those before it are on their way already.
    private static func settle(_ step: RecorderMachine.Step, _ state: inout State, now: Int64) -> Step {
        var step = step
        while !step.closesBatch && state.finished > 0 {
            state.finished -= 1
            step = state.machine.finished(.written, now: now)
        }
        if step.closesBatch { return .handOver }
        if case .wake(let time) = step.action { return .wait(untilMicroseconds: time) }
        return .wait(untilMicroseconds: nil)
    }
}
