internal import Dispatch
package import LogFormat
internal import Synchronization

/// Something that takes in frames one after the other. One object serves one thread.
package protocol FrameFold: AnyObject, SendableMetatype {
    /// Takes in a frame. Throws where the frame isn't what the format says; what it had taken of that frame
    /// must then not show in the result.
    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError)
}

extension LogSnapshot {
    /// Frames that lie next to each other in one segment, and are read at once.
    struct Run: Sendable {
        var segment: Int
        var entries: Range<Int>
    }

    private static let runLength = 1 << 20

    /// Reads the frames that `wanted` lets through, on as many threads as there are processors (or `threads`),
    /// each with a fold of its own out of `make`. The order of frames is not kept.
    ///
    /// Memory: a fold, a decoder and about a megabyte of file a thread, whatever the log holds.
    /// - Returns: the folds, and what could not be read.
    package func fold<Fold: FrameFold>(
        threads: Int? = nil, where wanted: (FrameEntry) -> Bool = { _ in true },
        make: @escaping @Sendable () -> Fold
    ) throws(LogError) -> (folds: [Fold], damage: [Damage]) {
        let runs = runs(where: wanted)
        let bytes = runs.reduce(0) { sum, run in
            sum + segments[run.segment].entries[run.entries].reduce(0) { $0 + $1.frameLength }
        }
        // Below this a second thread costs more than it brings.
        let useful = max(1, min(runs.count, bytes / (128 << 10)))
        let count = min(useful, threads ?? Self.processorCount)
        let next = Mutex(0)
        let results = Mutex(Results<Fold>())
        let work: @Sendable (Int) -> Void = { _ in
            let fold = make()
            let reader = RunReader(snapshot: self)
            var failure: LogError?
            while failure == nil {
                let index = next.withLock { value in
                    defer { value += 1 }
                    return value
                }
                guard index < runs.count else { break }
                do throws(LogError) {
                    try reader.read(runs[index]) { frame, entry throws(FormatError) in
                        try fold.fold(frame, entry)
                    }
                } catch { failure = error }
            }
            let finished = Handover(fold: fold)
            let (damage, failed) = (reader.damage, failure)
            results.withLock { results in
                results.folds.append(finished.fold)
                results.damage += damage
                if results.failure == nil { results.failure = failed }
            }
        }
        if count > 1 { DispatchQueue.concurrentPerform(iterations: count, execute: work) } else { work(0) }
        let finished = results.withLock { results in
            Handover(fold: results)
        }
        if let failure = finished.fold.failure { throw failure }
        return (
            finished.fold.folds, finished.fold.damage.sorted { ($0.file, $0.offset) < ($1.file, $1.offset) }
        )
    }

    private struct Results<Fold> {
        var folds: [Fold] = []
        var damage: [Damage] = []
        var failure: LogError?
    }

    /// Carries a fold from the thread that filled it to the one that asked. Unchecked, because the compiler
    /// can't see what `concurrentPerform` promises: when it returns, no other thread has the fold any more.
    private struct Handover<Fold>: @unchecked Sendable {
        let fold: Fold
    }

    static let processorCount = HostProcessors.count

    private func runs(where wanted: (FrameEntry) -> Bool) -> [Run] {
        var runs: [Run] = []
        for (index, segment) in segments.enumerated() {
            var start: Int?
            var length = 0
            func close(at end: Int) {
                if let first = start { runs.append(Run(segment: index, entries: first..<end)) }
                start = nil
                length = 0
            }
            for (at, entry) in segment.entries.enumerated() {
                guard wanted(entry) else {
                    close(at: at)
                    continue
                }
                if start != nil
                    && (length + entry.frameLength > Self.runLength
                        || segment.entries[at - 1].end != entry.offset)
                {
                    close(at: at)
                }
                if start == nil { start = at }
                length += entry.frameLength
            }
            close(at: segment.entries.count)
        }
        return runs
    }

    /// Reads single frames in any order, for callers that keep their own. Not thread-safe.
    package func frameSource() -> FrameSource { FrameSource(RunReader(snapshot: self)) }
}

/// One frame at a time, by its place.
package final class FrameSource {
    private let reader: RunReader

    init(_ reader: RunReader) { self.reader = reader }

    package var damage: [Damage] { reader.damage }

    /// Loads frame `entry` of segment number `segment` and hands it over; a damaged one is added to `damage`.
    package func read(
        segment: Int, entry: Int, _ body: (FrameReader, FrameEntry) throws(FormatError) -> Void
    ) throws(LogError) {
        try reader.read(LogSnapshot.Run(segment: segment, entries: entry..<(entry + 1)), body)
    }
}

/// Reads runs of frames into one buffer and decodes them one by one.
final class RunReader {
    private let snapshot: LogSnapshot
    private let frame = FrameReader()
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private(set) var damage: [Damage] = []

    init(snapshot: LogSnapshot) { self.snapshot = snapshot }

    deinit { buffer.deallocate() }

    func read(
        _ run: LogSnapshot.Run, _ body: (FrameReader, FrameEntry) throws(FormatError) -> Void
    ) throws(LogError) {
        let segment = snapshot.segments[run.segment]
        guard let first = segment.entries[run.entries].first, let last = segment.entries[run.entries].last
        else {
            return
        }
        let length = last.end - first.offset
        if buffer.count < length {
            buffer.deallocate()
            buffer = .allocate(byteCount: length, alignment: 16)
        }
        let count = try segment.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]), at: first.offset)
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
        for entry in segment.entries[run.entries] {
            let start = entry.offset - first.offset
            do throws(FormatError) {
                guard start + entry.frameLength <= count else { throw .truncated("a frame") }
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + entry.frameLength)])
                let header = try FrameHeader.decode(part, salt: segment.name.salt)
                guard FrameEntry(offset: entry.offset, header: header) == entry else {
                    throw .invalid("a frame that differs from the index of its segment")
                }
                try frame.load(
                    header, stored: UnsafeRawBufferPointer(rebasing: part[Format.frameHeaderLength...]))
                try body(frame, entry)
            } catch {
                if case .unsupported = error {
                    throw LogError(error, path: segment.path, offset: entry.offset)
                }
                damage.append(
                    Damage(
                        file: segment.name.fileName, offset: entry.offset, length: entry.frameLength,
                        lostRecords: entry.recordCount, reason: "\(error)"))
            }
        }
    }
}
