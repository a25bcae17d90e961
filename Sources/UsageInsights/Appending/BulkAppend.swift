internal import Dispatch
package import EventLog
import LogFormat
import Synchronization

/// How a file or stream of records is appended.
package struct AppendOptions: Sendable {
    package enum OnError: Sendable { case stop, skip }

    package var onError = OnError.stop
    package var lines = JSONLinesOptions()
    /// The zone of times that come without an offset.
    package var zone: Zone
    /// The time of records that have none of their own, where there is no `clock`.
    package var now: Int64
    /// Asked for each chunk, for an input that goes on for hours.
    package var clock: (@Sendable () -> Int64)?
    package var skipsExisting = false
    /// Whether refused lines are wanted with their text.
    package var keepsRefusedText = false

    package init(zone: Zone, now: Int64) {
        self.zone = zone
        self.now = now
    }
}

/// Where chunks of whole lines come from.
package protocol ChunkSource: AnyObject, Sendable {
    /// Fills `chunk` with the next whole lines, waiting for them if need be; false at the end. Called by one
    /// thread at a time.
    func fill(_ chunk: InputChunk) throws(LogError) -> Bool
    /// Ends a `fill` that waits, soon, and all later ones: nobody wants more. Called from any thread.
    func cancel()
    /// A chunk is dealt with: the oldest of those that were filled. Called from any thread.
    func didCommit()
    /// How large chunks should be made.
    var chunkCapacity: Int { get }
}

extension ChunkSource {
    package func didCommit() {}
}

/// What was done with an input.
package struct AppendOutcome: Sendable {
    package var appended = 0
    package var duplicates = 0
    package var rejected = 0
    package var firstSequence: UInt64?
    package var lastSequence: UInt64?
    /// The line that ended it, if one did.
    package var stoppedAt: RefusedLine?
    /// What was cut off the log's end when it was opened.
    package var notices: [Damage] = []

    package init() {}

    /// Counts a frame that was committed.
    mutating func count(_ sequences: Range<UInt64>) {
        appended += sequences.count
        firstSequence = firstSequence ?? sequences.lowerBound
        lastSequence = sequences.upperBound - 1
    }
}

/// Appends an input: several threads parse and encode chunks side by side, and each chunk is committed in its
/// turn, so that records keep the order of their lines.
///
/// Memory: a few chunks, whatever the input; see `KnownRecords` for what looking for duplicates takes.
package final class BulkAppend: Sendable {
    private let source: any ChunkSource
    private let options: AppendOptions
    private let onRefusal: @Sendable (RefusedLine) -> Void
    private let onProgress: @Sendable (AppendOutcome, Int) -> Void
    private let queue: Mutex<Queue>
    private let window: DispatchSemaphore

    private struct Queue: ~Copyable {
        var taken = 0
        var committed = 0
        var isCommitting = false
        var isFinished = false
        var failure: LogError?
        var waiting: [Int: (chunk: InputChunk, parsed: ParsedChunk)] = [:]
        var free: [InputChunk] = []
    }

    /// Unchecked, because the compiler can't see that `Queue.isCommitting` lets in one thread at a time.
    private nonisolated(unsafe) let committer: ChunkCommitter
    private let sourceTurn = Mutex(())

    /// - Parameters:
    ///   - onRefusal: Told of each refused line, in order, before what follows it is committed.
    ///   - onProgress: Told after each commit what was done so far and how many bytes of input that took.
    package init(
        writer: LogWriter, source: any ChunkSource, options: AppendOptions,
        onRefusal: @escaping @Sendable (RefusedLine) -> Void = { _ in },
        onProgress: @escaping @Sendable (AppendOutcome, Int) -> Void = { _, _ in }
    ) {
        self.source = source
        self.options = options
        self.onRefusal = onRefusal
        self.onProgress = onProgress
        committer = ChunkCommitter(writer: writer, options: options)
        queue = Mutex(Queue())
        window = DispatchSemaphore(value: Self.threads + 2)
    }

    /// One more than there are processors, so that one waits for the disk while the others parse.
    private static let threads = HostProcessors.count + 1

    /// Appends everything. Call once.
    /// - Returns: what was done; everything that it counts as appended is durable.
    /// - Throws: `LogError` of the log or the source; what was committed until then stays, and `outcome` says
    ///   what that was.
    package func run() throws(LogError) -> AppendOutcome {
        DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in work() }
        let failure = queue.withLock { $0.failure }
        if let failure { throw failure }
        return committer.outcome
    }

    /// What was done so far. Only after `run` has returned or thrown.
    package var outcome: AppendOutcome { committer.outcome }

    private func work() {
        let parser = ChunkParser(options: options)
        while true {
            window.wait()
            guard let (number, chunk) = take() else {
                window.signal()
                return
            }
            let parsed = parser.parse(chunk)
            queue.withLock { queue in
                queue.waiting[number] = (chunk, parsed)
                // Nothing after a line that ends it all needs to be read.
                if parsed.isStopped { queue.isFinished = true }
            }
            if parsed.isStopped { source.cancel() }
            commitReady()
        }
    }

    private func take() -> (Int, InputChunk)? {
        sourceTurn.withLock { _ -> (Int, InputChunk)? in
            let free: InputChunk?? = queue.withLock { queue in
                queue.isFinished ? .none : .some(queue.free.popLast())
            }
            guard let free else { return nil }
            let chunk = free ?? InputChunk(capacity: source.chunkCapacity)
            do throws(LogError) {
                if try source.fill(chunk) {
                    return queue.withLock { queue in
                        queue.taken += 1
                        return (queue.taken - 1, chunk)
                    }
                }
                queue.withLock { $0.isFinished = true }
            } catch {
                fail(error)
            }
            return nil
        }
    }

    private func fail(_ error: LogError) {
        queue.withLock { queue in
            if queue.failure == nil { queue.failure = error }
            queue.isFinished = true
        }
        source.cancel()
    }

    /// Commits the chunks whose turn it is, unless another thread is at it.
    private func commitReady() {
        while true {
            let next: (chunk: InputChunk, parsed: ParsedChunk)? = queue.withLock { queue in
                guard !queue.isCommitting, let next = queue.waiting.removeValue(forKey: queue.committed)
                else {
                    return nil
                }
                queue.isCommitting = true
                return next
            }
            guard let next else { return }
            let isOver = queue.withLock { $0.failure != nil } || committer.outcome.stoppedAt != nil
            if !isOver {
                do throws(LogError) {
                    for line in try committer.commit(next.parsed, of: next.chunk) { onRefusal(line) }
                    onProgress(committer.outcome, committer.bytes)
                } catch { fail(error) }
            }
            // A retraction may end it all only now.
            let isStopped = committer.outcome.stoppedAt != nil
            queue.withLock { queue in
                if isStopped { queue.isFinished = true }
                queue.committed += 1
                queue.isCommitting = false
                queue.free.append(next.chunk)
            }
            window.signal()
            source.didCommit()
            if isStopped { source.cancel() }
        }
    }
}
