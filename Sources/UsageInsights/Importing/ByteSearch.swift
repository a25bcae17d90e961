/// Finds bytes in text, eight at a time.
enum ByteSearch {
    /// The place of the first such byte at `start` or behind it. Cost: O(bytes that are passed by).
    @inline(__always)
    static func first(_ byte: UInt8, in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = text.baseAddress else { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wanted = ones &* UInt64(byte)
        let count = text.count
        var at = start
        while count - at >= 8 {
            let word = UInt64(littleEndian: (base + at).loadUnaligned(as: UInt64.self)) ^ wanted
            // The lowest bit that is set is of the first byte that was found; those above it may be of others.
            let hits = (word &- ones) & ~word & (ones &* 0x80)
            if hits != 0 { return at + hits.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < count {
            if base.load(fromByteOffset: at, as: UInt8.self) == byte { return at }
            at += 1
        }
        return nil
    }
}
