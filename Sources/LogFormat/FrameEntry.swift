/// Where a frame stands in its segment, and what its header says that a query needs to pass it by.
package struct FrameEntry: Equatable, Sendable {
    package var offset: Int
    package var storedLength: Int
    package var firstSequence: UInt64
    package var span: UInt32
    package var recordCount: Int
    package var minimumTimestamp: Int64
    package var maximumTimestamp: Int64
    package var flags: UInt8
    package var kinds: UInt8

    package init(
        offset: Int, storedLength: Int, firstSequence: UInt64, span: UInt32, recordCount: Int,
        minimumTimestamp: Int64, maximumTimestamp: Int64, flags: UInt8, kinds: UInt8
    ) {
        self.offset = offset
        self.storedLength = storedLength
        self.firstSequence = firstSequence
        self.span = span
        self.recordCount = recordCount
        self.minimumTimestamp = minimumTimestamp
        self.maximumTimestamp = maximumTimestamp
        self.flags = flags
        self.kinds = kinds
    }

    package init(offset: Int, header: FrameHeader) {
        self.init(
            offset: offset, storedLength: header.storedLength, firstSequence: header.firstSequence,
            span: header.span, recordCount: header.recordCount, minimumTimestamp: header.minimumTimestamp,
            maximumTimestamp: header.maximumTimestamp, flags: header.flags, kinds: header.kinds)
    }

    package var frameLength: Int { FrameHeader.frameLength(storedLength: storedLength) }
    package var end: Int { offset + frameLength }
    package var endSequence: UInt64 { firstSequence &+ UInt64(span) }

    /// The sequence of record number `index`; `relative` as `FrameReader.relativeSequences` gives it.
    @inline(__always)
    package func sequence(_ index: Int, _ relative: UnsafeBufferPointer<Int64>?) -> UInt64 {
        firstSequence &+ (relative.map { UInt64($0[index]) } ?? UInt64(index))
    }

    /// Whether it has records that count as events.
    package var hasEvents: Bool { has(.event) || has(.rollup) }

    package func has(_ kind: RecordKind) -> Bool { kinds & FrameHeader.bit(kind) != 0 }
}
