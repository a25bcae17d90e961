internal import LogFormat

/// The columns of a frame that details come from; those that aren't needed stay packed.
struct DetailInput {
    let times: UnsafeBufferPointer<Int64>
    let shapes: UnsafeBufferPointer<UInt16>
    let isEvent: [Bool]
    /// Of each record, whether it is retracted; nil where none is.
    let isGone: [Bool]?
    let allCount: Bool
    let names: StringList
    let nameOfShape: [Int]
    let durations: UnsafeBufferPointer<Int64>?
    let hasDuration: [Bool]
    let categories: StringValues
    let hasCategory: [Bool]

    init(
        _ frame: FrameReader, _ needs: ActivityReader.Needs, times: UnsafeBufferPointer<Int64>, gone: [Int]
    ) throws(FormatError) {
        self.times = times
        shapes = try frame.shapeIndexes()
        isEvent = frame.shapes.map { $0.kind.countsAsEvent }
        var marks = gone.isEmpty ? nil : [Bool](repeating: false, count: frame.count)
        for record in gone { marks?[record] = true }
        isGone = marks
        allCount = gone.isEmpty && isEvent.allSatisfy { $0 }
        names = frame.names
        nameOfShape = frame.shapes.map(\.name)
        durations = needs.durations ? try frame.durations() : nil
        hasDuration = frame.shapes.map { needs.durations && $0.hasDuration }
        let index = needs.categories ? frame.keyIndex(RecordField.category.bytes) : nil
        if let index {
            categories = try frame.values(ofKey: index)
            hasCategory = frame.shapesHaving(key: index)
        } else {
            categories = .empty
            hasCategory = Array(repeating: false, count: frame.shapes.count)
        }
    }
}

extension DetailInput {
    /// Whether a record is an event that wasn't retracted.
    @inline(__always)
    func counts(_ record: Int) -> Bool {
        guard isEvent[Int(shapes[record])] else { return false }
        return isGone.map { !$0[record] } ?? true
    }

    func eventCount(_ records: Range<Int>) -> Int {
        if allCount { return records.count }
        return records.reduce(0) { counts($1) ? $0 + 1 : $0 }
    }

    func addTypes(_ records: Range<Int>, to counts: inout [Int]) {
        // Counted by shape first: a shape has one type, and there are few of them.
        var byShape = [Int](repeating: 0, count: isEvent.count)
        byShape.withUnsafeMutableBufferPointer { byShape in
            if let isGone {
                for index in records where !isGone[index] { byShape[Int(shapes[index])] &+= 1 }
            } else {
                for index in records { byShape[Int(shapes[index])] &+= 1 }
            }
        }
        for (shape, count) in byShape.enumerated() where isEvent[shape] {
            counts[nameOfShape[shape]] += count
        }
    }
}

/// How far the columns that not every record is in have been read.
struct DetailCursor {
    private var durationAt = 0
    private var categoryAt = 0

    /// The durations of the next records together.
    mutating func nextDurations(_ input: DetailInput, _ records: Range<Int>) -> Int128 {
        guard let durations = input.durations else { return 0 }
        var sum: Int128 = 0
        for index in records {
            let shape = Int(input.shapes[index])
            guard input.hasDuration[shape] else { continue }
            if input.counts(index) { sum += Int128(durations[durationAt]) }
            durationAt &+= 1
        }
        return sum
    }

    /// Counts the categories of the next records.
    mutating func countCategories(_ input: DetailInput, _ records: Range<Int>, _ counts: inout [Int]) {
        guard input.categories.count > 0 else { return }
        for index in records where input.hasCategory[Int(input.shapes[index])] {
            if input.counts(index) { counts[input.categories.listIndex(categoryAt)] &+= 1 }
            categoryAt &+= 1
        }
    }

    /// Leaves out the categories of the next records.
    mutating func passCategories(_ input: DetailInput, _ records: Range<Int>) {
        guard input.categories.count > 0 else { return }
        for index in records where input.hasCategory[Int(input.shapes[index])] { categoryAt &+= 1 }
    }
}
