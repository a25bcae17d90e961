import EventLog
import LogFormat
import Testing

/// A log whose segments are put together byte by byte, as a writer of another make, or a hostile one, might.
struct HandMadeLog {
    let system = MemorySystem()
    let directory = "/log"

    init() throws { try system.makeDirectory(directory) }

    static func name(
        _ first: UInt64, _ last: UInt64 = Format.openEnd, generation: UInt32 = 0, salt: UInt32
    ) -> SegmentName {
        SegmentName(firstSequence: first, lastSequence: last, generation: generation, salt: salt)
    }

    /// A frame of one record for each of `names`.
    static func frame(
        _ names: [String], first: UInt64, salt: UInt32, type: UInt8 = FrameType.records
    ) throws -> EncodedFrame {
        let builder = FrameBuilder()
        for (index, name) in names.enumerated() {
            builder.append(Record(timestamp: Int64(index), name: name))
        }
        var frame = try #require(builder.encode())
        frame.header.type = type
        frame.place(firstSequence: first, salt: salt)
        return frame
    }

    /// Adds a segment that is still written: header, frames, and the zeros of its end.
    @discardableResult
    func add(
        _ name: SegmentName, _ frames: [EncodedFrame], previous: (name: SegmentName, end: Int)? = nil
    ) -> String {
        var header = SegmentHeader(name: name)
        if let previous {
            header.previousFirstSequence = previous.name.firstSequence
            header.previousSalt = previous.name.salt
            header.previousEnd = UInt64(previous.end)
        }
        let bytes = header.encode() + frames.flatMap(\.bytes) + [UInt8](repeating: 0, count: 64)
        system.put(path(name), bytes)
        return path(name)
    }

    /// Adds a sealed segment. `change` may alter its footer's payload.
    @discardableResult
    func addSealed(
        _ name: SegmentName, _ frames: [EncodedFrame], footer change: (inout ByteWriter) -> Void = { _ in }
    ) throws -> String {
        var bytes = SegmentHeader(name: name).encode()
        var entries: [FrameEntry] = []
        for frame in frames {
            entries.append(FrameEntry(offset: bytes.count, header: frame.header))
            bytes += frame.bytes
        }
        let end = frames.last?.header.endSequence ?? name.firstSequence
        let plain = SegmentFooter(entries: entries).encode(endSequence: end)
        var payload = ByteWriter()
        try Self.rawPayload(plain).withUnsafeBytes { payload.append($0) }
        change(&payload)
        var header = plain.header
        header.flags = 0
        var footer = EncodedFrame(payload: payload, header: header, effort: .fast)
        footer.place(firstSequence: end, salt: name.salt)
        let at = bytes.count
        system.put(
            path(name), bytes + footer.bytes + SegmentTrailer.encode(footerOffset: at, salt: name.salt))
        return path(name)
    }

    func path(_ name: SegmentName) -> String { directory + "/" + name.fileName }

    static func rawPayload(_ frame: EncodedFrame) throws -> [UInt8] {
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        defer { buffer.deallocate() }
        return try frame.bytes.withUnsafeBytes { bytes in
            let start = Format.frameHeaderLength
            let stored = UnsafeRawBufferPointer(
                rebasing: bytes[start..<(start + frame.header.storedLength)])
            return Array(try FrameReader.payload(frame.header, stored: stored, into: &buffer))
        }
    }

    func snapshot() throws -> LogSnapshot { try LogSnapshot(directory: directory, system: system) }

    func read() throws -> (records: [StoredRecord], damage: [Damage]) { try contents(of: try snapshot()) }

    func verify() throws -> Verification { try Verification.run(directory: directory, system: system) }

    func writer() throws -> LogWriter {
        try LogWriter(directory: directory, options: LogOptions(), system: system)
    }
}

extension [StoredRecord] {
    /// As "sequence name", for comparing at a glance.
    var summary: [String] { map { "\($0.sequence) \($0.record.name)" } }
}

/// Puts the right checksum behind bytes of a segment header that were changed.
func resealHeader(_ bytes: inout [UInt8]) {
    let sum = bytes[0..<60].withUnsafeBytes { Checksum.crc32c($0) }
    bytes.withUnsafeMutableBytes { $0.storeLittle(sum, at: 60) }
}
