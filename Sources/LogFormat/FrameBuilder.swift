/// Gathers records column by column and encodes them as the payload of one frame.
///
/// Not thread-safe; one a thread. Reused by `removeAll`, which keeps its memory. Adding a record costs a hash
/// look-up a string and no allocation once the tables have grown.
package final class FrameBuilder {
    private let columns: UnsafeMutablePointer<FrameColumns>

    package init() {
        columns = .allocate(capacity: 1)
        columns.initialize(to: FrameColumns())
    }

    deinit {
        columns.pointee.deallocate()
        columns.deinitialize(count: 1)
        columns.deallocate()
    }

    package var count: Int { columns.pointee.count }
    package var isEmpty: Bool { count == 0 }

    /// The frame must be written before more is added: another record might not fit its limits.
    package var isFull: Bool {
        columns.pointee.count >= Format.maximumRecordCount
            || columns.pointee.textLength >= Self.fullTextLength
            || columns.pointee.valueCount >= Self.manyValues
            || columns.pointee.keys.count >= Self.manyKeys
    }

    /// Keys are numbered with 16 bits; this leaves room for one more record, and few logs come near it.
    private static let manyKeys = 8192

    /// Far enough under the limit of a frame that one more record of the largest size fits; small enough that
    /// a frame is a small thing to lose.
    private static let fullTextLength = 4 << 20

    /// A value takes a few bytes beside its text; so many leave the payload far under its limit.
    private static let manyValues = 1 << 18

    package func removeAll() { columns.pointee.removeAll() }

    /// One attribute of a record: key and value, UTF-8.
    package typealias Attribute = (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)

    /// Adds a record. The caller has checked the limits of section 7, that no key comes twice, and that the
    /// builder isn't full. `duration` is in microseconds; `sequence` is given only where records keep the ones
    /// they had, and then for each.
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
        columns.pointee.begin(kind: kind, name: name, timestamp: timestamp, offset: offset)
    }

    package func addAttribute(key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        columns.pointee.addAttribute(key: key, value: value)
    }

    /// `sequence` is given only where records keep the ones they had, and then for each, ascending.
    package func end(duration: Int64?, id: UnsafeRawBufferPointer?, sequence: UInt64? = nil) {
        columns.pointee.end(duration: duration, id: id)
        if let sequence { columns.pointee.sequences.append(Int64(bitPattern: sequence)) }
    }

    /// The frame of all records added so far, or nil if there are none, or if `covering` is
    /// more than a frame can span (2^32 - 1). With `covering`, the frame stands for
    /// that range of sequences, and records keep the sequences they were added with.
    package func encode(effort: LZ4Block.Effort = .fast, covering: Range<UInt64>? = nil) -> EncodedFrame? {
        if let covering, covering.count > UInt32.max { return nil }
        let times = UnsafeBufferPointer(start: columns.pointee.times, count: count)
        guard let earliest = times.min(), let latest = times.max() else { return nil }
        let payload = encodePayload(times, covering: covering)
        return EncodedFrame(
            payload: payload,
            header: FrameHeader(
                storedLength: 0, firstSequence: covering?.lowerBound ?? 0, minimumTimestamp: earliest,
                maximumTimestamp: latest, rawLength: 0, recordCount: count,
                span: covering.map { UInt32(truncatingIfNeeded: $0.count) } ?? UInt32(count),
                type: FrameType.records,
                flags: columns.pointee.ids.count > 0 ? FrameFlags.hasIDs : 0, kinds: columns.pointee.kinds,
                payloadChecksum: 0),
            effort: effort)
    }

    private func encodePayload(_ times: UnsafeBufferPointer<Int64>, covering: Range<UInt64>?) -> ByteWriter {
        let source = columns.pointee
        var payload = ByteWriter(capacity: Self.smallPayload)
        var column = ByteWriter(capacity: Self.smallPayload)
        func add(_ id: UInt8, _ fill: (inout ByteWriter) -> Void) {
            column.removeAll()
            fill(&column)
            payload.byte(id)
            payload.varint(UInt64(column.count))
            payload.append(column)
        }
        add(ColumnID.shapes) { encodeShapes(source, to: &$0) }
        add(ColumnID.times) { IntegerColumn.encode(times, mayDelta: true, to: &$0) }
        if source.knowsOffset {
            let offsets = UnsafeBufferPointer(start: source.offsets, count: count)
            add(ColumnID.offsets) { IntegerColumn.encode(offsets, mayDelta: false, to: &$0) }
        }
        if source.durationCount > 0 {
            let durations = UnsafeBufferPointer(start: source.durations, count: source.durationCount)
            add(ColumnID.durations) { IntegerColumn.encode(durations, mayDelta: false, to: &$0) }
        }
        if let covering, let relative = relativeSequences(source.sequences, from: covering.lowerBound) {
            add(ColumnID.sequences) { out in
                relative.withUnsafeBufferPointer { IntegerColumn.encode($0, mayDelta: true, to: &out) }
            }
        }
        if source.ids.count > 0 { add(ColumnID.ids) { source.ids.encode(to: &$0) } }
        if source.keys.count > 0 { add(ColumnID.values) { encodeValues(source, to: &$0) } }
        return payload
    }

    /// What a frame of ten records fits, so that building one doesn't grow anything.
    private static let smallPayload = 512

    /// Nil where sequences are 0, 1, 2 … from the first.
    private func relativeSequences(_ sequences: [Int64], from first: UInt64) -> [Int64]? {
        let relative = sequences.map { $0 &- Int64(bitPattern: first) }
        return relative.elementsEqual((0..<relative.count).lazy.map { Int64($0) }) ? nil : relative
    }

    private func encodeShapes(_ source: FrameColumns, to writer: inout ByteWriter) {
        writer.varint(UInt64(source.names.count))
        StringColumn.encode(source.names.list, indexes: nil, to: &writer)
        writer.varint(UInt64(source.keys.count))
        if source.keys.count > 0 { StringColumn.encode(source.keys.list, indexes: nil, to: &writer) }
        writer.varint(UInt64(source.shapes.count))
        for index in 0..<source.shapes.count {
            let shape = source.shapes.list[index]
            let fields = shape.count / 2
            func field(_ at: Int) -> UInt64 {
                UInt64(shape.loadUnaligned(fromByteOffset: at * 2, as: UInt16.self))
            }
            writer.byte(UInt8(truncatingIfNeeded: field(0)))
            writer.varint(field(1))
            writer.varint(UInt64(fields - 2))
            for at in 2..<fields { writer.varint(field(at)) }
        }
        let indexes = source.shapeIndexes
        PackedBits.append(
            to: &writer, count: source.count, width: PackedBits.width(of: UInt64(source.shapes.count - 1))
        ) { UInt64(indexes[$0]) }
    }

    private func encodeValues(_ source: FrameColumns, to writer: inout ByteWriter) {
        var column = ByteWriter(capacity: Self.smallPayload)
        for key in 0..<source.keys.count {
            column.removeAll()
            source.values(ofKey: key).encode(to: &column)
            writer.varint(UInt64(column.count))
            writer.append(column)
        }
    }
}
