/// 128 bits that stand for an id, or for all that a record says. Two that differ have the same with a chance
/// of about n² / 2^129 among n: 10^-24 among ten million. The seeds are drawn once a process, so that no input
/// can be made to collide on purpose.
package struct RecordHash: Hashable, Sendable {
    package var low: UInt64
    package var high: UInt64

    private static let seeds = (
        UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max),
        UInt64.random(in: .min ... .max) | 1, UInt64.random(in: .min ... .max) | 1
    )

    /// The hash of one string. `purpose` keeps strings with different meanings apart.
    package init(_ bytes: UnsafeRawBufferPointer, purpose: UInt64) {
        let seeds = Self.seeds
        low = seeds.0 ^ purpose &* 0x9E37_79B9_7F4A_7C15
        high = seeds.1 ^ UInt64(bytes.count)
        var at = 0
        while at &+ 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at &+= 8
        }
        var rest: UInt64 = 1
        while at < bytes.count {
            rest = rest &<< 8 | UInt64(bytes[at])
            at &+= 1
        }
        add(rest)
        add(UInt64(bytes.count))
    }

    /// Mixes a number into the hash; the order of numbers counts.
    package mutating func add(_ number: UInt64) {
        let seeds = Self.seeds
        low = Self.fold(low ^ number, seeds.2) &+ high
        high = Self.fold(high ^ number &+ 0xA076_1D64_78BD_642F, seeds.3) ^ low
    }

    /// Mixes another hash in.
    package mutating func add(_ other: RecordHash) {
        add(other.low)
        add(other.high)
    }

    /// Mixes another hash in so that the order among several doesn't count.
    package mutating func addUnordered(_ other: RecordHash) {
        low &+= other.low
        high &+= other.high
    }

    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    package static var zero: RecordHash { RecordHash(low: 0, high: 0) }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The hash of a whole record from those of its parts. `attributes` is the unordered sum of `attribute`.
    package static func record(
        kind: UInt8, name: RecordHash, timestamp: Int64, offset: Int16, duration: Int64?, id: RecordHash?,
        attributes: RecordHash
    ) -> RecordHash {
        var hash = name
        hash.add(UInt64(kind) | UInt64(UInt16(bitPattern: offset)) << 8 | (duration == nil ? 0 : 1 << 32))
        hash.add(UInt64(bitPattern: timestamp))
        hash.add(UInt64(bitPattern: duration ?? 0))
        if let id { hash.add(id) }
        hash.add(attributes)
        return hash
    }

    /// The hash of a check-in, whenever it was recorded: what a line that says no time is recognised by.
    package static func timelessCheckIn(attributes: RecordHash, id: RecordHash?) -> RecordHash {
        // No kind of record has this number.
        record(
            kind: .max, name: .zero, timestamp: 0, offset: 0, duration: nil, id: id, attributes: attributes)
    }

    package static func attribute(key: RecordHash, value: RecordHash) -> RecordHash {
        var hash = key
        hash.add(value)
        return hash
    }

    package enum Purpose {
        static let name: UInt64 = 1
        static let key: UInt64 = 2
        static let value: UInt64 = 3
        static let id: UInt64 = 4
    }
}
