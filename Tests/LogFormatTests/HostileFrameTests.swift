import LogFormat
import Testing

/// Frames whose checksums hold and whose columns are not what the format says.
@Suite struct HostileFrameTests {
    private func header(records: Int, span: UInt32? = nil, time: Int64 = 0) -> FrameHeader {
        FrameHeader(
            storedLength: 0, firstSequence: 1, minimumTimestamp: time, maximumTimestamp: time, rawLength: 0,
            recordCount: records, span: span ?? UInt32(records), type: FrameType.records, flags: 0,
            kinds: records > 0 ? FrameHeader.bit(.event) : 0, payloadChecksum: 0)
    }

    private func load(_ payload: [UInt8], _ header: FrameHeader) throws -> FrameReader {
        var writer = ByteWriter()
        payload.withUnsafeBytes { writer.append($0) }
        var frame = EncodedFrame(payload: writer, header: header, effort: .fast)
        frame.place(firstSequence: 1, salt: 77)
        let reader = FrameReader()
        try frame.bytes.withUnsafeBytes { bytes in
            try reader.load(
                try FrameHeader.decode(bytes, salt: 77),
                stored: UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...]))
        }
        return reader
    }

    // MARK: - No records

    @Test(arguments: [0, 5] as [UInt32]) func aFrameWithoutRecordsHasEmptyColumns(span: UInt32) throws {
        let reader = try load([], header(records: 0, span: span))
        #expect(reader.count == 0 && reader.shapes.isEmpty && reader.names.count == 0)
        #expect(try reader.times().isEmpty)
        #expect(try reader.durations().isEmpty)
        #expect(try reader.shapeIndexes().isEmpty)
        #expect(try reader.ids().count == 0)
        #expect(try reader.offsets() == nil)
        #expect(try reader.relativeSequences() == nil)
        #expect(try reader.records().isEmpty)
    }

    /// What was loaded before must not show through.
    @Test func aFrameWithoutRecordsAfterOneWithSome() throws {
        let builder = FrameBuilder()
        builder.append(PlainRecord(name: "a", timestamp: 0, attributes: ["k": "v"]))
        var full = try #require(builder.encode())
        full.place(firstSequence: 1, salt: 77)
        var empty = EncodedFrame(payload: ByteWriter(), header: header(records: 0, span: 3), effort: .fast)
        empty.place(firstSequence: 2, salt: 77)
        let reader = FrameReader()
        for (frame, count) in [(full, 1), (empty, 0), (full, 1)] {
            try frame.bytes.withUnsafeBytes { bytes in
                try reader.load(
                    try FrameHeader.decode(bytes, salt: 77),
                    stored: UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...]))
            }
            #expect(try reader.records().count == count)
            #expect(reader.keys.count == count)
        }
    }

    // MARK: - The mode of names and keys

    private enum Mode: CaseIterable { case plain, list }

    /// A column of the one string "a". As a list: its count before the string; the one index takes no bits.
    private func oneString(_ mode: Mode) -> [UInt8] {
        let plain: [UInt8] = [0, 0, 2, 0, UInt8(ascii: "a")]
        return mode == .list ? [2, 1] + plain : plain
    }

    private func payload(names: Mode, keys: Mode, values: Mode) -> [UInt8] {
        let shapes = [1] + oneString(names) + [1] + oneString(keys) + [1, RecordKind.event.rawValue, 0, 1, 0]
        let value = oneString(values)
        let columns: [(UInt8, [UInt8])] = [(1, shapes), (2, [0, 0, 0]), (7, [UInt8(value.count)] + value)]
        return columns.flatMap { [$0, UInt8($1.count)] + $1 }
    }

    @Test func namesAndKeysAreNoIndexes() throws {
        let record = PlainRecord(
            name: "a", timestamp: 0, offset: Format.unknownOffset, attributes: ["a": "a"])
        for values in Mode.allCases {
            let bytes = payload(names: .plain, keys: .plain, values: values)
            #expect(try load(bytes, header(records: 1)).records() == [record])
        }
        for (names, keys) in [(Mode.list, Mode.plain), (.plain, .list), (.list, .list)] {
            #expect(throws: FormatError.invalid("the mode of names or keys")) {
                try load(payload(names: names, keys: keys, values: .plain), header(records: 1))
            }
        }
    }

    // MARK: - Bytes behind a column

    /// A frame that has every column, as its columns.
    private func columnsOfAll() throws -> (columns: [(id: UInt8, bytes: [UInt8])], frame: EncodedFrame) {
        let builder = FrameBuilder()
        for sequence in [1, 3, 4, 9] as [UInt64] {
            builder.append(
                PlainRecord(
                    name: "n", timestamp: 1000 + Int64(sequence), offset: Int16(sequence), duration: 5,
                    id: "id \(sequence)", attributes: ["k": "v\(sequence)", "l": "w"], sequence: sequence))
        }
        let frame = try #require(builder.encode(covering: 1..<10))
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        defer { buffer.deallocate() }
        let columns = try frame.bytes.withUnsafeBytes { bytes in
            let start = Format.frameHeaderLength
            let stored = UnsafeRawBufferPointer(
                rebasing: bytes[start..<(start + frame.header.storedLength)])
            var reader = ByteReader(try FrameReader.payload(frame.header, stored: stored, into: &buffer))
            var columns: [(id: UInt8, bytes: [UInt8])] = []
            while !reader.isAtEnd {
                let id = try reader.byte()
                let length = try reader.count(limit: reader.remaining, "a column")
                columns.append((id, Array(try reader.slice(length, "a column"))))
            }
            return columns
        }
        return (columns, frame)
    }

    private func read(_ columns: [(id: UInt8, bytes: [UInt8])], of frame: EncodedFrame) throws
        -> [PlainRecord]
    {
        var payload = ByteWriter()
        for column in columns {
            payload.byte(column.id)
            payload.varint(UInt64(column.bytes.count))
            column.bytes.withUnsafeBytes { payload.append($0) }
        }
        var header = frame.header
        header.flags &= ~FrameFlags.storedRaw
        return try load(payload.bytes, header).records(explicitSequences: true)
    }

    @Test func nothingMayStandBehindAColumn() throws {
        let (columns, frame) = try columnsOfAll()
        #expect(columns.map(\.id) == [1, 2, 3, 4, 5, 6, 7])
        #expect(try read(columns, of: frame).map(\.sequence) == [1, 3, 4, 9])
        for index in columns.indices {
            for extra in [0, 1, 255] as [UInt8] {
                var changed = columns
                changed[index].bytes.append(extra)
                #expect(throws: FormatError.self, "column \(columns[index].id)") {
                    try read(changed, of: frame)
                }
            }
        }
    }

    /// The values have a length for each key: bytes may hide behind one of them too.
    @Test func nothingMayStandBehindTheValuesOfAKey() throws {
        let (columns, frame) = try columnsOfAll()
        let values = columns[6].bytes
        let first = Int(values[0])
        var changed = columns
        changed[6].bytes = [UInt8(first + 1)] + values[1...first] + [0] + values[(first + 1)...]
        #expect(throws: FormatError.invalid("the length of a column")) { try read(changed, of: frame) }
        changed[6].bytes = values + [0]
        #expect(throws: FormatError.invalid("the length of the values")) { try read(changed, of: frame) }
    }
}
