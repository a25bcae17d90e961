internal import LogFormat

/// The segment that is being written. Used only under the log's lock. A class, since its list of frames must
/// never be copied: that would make each commit dearer than the one before.
final class ActiveSegment {
    let name: SegmentName
    /// Nil if it isn't whole.
    let header: SegmentHeader?
    let file: Descriptor
    let path: String
    /// The byte after the last frame.
    var end: Int
    /// Bytes that the file has; behind `end` they are zeros.
    var allocated: Int
    var nextSequence: UInt64
    var entries: [FrameEntry]
    /// A sync of this file has failed. The kernel may have dropped what was to be written and calls it clean,
    /// so no later sync of this file means anything.
    var isPoisoned = false

    init(
        name: SegmentName, header: SegmentHeader?, file: Descriptor, path: String, end: Int, allocated: Int,
        nextSequence: UInt64, entries: [FrameEntry]
    ) {
        self.name = name
        self.header = header
        self.file = file
        self.path = path
        self.end = end
        self.allocated = allocated
        self.nextSequence = nextSequence
        self.entries = entries
    }

    /// Nothing was ever committed to it.
    var isUnused: Bool { entries.isEmpty && end == Format.segmentHeaderLength }

    /// The zeros that always follow the last frame: without them a file that was cut short would not show.
    static let endMark = Format.alignment
    private static let smallestStep = 64 << 10
    private static let largestStep = 256 << 10

    /// How long the file should be so that `length` bytes fit behind `end`: a file grows by about what it
    /// already has, so that few commits pay for it and little is wasted. Not past `limit`, where the segment
    /// ends, but for a frame that reaches past it.
    func allocation(for length: Int, limit: Int) -> Int {
        let needed = end + length + Self.endMark
        guard needed > allocated else { return allocated }
        let step = min(max(allocated, Self.smallestStep), Self.largestStep)
        let wanted = max(needed, min(needed + step, limit))
        return (wanted + Self.smallestStep - 1) & ~(Self.smallestStep - 1)
    }
}
