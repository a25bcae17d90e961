/// The first 64 bytes of a segment (section 2).
package struct SegmentHeader: Equatable, Sendable {
    package var majorVersion = Format.majorVersion
    package var minorVersion = Format.minorVersion
    package var name: SegmentName
    /// Bits of features that a reader must know. None is defined in version 1.0.
    package var requiredFeatures: UInt32 = 0
    /// The segment before this one as it was when this one was made: its first sequence, its salt, and the
    /// byte at which it ended. Frames at or behind that byte are not part of the log. All zero for the first.
    package var previousFirstSequence: UInt64 = 0
    package var previousEnd: UInt64 = 0
    package var previousSalt: UInt32 = 0

    package init(name: SegmentName) { self.name = name }

    package func encode() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Format.segmentHeaderLength)
        bytes.withUnsafeMutableBytes { target in
            target.storeLittle(Format.segmentMagic, at: 0)
            target.storeLittle(majorVersion, at: 8)
            target.storeLittle(minorVersion, at: 10)
            target.storeLittle(name.salt, at: 12)
            target.storeLittle(name.firstSequence, at: 16)
            target.storeLittle(name.lastSequence, at: 24)
            target.storeLittle(name.generation, at: 32)
            target.storeLittle(requiredFeatures, at: 36)
            target.storeLittle(previousFirstSequence, at: 40)
            target.storeLittle(previousEnd, at: 48)
            target.storeLittle(previousSalt, at: 56)
            let sum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<60]))
            target.storeLittle(sum, at: 60)
        }
        return bytes
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> Self {
        guard bytes.count >= Format.segmentHeaderLength else { throw .truncated("a segment header") }
        guard bytes.little(0, as: UInt64.self) == Format.segmentMagic else {
            throw .invalid("the mark of a segment")
        }
        let stored = bytes.little(60, as: UInt32.self)
        let computed = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<60]))
        guard stored == computed else { throw .checksumMismatch(stored: stored, computed: computed) }
        var header = SegmentHeader(
            name: SegmentName(
                firstSequence: bytes.little(16, as: UInt64.self),
                lastSequence: bytes.little(24, as: UInt64.self),
                generation: bytes.little(32, as: UInt32.self), salt: bytes.little(12, as: UInt32.self)))
        header.majorVersion = bytes.little(8, as: UInt16.self)
        header.minorVersion = bytes.little(10, as: UInt16.self)
        header.requiredFeatures = bytes.little(36, as: UInt32.self)
        header.previousFirstSequence = bytes.little(40, as: UInt64.self)
        header.previousEnd = bytes.little(48, as: UInt64.self)
        header.previousSalt = bytes.little(56, as: UInt32.self)
        guard header.majorVersion == Format.majorVersion else {
            throw .unsupported("format version \(header.majorVersion).\(header.minorVersion)")
        }
        guard header.requiredFeatures == 0 else {
            throw .unsupported("features \(hex(header.requiredFeatures))")
        }
        return header
    }
}
