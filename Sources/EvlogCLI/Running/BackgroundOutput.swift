import Dispatch
import Synchronization

/// Standard output, written by a thread of its own, so that a large answer is made and handed over side by side.
/// Safe from one thread at a time.
final class BackgroundOutput: Sendable {
    private let queue = DispatchQueue(label: "evlog.output")
    /// Pieces on their way: one being written and one that waits.
    private let room = DispatchSemaphore(value: 2)
    private let failure = Mutex<(any Error)?>(nil)

    /// Hands over a piece, once there is room for it.
    /// - Throws: what an earlier piece met with; nothing is written after that.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try throwFailure()
        let piece = [UInt8](bytes)
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do {
                try piece.withUnsafeBytes { try StandardStreams.write($0) }
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until everything is written.
    /// - Throws: what a piece met with.
    func finish() throws {
        queue.sync {}
        try throwFailure()
    }

    private func throwFailure() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
