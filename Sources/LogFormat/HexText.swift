/// Lower-case hexadecimal, padded to the width of the type.
package func hex<T: FixedWidthInteger & UnsignedInteger>(_ value: T) -> String {
    let digits = T.bitWidth / 4
    return String(unsafeUninitializedCapacity: digits) { buffer in
        var rest = value
        for place in stride(from: digits - 1, through: 0, by: -1) {
            let digit = UInt8(truncatingIfNeeded: rest & 15)
            buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
            rest >>= 4
        }
        return digits
    }
}

/// Takes the fields of a file name one by one, each exactly as `hex` writes it. Names are read at every look at a log,
/// so this goes by bytes and makes no strings.
package struct HexFields {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    /// `bytes` must outlive this.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The number of the next field, nil if that isn't one of this width.
    package mutating func number<T: FixedWidthInteger & UnsignedInteger>(_ type: T.Type) -> T? {
        let end = at + T.bitWidth / 4
        guard end <= bytes.count else { return nil }
        var value: T = 0
        while at < end {
            let digit: UInt8
            switch bytes[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[at] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[at] - UInt8(ascii: "a") + 10
            default: return nil
            }
            value = value << 4 | T(digit)
            at += 1
        }
        return value
    }

    /// Whether this text comes next; it is then taken.
    package mutating func take(_ text: StaticString) -> Bool {
        let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard at + expected.count <= bytes.count,
            bytes[at..<(at + expected.count)].elementsEqual(expected)
        else { return false }
        at += expected.count
        return true
    }

    package var isAtEnd: Bool { at == bytes.count }
}
