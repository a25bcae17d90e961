internal import LogFormat

/// What waits to be written: records in columns, or the frame that was made of them.
///
/// Unchecked sendable: a builder is touched only inside the recorder's lock while it is open, and only by the one
/// writer afterwards.
struct RecorderBatch: @unchecked Sendable {
    enum Content {
        case builder(FrameBuilder)
        case frame(EncodedFrame)
    }

    var content: Content
    let count: Int

    init(_ builder: FrameBuilder) {
        content = .builder(builder)
        count = builder.count
    }

    init(_ frame: EncodedFrame) {
        content = .frame(frame)
        count = frame.header.recordCount
    }
}

/// Frame builders that are filled again and again, since making their tables costs about as much as encoding ten
/// records. Used inside the recorder's lock only.
struct RecorderBuilders {
    private var spare: [FrameBuilder] = []
    private static let mostKept = 2
    /// One that has held more than this keeps too much memory to be kept.
    private static let largestKept = 1 << 14

    mutating func take() -> FrameBuilder { spare.popLast() ?? FrameBuilder() }

    mutating func giveBack(_ builder: FrameBuilder) {
        guard spare.count < Self.mostKept, builder.count <= Self.largestKept else { return }
        builder.removeAll()
        spare.append(builder)
    }
}
