/// Gathers records column by column and encodes them as the payload of one frame.
///
/// Not thread-safe; one a thread. Reused by `removeAll`, which keeps its memory. Adding a record costs a hash
/// look-up a string and no allocation once the tables have grown.
package final class FrameBuilder {
    private var times: [Int64] = []
    private var offsets: [Int64] = []
    private var durations: [Int64] = []
    private var sequences: [Int64] = []
    private var shapeIndexes: [UInt16] = []
    private let names = StringInterner()
    private let keys = StringInterner()
    private let shapes = StringInterner()
    private let ids = InternedColumn()
    private var columns: [InternedColumn] = []
    private var descriptor: [UInt16] = []
    private var textLength = 0
    private var valueCount = 0
    private var kinds: UInt8 = 0
    private var knowsOffset = false

    package init() {}

    package var count: Int { times.count }
    package var isEmpty: Bool { times.isEmpty }

    /// The frame should be written before more is added: another record might not fit its limits.
    package var isFull: Bool {
        times.count >= Format.maximumRecordCount || textLength >= Self.fullTextLength
            || valueCount >= Format.maximumValueCount - Format.maximumAttributeCount
            || keys.count >= Self.manyKeys
    }

    /// Keys are numbered with 16 bits; this leaves room for one more record, and few logs come near it.
    private static let manyKeys = 8192

    /// Far enough under the limit of a frame that one more record of the largest size fits; small enough that
    /// a frame is a small thing to lose.
    private static let fullTextLength = 8 << 20

    package func removeAll() {
        times.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        durations.removeAll(keepingCapacity: true)
        sequences.removeAll(keepingCapacity: true)
        shapeIndexes.removeAll(keepingCapacity: true)
        for index in 0..<keys.count { columns[index].removeAll() }
        names.removeAll()
        keys.removeAll()
        shapes.removeAll()
        ids.removeAll()
        textLength = 0
        valueCount = 0
        kinds = 0
        knowsOffset = false
    }

    /// One attribute of a record: key and value, UTF-8.
    package typealias Attribute = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    /// Adds a record. The caller has checked the limits of section 7 and that no key comes twice. `duration`
    /// is in microseconds; `sequence` is given only where records keep the ones they had.
    package func append(
        kind: RecordKind, name: UnsafeRawBufferPointer, timestamp: Int64, offset: Int16, duration: Int64?,
        id: UnsafeRawBufferPointer?, attributes: [Attribute], sequence: UInt64? = nil
    ) {
        begin(kind: kind, name: name, timestamp: timestamp, offset: offset)
        for (key, value) in attributes { addAttribute(key: key, value: value) }
        end(duration: duration, id: id, sequence: sequence)
    }

    /// Begins a record; `addAttribute` for each of its attributes and `end` must follow. The same as `append`
    /// for callers that have their attributes one by one.
    package func begin(kind: RecordKind, name: UnsafeRawBufferPointer, timestamp: Int64, offset: Int16) {
        descriptor.removeAll(keepingCapacity: true)
        descriptor.append(UInt16(kind.rawValue))
        descriptor.append(UInt16(truncatingIfNeeded: names.intern(name)))
        times.append(timestamp)
        offsets.append(Int64(offset))
        textLength &+= name.count
        kinds |= FrameHeader.bit(kind)
        knowsOffset = knowsOffset || offset != Format.unknownOffset
    }

    package func addAttribute(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let index = keys.intern(key)
        if index == columns.count { columns.append(InternedColumn()) }
        columns[index].append(value)
        insertKey(UInt16(truncatingIfNeeded: index))
        textLength &+= value.count
        valueCount &+= 1
    }

    package func end(duration: Int64?, id: UnsafeRawBufferPointer?, sequence: UInt64? = nil) {
        if let duration {
            descriptor[0] |= UInt16(Shape.durationFlag)
            durations.append(duration)
        }
        if let id {
            descriptor[0] |= UInt16(Shape.idFlag)
            ids.append(id)
            textLength &+= id.count
        }
        if let sequence { sequences.append(Int64(bitPattern: sequence)) }
        let shape = descriptor.withUnsafeBytes { shapes.intern($0) }
        shapeIndexes.append(UInt16(truncatingIfNeeded: shape))
    }

    /// Keeps the keys of the descriptor (from its third place on) in ascending order.
    private func insertKey(_ key: UInt16) {
        var at = descriptor.count
        descriptor.append(key)
        while at > 2 && descriptor[at - 1] > key {
            descriptor[at] = descriptor[at - 1]
            at -= 1
        }
        descriptor[at] = key
    }

    /// The frame of all records added so far, or nil if there are none. With `covering`, the frame stands for
    /// that range of sequences, and records keep the sequences they were added with.
    package func encode(effort: LZ4Block.Effort = .fast, covering: Range<UInt64>? = nil) -> EncodedFrame? {
        guard let earliest = times.min(), let latest = times.max() else { return nil }
        var payload = ByteWriter()
        var column = ByteWriter()
        func add(_ id: UInt8, _ fill: (inout ByteWriter) -> Void) {
            column.removeAll()
            fill(&column)
            payload.byte(id)
            payload.varint(UInt64(column.count))
            payload.append(column)
        }
        add(ColumnID.shapes, encodeShapes)
        add(ColumnID.times) { out in
            times.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: true, to: &out) }
        }
        if knowsOffset {
            add(ColumnID.offsets) { out in
                offsets.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: false, to: &out) }
            }
        }
        if !durations.isEmpty {
            add(ColumnID.durations) { out in
                durations.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: false, to: &out) }
            }
        }
        if let covering, !isContiguous(from: covering.lowerBound) {
            let relative = sequences.map { $0 &- Int64(bitPattern: covering.lowerBound) }
            add(ColumnID.sequences) { out in
                relative.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: true, to: &out) }
            }
        }
        if ids.count > 0 { add(ColumnID.ids, ids.encode) }
        if keys.count > 0 { add(ColumnID.values, encodeValues) }
        return EncodedFrame(
            payload: payload,
            header: FrameHeader(
                storedLength: 0, firstSequence: covering?.lowerBound ?? 0, minimumTimestamp: earliest,
                maximumTimestamp: latest, rawLength: 0, recordCount: times.count,
                span: covering.map { UInt32(truncatingIfNeeded: $0.count) } ?? UInt32(times.count),
                type: FrameType.records, flags: ids.count > 0 ? FrameFlags.hasIDs : 0, kinds: kinds,
                payloadChecksum: 0),
            effort: effort)
    }

    private func isContiguous(from first: UInt64) -> Bool {
        for (index, sequence) in sequences.enumerated() {
            if UInt64(bitPattern: sequence) != first &+ UInt64(index) { return false }
        }
        return true
    }

    private func encodeShapes(to writer: inout ByteWriter) {
        writer.varint(UInt64(names.count))
        StringColumn.encode(names.list, indexes: nil, to: &writer)
        writer.varint(UInt64(keys.count))
        if keys.count > 0 { StringColumn.encode(keys.list, indexes: nil, to: &writer) }
        writer.varint(UInt64(shapes.count))
        for index in 0..<shapes.count {
            let shape = shapes.list[index]
            writer.byte(UInt8(truncatingIfNeeded: shape.loadUnaligned(as: UInt16.self)))
            let fields = shape.count / 2
            writer.varint(UInt64(shape.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
            writer.varint(UInt64(fields - 2))
            for field in 2..<fields {
                writer.varint(UInt64(shape.loadUnaligned(fromByteOffset: field * 2, as: UInt16.self)))
            }
        }
        let width = PackedBits.width(of: UInt64(shapes.count - 1))
        PackedBits.append(to: &writer, count: shapeIndexes.count, width: width) { UInt64(shapeIndexes[$0]) }
    }

    private func encodeValues(to writer: inout ByteWriter) {
        var column = ByteWriter()
        for index in 0..<keys.count {
            column.removeAll()
            columns[index].encode(to: &column)
            writer.varint(UInt64(column.count))
            writer.append(column)
        }
    }
}

/// The values of one column while a frame is built: distinct strings, and which one each record has.
private final class InternedColumn {
    private let strings = StringInterner()
    private var indexes: [UInt16] = []

    var count: Int { indexes.count }

    func append(_ string: UnsafeRawBufferPointer) {
        indexes.append(UInt16(truncatingIfNeeded: strings.intern(string)))
    }

    func encode(to writer: inout ByteWriter) {
        StringColumn.encode(strings.list, indexes: indexes, to: &writer)
    }

    func removeAll() {
        strings.removeAll()
        indexes.removeAll(keepingCapacity: true)
    }
}
