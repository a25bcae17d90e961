internal import EventLog
internal import LogFormat

/// What is kept of an event that is pruned but goes on being counted: its type, its category, and when it was to a
/// quarter of an hour. Every zone's offset today is a multiple of that, so hours, days and months stay what they were.
struct RollupCell: Hashable, Comparable {
    /// The first microsecond of the quarter-hour, UTC.
    var start: Int64
    var type: String
    var category: String?
    var offsetMinutes: Int?

    init(_ row: RecordColumns.Row) {
        let quarter = ActivityCells.quarterMicroseconds
        start = floorDivide(row.timestamp, quarter) * quarter
        type = row.name
        category = row[RecordField.category]
        offsetMinutes = row.offsetMinutes
    }

    static func < (a: Self, b: Self) -> Bool {
        if a.start != b.start { return a.start < b.start }
        if a.type != b.type { return a.type < b.type }
        if a.category != b.category { return (a.category ?? "") < (b.category ?? "") }
        return (a.offsetMinutes ?? .min) < (b.offsetMinutes ?? .min)
    }

    /// How many there were, and how long they took together.
    struct Sum {
        var count = 0
        var duration: Int128?

        mutating func add(_ duration: Int64?) {
            count += 1
            if let duration { self.duration = (self.duration ?? 0) + Int128(duration) }
        }

        /// As many records as there were; the first ones have all the time, each as much as a record may.
        func runs(of cell: RollupCell) -> [ReplacementRun] {
            var runs: [ReplacementRun] = []
            var left = count
            var rest = duration
            while left > 0 {
                var record = Record(
                    timestamp: cell.start, offsetMinutes: cell.offsetMinutes, kind: .rollup, name: cell.type)
                if let category = cell.category { record.attributes[RecordField.category.text] = category }
                guard let time = rest else {
                    runs.append(ReplacementRun(record: record, count: left))
                    break
                }
                let part = min(time, Int128(Format.maximumDuration))
                record.duration = Int64(part)
                let isLast = part == time
                runs.append(ReplacementRun(record: record, count: isLast ? left : 1))
                left -= isLast ? left : 1
                rest = isLast ? nil : time - part
            }
            return runs
        }
    }
}
