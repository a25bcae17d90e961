/// Every magic number, size and limit of the disk format, version 1. `format-spec.md` names each in the
/// section given; a value here and there must agree, which a test checks.
package enum Format {
    /// Section 2. A reader refuses a segment of another major version.
    package static let majorVersion: UInt16 = 1
    package static let minorVersion: UInt16 = 0

    /// Section 2: the first eight bytes of a segment. A byte over 0x7F, CR LF, and a control-Z, so that a
    /// transfer that mangles text is noticed at once.
    package static let segmentMagic: UInt64 = 0x0A1A_0A0D_4756_45E5  // E5 "EVG" 0D 0A 1A 0A
    package static let segmentHeaderLength = 64
    /// Section 2: the "last sequence" of a segment that is still written, or was sealed where it stood.
    package static let openEnd: UInt64 = .max

    /// Section 3: the first four bytes of a frame, F5 "EV" A6. F5 is no part of any UTF-8 text.
    package static let frameMagic: UInt32 = 0xA656_45F5
    package static let frameHeaderLength = 56
    /// Section 3: frames start at multiples of this, so that the word that publishes one never crosses a page.
    package static let alignment = 8

    /// Section 6: the last bytes of a sealed segment.
    package static let trailerMagic: UInt64 = 0x444E_4547_4C56_45E5  // E5 "EVLGEND"
    package static let trailerLength = 24

    /// Section 7: limits. A reader that finds more calls the frame damaged before it allocates anything.
    package static let maximumStoredLength = 16 << 20
    package static let maximumRawLength = 16 << 20
    package static let maximumRecordCount = 1 << 16
    package static let maximumKeyCount = 1 << 16
    /// Attribute values of all records of a frame together; keys of all its shapes likewise.
    package static let maximumValueCount = 1 << 20
    package static let maximumFrameCount = 1 << 18
    package static let maximumNameLength = 1024
    package static let maximumKeyLength = 1024
    package static let maximumValueLength = 256 << 10
    package static let maximumIDLength = 512
    /// Name, id, keys and values of one record together.
    package static let maximumRecordTextLength = 4 << 20
    package static let maximumAttributeCount = 256
    /// Sequences are below this, so that sums and differences of them never overflow.
    package static let maximumSequence: UInt64 = 1 << 62
    /// 10^12 seconds, in microseconds.
    package static let maximumDuration: Int64 = 1_000_000_000_000_000_000
    /// 0001-01-01T00:00:00Z and the last microsecond of 9999-12-31, in microseconds since 1970.
    package static let minimumTimestamp: Int64 = -62_135_596_800_000_000
    package static let maximumTimestamp: Int64 = 253_402_300_799_999_999
    /// Section 4: stands for "recorded without a UTC offset".
    package static let unknownOffset: Int16 = .min
    /// UTC offsets are minutes east, less than a day.
    package static let maximumOffset = 1439
}

/// Section 4: what a record is. Stored in one byte.
public enum RecordKind: UInt8, Sendable, CaseIterable {
    /// Something that a user did.
    case event = 1
    /// How a day was, rated.
    case checkIn = 2
    /// A supplement that was taken.
    case dose = 3
    /// Takes other records back, by their sequences.
    case retraction = 4
    /// Stands for an event that was pruned: its type, category and quarter-hour are kept, and nothing else of it.
    case rollup = 5

    /// Whether records of this kind count as events in totals, rollups and streaks.
    package var countsAsEvent: Bool { self == .event || self == .rollup }
}

/// Section 3: what a frame holds.
package enum FrameType {
    package static let records: UInt8 = 1
    package static let footer: UInt8 = 2
    /// Types from here on may be skipped by a reader that doesn't know them; below, it must refuse.
    package static let firstOptional: UInt8 = 128
}

package enum FrameFlags {
    /// The payload is stored as it is, not as an LZ4 block.
    package static let storedRaw: UInt8 = 1
    /// At least one record has an id.
    package static let hasIDs: UInt8 = 2
    package static let known: UInt8 = 3
}
