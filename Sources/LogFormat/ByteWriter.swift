/// A growing run of bytes, the twin of `ByteReader`. Not thread-safe. Keeps its memory over `removeAll`, so
/// that a writer that lives long doesn't allocate a batch.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: bytes that there is room for from the start.
    package init(capacity: Int = 0) { if capacity > 0 { bytes.reserveCapacity(capacity) } }

    package var count: Int { bytes.count }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func zigzag(_ value: Int64) { varint(Self.zigzagged(value)) }

    package static func zigzagged(_ value: Int64) -> UInt64 {
        UInt64(bitPattern: (value &<< 1) ^ (value >> 63))
    }

    package mutating func append(_ other: UnsafeRawBufferPointer) { bytes.append(contentsOf: other) }

    package mutating func append(_ other: ByteWriter) { bytes.append(contentsOf: other.bytes) }

    package mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

    /// Appends `count` zero bytes and lets `body` fill them.
    package mutating func reserve(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        let start = bytes.count
        zeros(count)
        bytes.withUnsafeMutableBytes { body(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }

    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        bytes.withUnsafeBytes(body)
    }
}
