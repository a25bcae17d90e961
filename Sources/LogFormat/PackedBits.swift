/// Unsigned numbers of one width, packed from the lowest bit of the first byte on (section 4.1). Widths 0
/// to 56, so that any number lies within one unaligned 64-bit load.
package enum PackedBits {
    package static let maximumWidth = 56

    /// Bytes that a reader may touch past the end of packed bits: its buffer must be that much longer.
    package static let slack = 8

    package static func byteCount(count: Int, width: Int) -> Int { (count &* width &+ 7) >> 3 }

    /// The smallest width that holds `value`.
    package static func width(of value: UInt64) -> Int { 64 - value.leadingZeroBitCount }

    @inline(__always)
    package static func mask(_ width: Int) -> UInt64 { (1 &<< UInt64(width)) &- 1 }

    /// The number at `index`. The caller has checked that it lies inside and that 8 bytes of slack follow.
    @inline(__always)
    package static func load(_ base: UnsafeRawPointer, _ index: Int, width: Int, mask: UInt64) -> UInt64 {
        let bit = index &* width
        let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
        return (word &>> UInt64(bit & 7)) & mask
    }

    /// Unpacks `count` numbers of at most 16 bits. The caller has checked that they lie inside and that 8 bytes of
    /// slack follow. The widths that few shapes and values have are taken byte by byte, many at once.
    package static func unpack(
        _ base: UnsafeRawPointer, count: Int, width: Int, into out: UnsafeMutablePointer<UInt16>
    ) {
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        switch width {
        case 0: out.update(repeating: 0, count: count)
        case 4:
            for pair in 0..<(count >> 1) {
                out[pair &* 2] = UInt16(bytes[pair] & 15)
                out[pair &* 2 &+ 1] = UInt16(bytes[pair] >> 4)
            }
            if count & 1 != 0 { out[count - 1] = UInt16(bytes[count >> 1] & 15) }
        case 8: for index in 0..<count { out[index] = UInt16(bytes[index]) }
        default:
            let mask = mask(width)
            for index in 0..<count {
                out[index] = UInt16(truncatingIfNeeded: load(base, index, width: width, mask: mask))
            }
        }
    }

    /// Appends `count` numbers, each already under 2^width.
    @inline(__always)
    package static func append(
        to writer: inout ByteWriter, count: Int, width: Int, _ value: (Int) -> UInt64
    ) {
        guard width > 0, count > 0 else { return }
        writer.reserve(byteCount(count: count, width: width)) { out in
            var word: UInt64 = 0
            var filled = 0
            var at = 0
            for index in 0..<count {
                let number = value(index)
                word |= number &<< UInt64(filled)
                filled &+= width
                if filled >= 64 {
                    out.storeLittle(word, at: at)
                    at &+= 8
                    filled &-= 64
                    // What didn't fit; a shift by the whole width gives 0, as it should when nothing is left.
                    word = number >> UInt64(width &- filled)
                }
            }
            while filled > 0 {
                out[at] = UInt8(truncatingIfNeeded: word)
                word >>= 8
                filled &-= 8
                at &+= 1
            }
        }
    }
}
