import LogFormat
import TestSupport
import Testing

/// A record as the tests hold it.
struct PlainRecord: Equatable {
    var kind: RecordKind = .event
    var name: String
    var timestamp: Int64
    var offset: Int16 = 0
    var duration: Int64?
    var id: String?
    var attributes: [String: String] = [:]
    var sequence: UInt64?
}

/// Calls `body` with the UTF-8 of each string; the pointers hold during the call.
private func withUTF8<R>(
    _ strings: [String], _ body: ([UnsafeRawBufferPointer]) throws -> R
) rethrows -> R {
    var text: [UInt8] = []
    var ranges: [Range<Int>] = []
    for string in strings {
        let start = text.count
        text.append(contentsOf: string.utf8)
        ranges.append(start..<text.count)
    }
    return try text.withUnsafeBytes { bytes in
        try body(ranges.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
    }
}

extension FrameBuilder {
    func append(_ record: PlainRecord) {
        let keys = Array(record.attributes.keys)
        let values = keys.map { record.attributes[$0] ?? "" }
        withUTF8([record.name, record.id ?? ""] + keys + values) { parts in
            let attributes = (0..<keys.count).map { (key: parts[2 + $0], value: parts[2 + keys.count + $0]) }
            append(
                kind: record.kind, name: parts[0], timestamp: record.timestamp, offset: record.offset,
                duration: record.duration, id: record.id == nil ? nil : parts[1], attributes: attributes,
                sequence: record.sequence)
        }
    }
}

extension FrameReader {
    /// All records of the loaded frame, the slow plain way.
    func records(explicitSequences: Bool = false) throws -> [PlainRecord] {
        let times = try times()
        let indexes = try shapeIndexes()
        let durations = try durations()
        let offsets = try offsets()
        let sequences = try relativeSequences()
        let ids = try ids()
        let values = try (0..<keys.count).map { try self.values(ofKey: $0) }
        var cursors = [Int](repeating: 0, count: keys.count)
        var (durationAt, idAt) = (0, 0)
        return (0..<count).map { index in
            let shape = shapes[Int(indexes[index])]
            var record = PlainRecord(name: names.string(shape.name), timestamp: times[index])
            record.kind = shape.kind
            record.offset = offsets.map { Int16($0[index]) } ?? Format.unknownOffset
            if shape.hasDuration {
                record.duration = durations[durationAt]
                durationAt += 1
            }
            if shape.hasID {
                record.id = String(decoding: ids[idAt], as: UTF8.self)
                idAt += 1
            }
            for key in shapeKeys[shape.keys] {
                let value = values[Int(key)][cursors[Int(key)]]
                record.attributes[keys.string(Int(key))] = String(decoding: value, as: UTF8.self)
                cursors[Int(key)] += 1
            }
            if explicitSequences {
                record.sequence = header.firstSequence + UInt64(sequences.map { Int($0[index]) } ?? index)
            }
            return record
        }
    }
}

func randomRecord(using random: inout SeededGenerator, sequence: UInt64? = nil) -> PlainRecord {
    let names = ["taskCompleted", "screenViewed", "", "größe", "a", "session started"]
    var record = PlainRecord(
        name: names.randomElement(using: &random) ?? "",
        timestamp: Int64.random(in: Format.minimumTimestamp...Format.maximumTimestamp, using: &random))
    record.kind = RecordKind.allCases.randomElement(using: &random) ?? .event
    record.offset = [0, 60, -480, 345, Format.unknownOffset].randomElement(using: &random) ?? 0
    if Bool.random(using: &random) {
        record.duration = Int64.random(in: 0...Format.maximumDuration, using: &random)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
        record.id = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
        let key = ["category", "screen", "", "k\u{0}", "clé"].randomElement(using: &random) ?? ""
        let value = ["", "work", "home", String(Int.random(in: 0...9999, using: &random)), "😀", "a\nb"]
        record.attributes[key] = value.randomElement(using: &random) ?? ""
    }
    record.sequence = sequence
    return record
}

@Suite struct FrameTests {
    private func load(_ frame: EncodedFrame, salt: UInt32 = 77) throws -> FrameReader {
        let reader = FrameReader()
        try frame.bytes.withUnsafeBytes { bytes in
            let header = try FrameHeader.decode(bytes, salt: salt)
            try reader.load(
                header, stored: UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...]))
        }
        return reader
    }

    @Test(arguments: [LZ4Block.Effort.fast, .high]) func randomFramesComeBack(effort: LZ4Block.Effort) throws
    {
        var random = SeededGenerator(seed: 1)
        let builder = FrameBuilder()
        for round in 0..<60 {
            let count = [1, 2, 10, 300, 3000][round % 5]
            let records = (0..<count).map { _ in randomRecord(using: &random) }
            builder.removeAll()
            for record in records { builder.append(record) }
            var frame = try #require(builder.encode(effort: effort))
            frame.place(firstSequence: 42, salt: 77)
            #expect(frame.bytes.count % Format.alignment == 0)
            #expect(frame.bytes.count == frame.header.frameLength)
            let reader = try load(frame)
            #expect(reader.header == frame.header)
            #expect(try reader.records() == records)
        }
    }

    @Test func sequencesWithGapsComeBack() throws {
        var random = SeededGenerator(seed: 2)
        let builder = FrameBuilder()
        var sequence: UInt64 = 100
        let records = (0..<500).map { _ -> PlainRecord in
            sequence += UInt64.random(in: 1...3, using: &random)
            return randomRecord(using: &random, sequence: sequence)
        }
        for record in records { builder.append(record) }
        var frame = try #require(builder.encode(covering: 100..<(sequence + 10)))
        frame.place(firstSequence: 100, salt: 77)
        let reader = try load(frame)
        #expect(reader.header.endSequence == sequence + 10)
        #expect(try reader.records(explicitSequences: true) == records)
    }

    @Test func eachRecordOfItsOwnShapeAndKey() throws {
        let builder = FrameBuilder()
        let records = (0..<2000).map {
            PlainRecord(name: "n\($0)", timestamp: Int64($0), attributes: ["key\($0)": "v\($0)"])
        }
        for record in records { builder.append(record) }
        var frame = try #require(builder.encode())
        frame.place(firstSequence: 1, salt: 77)
        #expect(try load(frame).records() == records)
    }

    @Test func anotherSegmentsFrameIsNone() throws {
        let builder = FrameBuilder()
        builder.append(PlainRecord(name: "a", timestamp: 1))
        var frame = try #require(builder.encode())
        frame.place(firstSequence: 1, salt: 77)
        #expect(throws: FormatError.self) { try load(frame, salt: 78) }
    }

    @Test func everyFlippedBitIsNoticed() throws {
        var random = SeededGenerator(seed: 9)
        let builder = FrameBuilder()
        for _ in 0..<5 { builder.append(randomRecord(using: &random)) }
        var frame = try #require(builder.encode())
        frame.place(firstSequence: 1, salt: 77)
        var bytes = frame.bytes
        let reader = FrameReader()
        for bit in 0..<(bytes.count * 8) {
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let outcome = bytes.withUnsafeBytes { buffer -> Bool in
                guard let header = try? FrameHeader.decode(buffer, salt: 77) else { return false }
                let stored = UnsafeRawBufferPointer(rebasing: buffer[Format.frameHeaderLength...])
                return (try? reader.load(header, stored: stored)) != nil
            }
            #expect(!outcome, "bit \(bit)")
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }

    /// Damage that carries a right checksum, as a hostile writer would make it.
    @Test func hostilePayloadsNeverCrash() throws {
        var random = SeededGenerator(seed: 21)
        let builder = FrameBuilder()
        for _ in 0..<40 { builder.append(randomRecord(using: &random)) }
        let frame = try #require(builder.encode())
        // Raw, so that changes reach the columns and don't die in the decompressor.
        let source = try load(placed(frame))
        _ = try source.records()
        var payload = ByteWriter()
        let raw = try rawPayload(frame)
        raw.withUnsafeBytes { payload.append($0) }
        let reader = FrameReader()
        var survived = 0
        for _ in 0..<30_000 {
            var bytes = raw
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            var header = frame.header
            header.flags |= FrameFlags.storedRaw
            header.rawLength = bytes.count
            header.storedLength = bytes.count
            bytes += [UInt8](repeating: 0, count: header.frameLength - Format.frameHeaderLength - bytes.count)
            header.payloadChecksum = bytes.withUnsafeBytes { Checksum.crc32c($0) }
            bytes.withUnsafeBytes { buffer in
                guard (try? reader.load(header, stored: buffer)) != nil else { return }
                if (try? reader.records()) != nil { survived += 1 }
            }
        }
        #expect(survived > 0)
    }

    private func placed(_ frame: EncodedFrame) -> EncodedFrame {
        var frame = frame
        frame.place(firstSequence: 1, salt: 77)
        return frame
    }

    private func rawPayload(_ frame: EncodedFrame) throws -> [UInt8] {
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        defer { buffer.deallocate() }
        return try frame.bytes.withUnsafeBytes { bytes in
            let start = Format.frameHeaderLength
            let stored = UnsafeRawBufferPointer(
                rebasing: bytes[start..<(start + frame.header.storedLength)])
            return Array(try FrameReader.payload(frame.header, stored: stored, into: &buffer))
        }
    }
}
