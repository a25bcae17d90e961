package import Dispatch
import Synchronization
import UsageInsights

/// A clock that stands still until it is moved; what is due then runs on its queue.
package final class ManualClock: RecorderClock {
    private struct Wish {
        var time: Int64
        var queue: DispatchQueue
        var work: @Sendable () -> Void
    }

    private let state = Mutex((now: Int64(0), wishes: [Wish]()))

    package init() {}

    package func now() -> Int64 { state.withLock { $0.now } }
    package func roughNow() -> Int64 { now() }

    package func schedule(
        atMicroseconds time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
    ) {
        state.withLock { $0.wishes.append(Wish(time: time, queue: queue, work: work)) }
    }

    /// Moves on, and waits until everything that is due by then is done.
    package func advance(seconds: Double) {
        let due = state.withLock { state in
            state.now += Int64(seconds * 1_000_000)
            let now = state.now
            let due = state.wishes.filter { $0.time <= now }
            state.wishes.removeAll { $0.time <= now }
            return due
        }
        for wish in due {
            wish.queue.sync(execute: wish.work)
            // One batch may have led to the next.
            for _ in 0..<2 { wish.queue.sync {} }
        }
    }

    /// Waits until what is on the queues is done.
    package func settle() {
        for wish in state.withLock({ $0.wishes }) { wish.queue.sync {} }
    }

    /// Drops what is to be done later, and with it what that holds on to.
    package func forget() { state.withLock { $0.wishes = [] } }

    package var wishCount: Int { state.withLock { $0.wishes.count } }
}
