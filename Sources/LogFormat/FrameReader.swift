/// Decodes one frame at a time, column by column, on demand.
///
/// Reused over frames: `load` takes back what the frame before handed out. Not thread-safe; one a thread.
/// Whatever the bytes say, it touches nothing outside them and keeps under the limits of section 7: at most
/// 16 MiB of payload, 16 MiB of text and 24 MiB of numbers.
package final class FrameReader {
    package private(set) var header: FrameHeader
    /// The names (event types, supplements) and attribute keys of the frame.
    package private(set) var names = StringList.empty
    package private(set) var keys = StringList.empty
    package private(set) var shapes: [Shape] = []
    /// Key indexes of all shapes, one after the other; `Shape.keys` says which are whose.
    package private(set) var shapeKeys: [UInt16] = []

    private let arena = FrameArena()
    private var raw: UnsafeMutableRawBufferPointer
    private var columns: [UnsafeRawBufferPointer?] = []
    private var valueColumns: [UnsafeRawBufferPointer] = []
    private var packedShapes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var decodedShapes: UnsafeBufferPointer<UInt16>?
    private var decodedTimes: UnsafeBufferPointer<Int64>?
    private var decodedDurations: UnsafeBufferPointer<Int64>?
    private var decodedOffsets: UnsafeBufferPointer<Int64>?
    private var decodedSequences: UnsafeBufferPointer<Int64>?
    private var decodedIDs: StringValues?
    private var decodedValues: [Int: StringValues] = [:]
    private var recordsOfShape: [Int]?
    private var recordsOfKey: [Int]?

    package init() {
        raw = .allocate(byteCount: 4096, alignment: 16)
        header = FrameHeader(
            storedLength: 0, firstSequence: 0, minimumTimestamp: 0, maximumTimestamp: 0, rawLength: 0,
            recordCount: 0, span: 0, type: 0, flags: 0, kinds: 0, payloadChecksum: 0)
    }

    deinit { raw.deallocate() }

    package var count: Int { header.recordCount }

    /// Takes a frame: `stored` is its payload and padding as they stand in the file, right behind `header`.
    /// Checks the payload's checksum, decompresses, and reads names, keys and shapes.
    package func load(_ header: FrameHeader, stored: UnsafeRawBufferPointer) throws(FormatError) {
        try header.checkPayload(stored)
        guard header.type == FrameType.records else { throw .unsupported("frame type \(header.type)") }
        self.header = header
        forget()
        let payload = try Self.payload(
            header, stored: UnsafeRawBufferPointer(rebasing: stored[..<header.storedLength]), into: &raw)
        try findColumns(payload)
        guard count > 0 else { return }
        try readShapes()
    }

    /// The payload of any frame, in a buffer that has room for the slack of packed bits behind it.
    package static func payload(
        _ header: FrameHeader, stored: UnsafeRawBufferPointer,
        into buffer: inout UnsafeMutableRawBufferPointer
    ) throws(FormatError) -> UnsafeRawBufferPointer {
        if buffer.count < header.rawLength + PackedBits.slack {
            buffer.deallocate()
            buffer = .allocate(byteCount: header.rawLength + PackedBits.slack, alignment: 16)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<header.rawLength])
        if header.flags & FrameFlags.storedRaw != 0 {
            target.copyMemory(from: stored)
        } else if header.rawLength > 0 {
            try LZ4Block.decompress(stored, into: target)
        }
        return UnsafeRawBufferPointer(target)
    }

    private func forget() {
        arena.reset()
        names = .empty
        keys = .empty
        shapes.removeAll(keepingCapacity: true)
        shapeKeys.removeAll(keepingCapacity: true)
        columns.removeAll(keepingCapacity: true)
        for _ in 0...ColumnID.values { columns.append(nil) }
        valueColumns.removeAll(keepingCapacity: true)
        decodedShapes = nil
        decodedTimes = nil
        decodedDurations = nil
        decodedOffsets = nil
        decodedSequences = nil
        decodedIDs = nil
        decodedValues.removeAll(keepingCapacity: true)
        recordsOfShape = nil
        recordsOfKey = nil
    }

    private func findColumns(_ payload: UnsafeRawBufferPointer) throws(FormatError) {
        var reader = ByteReader(payload)
        var previous: UInt8 = 0
        while !reader.isAtEnd {
            let id = try reader.byte()
            guard id > previous else { throw .invalid("the order of columns") }
            previous = id
            let length = try reader.count(limit: payload.count, "the length of a column")
            let bytes = try reader.slice(length, "a column")
            if id <= ColumnID.values {
                columns[Int(id)] = bytes
            } else if id < ColumnID.firstOptional {
                throw .unsupported("column \(id)")
            }
        }
    }

    private func column(_ id: UInt8) throws(FormatError) -> ByteReader {
        guard let bytes = columns[Int(id)] else { throw .invalid("a frame without a column it needs") }
        return ByteReader(bytes)
    }

    private func readShapes() throws(FormatError) {
        var reader = try column(ColumnID.shapes)
        let nameCount = try reader.count(limit: Format.maximumRecordCount, "the names of a frame")
        names = try distinctStrings(&reader, count: nameCount)
        let keyCount = try reader.count(limit: Format.maximumKeyCount, "the keys of a frame")
        if keyCount > 0 { keys = try distinctStrings(&reader, count: keyCount) }
        guard names.count == nameCount, keys.count == keyCount else { throw .invalid("names or keys") }
        let shapeCount = try reader.count(limit: Format.maximumRecordCount, "the shapes of a frame")
        guard shapeCount > 0 else { throw .invalid("the shapes of a frame") }
        for _ in 0..<shapeCount { try readShape(&reader) }
        let width = PackedBits.width(of: UInt64(shapeCount - 1))
        packedShapes = try reader.slice(PackedBits.byteCount(count: count, width: width), "packed shapes")
        guard reader.isAtEnd else { throw .invalid("the length of the shapes") }
    }

    /// Names and keys are a list themselves, so indexes into another would say nothing.
    private func distinctStrings(_ reader: inout ByteReader, count: Int) throws(FormatError) -> StringList {
        let strings = try StringColumn.decode(&reader, count: count, arena: arena)
        guard strings.indexes == nil else { throw .invalid("the mode of names or keys") }
        return strings.list
    }

    private func readShape(_ reader: inout ByteReader) throws(FormatError) {
        let flags = try reader.byte()
        guard let kind = RecordKind(rawValue: flags & Shape.kindMask) else {
            throw .unsupported("record kind \(flags & Shape.kindMask)")
        }
        guard flags & ~(Shape.kindMask | Shape.durationFlag | Shape.idFlag) == 0 else {
            throw .unsupported("shape flags \(hex(flags))")
        }
        let name = try reader.count(limit: names.count, "the name of a shape")
        guard name < names.count else { throw .invalid("the name of a shape") }
        let keyCount = try reader.count(limit: Format.maximumAttributeCount, "the keys of a shape")
        guard shapeKeys.count + keyCount <= Format.maximumValueCount else {
            throw .overLimit("the keys of all shapes")
        }
        let start = shapeKeys.count
        for index in 0..<keyCount {
            let key = try reader.count(limit: keys.count, "a key of a shape")
            guard key < keys.count, index == 0 || key > Int(shapeKeys[shapeKeys.count - 1]) else {
                throw .invalid("a key of a shape")
            }
            shapeKeys.append(UInt16(key))
        }
        shapes.append(
            Shape(
                kind: kind, hasDuration: flags & Shape.durationFlag != 0, hasID: flags & Shape.idFlag != 0,
                name: name, keys: start..<shapeKeys.count))
    }

    // MARK: - Columns

    /// Of each record, its index into `shapes`. O(count) the first time.
    package func shapeIndexes() throws(FormatError) -> UnsafeBufferPointer<UInt16> {
        if let decodedShapes { return decodedShapes }
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let out = arena.numbers(UInt16.self, count)
        let width = PackedBits.width(of: UInt64(shapes.count - 1))
        if let bits = packedShapes.baseAddress, let target = out.baseAddress {
            PackedBits.unpack(bits, count: count, width: width, into: target)
            var highest: UInt16 = 0
            for index in out { highest = max(highest, index) }
            guard Int(highest) < shapes.count else { throw .invalid("the shape of a record") }
        } else {
            out.update(repeating: 0)
        }
        let decoded = UnsafeBufferPointer(out)
        decodedShapes = decoded
        return decoded
    }

    /// Of each record, microseconds since 1970-01-01 UTC; all lie within the header's bounds.
    package func times() throws(FormatError) -> UnsafeBufferPointer<Int64> {
        if let decodedTimes { return decodedTimes }
        let decoded = try integers(ColumnID.times, count)
        var lowest = Int64.max
        var highest = Int64.min
        for time in decoded {
            lowest = min(lowest, time)
            highest = max(highest, time)
        }
        guard count == 0 || (lowest == header.minimumTimestamp && highest == header.maximumTimestamp) else {
            throw .invalid("the timestamps of a frame")
        }
        decodedTimes = decoded
        return decoded
    }

    /// The largest of `durations()`; 0 before that was asked for.
    package private(set) var longestDuration: Int64 = 0

    /// Of each record that has a duration, in order, its microseconds; none negative. One more number may be
    /// read behind them (it means nothing), so that a loop needs no branch at the last record.
    package func durations() throws(FormatError) -> UnsafeBufferPointer<Int64> {
        if let decodedDurations { return decodedDurations }
        let decoded = try integers(ColumnID.durations, try recordCount { $0.hasDuration })
        var lowest: Int64 = 0
        var highest: Int64 = 0
        for duration in decoded {
            lowest = min(lowest, duration)
            highest = max(highest, duration)
        }
        guard lowest >= 0, highest <= Format.maximumDuration else { throw .invalid("a duration") }
        longestDuration = highest
        decodedDurations = decoded
        return decoded
    }

    /// Of each record, minutes east of UTC, or `Format.unknownOffset`; nil where none has one.
    package func offsets() throws(FormatError) -> UnsafeBufferPointer<Int64>? {
        if let decodedOffsets { return decodedOffsets }
        guard columns[Int(ColumnID.offsets)] != nil else { return nil }
        let decoded = try integers(ColumnID.offsets, count)
        for offset in decoded where offset != Int64(Format.unknownOffset) {
            guard offset.magnitude <= UInt64(Format.maximumOffset) else { throw .invalid("a UTC offset") }
        }
        decodedOffsets = decoded
        return decoded
    }

    /// Of each record, its sequence minus that of the frame, strictly increasing; nil where they are 0, 1, 2 ….
    package func relativeSequences() throws(FormatError) -> UnsafeBufferPointer<Int64>? {
        if let decodedSequences { return decodedSequences }
        guard columns[Int(ColumnID.sequences)] != nil else { return nil }
        let decoded = try integers(ColumnID.sequences, count)
        var previous: Int64 = -1
        for sequence in decoded {
            guard sequence > previous, sequence < Int64(header.span) else { throw .invalid("a sequence") }
            previous = sequence
        }
        decodedSequences = decoded
        return decoded
    }

    /// Of each record that has an id, in order, the id.
    package func ids() throws(FormatError) -> StringValues {
        if let decodedIDs { return decodedIDs }
        let idCount = try recordCount { $0.hasID }
        let decoded = idCount == 0 ? .empty : try strings(try column(ColumnID.ids), count: idCount)
        decodedIDs = decoded
        return decoded
    }

    /// Of each record that has key number `key`, in order, the value.
    package func values(ofKey key: Int) throws(FormatError) -> StringValues {
        if let decoded = decodedValues[key] { return decoded }
        if valueColumns.isEmpty { try findValueColumns() }
        let valueCount = try valueCounts()[key]
        let decoded = valueCount == 0 ? .empty : try strings(ByteReader(valueColumns[key]), count: valueCount)
        decodedValues[key] = decoded
        return decoded
    }

    private func strings(_ reader: ByteReader, count: Int) throws(FormatError) -> StringValues {
        var reader = reader
        let decoded = try StringColumn.decode(&reader, count: count, arena: arena)
        guard reader.isAtEnd else { throw .invalid("the length of a column") }
        return decoded
    }

    /// The number of the key that is `name`, if the frame has it. O(keys).
    package func keyIndex(_ name: UnsafeRawBufferPointer) -> Int? { Self.index(of: name, in: keys) }

    private static func index(of name: UnsafeRawBufferPointer, in list: StringList) -> Int? {
        for index in 0..<list.count where list[index].elementsEqual(name) { return index }
        return nil
    }

    private func findValueColumns() throws(FormatError) {
        var reader = try column(ColumnID.values)
        var total = 0
        let records = try recordCounts()
        for (index, shape) in shapes.enumerated() { total += records[index] * shape.keys.count }
        guard total <= Format.maximumValueCount else { throw .overLimit("the values of a frame") }
        var found: [UnsafeRawBufferPointer] = []
        for _ in 0..<keys.count {
            let length = try reader.count(limit: reader.bytes.count, "the length of a value column")
            found.append(try reader.slice(length, "a value column"))
        }
        guard reader.isAtEnd else { throw .invalid("the length of the values") }
        valueColumns = found
    }

    private func integers(_ id: UInt8, _ count: Int) throws(FormatError) -> UnsafeBufferPointer<Int64> {
        let out = arena.numbers(Int64.self, count + 1)
        guard let target = out.baseAddress else { throw .invalid("a column") }
        target[count] = 0
        if count > 0 {
            var reader = try column(id)
            try IntegerColumn.decode(&reader, count: count, into: target)
            guard reader.isAtEnd else { throw .invalid("the length of a column") }
        }
        return UnsafeBufferPointer(start: target, count: count)
    }

    /// How many records have each key. For all at once: a frame may have tens of thousands, each in a shape of its own.
    private func valueCounts() throws(FormatError) -> [Int] {
        if let recordsOfKey { return recordsOfKey }
        let counts = try recordCounts()
        var values = [Int](repeating: 0, count: keys.count)
        for (shape, count) in zip(shapes, counts) {
            for key in shapeKeys[shape.keys] { values[Int(key)] += count }
        }
        recordsOfKey = values
        return values
    }

    private func recordCounts() throws(FormatError) -> [Int] {
        if let recordsOfShape { return recordsOfShape }
        let counts = Self.histogram(try shapeIndexes(), of: shapes.count)
        recordsOfShape = counts
        return counts
    }

    /// Four counts side by side, since the same one raised again and again would wait for itself.
    private static func histogram(_ indexes: UnsafeBufferPointer<UInt16>, of size: Int) -> [Int] {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size * 4) { lanes in
            lanes.initialize(repeating: 0)
            guard let lanes = lanes.baseAddress else { return [] }
            var at = 0
            while at &+ 4 <= indexes.count {
                lanes[Int(indexes[at]) &* 4] &+= 1
                lanes[Int(indexes[at &+ 1]) &* 4 &+ 1] &+= 1
                lanes[Int(indexes[at &+ 2]) &* 4 &+ 2] &+= 1
                lanes[Int(indexes[at &+ 3]) &* 4 &+ 3] &+= 1
                at &+= 4
            }
            while at < indexes.count {
                lanes[Int(indexes[at]) &* 4] &+= 1
                at &+= 1
            }
            return (0..<size).map { shape in
                (0..<4).reduce(0) { $0 + Int(lanes[shape * 4 + $1]) }
            }
        }
    }

    private func recordCount(where condition: (Shape) -> Bool) throws(FormatError) -> Int {
        let counts = try recordCounts()
        var total = 0
        for (index, shape) in shapes.enumerated() where condition(shape) { total += counts[index] }
        return total
    }
}
