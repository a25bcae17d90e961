internal import Synchronization

/// What scheduled work reaches the core by, until the recorder goes.
final class RecorderTimers: Sendable {
    private struct State {
        var core: RecorderCore?
        var isOver = false
    }

    private let state = Mutex(State())

    var core: RecorderCore? { state.withLock { $0.core } }

    /// False where the recorder has gone, so that nothing is left to wait for.
    func reach(_ core: RecorderCore) -> Bool {
        state.withLock { state in
            if !state.isOver { state.core = core }
            return !state.isOver
        }
    }

    func end() {
        // The reference is let go of outside of the lock: it may be the last one.
        let last = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.core
        }
        withExtendedLifetime(last) {}
    }
}
