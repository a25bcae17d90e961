internal import LogFormat

/// One record as a JSON line.
package struct ExportedLine {
    /// Microseconds since 1970-01-01 UTC.
    package let timestamp: Int64
    /// Minutes east of UTC where it was recorded, if known.
    package let offsetMinutes: Int?
    /// With its line feed; valid only inside the call.
    package let bytes: UnsafeRawBufferPointer
}

/// What became of an export.
package struct ExportOutcome: Sendable {
    package var records = 0
    /// Lines that `append` would refuse, since they are over a limit of its input: only programs that embed the log can
    /// store such records.
    package var overLimit = 0
    /// The sequence of the first of those.
    package var firstOverLimit: UInt64?

    package init() {}
}

extension RecordExport {
    /// Hands over each record as the line that appending reads: instants with the offset they were recorded with,
    /// metadata sorted by key, every digit of a duration. The same records always give the same bytes.
    package func forEachLine(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, _ body: (ExportedLine) throws -> Void
    ) throws -> ExportOutcome {
        var outcome = ExportOutcome()
        var line: [UInt8] = []
        line.reserveCapacity(4096)
        try forEachFrame(progress: progress) { frame, entry, wanted in
            let text = try FrameText(frame, entry)
            try text.forEachLine(wanted, &line, &outcome, body)
        }
        return outcome
    }
}

/// What the lines of a frame are made of, each distinct text escaped once.
private struct FrameText {
    private let frame: FrameReader
    private let entry: FrameEntry
    private let times: UnsafeBufferPointer<Int64>
    private let shapes: UnsafeBufferPointer<UInt16>
    private let durations: UnsafeBufferPointer<Int64>
    private let offsets: UnsafeBufferPointer<Int64>?
    private let sequences: UnsafeBufferPointer<Int64>?
    private let ids: StringValues
    private var columns: [StringValues] = []
    /// All escaped text.
    private var text: [UInt8] = []
    /// Of each shape, what its lines begin with, and the fields of its metadata in the order of the keys.
    private var layouts: [Layout] = []
    private var fields: [Field] = []
    /// Of each key whose values are a list: where its first stands in `valueRanges`.
    private var valueStarts: [Int] = []
    private var valueRanges: [Range<Int>] = []

    private struct Layout {
        var kind: RecordKind
        var head: Range<Int>
        var fields: Range<Int>
        var hasDuration: Bool
        var hasID: Bool
        var isNamed: Bool
    }

    private struct Field {
        var key: Int
        /// What stands before the value.
        var lead: Range<Int>
    }

    /// All columns are decoded before anything is handed over: a frame is exported whole or not at all.
    init(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        self.frame = frame
        self.entry = entry
        times = try frame.times()
        shapes = try frame.shapeIndexes()
        durations = try frame.durations()
        offsets = try frame.offsets()
        sequences = try frame.relativeSequences()
        ids = try frame.ids()
        for key in 0..<frame.keys.count { columns.append(try frame.values(ofKey: key)) }
        for column in columns {
            valueStarts.append(valueRanges.count)
            guard column.indexes != nil else { continue }
            for index in 0..<column.list.count { valueRanges.append(add { $0.escaped(column.list[index]) }) }
        }
        // Shapes share names and keys, so each is kept once, not once a shape.
        var heads: [Int: Range<Int>] = [:]
        var leads = [Range<Int>?](repeating: nil, count: frame.keys.count * 2)
        for shape in frame.shapes { addLayout(shape, &heads, &leads) }
    }

    private mutating func addLayout(
        _ shape: Shape, _ heads: inout [Int: Range<Int>], _ leads: inout [Range<Int>?]
    ) {
        let name = frame.names[shape.name]
        let place = shape.name << 4 | Int(shape.kind.rawValue)
        let head =
            heads[place]
            ?? add { text in
                switch shape.kind {
                case .event: text.literal("{\"type\":\"")
                case .rollup: text.literal("{\"kind\":\"rollup\",\"type\":\"")
                case .dose: text.literal("{\"kind\":\"dose\",\"supplement\":\"")
                case .checkIn, .retraction: text.literal("{\"kind\":\"checkin\",\"date\":\"")
                }
                if shape.kind != .checkIn { text.escaped(name) }
                if shape.kind.countsAsEvent { text.literal("\",\"timestamp\":\"") }
            }
        heads[place] = head
        let first = fields.count
        // The order of UTF-8 bytes is that of Unicode scalars.
        let frame = frame
        let sorted = frame.shapeKeys[shape.keys].map { Int($0) }.sorted {
            frame.keys[$0].lexicographicallyPrecedes(frame.keys[$1])
        }
        for (index, key) in sorted.enumerated() {
            let place = key * 2 + min(index, 1)
            let lead =
                leads[place]
                ?? add { text in
                    text.literal(index == 0 ? "\",\"metadata\":{\"" : "\",\"")
                    text.escaped(frame.keys[key])
                    text.literal("\":\"")
                }
            leads[place] = lead
            fields.append(Field(key: key, lead: lead))
        }
        layouts.append(
            Layout(
                kind: shape.kind, head: head, fields: first..<fields.count, hasDuration: shape.hasDuration,
                hasID: shape.hasID, isNamed: shape.kind == .checkIn || name.count > 0))
    }

    private mutating func add(_ fill: (inout [UInt8]) -> Void) -> Range<Int> {
        let start = text.count
        fill(&text)
        return start..<text.count
    }

    func forEachLine(
        _ wanted: [Bool], _ line: inout [UInt8], _ outcome: inout ExportOutcome,
        _ body: (ExportedLine) throws -> Void
    ) throws {
        try text.withUnsafeBytes { text in
            var cursors = [Int](repeating: 0, count: columns.count)
            var (durationAt, idAt) = (0, 0)
            for index in 0..<frame.count {
                let shape = Int(shapes[index])
                let layout = layouts[shape]
                if wanted[index] {
                    let offset = offsets.map { Int($0[index]) } ?? Int(Format.unknownOffset)
                    let duration = layout.hasDuration ? durations[durationAt] : nil
                    let id = layout.hasID ? ids[idAt] : nil
                    line.removeAll(keepingCapacity: true)
                    line.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[layout.head]))
                    if layout.kind.countsAsEvent {
                        line.instant(times[index], offset)
                        append(layout, text, cursors, duration, &line)
                    } else {
                        append(layout, cursors, times[index], offset, &line)
                    }
                    if let id {
                        line.literal(",\"id\":\"")
                        line.escaped(id)
                        line.literal("\"")
                    }
                    line.literal("}\n")
                    outcome.records &+= 1
                    if line.count - 1 > JSONLinesLimits.lineBytes || !layout.isNamed || id?.count == 0 {
                        outcome.overLimit += 1
                        outcome.firstOverLimit = outcome.firstOverLimit ?? entry.sequence(index, sequences)
                    }
                    try line.withUnsafeBytes { bytes in
                        try body(
                            ExportedLine(
                                timestamp: times[index],
                                offsetMinutes: offset == Int(Format.unknownOffset) ? nil : offset,
                                bytes: bytes))
                    }
                }
                for field in layout.fields { cursors[fields[field].key] &+= 1 }
                if layout.hasDuration { durationAt &+= 1 }
                if layout.hasID { idAt &+= 1 }
            }
        }
    }

    /// Metadata and duration of an event.
    @inline(__always)
    private func append(
        _ layout: Layout, _ text: UnsafeRawBufferPointer, _ cursors: [Int], _ duration: Int64?,
        _ line: inout [UInt8]
    ) {
        for at in layout.fields {
            let field = fields[at]
            line.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[field.lead]))
            let column = columns[field.key]
            let cursor = cursors[field.key]
            if let indexes = column.indexes {
                let range = valueRanges[valueStarts[field.key] &+ Int(indexes[cursor])]
                line.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[range]))
            } else {
                line.escaped(column.list[cursor])
            }
        }
        line.literal(layout.fields.isEmpty ? "\"" : "\"}")
        if let duration {
            line.literal(",\"duration\":")
            line.seconds(duration)
        }
    }

    /// The fields of a check-in or a dose, from behind its name on.
    private func append(
        _ layout: Layout, _ cursors: [Int], _ timestamp: Int64, _ offset: Int, _ line: inout [UInt8]
    ) {
        func value(_ name: StaticString) -> UnsafeRawBufferPointer? {
            for at in layout.fields where frame.keys[fields[at].key].elementsEqual(name.bytes) {
                return columns[fields[at].key][cursors[fields[at].key]]
            }
            return nil
        }
        func optional(_ name: StaticString, _ lead: StaticString) {
            // An empty one is none, and is read so.
            guard let text = value(name), text.count > 0 else { return }
            line.literal(lead)
            line.escaped(text)
            line.literal("\"")
        }
        if layout.kind == .checkIn {
            if let date = value(RecordField.date) { line.append(contentsOf: date) }
            line.literal("\"")
            for (name, lead) in Self.levels {
                line.literal(lead)
                if let level = value(name) { line.append(contentsOf: level) }
            }
            optional(RecordField.mood, ",\"mood\":\"")
            line.literal(",\"timestamp\":\"")
            line.instant(timestamp, offset)
            line.literal("\"")
        } else {
            line.literal("\",\"takenAt\":\"")
            line.instant(timestamp, offset)
            line.literal("\"")
            optional(RecordField.amount, ",\"amount\":\"")
        }
    }

    private static let levels: [(StaticString, StaticString)] = [
        (RecordField.focus, ",\"focus\":"), (RecordField.sleep, ",\"sleep\":"),
        (RecordField.energy, ",\"energy\":"), (RecordField.stress, ",\"stress\":"),
    ]
}

extension [UInt8] {
    @inline(__always)
    fileprivate mutating func literal(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate mutating func escaped(_ bytes: UnsafeRawBufferPointer) {
        JSONText.appendEscaped(bytes, to: &self)
    }

    fileprivate mutating func instant(_ timestamp: Int64, _ offset: Int) {
        withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 8) { buffer in
            let count = RFC3339.format(timestamp, offsetMinutes: offset, into: buffer)
            append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Whole microseconds as seconds, exactly and as short as can be.
    fileprivate mutating func seconds(_ microseconds: Int64) {
        let amount = microseconds.magnitude
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
            var start = 32
            var fraction = amount % 1_000_000
            var places = 6
            while places > 0, fraction % 10 == 0 {
                fraction /= 10
                places -= 1
            }
            if places > 0 {
                for _ in 0..<places {
                    start -= 1
                    digits[start] = 0x30 &+ UInt8(truncatingIfNeeded: fraction % 10)
                    fraction /= 10
                }
                start -= 1
                digits[start] = UInt8(ascii: ".")
            }
            var whole = amount / 1_000_000
            repeat {
                start -= 1
                digits[start] = 0x30 &+ UInt8(truncatingIfNeeded: whole % 10)
                whole /= 10
            } while whole > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start..<32]))
        }
    }
}
