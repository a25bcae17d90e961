import LogFormat
import Testing

extension SpecDocument {
    struct Unknown: Error { var decode: String }

    /// Whether `bytes` decode, to their last, to what `meaning` says.
    func holds(_ bytes: [UInt8], _ meaning: Meaning) throws -> Bool {
        // Packed bits are loaded eight bytes at a time.
        let padded = bytes + [UInt8](repeating: 0, count: PackedBits.slack)
        return try padded.withUnsafeBytes { buffer in
            try holds(UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count]), meaning)
        }
    }

    private func holds(_ bytes: UnsafeRawBufferPointer, _ meaning: Meaning) throws -> Bool {
        var reader = ByteReader(bytes)
        switch meaning.decode {
        case "varints":
            let found = try #require(meaning.unsigned).map { _ in try reader.varint() }
            return reader.isAtEnd && found == meaning.unsigned
        case "zigzag":
            let found = try #require(meaning.integers).map { _ in try reader.zigzag() }
            return reader.isAtEnd && found == meaning.integers
        case "crc32c":
            return meaning.unsigned == [UInt64(Checksum.crc32c(bytes))]
                && Checksum.crc32c(bytes) == Checksum.portableCRC32C(bytes)
        case "packed bits": return packedBits(bytes, meaning)
        case "integer column": return try integers(&reader, meaning) && reader.isAtEnd
        case "string column": return try strings(&reader, meaning) && reader.isAtEnd
        case "frame": return try frame(bytes, meaning)
        case "payload": return try payload(bytes, meaning)
        case "segment header": return try segmentHeader(bytes, meaning)
        case "segment end": return try segmentEnd(bytes, meaning)
        default: throw Unknown(decode: meaning.decode)
        }
    }

    private func packedBits(_ bytes: UnsafeRawBufferPointer, _ meaning: Meaning) -> Bool {
        guard let expected = meaning.unsigned, let width = meaning.width, let base = bytes.baseAddress,
            bytes.count == PackedBits.byteCount(count: expected.count, width: width)
        else { return false }
        return expected.indices.allSatisfy {
            PackedBits.load(base, $0, width: width, mask: PackedBits.mask(width)) == expected[$0]
        }
    }

    private func integers(_ reader: inout ByteReader, _ meaning: Meaning) throws -> Bool {
        let expected = try #require(meaning.integers)
        var found = [Int64](repeating: 0, count: expected.count)
        try found.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try IntegerColumn.decode(&reader, count: expected.count, into: base)
        }
        return found == expected
    }

    private func strings(_ reader: inout ByteReader, _ meaning: Meaning) throws -> Bool {
        let expected = try #require(meaning.strings)
        let arena = FrameArena()
        let values = try StringColumn.decode(&reader, count: expected.count, arena: arena)
        return withExtendedLifetime(arena) {
            values.count == expected.count
                && expected.indices.allSatisfy { Array(values[$0]) == Array(expected[$0].utf8) }
        }
    }

    // MARK: - Frames and segments

    private func fields(_ header: FrameHeader) -> [String: Number] {
        [
            "storedLength": Number(bits: UInt64(header.storedLength)),
            "firstSequence": Number(bits: header.firstSequence),
            "minimumTimestamp": Number(bits: UInt64(bitPattern: header.minimumTimestamp)),
            "maximumTimestamp": Number(bits: UInt64(bitPattern: header.maximumTimestamp)),
            "rawLength": Number(bits: UInt64(header.rawLength)),
            "recordCount": Number(bits: UInt64(header.recordCount)),
            "span": Number(bits: UInt64(header.span)), "type": Number(bits: UInt64(header.type)),
            "flags": Number(bits: UInt64(header.flags)), "kinds": Number(bits: UInt64(header.kinds)),
        ]
    }

    private func frame(_ bytes: UnsafeRawBufferPointer, _ meaning: Meaning) throws -> Bool {
        let header = try FrameHeader.decode(bytes, salt: try #require(meaning.salt))
        guard header.frameLength == bytes.count, fields(header) == meaning.header else { return false }
        let reader = FrameReader()
        try reader.load(header, stored: UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...]))
        let expected = try #require(meaning.records).map { line in
            PlainRecord(
                kind: try #require(RecordKind.allCases.first { "\($0)" == line.kind }), name: line.name,
                timestamp: line.timestamp, offset: line.offset ?? Format.unknownOffset,
                duration: line.duration, id: line.id, attributes: line.attributes, sequence: line.sequence)
        }
        return try reader.records(explicitSequences: true) == expected
    }

    /// The payload of another vector, once decompressed.
    private func payload(_ bytes: UnsafeRawBufferPointer, _ meaning: Meaning) throws -> Bool {
        let frame = try #require(vectors.first { $0.name == meaning.frame })
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        defer { buffer.deallocate() }
        return try frame.bytes.withUnsafeBytes { whole in
            let header = try FrameHeader.decode(whole, salt: try #require(frame.meaning.salt))
            let start = Format.frameHeaderLength
            let stored = UnsafeRawBufferPointer(rebasing: whole[start..<(start + header.storedLength)])
            return try FrameReader.payload(header, stored: stored, into: &buffer).elementsEqual(bytes)
        }
    }

    private func segmentHeader(_ bytes: UnsafeRawBufferPointer, _ meaning: Meaning) throws -> Bool {
        let header = try SegmentHeader.decode(bytes)
        let fields = [
            "majorVersion": Number(bits: UInt64(header.majorVersion)),
            "minorVersion": Number(bits: UInt64(header.minorVersion)),
            "salt": Number(bits: UInt64(header.name.salt)),
            "firstSequence": Number(bits: header.name.firstSequence),
            "lastSequence": Number(bits: header.name.lastSequence),
            "generation": Number(bits: UInt64(header.name.generation)),
            "requiredFeatures": Number(bits: UInt64(header.requiredFeatures)),
            "previousFirstSequence": Number(bits: header.previousFirstSequence),
            "previousEnd": Number(bits: header.previousEnd),
            "previousSalt": Number(bits: UInt64(header.previousSalt)),
        ]
        return bytes.count == Format.segmentHeaderLength && fields == meaning.header
            && header.name.fileName == meaning.fileName && header.encode().elementsEqual(bytes)
    }

    private func segmentEnd(_ bytes: UnsafeRawBufferPointer, _ meaning: Meaning) throws -> Bool {
        let (salt, offset) = (try #require(meaning.salt), try #require(meaning.offset))
        let header = try FrameHeader.decode(bytes, salt: salt)
        guard header.frameLength + Format.trailerLength == bytes.count, fields(header) == meaning.header
        else {
            return false
        }
        let footer = try SegmentFooter.decode(
            header, stored: UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...]),
            limit: offset)
        let trailer = UnsafeRawBufferPointer(rebasing: bytes[header.frameLength...])
        let frames = footer.entries.map { entry in
            [
                "offset": Number(bits: UInt64(entry.offset)),
                "storedLength": Number(bits: UInt64(entry.storedLength)),
                "firstSequence": Number(bits: entry.firstSequence),
                "span": Number(bits: UInt64(entry.span)),
                "recordCount": Number(bits: UInt64(entry.recordCount)),
                "minimumTimestamp": Number(bits: UInt64(bitPattern: entry.minimumTimestamp)),
                "maximumTimestamp": Number(bits: UInt64(bitPattern: entry.maximumTimestamp)),
                "flags": Number(bits: UInt64(entry.flags)), "kinds": Number(bits: UInt64(entry.kinds)),
            ]
        }
        return try SegmentTrailer.decode(trailer, salt: salt) == offset && frames == meaning.frames
    }
}
