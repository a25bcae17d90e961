internal import LogFormat

/// The records of a frame, by way of every accessor of the decoder, each held against what it promises.
struct FrameContents: Equatable {
    struct Item: Equatable {
        var sequence: UInt64
        var kind: RecordKind
        var timestamp: Int64
        var offset: Int64
        var duration: Int64?
        var name: [UInt8]
        var id: [UInt8]?
        /// In the order of the frame's keys.
        var attributes: [[UInt8]] = []
    }

    /// A promise of the decoder that did not hold.
    struct Broken: Error {
        var what: String
    }

    var items: [Item] = []

    /// - Throws: `FormatError` where the frame isn't one, `Broken` where the decoder is wrong.
    init(_ frame: FrameReader) throws {
        let count = frame.count
        let header = frame.header
        let times = try frame.times()
        let indexes = try frame.shapeIndexes()
        let durations = try frame.durations()
        let offsets = try frame.offsets()
        let sequences = try frame.relativeSequences()
        let ids = try frame.ids()
        let values = try (0..<frame.keys.count).map { key in try frame.values(ofKey: key) }
        try Self.hold(times.count == count && indexes.count == count, "a column of another length")
        try Self.hold(offsets.map { $0.count == count } ?? true, "offsets of another length")
        try Self.hold(sequences.map { $0.count == count } ?? true, "sequences of another length")
        var valuesAt = [Int](repeating: 0, count: values.count)
        var (durationAt, idAt) = (0, 0)
        for index in 0..<count {
            try Self.hold(Int(indexes[index]) < frame.shapes.count, "a shape that isn't there")
            let shape = frame.shapes[Int(indexes[index])]
            try Self.hold(shape.name < frame.names.count, "a name that isn't there")
            let time = times[index]
            try Self.hold(
                time >= header.minimumTimestamp && time <= header.maximumTimestamp, "a time outside its frame"
            )
            let relative = sequences.map { UInt64(bitPattern: $0[index]) } ?? UInt64(index)
            try Self.hold(relative < UInt64(header.span), "a sequence outside its frame")
            var item = Item(
                sequence: header.firstSequence + relative, kind: shape.kind, timestamp: time,
                offset: offsets?[index] ?? Int64(Format.unknownOffset), name: Array(frame.names[shape.name]))
            if shape.hasDuration {
                try Self.hold(durationAt < durations.count, "fewer durations than records that have one")
                item.duration = durations[durationAt]
                try Self.hold(
                    (0...Format.maximumDuration).contains(durations[durationAt])
                        && durations[durationAt] <= frame.longestDuration, "a duration over its limit")
                durationAt += 1
            }
            if shape.hasID {
                try Self.hold(idAt < ids.count, "fewer ids than records that have one")
                item.id = Array(ids[idAt])
                idAt += 1
            }
            for place in shape.keys {
                let key = Int(frame.shapeKeys[place])
                try Self.hold(
                    key < values.count && valuesAt[key] < values[key].count,
                    "fewer values than records that have the key")
                item.attributes.append(Array(frame.keys[key]))
                item.attributes.append(Array(values[key][valuesAt[key]]))
                valuesAt[key] += 1
            }
            items.append(item)
        }
        try Self.hold(durationAt == durations.count && idAt == ids.count, "durations or ids too many")
        for (key, list) in values.enumerated() {
            try Self.hold(list.count == valuesAt[key], "values too many")
            let name = frame.keys[key]
            try Self.hold(frame.keyIndex(name).map { $0 <= key } ?? false, "a key that isn't found")
        }
        let ascending = zip(items, items.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
        try Self.hold(ascending, "sequences that don't ascend")
    }

    static func hold(_ condition: Bool, _ what: String) throws {
        guard condition else { throw Broken(what: what) }
    }
}
