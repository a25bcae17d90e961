/// What the records of a frame that are alike share: kind, name, which attributes they have, and whether they
/// have a duration and an id (section 4.4). A record then is one small number, and no column needs a bitmap
/// of what is absent.
package struct Shape: Equatable, Sendable {
    package var kind: RecordKind
    package var hasDuration: Bool
    package var hasID: Bool
    /// Index into the names of the frame.
    package var name: Int
    /// Where its keys stand in `FrameReader.shapeKeys`.
    package var keys: Range<Int>

    static let durationFlag: UInt8 = 0x10
    static let idFlag: UInt8 = 0x20
    static let kindMask: UInt8 = 0x0F
}

/// Section 4: the columns of a payload. From 128 on they may be skipped.
enum ColumnID {
    static let shapes: UInt8 = 1
    static let times: UInt8 = 2
    static let offsets: UInt8 = 3
    static let durations: UInt8 = 4
    static let sequences: UInt8 = 5
    static let ids: UInt8 = 6
    static let values: UInt8 = 7
    static let firstOptional: UInt8 = 128
}
