/// A cursor over bytes that someone else may have written. Every read is checked; a failed one leaves the
/// cursor where it was.
package struct ByteReader {
    package let bytes: UnsafeRawBufferPointer
    package private(set) var position: Int

    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        position = 0
    }

    package var remaining: Int { bytes.count &- position }
    package var isAtEnd: Bool { position == bytes.count }

    package mutating func byte() throws(FormatError) -> UInt8 {
        guard position < bytes.count else { throw .truncated("a byte") }
        let value = bytes[position]
        position &+= 1
        return value
    }

    /// Unsigned LEB128 of at most ten bytes. An encoding that overflows 64 bits is refused; a longer one than
    /// needed is not, since it does no harm.
    package mutating func varint() throws(FormatError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var at = position
        while at < bytes.count {
            let byte = bytes[at]
            at &+= 1
            if shift == 63 && byte > 1 { throw .invalid("a varint") }
            value |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 {
                position = at
                return value
            }
            shift &+= 7
            if shift > 63 { throw .invalid("a varint") }
        }
        throw .truncated("a varint")
    }

    package mutating func zigzag() throws(FormatError) -> Int64 {
        let value = try varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// A varint that must not be over `limit`, as an `Int`.
    package mutating func count(limit: Int, _ what: StaticDescription) throws(FormatError) -> Int {
        let start = position
        let value = try varint()
        guard value <= UInt64(limit) else {
            position = start
            throw .overLimit(what)
        }
        return Int(value)
    }

    /// The next `length` bytes.
    package mutating func slice(_ length: Int, _ what: StaticDescription) throws(FormatError)
        -> UnsafeRawBufferPointer
    {
        guard length >= 0, length <= remaining else { throw .truncated(what) }
        let part = UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ length)])
        position &+= length
        return part
    }
}

extension UnsafeRawBufferPointer {
    /// A little-endian integer at `offset`, which the caller has checked to be inside.
    package func little<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: T.Type) -> T {
        T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
    }
}

extension UnsafeMutableRawBufferPointer {
    package func storeLittle<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }
}
