/// The 56 bytes before the payload of a frame (section 3).
package struct FrameHeader: Equatable, Sendable {
    /// Bytes of the payload as stored, without the padding behind it.
    package var storedLength: Int
    /// The frame covers sequences `firstSequence ..< firstSequence + span`, whether or not each is still there.
    package var firstSequence: UInt64
    package var minimumTimestamp: Int64
    package var maximumTimestamp: Int64
    package var rawLength: Int
    package var recordCount: Int
    package var span: UInt32
    package var type: UInt8
    package var flags: UInt8
    /// Bit `kind - 1` is set where a record of that kind is in the frame.
    package var kinds: UInt8
    package var payloadChecksum: UInt32

    package init(
        storedLength: Int, firstSequence: UInt64, minimumTimestamp: Int64, maximumTimestamp: Int64,
        rawLength: Int, recordCount: Int, span: UInt32, type: UInt8, flags: UInt8, kinds: UInt8,
        payloadChecksum: UInt32
    ) {
        self.storedLength = storedLength
        self.firstSequence = firstSequence
        self.minimumTimestamp = minimumTimestamp
        self.maximumTimestamp = maximumTimestamp
        self.rawLength = rawLength
        self.recordCount = recordCount
        self.span = span
        self.type = type
        self.flags = flags
        self.kinds = kinds
        self.payloadChecksum = payloadChecksum
    }

    /// Header, payload and padding together: where the next frame starts, counted from this one.
    package var frameLength: Int { Self.frameLength(storedLength: storedLength) }

    package static func frameLength(storedLength: Int) -> Int {
        Format.frameHeaderLength + (storedLength + Format.alignment - 1) & ~(Format.alignment - 1)
    }

    /// The sequence after the last one that the frame covers.
    package var endSequence: UInt64 { firstSequence &+ UInt64(span) }

    package func has(_ kind: RecordKind) -> Bool { kinds & Self.bit(kind) != 0 }

    package static func bit(_ kind: RecordKind) -> UInt8 { 1 << (kind.rawValue - 1) }

    /// Writes the header to the first 56 bytes of `target`. `salt` is that of the segment.
    package func encode(salt: UInt32, into target: UnsafeMutableRawBufferPointer) {
        target.storeLittle(Format.frameMagic, at: 0)
        target.storeLittle(UInt32(storedLength), at: 4)
        target.storeLittle(firstSequence, at: 8)
        target.storeLittle(minimumTimestamp, at: 16)
        target.storeLittle(maximumTimestamp, at: 24)
        target.storeLittle(UInt32(rawLength), at: 32)
        target.storeLittle(UInt32(recordCount), at: 36)
        target.storeLittle(span, at: 40)
        target[44] = type
        target[45] = flags
        target[46] = kinds
        target[47] = 0
        target.storeLittle(payloadChecksum, at: 48)
        target.storeLittle(Self.checksum(UnsafeRawBufferPointer(target), salt: salt), at: 52)
    }

    /// Reads and checks a header. Nothing is believed, and so nothing allocated, before the checksum and every
    /// limit hold.
    package static func decode(_ bytes: UnsafeRawBufferPointer, salt: UInt32) throws(FormatError) -> Self {
        guard bytes.count >= Format.frameHeaderLength else { throw .truncated("a frame header") }
        guard bytes.little(0, as: UInt32.self) == Format.frameMagic else {
            throw .invalid("the mark of a frame")
        }
        let stored = bytes.little(52, as: UInt32.self)
        let computed = checksum(bytes, salt: salt)
        guard stored == computed else { throw .checksumMismatch(stored: stored, computed: computed) }
        let header = FrameHeader(
            storedLength: Int(bytes.little(4, as: UInt32.self)),
            firstSequence: bytes.little(8, as: UInt64.self),
            minimumTimestamp: bytes.little(16, as: Int64.self),
            maximumTimestamp: bytes.little(24, as: Int64.self),
            rawLength: Int(bytes.little(32, as: UInt32.self)),
            recordCount: Int(bytes.little(36, as: UInt32.self)),
            span: bytes.little(40, as: UInt32.self), type: bytes[44], flags: bytes[45], kinds: bytes[46],
            payloadChecksum: bytes.little(48, as: UInt32.self))
        try header.check(reserved: bytes[47])
        return header
    }

    /// Holds `stored`, the payload with its padding, against the header's checksum.
    package func checkPayload(_ stored: UnsafeRawBufferPointer) throws(FormatError) {
        let length = frameLength - Format.frameHeaderLength
        guard stored.count >= length else { throw .truncated("the payload of a frame") }
        let computed = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: stored[..<length]))
        guard computed == payloadChecksum else {
            throw .checksumMismatch(stored: payloadChecksum, computed: computed)
        }
    }

    private func check(reserved: UInt8) throws(FormatError) {
        guard storedLength <= Format.maximumStoredLength else { throw .overLimit("the length of a frame") }
        guard rawLength <= Format.maximumRawLength else { throw .overLimit("the payload of a frame") }
        guard recordCount <= Format.maximumRecordCount else { throw .overLimit("the records of a frame") }
        guard flags & ~FrameFlags.known == 0 else { throw .unsupported("frame flags \(hex(flags))") }
        guard reserved == 0 else { throw .unsupported("byte 47 of a frame header") }
        guard flags & FrameFlags.storedRaw == 0 || rawLength == storedLength else {
            throw .invalid("the lengths of a frame")
        }
        guard UInt64(span) >= UInt64(recordCount), firstSequence <= Format.maximumSequence - UInt64(span)
        else {
            throw .invalid("the sequences of a frame")
        }
        guard minimumTimestamp <= maximumTimestamp, minimumTimestamp >= Format.minimumTimestamp,
            maximumTimestamp <= Format.maximumTimestamp
        else { throw .invalid("the timestamps of a frame") }
    }

    /// The salt comes first, so that a frame out of another segment, or one forged inside a metadata value,
    /// is none here.
    private static func checksum(_ bytes: UnsafeRawBufferPointer, salt: UInt32) -> UInt32 {
        let seed = withUnsafeBytes(of: salt.littleEndian) { Checksum.crc32c($0) }
        return Checksum.crc32c(UnsafeRawBufferPointer(rebasing: bytes[0..<52]), continuing: seed)
    }
}
