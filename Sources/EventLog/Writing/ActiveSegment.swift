internal import LogFormat

/// The segment that is being written. Used only under the log's lock.
struct ActiveSegment {
    let name: SegmentName
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

    /// The zeros that always follow the last frame: without them a file that was cut short would not show.
    static let endMark = Format.alignment
    private static let smallestStep = 64 << 10
    private static let largestStep = 256 << 10

    /// How long the file should be so that `length` bytes fit behind `end`: a file grows by about what it
    /// already has, so that few commits pay for it and little is wasted.
    func allocation(for length: Int) -> Int {
        let needed = end + length + Self.endMark
        guard needed > allocated else { return allocated }
        let step = min(max(allocated, Self.smallestStep), Self.largestStep)
        return (needed + step + Self.smallestStep - 1) & ~(Self.smallestStep - 1)
    }
}
