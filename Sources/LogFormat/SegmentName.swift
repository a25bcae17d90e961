/// What a segment's file name says (section 1): the sequences it covers, its generation, and its salt. The
/// header says the same, so that either may be damaged.
package struct SegmentName: Hashable, Sendable {
    package var firstSequence: UInt64
    /// `Format.openEnd` where the segment was written by appending: it then ends where the next one begins.
    package var lastSequence: UInt64
    /// 0 for a segment written by appending; compaction makes one more than the largest it replaces.
    package var generation: UInt32
    /// Drawn at random for each segment; part of the checksum of each of its frame headers.
    package var salt: UInt32

    package init(firstSequence: UInt64, lastSequence: UInt64, generation: UInt32, salt: UInt32) {
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.generation = generation
        self.salt = salt
    }

    package var isOpenEnded: Bool { lastSequence == Format.openEnd }

    package var fileName: String {
        "\(hex(firstSequence))-\(hex(lastSequence))-\(hex(generation))-\(hex(salt)).seg"
    }

    /// Nil unless `fileName` is exactly what `fileName` makes.
    package init?(fileName: String) {
        var fileName = fileName
        guard let name = fileName.withUTF8({ Self(bytes: $0) }) else { return nil }
        self = name
    }

    private init?(bytes: UnsafeBufferPointer<UInt8>) {
        var fields = HexFields(bytes)
        guard let first = fields.number(UInt64.self), fields.take("-"),
            let last = fields.number(UInt64.self), fields.take("-"),
            let generation = fields.number(UInt32.self), fields.take("-"),
            let salt = fields.number(UInt32.self), fields.take(".seg"), fields.isAtEnd,
            first > 0, first <= last, first < Format.maximumSequence,
            last < Format.maximumSequence || last == Format.openEnd
        else { return nil }
        self.init(firstSequence: first, lastSequence: last, generation: generation, salt: salt)
    }
}
