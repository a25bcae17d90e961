internal import LogFormat

/// Which records of a frame a question is about, and the group of each. Reused over frames; not thread-safe.
final class FrameSelection {
    private let filter: EventFilter
    private let groupings: [RollupQuery.Grouping]
    private let types: [[UInt8]]
    private let conditions: [(key: [UInt8], value: [UInt8])]

    /// The group of each record, or -1 where it isn't asked for. Holds for the frame last selected.
    private let groups = UnsafeMutablePointer<Int32>.allocate(capacity: Format.maximumRecordCount)
    /// Distinct groups over all frames: each grouping's value, as a marker byte and the text.
    private let interner = StringInterner()
    private var groupText: [UInt8] = []

    init(filter: EventFilter, groupings: [RollupQuery.Grouping]) {
        self.filter = filter
        self.groupings = groupings
        types = filter.types.map { Array($0.utf8) }
        conditions = filter.conditions.map { (Array($0.key.utf8), Array($0.value.utf8)) }
        if groupings.isEmpty { _ = interner.intern(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    deinit { groups.deallocate() }

    var groupCount: Int { interner.count }

    /// The values of a group, one for each grouping.
    func values(ofGroup group: Int) -> [String?] {
        guard !groupings.isEmpty else { return [] }
        var values: [String?] = []
        let text = interner.list[group]
        var at = 0
        while at < text.count {
            let isThere = text[at] != 0
            let length = Int(text.loadUnaligned(fromByteOffset: at + 1, as: UInt32.self))
            let bytes = text[(at + 5)..<(at + 5 + length)]
            values.append(isThere ? String(decoding: bytes, as: UTF8.self) : nil)
            at += 5 + length
        }
        return values
    }

    /// What a frame's records have in common, where no column but the shapes has to be looked at: the group of
    /// each shape, or -1.
    enum Selection {
        /// Every record is asked for, and there is one group.
        case everything
        case byShape([Int32])
        case byRecord(UnsafeBufferPointer<Int32>)
    }

    /// Looks at a loaded frame. The result holds until the next call.
    func select(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> Selection {
        let isWhole = filter.containsAll(of: entry)
        let wanted = wantedShapes(frame)
        let onlyTypes = groupings.allSatisfy { $0 == .type }
        if isWhole && conditions.isEmpty && onlyTypes {
            if groupings.isEmpty && wanted.allSatisfy({ $0 }) { return .everything }
            var groups: [Int32] = []
            for (index, shape) in frame.shapes.enumerated() {
                groups.append(
                    wanted[index] ? group(groupings.map { _ in frame.names[shape.name] }) : -1)
            }
            return .byShape(groups)
        }
        try selectRecords(frame, wanted: wanted, isWhole: isWhole)
        return .byRecord(UnsafeBufferPointer(start: groups, count: frame.count))
    }

    private func wantedShapes(_ frame: FrameReader) -> [Bool] {
        let names = (0..<frame.names.count).map { index in
            types.isEmpty || types.contains { frame.names[index].elementsEqual($0) }
        }
        return frame.shapes.map { $0.kind == .event && names[$0.name] }
    }

    private func selectRecords(
        _ frame: FrameReader, wanted: [Bool], isWhole: Bool
    ) throws(FormatError) {
        let count = frame.count
        let shapes = try frame.shapeIndexes()
        for index in 0..<count { groups[index] = wanted[Int(shapes[index])] ? 0 : -1 }
        if !isWhole {
            let times = try frame.times()
            let (from, to) = (filter.from ?? .min, filter.to ?? .max)
            for index in 0..<count where times[index] < from || times[index] >= to { groups[index] = -1 }
        }
        for condition in conditions { try apply(condition, frame, shapes) }
        try group(frame, shapes)
    }

    /// Takes out the records that lack the key or have another value.
    private func apply(
        _ condition: (key: [UInt8], value: [UInt8]), _ frame: FrameReader,
        _ shapes: UnsafeBufferPointer<UInt16>
    ) throws(FormatError) {
        guard let key = condition.key.withUnsafeBytes({ frame.keyIndex($0) }) else {
            for index in 0..<frame.count { groups[index] = -1 }
            return
        }
        let values = try frame.values(ofKey: key)
        let matches = (0..<values.list.count).map { values.list[$0].elementsEqual(condition.value) }
        let has = frame.shapesHaving(key: key)
        var cursor = 0
        for index in 0..<frame.count {
            if has[Int(shapes[index])] {
                if !matches[values.listIndex(cursor)] { groups[index] = -1 }
                cursor += 1
            } else {
                groups[index] = -1
            }
        }
    }

    /// Replaces the zeros in `groups` by the number of each record's group.
    private func group(_ frame: FrameReader, _ shapes: UnsafeBufferPointer<UInt16>) throws(FormatError) {
        guard !groupings.isEmpty else { return }
        var dimensions: [Dimension] = []
        for grouping in groupings { dimensions.append(try Dimension(grouping, frame)) }
        let cells = dimensions.reduce(1) { $0.multipliedReportingOverflow(by: $1.size).partialValue }
        if dimensions.count <= 4 && cells > 0 && cells <= 4 * Format.maximumRecordCount {
            groupByTable(dimensions, cells: cells, shapes, count: frame.count)
        } else {
            for index in 0..<frame.count {
                var texts: [UnsafeRawBufferPointer?] = []
                for at in dimensions.indices { texts.append(dimensions[at].next(Int(shapes[index])).text) }
                if groups[index] >= 0 { groups[index] = group(texts) }
            }
        }
    }

    /// Few combinations: each is looked up once a frame.
    private func groupByTable(
        _ dimensions: [Dimension], cells: Int, _ shapes: UnsafeBufferPointer<UInt16>, count: Int
    ) {
        var table = [Int32](repeating: -2, count: cells)
        var dimensions = dimensions
        for index in 0..<count {
            var cell = 0
            let shape = Int(shapes[index])
            for at in dimensions.indices {
                cell = cell &* dimensions[at].size &+ dimensions[at].nextIndex(shape)
            }
            guard groups[index] >= 0 else { continue }
            if table[cell] == -2 {
                var rest = cell
                var texts: [UnsafeRawBufferPointer?] = []
                for dimension in dimensions.reversed() {
                    texts.append(dimension.text(rest % dimension.size))
                    rest /= dimension.size
                }
                table[cell] = group(texts.reversed())
            }
            groups[index] = table[cell]
        }
    }

    private func group(_ texts: [UnsafeRawBufferPointer?]) -> Int32 {
        groupText.removeAll(keepingCapacity: true)
        for text in texts {
            groupText.append(text == nil ? 0 : 1)
            withUnsafeBytes(of: UInt32(text?.count ?? 0)) { groupText.append(contentsOf: $0) }
            if let text { groupText.append(contentsOf: text) }
        }
        return Int32(groupText.withUnsafeBytes { interner.intern($0) })
    }
}

/// One grouping within one frame: values by number, 0 for none.
private struct Dimension {
    let size: Int
    private let list: StringList
    private let values: StringValues?
    private let names: [Int]
    private let has: [Bool]
    private var cursor = 0

    init(_ grouping: RollupQuery.Grouping, _ frame: FrameReader) throws(FormatError) {
        switch grouping {
        case .type:
            list = frame.names
            values = nil
            names = frame.shapes.map { $0.name + 1 }
            has = []
        case .key(let key):
            var text = key
            let index = text.withUTF8 { frame.keyIndex(UnsafeRawBufferPointer($0)) }
            if let index {
                let column = try frame.values(ofKey: index)
                values = column
                list = column.list
                has = frame.shapesHaving(key: index)
            } else {
                values = .empty
                list = .empty
                has = Array(repeating: false, count: frame.shapes.count)
            }
            names = []
        }
        size = list.count + 1
    }

    /// The number of the next record's value. Must be called for each record in order.
    @inline(__always)
    mutating func nextIndex(_ shape: Int) -> Int {
        guard let values else { return names[shape] }
        guard has[shape] else { return 0 }
        defer { cursor &+= 1 }
        return values.listIndex(cursor) &+ 1
    }

    mutating func next(_ shape: Int) -> (index: Int, text: UnsafeRawBufferPointer?) {
        let index = nextIndex(shape)
        return (index, text(index))
    }

    func text(_ index: Int) -> UnsafeRawBufferPointer? { index == 0 ? nil : list[index - 1] }
}

extension FrameReader {
    /// Of each shape, whether its records have a key.
    func shapesHaving(key: Int) -> [Bool] {
        shapes.map { shape in shapeKeys[shape.keys].contains { Int($0) == key } }
    }
}
