package import LogFormat

/// The records of a loaded frame one by one: for callers that want a few of them whole, not many of them by
/// column. Holds only as long as the frame stays loaded. Not thread-safe.
package struct RecordColumns {
    /// One record, whatever its kind.
    package struct Row {
        /// Its place in the frame.
        package var record: Int
        package var kind: RecordKind
        package var sequence: UInt64
        package var timestamp: Int64
        /// Minutes east of UTC where it was recorded, if known.
        package var offsetMinutes: Int?
        package var name: String
        /// In no order.
        package var attributes: [(key: String, value: String)] = []
        /// Microseconds.
        package var duration: Int64?
        package var id: String?
    }

    private let frame: FrameReader
    private let entry: FrameEntry
    private let times: UnsafeBufferPointer<Int64>
    private let shapes: UnsafeBufferPointer<UInt16>
    private let durations: UnsafeBufferPointer<Int64>
    private let offsets: UnsafeBufferPointer<Int64>?
    private let sequences: UnsafeBufferPointer<Int64>?
    private let ids: StringValues
    private var columns: [StringValues] = []
    private let keys: [String]
    private let names: [String]

    /// Decodes all columns of the frame.
    package init(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        self.frame = frame
        self.entry = entry
        times = try frame.times()
        shapes = try frame.shapeIndexes()
        durations = try frame.durations()
        offsets = try frame.offsets()
        sequences = try frame.relativeSequences()
        ids = try frame.ids()
        keys = (0..<frame.keys.count).map { frame.keys.string($0) }
        names = (0..<frame.names.count).map { frame.names.string($0) }
        for key in 0..<keys.count { columns.append(try frame.values(ofKey: key)) }
    }

    /// Hands over the records of one kind, in the order of the frame.
    package func forEach(of kind: RecordKind, _ body: (Row) -> Void) {
        let isWanted = frame.shapes.map { $0.kind == kind }
        forEach(where: { _, shape in isWanted[shape] }, body)
    }

    /// Hands over the records that `isWanted` (given the record's and its shape's number in the frame) lets
    /// through, in the order of the frame.
    package func forEach(where isWanted: (_ record: Int, _ shape: Int) -> Bool, _ body: (Row) -> Void) {
        var cursors = [Int](repeating: 0, count: keys.count)
        var (durationAt, idAt) = (0, 0)
        for index in 0..<frame.count {
            let shapeNumber = Int(shapes[index])
            let shape = frame.shapes[shapeNumber]
            var row = isWanted(index, shapeNumber) ? row(index, shape) : nil
            if shape.hasDuration {
                row?.duration = durations[durationAt]
                durationAt += 1
            }
            if shape.hasID {
                if row != nil { row?.id = String(decoding: ids[idAt], as: UTF8.self) }
                idAt += 1
            }
            for place in shape.keys {
                let key = Int(frame.shapeKeys[place])
                if row != nil {
                    row?.attributes.append(
                        (keys[key], String(decoding: columns[key][cursors[key]], as: UTF8.self)))
                }
                cursors[key] += 1
            }
            if let row { body(row) }
        }
    }

    private func row(_ index: Int, _ shape: Shape) -> Row {
        let offset = offsets.map { $0[index] }.flatMap {
            $0 == Int64(Format.unknownOffset) ? nil : Int($0)
        }
        return Row(
            record: index, kind: shape.kind, sequence: entry.sequence(index, sequences),
            timestamp: times[index], offsetMinutes: offset, name: names[shape.name])
    }
}
