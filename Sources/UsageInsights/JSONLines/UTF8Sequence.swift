/// Well-formed UTF-8 as the Unicode Standard's table 3-7 has it: no overlong forms, no surrogates, nothing
/// over U+10FFFF.
enum UTF8Sequence {
    /// The length of the sequence that begins at `start`, where the byte there is 0x80 or more; 0 where it is
    /// ill-formed or ends at `stop` before it is whole.
    @inline(__always)
    static func length(at start: UnsafeRawPointer, stop: UnsafeRawPointer) -> Int {
        let lead = start.load(as: UInt8.self)
        var low: UInt8 = 0x80
        var high: UInt8 = 0xbf
        let length: Int
        switch lead {
        case 0xc2...0xdf: length = 2
        case 0xe0...0xef:
            length = 3
            if lead == 0xe0 { low = 0xa0 }
            if lead == 0xed { high = 0x9f }
        case 0xf0...0xf4:
            length = 4
            if lead == 0xf0 { low = 0x90 }
            if lead == 0xf4 { high = 0x8f }
        default: return 0
        }
        guard stop - start >= length else { return 0 }
        let second = start.load(fromByteOffset: 1, as: UInt8.self)
        guard second >= low, second <= high else { return 0 }
        for offset in 2..<max(length, 2)
        where start.load(fromByteOffset: offset, as: UInt8.self) & 0xc0 != 0x80 {
            return 0
        }
        return length
    }

    /// Whether the bytes from `start` to `stop` are the beginning of a sequence that more bytes could complete.
    static func isCut(at start: UnsafeRawPointer, stop: UnsafeRawPointer) -> Bool {
        let available = stop - start
        guard available >= 1, available <= 3 else { return false }
        // Complete it with the lowest and the highest continuation: the second byte's range needs one of them.
        return [UInt8(0x80), 0xbf].contains { filler in
            var bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: available))
            bytes.append(contentsOf: repeatElement(filler, count: 4 - available))
            return bytes.withUnsafeBytes { whole in
                guard let base = whole.baseAddress else { return false }
                return length(at: base, stop: base + 4) > available
            }
        }
    }

    /// Writes a scalar value, which isn't a surrogate, and returns the count of bytes: 1 to 4.
    static func write(_ scalar: UInt32, to output: UnsafeMutableRawPointer) -> Int {
        func put(_ value: UInt32, _ offset: Int) {
            output.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: offset, as: UInt8.self)
        }
        switch scalar {
        case 0..<0x80:
            put(scalar, 0)
            return 1
        case 0x80..<0x800:
            put(0xc0 | scalar >> 6, 0)
            put(0x80 | scalar & 0x3f, 1)
            return 2
        case 0x800..<0x1_0000:
            put(0xe0 | scalar >> 12, 0)
            put(0x80 | scalar >> 6 & 0x3f, 1)
            put(0x80 | scalar & 0x3f, 2)
            return 3
        default:
            put(0xf0 | scalar >> 18, 0)
            put(0x80 | scalar >> 12 & 0x3f, 1)
            put(0x80 | scalar >> 6 & 0x3f, 2)
            put(0x80 | scalar & 0x3f, 3)
            return 4
        }
    }
}
