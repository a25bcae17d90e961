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

    package static let suffix = ".seg"

    package var fileName: String {
        "\(hex(firstSequence))-\(hex(lastSequence))-\(hex(generation))-\(hex(salt))\(Self.suffix)"
    }

    /// Nil unless `fileName` is exactly what `fileName` makes.
    package init?(fileName: String) {
        guard fileName.hasSuffix(Self.suffix) else { return nil }
        let parts = fileName.dropLast(Self.suffix.count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, let first = UInt64(parts[0], radix: 16),
            let last = UInt64(parts[1], radix: 16),
            let generation = UInt32(parts[2], radix: 16), let salt = UInt32(parts[3], radix: 16)
        else { return nil }
        self.init(firstSequence: first, lastSequence: last, generation: generation, salt: salt)
        guard self.fileName == fileName, first > 0, first <= last,
            first < Format.maximumSequence, last < Format.maximumSequence || last == Format.openEnd
        else { return nil }
    }
}
