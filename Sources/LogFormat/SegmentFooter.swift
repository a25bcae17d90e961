/// What a sealed segment ends with (section 6): a frame that holds the index of all others, and a trailer
/// that says where that frame is.
package struct SegmentFooter: Equatable, Sendable {
    package var entries: [FrameEntry]

    package init(entries: [FrameEntry]) { self.entries = entries }

    enum SectionID {
        static let index: UInt8 = 1
        static let firstOptional: UInt8 = 128
    }

    /// The footer frame; its sequence is the one after the last that the segment covers.
    package func encode(endSequence: UInt64) -> EncodedFrame {
        var section = ByteWriter()
        section.varint(UInt64(entries.count))
        add(to: &section, mayDelta: true) { Int64($0.offset) }
        add(to: &section, mayDelta: false) { Int64($0.storedLength) }
        add(to: &section, mayDelta: true) { Int64(bitPattern: $0.firstSequence) }
        add(to: &section, mayDelta: false) { Int64($0.span) }
        add(to: &section, mayDelta: false) { Int64($0.recordCount) }
        add(to: &section, mayDelta: true) { $0.minimumTimestamp }
        add(to: &section, mayDelta: false) { $0.maximumTimestamp - $0.minimumTimestamp }
        add(to: &section, mayDelta: false) { Int64($0.kinds) | Int64($0.flags) << 8 }
        var payload = ByteWriter()
        payload.byte(SectionID.index)
        payload.varint(UInt64(section.count))
        payload.append(section)
        let earliest = entries.lazy.map(\.minimumTimestamp).min() ?? 0
        let latest = entries.lazy.map(\.maximumTimestamp).max() ?? 0
        let kinds = entries.reduce(UInt8(0)) { $0 | $1.kinds }
        return EncodedFrame(
            payload: payload,
            header: FrameHeader(
                storedLength: 0, firstSequence: endSequence, minimumTimestamp: earliest,
                maximumTimestamp: latest, rawLength: 0, recordCount: 0, span: 0, type: FrameType.footer,
                flags: 0, kinds: kinds, payloadChecksum: 0),
            effort: .fast)
    }

    /// The bytes that end a segment whose last frame ends at `offset`: footer frame and trailer.
    package func ending(at offset: Int, endSequence: UInt64, salt: UInt32) -> [UInt8] {
        var footer = encode(endSequence: endSequence)
        footer.place(firstSequence: endSequence, salt: salt)
        return footer.bytes + SegmentTrailer.encode(footerOffset: offset, salt: salt)
    }

    private func add(to writer: inout ByteWriter, mayDelta: Bool, _ value: (FrameEntry) -> Int64) {
        entries.map(value).withUnsafeBufferPointer {
            IntegerColumn.encode($0, mayDelta: mayDelta, to: &writer)
        }
    }

    /// Reads the footer frame's payload. `limit` is the byte at which the footer frame starts: no frame may
    /// reach behind it. At most 2^18 frames, so 16 MiB of scratch.
    package static func decode(
        _ header: FrameHeader, stored: UnsafeRawBufferPointer, limit: Int
    ) throws(FormatError) -> Self {
        guard header.type == FrameType.footer else { throw .invalid("the type of a footer") }
        try header.checkPayload(stored)
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        defer { buffer.deallocate() }
        let payload = try FrameReader.payload(
            header, stored: UnsafeRawBufferPointer(rebasing: stored[..<header.storedLength]), into: &buffer)
        var reader = ByteReader(payload)
        var found: SegmentFooter?
        var previous: UInt8 = 0
        while !reader.isAtEnd {
            let id = try reader.byte()
            guard id > previous else { throw .invalid("the order of footer sections") }
            previous = id
            let size = try reader.count(limit: payload.count, "the length of a section")
            let section = try reader.slice(size, "a section")
            if id == SectionID.index {
                found = try decodeIndex(section, limit: limit)
            } else if id < SectionID.firstOptional {
                throw .unsupported("footer section \(id)")
            }
        }
        guard let found else { throw .invalid("a footer without an index") }
        return found
    }

    private static func decodeIndex(
        _ section: UnsafeRawBufferPointer, limit: Int
    ) throws(FormatError) -> SegmentFooter {
        var reader = ByteReader(section)
        let count = try reader.count(limit: Format.maximumFrameCount, "the frames of a segment")
        let columnCount = 8
        var numbers = [Int64](repeating: 0, count: count * columnCount)
        for column in 0..<columnCount where count > 0 {
            var failure: FormatError?
            numbers.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                do throws(FormatError) {
                    try IntegerColumn.decode(&reader, count: count, into: base + column * count)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
        guard reader.isAtEnd else { throw .invalid("the length of the index") }
        var entries: [FrameEntry] = []
        entries.reserveCapacity(count)
        var previousEnd = Format.segmentHeaderLength
        var nextSequence: UInt64 = 0
        for index in 0..<count {
            func number(_ column: Int) -> Int64 { numbers[column * count + index] }
            let marks = number(7)
            guard let offset = Int(exactly: number(0)), offset >= previousEnd, offset < limit,
                offset % Format.alignment == 0, let storedLength = Int(exactly: number(1)),
                (0...Format.maximumStoredLength).contains(storedLength),
                let span = UInt32(exactly: number(3)),
                (0...Int64(Format.maximumRecordCount)).contains(number(4)),
                (0...0xFFFF).contains(marks)
            else { throw .invalid("the index of a segment") }
            let entry = FrameEntry(
                offset: offset, storedLength: storedLength,
                firstSequence: UInt64(bitPattern: number(2)), span: span, recordCount: Int(number(4)),
                minimumTimestamp: number(5), maximumTimestamp: number(5) &+ number(6),
                flags: UInt8(marks >> 8), kinds: UInt8(marks & 0xFF))
            guard entry.end <= limit, entry.firstSequence >= nextSequence,
                entry.firstSequence <= Format.maximumSequence - UInt64(entry.span)
            else { throw .invalid("the index of a segment") }
            previousEnd = entry.end
            nextSequence = entry.endSequence
            entries.append(entry)
        }
        return SegmentFooter(entries: entries)
    }
}

/// The last 24 bytes of a sealed segment (section 6).
package enum SegmentTrailer {
    package static func encode(footerOffset: Int, salt: UInt32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Format.trailerLength)
        bytes.withUnsafeMutableBytes { target in
            target.storeLittle(UInt64(footerOffset), at: 0)
            target.storeLittle(salt, at: 8)
            let sum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<12]))
            target.storeLittle(sum, at: 12)
            target.storeLittle(Format.trailerMagic, at: 16)
        }
        return bytes
    }

    /// Where the footer frame starts.
    package static func decode(_ bytes: UnsafeRawBufferPointer, salt: UInt32) throws(FormatError) -> Int {
        guard bytes.count == Format.trailerLength else { throw .truncated("a trailer") }
        guard bytes.little(16, as: UInt64.self) == Format.trailerMagic else {
            throw .invalid("the mark of a trailer")
        }
        let stored = bytes.little(12, as: UInt32.self)
        let computed = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<12]))
        guard stored == computed else { throw .checksumMismatch(stored: stored, computed: computed) }
        guard bytes.little(8, as: UInt32.self) == salt,
            let offset = Int(exactly: bytes.little(0, as: UInt64.self)), offset >= Format.segmentHeaderLength,
            offset % Format.alignment == 0
        else { throw .invalid("a trailer") }
        return offset
    }
}
