internal import LogFormat

/// A frame out of any bytes: the first byte says whether to put checksums around the others, which are a header
/// of 56 bytes and a payload.
enum FrameCheck {
    private static let salt: UInt32 = 77

    static func violation(_ input: [UInt8]) -> String? {
        guard let control = input.first else { return nil }
        let rest = Array(input.dropFirst())
        let frame = control & 1 == 1 ? Resealing.frame(rest, salt: salt) : rest
        let reader = FrameReader()
        do {
            let once = try contents(frame, reader)
            // What the first left behind must not show in the second, nor which column was asked for first.
            if let backwards = try? decodeBackwards(frame, reader), !backwards {
                return "the columns asked for in another order are not the same"
            }
            guard try contents(frame, reader) == once else { return "read twice, it is not the same" }
        } catch let broken as FrameContents.Broken {
            return broken.what
        } catch is FormatError {
            return nil
        } catch {
            return "an error of another type: \(error)"
        }
        return nil
    }

    private static func load(_ frame: [UInt8], _ reader: FrameReader) throws {
        // Memory of just that size, so that a sanitizer sees a step outside.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: frame.count, alignment: 8)
        defer { memory.deallocate() }
        memory.copyBytes(from: frame)
        let bytes = UnsafeRawBufferPointer(memory)
        let header = try FrameHeader.decode(bytes, salt: salt)
        try reader.load(header, stored: UnsafeRawBufferPointer(rebasing: bytes[Format.frameHeaderLength...]))
    }

    private static func contents(_ frame: [UInt8], _ reader: FrameReader) throws -> FrameContents {
        try load(frame, reader)
        return try FrameContents(reader)
    }

    /// Whether each column has the length it has when asked for in the usual order.
    private static func decodeBackwards(_ frame: [UInt8], _ reader: FrameReader) throws -> Bool {
        try load(frame, reader)
        var counts: [Int] = []
        for key in (0..<reader.keys.count).reversed() { counts.append(try reader.values(ofKey: key).count) }
        counts.append(try reader.ids().count)
        counts.append(try reader.durations().count)
        let times = try reader.times().count
        let ids = counts[counts.count - 2]
        let contents = try FrameContents(reader)
        return times == contents.items.count && ids == contents.items.count { $0.id != nil }
            && counts[counts.count - 1] == contents.items.count { $0.duration != nil }
    }
}
