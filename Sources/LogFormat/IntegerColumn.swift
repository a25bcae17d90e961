/// A column of signed 64-bit integers (section 4.2).
///
/// Three modes: numbers as offsets from a base (`frame`), their differences likewise (`delta`), or indexes
/// into a list of distinct values (`list`). In the first two the numbers that don't fit the width stand apart
/// as exceptions, so that one late event doesn't widen sixty thousand others (patched frame of reference:
/// Zukowski et al., "Super-Scalar RAM-CPU Cache Compression", ICDE 2006). All numbers are divided by the
/// largest power of ten, up to 10^6, that divides each.
package enum IntegerColumn {
    static let frameMode: UInt8 = 0
    static let deltaMode: UInt8 = 1
    static let listMode: UInt8 = 2
    static let exceptionFlag: UInt8 = 0x80
    static let maximumScale = 6
    static let powersOfTen: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    /// Decodes exactly `count` numbers into `out` and moves `reader` behind the column. The buffer behind
    /// `reader` must be readable for `PackedBits.slack` bytes past its end. O(count), no allocation.
    package static func decode(
        _ reader: inout ByteReader, count: Int, into out: UnsafeMutablePointer<Int64>
    ) throws(FormatError) {
        guard count > 0 else { return }
        let mode = try reader.byte()
        let scaleIndex = Int(mode >> 4)
        guard scaleIndex <= maximumScale else { throw .invalid("the scale of an integer column") }
        let scale = powersOfTen[scaleIndex]
        switch mode & 0x0F {
        case frameMode:
            try decodeFrame(&reader, count: count, into: out, delta: false, first: 0, scale: scale)
        case deltaMode:
            let first = try reader.zigzag()
            out[0] = first &* scale
            try decodeFrame(
                &reader, count: count &- 1, into: out + 1, delta: true, first: first, scale: scale)
        case listMode:
            try decodeList(&reader, count: count, into: out, scale: scale)
        default: throw .invalid("the mode of an integer column")
        }
    }

    private static func decodeFrame(
        _ reader: inout ByteReader, count: Int, into out: UnsafeMutablePointer<Int64>, delta: Bool,
        first: Int64, scale: Int64
    ) throws(FormatError) {
        guard count > 0 else { return }
        let base = try reader.zigzag()
        let widthByte = try reader.byte()
        let width = Int(widthByte & ~exceptionFlag)
        guard width <= PackedBits.maximumWidth else { throw .invalid("the width of an integer column") }
        let exceptionCount =
            widthByte & exceptionFlag == 0 ? 0 : try reader.count(limit: count, "exceptions of a column")
        let packed = try reader.slice(PackedBits.byteCount(count: count, width: width), "packed numbers")
        let mask = PackedBits.mask(width)
        // An empty buffer has no address to load from; width 0 never loads.
        let bits = packed.baseAddress ?? UnsafeRawPointer(out)

        var sum = first
        var index = 0
        var left = exceptionCount
        while true {
            var stop = count
            var exception: Int64 = 0
            if left > 0 {
                let gap = try reader.count(limit: count, "an exception's place")
                stop = index &+ gap
                guard stop < count else { throw .invalid("an exception's place") }
                exception = base &+ (try reader.zigzag())
                left &-= 1
            }
            if delta {
                if width == 0 {
                    while index < stop {
                        sum &+= base
                        out[index] = sum &* scale
                        index &+= 1
                    }
                } else {
                    while index < stop {
                        let value = PackedBits.load(bits, index, width: width, mask: mask)
                        sum &+= base &+ Int64(bitPattern: value)
                        out[index] = sum &* scale
                        index &+= 1
                    }
                }
            } else if width == 0 {
                while index < stop {
                    out[index] = base &* scale
                    index &+= 1
                }
            } else {
                while index < stop {
                    let value = PackedBits.load(bits, index, width: width, mask: mask)
                    out[index] = (base &+ Int64(bitPattern: value)) &* scale
                    index &+= 1
                }
            }
            if index == count { break }
            sum &+= exception
            out[index] = (delta ? sum : exception) &* scale
            index &+= 1
            if index == count { break }
        }
        guard left == 0 else { throw .invalid("an exception's place") }
    }

    private static func decodeList(
        _ reader: inout ByteReader, count: Int, into out: UnsafeMutablePointer<Int64>, scale: Int64
    ) throws(FormatError) {
        let listCount = try reader.count(limit: Format.maximumRecordCount, "values of a column")
        guard listCount > 0 else { throw .invalid("the values of a column") }
        // Each value takes a byte at least, so a lying count can't make this allocate more than the payload.
        guard listCount <= reader.remaining else { throw .truncated("the values of a column") }
        var values: [Int64] = []
        values.reserveCapacity(listCount)
        for _ in 0..<listCount { values.append(try reader.zigzag() &* scale) }
        let width = PackedBits.width(of: UInt64(listCount - 1))
        let packed = try reader.slice(PackedBits.byteCount(count: count, width: width), "packed numbers")
        guard width > 0, let bits = packed.baseAddress else {
            for index in 0..<count { out[index] = values[0] }
            return
        }
        let mask = PackedBits.mask(width)
        for index in 0..<count {
            let at = Int(truncatingIfNeeded: PackedBits.load(bits, index, width: width, mask: mask))
            guard at < listCount else { throw .invalid("an index of a column") }
            out[index] = values[at]
        }
    }
}
