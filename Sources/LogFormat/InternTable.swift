/// Distinct byte strings in the order of their first appearance, each with a number: a hash table over one
/// arena, with no allocation a string once it has grown. The hash has a seed drawn once a process, so that no
/// input can be made to collide on purpose.
///
/// Raw memory, so that the hot path is free of reference counts and exclusivity checks; whoever makes one calls
/// `deallocate`. Not thread-safe.
struct InternTable {
    private var arena: UnsafeMutableRawPointer
    private var arenaCapacity: Int
    private var ends: UnsafeMutablePointer<UInt32>
    private var hashes: UnsafeMutablePointer<UInt32>
    private var entryCapacity: Int
    private var slots: UnsafeMutablePointer<UInt32>
    private var slotMask: Int
    private(set) var count = 0
    /// Bytes of all strings together.
    private(set) var byteCount = 0

    private static let initialEntries = 16
    private static let initialSlots = 32
    private static let initialArena = 256

    init() {
        arena = .allocate(byteCount: Self.initialArena, alignment: 8)
        arenaCapacity = Self.initialArena
        ends = .allocate(capacity: Self.initialEntries)
        hashes = .allocate(capacity: Self.initialEntries)
        entryCapacity = Self.initialEntries
        slots = .allocate(capacity: Self.initialSlots)
        slots.initialize(repeating: 0, count: Self.initialSlots)
        slotMask = Self.initialSlots - 1
    }

    func deallocate() {
        arena.deallocate()
        ends.deallocate()
        hashes.deallocate()
        slots.deallocate()
    }

    /// The strings, valid until the next call that changes this.
    var list: StringList {
        StringList(
            bytes: UnsafeRawBufferPointer(start: arena, count: byteCount),
            ends: UnsafeBufferPointer(start: ends, count: count))
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        count = 0
        byteCount = 0
        slots.update(repeating: 0, count: slotMask + 1)
    }

    /// The number of a string, a new one if it wasn't there. Amortised O(length).
    @inline(__always)
    mutating func intern(_ string: UnsafeRawBufferPointer) -> Int {
        let length = string.count
        // Any address will do for a string of no bytes: it is never read.
        let bytes = string.baseAddress ?? UnsafeRawPointer(arena)
        let hash = UInt32(truncatingIfNeeded: Self.hash(bytes, length))
        var slot = Int(hash) & slotMask
        while slots[slot] != 0 {
            let entry = Int(slots[slot]) &- 1
            if hashes[entry] == hash && equals(entry, bytes, length) { return entry }
            slot = (slot &+ 1) & slotMask
        }
        add(bytes, length, hash: hash, slot: slot)
        return count &- 1
    }

    @inline(__always)
    private func equals(_ entry: Int, _ bytes: UnsafeRawPointer, _ length: Int) -> Bool {
        let start = entry == 0 ? 0 : Int(ends[entry &- 1])
        guard Int(ends[entry]) &- start == length else { return false }
        return Self.equalBytes(UnsafeRawPointer(arena + start), bytes, length)
    }

    @inline(never)
    private mutating func add(_ bytes: UnsafeRawPointer, _ length: Int, hash: UInt32, slot: Int) {
        if count == entryCapacity {
            ends = Self.grown(ends, from: entryCapacity)
            hashes = Self.grown(hashes, from: entryCapacity)
            entryCapacity *= 2
        }
        if byteCount + length > arenaCapacity {
            let capacity = max(arenaCapacity * 2, byteCount + length)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
            larger.copyMemory(from: arena, byteCount: byteCount)
            arena.deallocate()
            arena = larger
            arenaCapacity = capacity
        }
        (arena + byteCount).copyMemory(from: bytes, byteCount: length)
        byteCount += length
        ends[count] = UInt32(byteCount)
        hashes[count] = hash
        count += 1
        slots[slot] = UInt32(count)
        if count &* 4 > (slotMask &+ 1) &* 3 { growSlots() }
    }

    private mutating func growSlots() {
        slots.deallocate()
        let slotCount = (slotMask + 1) * 2
        slotMask = slotCount - 1
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: 0, count: slotCount)
        for entry in 0..<count {
            var slot = Int(hashes[entry]) & slotMask
            while slots[slot] != 0 { slot = (slot &+ 1) & slotMask }
            slots[slot] = UInt32(entry + 1)
        }
    }

    private static func grown(
        _ old: UnsafeMutablePointer<UInt32>, from count: Int
    ) -> UnsafeMutablePointer<UInt32> {
        let new = UnsafeMutablePointer<UInt32>.allocate(capacity: count * 2)
        new.moveInitialize(from: old, count: count)
        old.deallocate()
        return new
    }

    @inline(__always)
    private static func equalBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ length: Int) -> Bool {
        @inline(__always) func differ<T: FixedWidthInteger & BitwiseCopyable>(_ at: Int, _ type: T.Type) -> T
        {
            a.loadUnaligned(fromByteOffset: at, as: T.self) ^ b.loadUnaligned(fromByteOffset: at, as: T.self)
        }
        if length >= 8 {
            var at = 0
            while at &+ 8 <= length {
                if differ(at, UInt64.self) != 0 { return false }
                at &+= 8
            }
            // The last eight bytes again: they cover what is left.
            return differ(length &- 8, UInt64.self) == 0
        }
        if length >= 4 { return differ(0, UInt32.self) | differ(length &- 4, UInt32.self) == 0 }
        if length == 0 { return true }
        return differ(0, UInt8.self) | differ(length >> 1, UInt8.self) | differ(length &- 1, UInt8.self) == 0
    }

    private static let seed = UInt64.random(in: 1...UInt64.max)
    private static let multiplier: UInt64 = 0xD1B5_4A32_D192_ED03

    /// A seeded multiply-and-fold hash over 8-byte steps, the last of which may overlap the one before.
    @inline(__always)
    private static func hash(_ bytes: UnsafeRawPointer, _ length: Int) -> UInt64 {
        @inline(__always) func load<T: FixedWidthInteger & BitwiseCopyable>(_ at: Int, _ type: T.Type)
            -> UInt64
        {
            UInt64(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: at, as: T.self))
        }
        var sum = seed ^ UInt64(truncatingIfNeeded: length)
        if length >= 8 {
            var at = 0
            while at &+ 8 < length {
                sum = fold(sum ^ load(at, UInt64.self), multiplier)
                at &+= 8
            }
            return fold(sum ^ load(length &- 8, UInt64.self), multiplier)
        }
        if length >= 4 {
            return fold(sum ^ (load(0, UInt32.self) | load(length &- 4, UInt32.self) &<< 32), multiplier)
        }
        if length == 0 { return fold(sum, multiplier) }
        return fold(
            sum
                ^ (load(0, UInt8.self) | load(length >> 1, UInt8.self) &<< 8 | load(length &- 1, UInt8.self)
                    &<< 16),
            multiplier)
    }

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
