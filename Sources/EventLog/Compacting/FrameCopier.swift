internal import LogFormat

/// Copies the records of a decoded frame that stay into the frame that is being built, as they stand, with their
/// sequences. Not thread-safe.
struct FrameCopier {
    private let builder: FrameBuilder
    /// What is put in the places of the records that go, the next one last.
    var replacements: [ReplacementRun] = []
    private var cursors: [Int] = []
    private(set) var dropped = 0
    /// Of the dropped ones, those that another record stands for.
    private(set) var replaced = 0

    /// A frame is what a damaged sector costs: larger ones would save next to no space, and a log of some years of one
    /// person's events should not be a single one.
    private static let mostRecords = 8192

    init(into builder: FrameBuilder) { self.builder = builder }

    /// - Parameter flush: called when the builder is full, with the sequence after the last one in it; must empty it.
    mutating func copy(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: [RecordFate], whenFull flush: (UInt64) -> Void
    ) throws(FormatError) {
        guard frame.count > 0 else { return }
        // All columns are decoded before anything is copied: a frame is taken whole or not at all.
        let times = try frame.times()
        let shapes = try frame.shapeIndexes()
        let durations = try frame.durations()
        let offsets = try frame.offsets()
        let relative = try frame.relativeSequences()
        let ids = try frame.ids()
        var columns: [StringValues] = []
        for key in 0..<frame.keys.count { columns.append(try frame.values(ofKey: key)) }
        cursors.removeAll(keepingCapacity: true)
        cursors += repeatElement(0, count: columns.count)
        let shapeList = frame.shapes
        let shapeKeys = frame.shapeKeys
        var (durationAt, idAt) = (0, 0)
        for index in 0..<frame.count {
            let shape = shapeList[Int(shapes[index])]
            let isKept = fates[index] == .kept
            if isKept {
                builder.begin(
                    kind: shape.kind, name: frame.names[shape.name], timestamp: times[index],
                    offset: offsets.map { Int16(truncatingIfNeeded: $0[index]) } ?? Format.unknownOffset)
            }
            for place in shape.keys {
                let key = Int(shapeKeys[place])
                if isKept { builder.addAttribute(key: frame.keys[key], value: columns[key][cursors[key]]) }
                cursors[key] &+= 1
            }
            let sequence = entry.sequence(index, relative)
            if isKept {
                builder.end(
                    duration: shape.hasDuration ? durations[durationAt] : nil,
                    id: shape.hasID ? ids[idAt] : nil, sequence: sequence)
            } else {
                dropped &+= 1
                if fates[index] == .replaced, let record = nextReplacement() {
                    builder.append(record, sequence: sequence)
                    replaced &+= 1
                }
            }
            if shape.hasDuration { durationAt &+= 1 }
            if shape.hasID { idAt &+= 1 }
            if builder.isFull || builder.count >= Self.mostRecords { flush(sequence &+ 1) }
        }
    }

    private mutating func nextReplacement() -> Record? {
        while let last = replacements.indices.last {
            if let record = replacements[last].next() { return record }
            replacements.removeLast()
        }
        return nil
    }
}
