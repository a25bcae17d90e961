import EventLog
import Synchronization
import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whole lines from a file, a pipe or a terminal.
///
/// A file gives full chunks. What comes by a pipe is given by the recorder's rule (see `PipePacer`): once `batchSize`
/// lines have come, or `flushAfter` microseconds after the last one, but not while a commit is under way, which makes
/// large groups of what comes fast.
final class InputSource: ChunkSource {
    let chunkCapacity = 4 << 20

    /// What messages call it.
    let name: String
    private let descriptor: Int32
    /// Only for pipes, as the next one.
    private let pacer: PipePacer?
    /// Ends a wait for input when a commit is finished.
    private let bell: WakeUpPipe?
    /// Bytes of the whole input, where that is known.
    let totalBytes: UInt64?
    /// Chunks end with a line; without this they end where what was read ends.
    private let givesWholeLines: Bool

    private struct State {
        /// The beginning of a line whose end has not come yet.
        var rest: [UInt8] = []
        var isStart = true
        var isAtEnd = false
        /// A signal ended it, or nobody wants more, before the input did.
        var isStopped = false
        /// A line longer than a chunk was handed over; what is left of it is passed by.
        var isPassingBy = false
    }

    private let state = Mutex(State())
    private let isCancelled = Atomic(false)

    /// - Parameter path: `-` for standard input.
    init(
        path: String, batchSize: Int, flushAfterMicroseconds: Int64, givesWholeLines: Bool = true
    ) throws {
        self.givesWholeLines = givesWholeLines
        if path == "-" {
            descriptor = 0
            name = "standard input"
        } else {
            #if canImport(Darwin)
                descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC)
            #elseif canImport(Musl)
                descriptor = Musl.open(path, O_RDONLY | O_CLOEXEC)
            #else
                descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
            #endif
            name = path
            if descriptor < 0 {
                throw CommandFailure("\(path): cannot open: \(String(cString: strerror(errno)))")
            }
        }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        pacer = isFile ? nil : PipePacer(batchSize: batchSize, flushAfterMicroseconds: flushAfterMicroseconds)
        bell = isFile ? nil : WakeUpPipe()
        totalBytes = isFile ? UInt64(max(0, status.st_size)) : nil
        if status.st_mode & S_IFMT == S_IFDIR { throw CommandFailure("\(path): is a directory") }
    }

    deinit { if descriptor > 2 { _ = close(descriptor) } }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        bell?.ring()
    }

    func didCommit() {
        pacer?.finished()
        bell?.ring()
    }

    /// Whether it is no file, and has no end of its own.
    var isPipe: Bool { pacer != nil }

    private var shouldStop: Bool { StopSignal.isRaised || isCancelled.load(ordering: .relaxed) }

    /// Whether a signal came before all of a file was read. A pipe has no such end: it is read until then.
    var wasCutOff: Bool { !isPipe && StopSignal.isRaised && state.withLock { $0.isStopped } }

    /// Whether reading was stopped before the input's end, by a signal or since nobody wants more.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether this is what the input comes from.
    func isFile(_ other: stat) -> Bool {
        var own = stat()
        return fstat(descriptor, &own) == 0 && own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    func fill(_ chunk: InputChunk) throws(LogError) -> Bool {
        var outcome: Result<Bool, LogError>?
        state.withLock { state in
            outcome = Result { () throws(LogError) in try fill(chunk, &state) }
        }
        return try outcome?.get() ?? false
    }

    private func fill(_ chunk: InputChunk, _ state: inout State) throws(LogError) -> Bool {
        var count = state.rest.count
        state.rest.withUnsafeBytes { chunk.memory.copyMemory(from: $0) }
        state.rest.removeAll(keepingCapacity: true)
        var lines = 0
        while count < chunk.memory.count && !state.isAtEnd && !state.isStopped {
            if let pacer, lines > 0, !waitForMore(pacer) { break }
            let room = UnsafeMutableRawBufferPointer(rebasing: chunk.memory[count...])
            guard var got = try read(into: room) else {
                state.isStopped = true
                break
            }
            if got == 0 {
                state.isAtEnd = true
                break
            }
            if state.isPassingBy { got = passBy(room, got, &state) }
            count += got
            if let pacer {
                let new = Self.lineFeeds(room, got)
                lines += new
                let isFull = count == chunk.memory.count
                guard new > 0 || isFull else { continue }
                if pacer.came(lines: new, isFull: isFull, now: Self.now()) == .handOver { break }
            }
        }
        return deliver(chunk, count: count, &state)
    }

    /// Gives the whole lines among the first `count` bytes; what follows them waits for its end. If reading was
    /// stopped that never comes, and half a line is nothing to refuse.
    private func deliver(_ chunk: InputChunk, count: Int, _ state: inout State) -> Bool {
        chunk.isStartOfInput = state.isStart
        var whole = count
        if !state.isAtEnd && givesWholeLines {
            let filled = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk.memory)[..<count])
            whole = JSONLinesReader.countOfWholeLines(in: filled)
            if whole == 0 && count == chunk.memory.count {
                // No line is that long. The reader says so; the rest of it must not look like another one.
                whole = count
                state.isPassingBy = true
            }
            state.rest.append(contentsOf: filled[whole...])
        }
        chunk.count = whole
        if whole > 0 { state.isStart = false }
        return whole > 0
    }

    /// Drops what belongs to a line that was too long; gives back how much is left at the start of `room`.
    private func passBy(_ room: UnsafeMutableRawBufferPointer, _ got: Int, _ state: inout State) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        guard let end = room[..<got].firstIndex(of: lineFeed) else { return 0 }
        state.isPassingBy = false
        let left = got - end - 1
        if left > 0, let base = room.baseAddress { memmove(base, base + end + 1, left) }
        return left
    }

    private static func lineFeeds(_ room: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        var lines = 0
        for at in 0..<count where room[at] == UInt8(ascii: "\n") { lines += 1 }
        return lines
    }

    /// How many bytes were read, 0 at the end, nil if reading was to stop before.
    private func read(into room: UnsafeMutableRawBufferPointer) throws(LogError) -> Int? {
        while true {
            if shouldStop { return nil }
            if isPipe && !waitForInput(until: nil) { continue }
            #if canImport(Darwin)
                let got = Darwin.read(descriptor, room.baseAddress, room.count)
            #elseif canImport(Musl)
                let got = Musl.read(descriptor, room.baseAddress, room.count)
            #else
                let got = Glibc.read(descriptor, room.baseAddress, room.count)
            #endif
            if got >= 0 { return got }
            if errno != EINTR && errno != EAGAIN {
                throw LogError(.notFound, "cannot read: \(String(cString: strerror(errno)))", path: name)
            }
        }
    }

    private static func now() -> Int64 { HostSystem().monotonicMicroseconds() }

    /// Waits for input beside the lines that have come already; false once those are to be handed over.
    private func waitForMore(_ pacer: PipePacer) -> Bool {
        while true {
            switch pacer.look(now: Self.now()) {
            case .handOver: return false
            case .wait(let time):
                if waitForInput(until: time) { return true }
                if shouldStop { return false }
            }
        }
    }

    /// Whether input (or its end) has come. False at that time, and before it where there is something else to look at:
    /// what asks to stop, or a commit that is finished.
    private func waitForInput(until time: Int64?) -> Bool {
        while true {
            if shouldStop { return false }
            let left = time.map { max(0, $0 - Self.now()) } ?? .max
            // In steps, since a signal may come between looking for it and waiting.
            let milliseconds = Int32(min(200, left / 1000 + 1))
            var polls = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            if let bell { polls.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)) }
            let result = poll(&polls, nfds_t(polls.count), left == 0 ? 0 : milliseconds)
            if result < 0 && errno != EINTR { return true }
            if result > 0 && polls[0].revents != 0 { return true }
            if result > 0 { bell?.quieten() }
            if result > 0 || left == 0 { return false }
        }
    }
}
