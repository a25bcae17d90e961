/// Distinct byte strings in the order of their first appearance, each with a number. Not thread-safe.
///
/// A hash table over one arena: no allocation a string once it has grown. The hash has a seed drawn once a
/// process, so that no input can be made to collide on purpose.
package final class StringInterner {
    private var arena: UnsafeMutablePointer<UInt8>
    private var arenaCapacity: Int
    private var ends: UnsafeMutablePointer<UInt32>
    private var hashes: UnsafeMutablePointer<UInt32>
    private var entryCapacity: Int
    private var slots: UnsafeMutablePointer<UInt32>
    private var slotCount: Int

    package private(set) var count = 0

    private static let initialEntries = 16
    private static let initialSlots = 32
    private static let initialArena = 256
    private static let seed = UInt64.random(in: 1...UInt64.max)

    package init() {
        arena = .allocate(capacity: Self.initialArena)
        arenaCapacity = Self.initialArena
        ends = .allocate(capacity: Self.initialEntries)
        hashes = .allocate(capacity: Self.initialEntries)
        entryCapacity = Self.initialEntries
        slots = .allocate(capacity: Self.initialSlots)
        slots.initialize(repeating: 0, count: Self.initialSlots)
        slotCount = Self.initialSlots
    }

    deinit {
        arena.deallocate()
        ends.deallocate()
        hashes.deallocate()
        slots.deallocate()
    }

    /// Bytes of all strings together.
    package var byteCount: Int { count == 0 ? 0 : Int(ends[count - 1]) }

    /// The strings, valid until the next call that changes this.
    package var list: StringList {
        StringList(
            bytes: UnsafeRawBufferPointer(start: arena, count: byteCount),
            ends: UnsafeBufferPointer(start: ends, count: count))
    }

    package func removeAll() {
        guard count > 0 else { return }
        count = 0
        slots.update(repeating: 0, count: slotCount)
    }

    /// The number of `string`, a new one if it wasn't there. Amortised O(length).
    package func intern(_ string: UnsafeRawBufferPointer) -> Int {
        let hash = UInt32(truncatingIfNeeded: Self.hash(string))
        var slot = Int(hash) & (slotCount &- 1)
        while slots[slot] != 0 {
            let entry = Int(slots[slot]) &- 1
            if hashes[entry] == hash && equals(entry, string) { return entry }
            slot = (slot &+ 1) & (slotCount &- 1)
        }
        add(string, hash: hash)
        slots[slot] = UInt32(count)
        if count &* 4 > slotCount &* 3 { growSlots() }
        return count - 1
    }

    @inline(__always)
    private func equals(_ entry: Int, _ string: UnsafeRawBufferPointer) -> Bool {
        let start = entry == 0 ? 0 : Int(ends[entry &- 1])
        let length = Int(ends[entry]) &- start
        guard length == string.count else { return false }
        guard length > 0, let other = string.baseAddress else { return true }
        return Self.equalBytes(UnsafeRawPointer(arena + start), other, length)
    }

    private func add(_ string: UnsafeRawBufferPointer, hash: UInt32) {
        if count == entryCapacity {
            ends = Self.grown(ends, from: entryCapacity, to: entryCapacity * 2)
            hashes = Self.grown(hashes, from: entryCapacity, to: entryCapacity * 2)
            entryCapacity *= 2
        }
        let used = byteCount
        if used + string.count > arenaCapacity {
            let capacity = max(arenaCapacity * 2, used + string.count)
            arena = Self.grown(arena, from: arenaCapacity, to: capacity)
            arenaCapacity = capacity
        }
        if let source = string.baseAddress {
            UnsafeMutableRawPointer(arena + used).copyMemory(from: source, byteCount: string.count)
        }
        ends[count] = UInt32(used + string.count)
        hashes[count] = hash
        count += 1
    }

    private func growSlots() {
        slots.deallocate()
        slotCount *= 2
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: 0, count: slotCount)
        for entry in 0..<count {
            var slot = Int(hashes[entry]) & (slotCount - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = UInt32(entry + 1)
        }
    }

    private static func grown<T>(
        _ old: UnsafeMutablePointer<T>, from: Int, to: Int
    ) -> UnsafeMutablePointer<T> {
        let new = UnsafeMutablePointer<T>.allocate(capacity: to)
        new.moveInitialize(from: old, count: from)
        old.deallocate()
        return new
    }

    @inline(__always)
    private static func equalBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ length: Int) -> Bool {
        var at = 0
        while at &+ 8 <= length {
            let left = a.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if left != b.loadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
            at &+= 8
        }
        while at < length {
            let left = a.load(fromByteOffset: at, as: UInt8.self)
            if left != b.load(fromByteOffset: at, as: UInt8.self) { return false }
            at &+= 1
        }
        return true
    }

    /// A seeded multiply-and-fold hash over 8-byte steps.
    @inline(__always)
    private static func hash(_ string: UnsafeRawBufferPointer) -> UInt64 {
        var sum = seed ^ UInt64(string.count)
        guard let base = string.baseAddress else { return fold(sum, seed) }
        var at = 0
        while at &+ 8 <= string.count {
            sum = fold(sum ^ base.loadUnaligned(fromByteOffset: at, as: UInt64.self), multiplier)
            at &+= 8
        }
        var rest: UInt64 = 0
        while at < string.count {
            rest = rest &<< 8 | UInt64(base.load(fromByteOffset: at, as: UInt8.self))
            at &+= 1
        }
        return fold(sum ^ rest, multiplier)
    }

    private static let multiplier: UInt64 = 0xD1B5_4A32_D192_ED03

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
