internal import LogFormat

/// Copies frames of a snapshot, oldest first, into one merged segment. Not thread-safe.
final class SegmentCopy {
    private let snapshot: LogSnapshot
    private let reader: RunReader
    private let sieve: any RecordSieve
    private let maker: SegmentMaker
    /// Apart from the copier, which is at work when it fills up.
    private let builder: FrameBuilder
    private var copier: FrameCopier
    /// The sequence after the last frame that was read.
    private var end: UInt64
    private var failure: LogError?

    /// - Parameter reader: of `snapshot`; what can't be read is added to its damage.
    init(
        of snapshot: LogSnapshot, _ reader: RunReader, through sieve: any RecordSieve, to maker: SegmentMaker
    ) {
        self.snapshot = snapshot
        self.reader = reader
        self.sieve = sieve
        self.maker = maker
        builder = FrameBuilder()
        copier = FrameCopier(into: builder)
        end = maker.covered
    }

    /// For the records of the next frames that the sieve says are replaced.
    func replace(by replacements: [ReplacementRun]) { copier.replacements = replacements.reversed() }

    var dropped: Int { copier.dropped }
    var replaced: Int { copier.replaced }

    /// Copies what stays of one frame.
    func add(segment: Int, entry index: Int) throws(LogError) {
        let entry = snapshot.segments[segment].entries[index]
        // A hole that is too wide for one frame must not come to lie inside one.
        if entry.endSequence - maker.covered > UInt64(UInt32.max) {
            try flush()
            try maker.cover(upTo: entry.firstSequence)
        }
        try reader.read(LogSnapshot.Run(segment: segment, entries: index..<(index + 1))) {
            frame, entry throws(FormatError) in
            let fates = try sieve.fates(of: frame, entry)
            try copier.copy(frame, entry, fates) { write(upTo: $0) }
        }
        end = entry.endSequence
        if let failure { throw failure }
    }

    /// Writes what is left, covers all up to `end`, and syncs the file.
    func finish(upTo end: UInt64) throws(LogError) {
        try flush()
        try maker.cover(upTo: end)
        try maker.finish()
    }

    /// Writes what has gathered.
    func flush() throws(LogError) {
        write(upTo: end)
        if let failure { throw failure }
    }

    /// Keeps the failure, since the copier can't be stopped within a frame.
    private func write(upTo end: UInt64) {
        do throws(LogError) {
            try maker.add(builder, upTo: end)
        } catch {
            failure = failure ?? error
            builder.removeAll()
        }
    }
}
