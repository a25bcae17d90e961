/// The columns of a frame while it is built, in raw memory: what `FrameBuilder` holds behind one pointer, so
/// that adding a record costs no reference counts and no exclusivity checks. Not thread-safe.
struct FrameColumns {
    private(set) var count = 0
    private(set) var times = UnsafeMutablePointer<Int64>.allocate(capacity: initialCapacity)
    private(set) var offsets = UnsafeMutablePointer<Int64>.allocate(capacity: initialCapacity)
    private(set) var durations = UnsafeMutablePointer<Int64>.allocate(capacity: initialCapacity)
    private(set) var durationCount = 0
    private(set) var shapeIndexes = UnsafeMutablePointer<UInt16>.allocate(capacity: initialCapacity)
    /// Records that the four above have room for. Small at first: most frames hold ten records, and fresh
    /// pages for 65,536 would cost more than encoding them.
    private var capacity = initialCapacity
    private static let initialCapacity = 64
    var sequences: [Int64] = []
    var names = InternTable()
    var keys = InternTable()
    var shapes = InternTable()
    var ids = InternedColumn()
    private var columns = UnsafeMutablePointer<InternedColumn>.allocate(capacity: 16)
    private var columnCount = 0
    private var columnCapacity = 16
    private let descriptor = UnsafeMutablePointer<UInt16>.allocate(
        capacity: Format.maximumAttributeCount + 2)
    private var descriptorCount = 0
    private(set) var textLength = 0
    private(set) var valueCount = 0
    private(set) var kinds: UInt8 = 0
    private(set) var knowsOffset = false

    func deallocate() {
        times.deallocate()
        offsets.deallocate()
        durations.deallocate()
        shapeIndexes.deallocate()
        names.deallocate()
        keys.deallocate()
        shapes.deallocate()
        ids.deallocate()
        for index in 0..<columnCount { columns[index].deallocate() }
        columns.deallocate()
        descriptor.deallocate()
    }

    mutating func removeAll() {
        for index in 0..<keys.count { columns[index].removeAll() }
        count = 0
        durationCount = 0
        sequences.removeAll(keepingCapacity: true)
        names.removeAll()
        keys.removeAll()
        shapes.removeAll()
        ids.removeAll()
        textLength = 0
        valueCount = 0
        kinds = 0
        knowsOffset = false
    }

    /// The values of key number `key`.
    func values(ofKey key: Int) -> InternedColumn { columns[key] }

    @inline(__always)
    mutating func begin(kind: RecordKind, name: UnsafeRawBufferPointer, timestamp: Int64, offset: Int16) {
        if count == capacity { grow() }
        descriptor[0] = UInt16(kind.rawValue)
        descriptor[1] = UInt16(truncatingIfNeeded: names.intern(name))
        descriptorCount = 2
        times[count] = timestamp
        offsets[count] = Int64(offset)
        textLength &+= name.count
        kinds |= 1 &<< (kind.rawValue &- 1)
        if offset != Format.unknownOffset { knowsOffset = true }
    }

    @inline(never)
    private mutating func grow() {
        times = Self.grown(times, from: capacity, filled: count)
        offsets = Self.grown(offsets, from: capacity, filled: count)
        durations = Self.grown(durations, from: capacity, filled: durationCount)
        shapeIndexes = Self.grown(shapeIndexes, from: capacity, filled: count)
        capacity *= 2
    }

    private static func grown<Number>(
        _ old: UnsafeMutablePointer<Number>, from capacity: Int, filled: Int
    ) -> UnsafeMutablePointer<Number> {
        let new = UnsafeMutablePointer<Number>.allocate(capacity: capacity * 2)
        new.moveInitialize(from: old, count: filled)
        old.deallocate()
        return new
    }

    @inline(__always)
    mutating func addAttribute(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let index = keys.intern(key)
        if index == columnCount { addColumn() }
        columns[index].append(value)
        textLength &+= key.count &+ value.count
        valueCount &+= 1
        // The keys of a shape are in ascending order.
        var at = descriptorCount
        let number = UInt16(truncatingIfNeeded: index)
        while at > 2 && descriptor[at &- 1] > number {
            descriptor[at] = descriptor[at &- 1]
            at &-= 1
        }
        descriptor[at] = number
        descriptorCount &+= 1
    }

    @inline(never)
    private mutating func addColumn() {
        if columnCount == columnCapacity {
            let larger = UnsafeMutablePointer<InternedColumn>.allocate(capacity: columnCapacity * 2)
            larger.moveInitialize(from: columns, count: columnCount)
            columns.deallocate()
            columns = larger
            columnCapacity *= 2
        }
        (columns + columnCount).initialize(to: InternedColumn())
        columnCount += 1
    }

    @inline(__always)
    mutating func end(duration: Int64?, id: UnsafeRawBufferPointer?) {
        if let duration {
            descriptor[0] |= UInt16(Shape.durationFlag)
            durations[durationCount] = duration
            durationCount &+= 1
        }
        if let id {
            descriptor[0] |= UInt16(Shape.idFlag)
            ids.append(id)
            textLength &+= id.count
        }
        let shape = shapes.intern(UnsafeRawBufferPointer(start: descriptor, count: descriptorCount &* 2))
        shapeIndexes[count] = UInt16(truncatingIfNeeded: shape)
        count &+= 1
    }
}

/// The values of one column while a frame is built: distinct strings, and which one each record has.
struct InternedColumn {
    private(set) var strings = InternTable()
    private var numbers: UnsafeMutablePointer<UInt16>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 64
        numbers = .allocate(capacity: capacity)
    }

    func deallocate() {
        strings.deallocate()
        numbers.deallocate()
    }

    /// Of each value, its number in `strings`. Valid until the next change.
    var indexes: UnsafeBufferPointer<UInt16> { UnsafeBufferPointer(start: numbers, count: count) }

    @inline(__always)
    mutating func append(_ string: UnsafeRawBufferPointer) {
        if count == capacity { grow() }
        numbers[count] = UInt16(truncatingIfNeeded: strings.intern(string))
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt16>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: numbers, count: count)
        numbers.deallocate()
        numbers = larger
        capacity *= 2
    }

    mutating func removeAll() {
        strings.removeAll()
        count = 0
    }

    func encode(to writer: inout ByteWriter) {
        StringColumn.encode(strings.list, indexes: indexes, to: &writer)
    }
}
