internal import LogFormat
import Synchronization

/// Keeps one frame builder from one small append to the next, since making its tables costs about as much as
/// encoding ten records. Safe from any thread: who comes while it is out gets a new one.
final class SpareBuilder: Sendable {
    /// Unchecked, because the compiler can't see that a builder in here is nobody else's.
    private struct Slot: @unchecked Sendable {
        var builder: FrameBuilder?
    }

    private let slot = Mutex(Slot())
    /// One that has held more than this keeps too much memory to be kept.
    private static let largestKept = 1024

    /// An empty builder, for the caller alone.
    func take() -> FrameBuilder {
        let kept = slot.withLock { slot in
            let kept = slot
            slot.builder = nil
            return kept
        }
        return kept.builder ?? FrameBuilder()
    }

    func giveBack(_ builder: FrameBuilder) {
        guard builder.count <= Self.largestKept else { return }
        builder.removeAll()
        let returned = Slot(builder: builder)
        slot.withLock { $0 = returned }
    }
}
