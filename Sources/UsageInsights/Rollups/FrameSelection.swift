internal import LogFormat

/// Which records of a frame a question is about, and the group of each. Reused over frames; not thread-safe.
final class FrameSelection {
    private let filter: EventFilter
    private let groupings: [RollupQuery.Grouping]
    private let retracted: RetractedSequences
    private let includesPruned: Bool
    private let types: [[UInt8]]
    private let conditions: [(key: [UInt8], value: [UInt8])]

    /// The group of each record, or -1 where it isn't asked for. Holds for the frame last selected.
    private let groups = UnsafeMutablePointer<Int32>.allocate(capacity: Format.maximumRecordCount)
    /// Of each record, which combination of values it has within its frame.
    private let codes = UnsafeMutablePointer<Int32>.allocate(capacity: Format.maximumRecordCount)
    /// Distinct groups over all frames: each grouping's value, as a marker byte and the text.
    private let interner = StringInterner()
    private var groupText: [UInt8] = []

    /// - Parameter includesPruned: also what stands for events that were pruned.
    init(
        filter: EventFilter, groupings: [RollupQuery.Grouping], retracted: RetractedSequences,
        includesPruned: Bool = true
    ) {
        self.includesPruned = includesPruned
        self.filter = filter
        self.groupings = groupings
        self.retracted = retracted
        types = filter.types.map { Array($0.utf8) }
        conditions = filter.conditions.map { (Array($0.key.utf8), Array($0.value.utf8)) }
        if groupings.isEmpty { _ = interner.intern(UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    deinit {
        groups.deallocate()
        codes.deallocate()
    }

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
        let gone = try retracted.records(of: frame, entry)
        if isWhole && conditions.isEmpty && onlyTypes && gone.isEmpty {
            if groupings.isEmpty && wanted.allSatisfy({ $0 }) { return .everything }
            var groups: [Int32] = []
            for (index, shape) in frame.shapes.enumerated() {
                groups.append(
                    wanted[index] ? group(groupings.map { _ in frame.names[shape.name] }) : -1)
            }
            return .byShape(groups)
        }
        try selectRecords(frame, wanted: wanted, isWhole: isWhole, gone: gone)
        return .byRecord(UnsafeBufferPointer(start: groups, count: frame.count))
    }

    private func wantedShapes(_ frame: FrameReader) -> [Bool] {
        let names = (0..<frame.names.count).map { index in
            types.isEmpty || types.contains { frame.names[index].elementsEqual($0) }
        }
        return frame.shapes.map {
            ($0.kind == .event || $0.kind == .rollup && includesPruned) && names[$0.name]
        }
    }

    private func selectRecords(
        _ frame: FrameReader, wanted: [Bool], isWhole: Bool, gone: [Int]
    ) throws(FormatError) {
        let count = frame.count
        let shapes = try frame.shapeIndexes()
        for index in 0..<count { groups[index] = wanted[Int(shapes[index])] ? 0 : -1 }
        if !isWhole {
            let times = try frame.times()
            let (from, to) = (filter.from ?? .min, filter.to ?? .max)
            for index in 0..<count where times[index] < from || times[index] >= to { groups[index] = -1 }
        }
        for record in gone { groups[record] = -1 }
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
        var combinations = 1
        for dimension in dimensions {
            let (product, overflows) = combinations.multipliedReportingOverflow(by: dimension.size)
            combinations = overflows || product > Int(Int32.max) ? .max : product
            if combinations == .max { break }
        }
        if combinations <= Self.largestTable {
            groupByTable(dimensions, combinations, shapes, count: frame.count)
        } else {
            groupOneByOne(dimensions, shapes, count: frame.count)
        }
    }

    /// Combinations of values within a frame that are looked up by table.
    private static let largestTable = 4 << 16

    /// Few combinations: each is looked up once a frame. One pass a grouping, each over plain arrays.
    private func groupByTable(
        _ dimensions: [Dimension], _ combinations: Int, _ shapes: UnsafeBufferPointer<UInt16>, count: Int
    ) {
        codes.update(repeating: 0, count: count)
        for dimension in dimensions { dimension.addCodes(to: codes, shapes, count: count) }
        let unknown: Int32 = -2
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: combinations) { table in
            table.initialize(repeating: unknown)
            for index in 0..<count where groups[index] >= 0 {
                let code = Int(codes[index])
                if table[code] == unknown { table[code] = group(texts(code, dimensions)) }
                groups[index] = table[code]
            }
        }
    }

    private func texts(_ code: Int, _ dimensions: [Dimension]) -> [UnsafeRawBufferPointer?] {
        var rest = code
        var texts: [UnsafeRawBufferPointer?] = []
        for dimension in dimensions.reversed() {
            texts.append(dimension.text(rest % dimension.size))
            rest /= dimension.size
        }
        return texts.reversed()
    }

    /// So many combinations that most records have one of their own.
    private func groupOneByOne(
        _ dimensions: [Dimension], _ shapes: UnsafeBufferPointer<UInt16>, count: Int
    ) {
        var columns: [[Int32]] = []
        for dimension in dimensions {
            codes.update(repeating: 0, count: count)
            dimension.addCodes(to: codes, shapes, count: count)
            columns.append(Array(UnsafeBufferPointer(start: codes, count: count)))
        }
        for index in 0..<count where groups[index] >= 0 {
            groups[index] = group(zip(dimensions, columns).map { $0.text(Int($1[index])) })
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
    /// Nil for the type, which the shape says.
    private let values: StringValues?
    /// Of each shape: the number of its type; or for a key 1 where its records have it, else 0.
    private let ofShape: [Int32]

    init(_ grouping: RollupQuery.Grouping, _ frame: FrameReader) throws(FormatError) {
        switch grouping {
        case .type:
            list = frame.names
            values = nil
            ofShape = frame.shapes.map { Int32($0.name + 1) }
        case .key(let key):
            var text = key
            let index = text.withUTF8 { frame.keyIndex(UnsafeRawBufferPointer($0)) }
            let column = try index.map { index throws(FormatError) in try frame.values(ofKey: index) }
            values = column ?? .empty
            list = column?.list ?? .empty
            ofShape = frame.shapes.map { shape in
                frame.shapeKeys[shape.keys].contains { Int($0) == index } ? 1 : 0
            }
        }
        size = list.count + 1
    }

    /// Makes each code `code * size + number` of the record's value.
    func addCodes(
        to codes: UnsafeMutablePointer<Int32>, _ shapes: UnsafeBufferPointer<UInt16>, count: Int
    ) {
        let size = Int32(size)
        ofShape.withUnsafeBufferPointer { ofShape in
            guard let values else {
                for index in 0..<count {
                    codes[index] = codes[index] &* size &+ ofShape[Int(shapes[index])]
                }
                return
            }
            var cursor = 0
            if let indexes = values.indexes?.baseAddress {
                // At the last value `cursor` stands one behind the end, where a number may be read.
                for index in 0..<count {
                    let has = ofShape[Int(shapes[index])]
                    codes[index] = codes[index] &* size &+ (Int32(indexes[cursor]) &+ 1) &* has
                    cursor &+= Int(has)
                }
            } else {
                for index in 0..<count {
                    let has = ofShape[Int(shapes[index])]
                    codes[index] = codes[index] &* size &+ Int32(truncatingIfNeeded: cursor &+ 1) &* has
                    cursor &+= Int(has)
                }
            }
        }
    }

    func text(_ index: Int) -> UnsafeRawBufferPointer? { index == 0 ? nil : list[index - 1] }
}

extension FrameReader {
    /// Of each shape, whether its records have a key.
    func shapesHaving(key: Int) -> [Bool] {
        shapes.map { shape in shapeKeys[shape.keys].contains { Int($0) == key } }
    }
}
