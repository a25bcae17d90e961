import UsageInsights

/// The rows of a rollup as JSON, for answers of very many: starts and groups recur from row to row, so their text
/// is made once.
struct RollupRowText {
    private var start: RollupStartText
    /// The groups' objects, one behind the other.
    private var groups: [UInt8] = []
    private var groupEnds: [Int] = []

    /// - Parameter groups: of each group number, the value for each grouping.
    init(query: RollupQuery, groups: [[String?]]) {
        start = RollupStartText(zone: query.calendar.zone)
        let names = query.groupings.map(\.name)
        for values in groups {
            self.groups += JSONText.object(zip(names, values)).utf8
            groupEnds.append(self.groups.count)
        }
    }

    mutating func append(_ row: RollupRow, to output: inout OutputBuffer) {
        output.append(literal: "{\"start\":\"")
        start.append(row.start, to: &output)
        output.append(literal: "\",\"groups\":")
        let first = row.group == 0 ? 0 : groupEnds[row.group - 1]
        groups.withUnsafeBufferPointer { bytes in
            output.append(UnsafeBufferPointer(rebasing: bytes[first..<groupEnds[row.group]]))
        }
        output.append(literal: ",\"count\":")
        output.append(decimal: Int64(row.count))
        output.append(literal: ",\"duration\":")
        output.append(secondsFromMicroseconds: row.duration)
        output.append(literal: "}")
    }
}

/// The start of a row as text, made once for all rows of a period.
struct RollupStartText {
    private let zone: Zone
    private var last: Int64?
    private var bytes: [UInt8] = []

    init(zone: Zone) { self.zone = zone }

    private mutating func make(_ instant: Int64) {
        guard last != instant else { return }
        last = instant
        bytes = Array(InstantText.rfc3339(instant, in: zone).utf8)
    }

    mutating func append(_ instant: Int64, to output: inout OutputBuffer) {
        make(instant)
        output.append(bytes)
    }

    mutating func text(_ instant: Int64) -> String {
        make(instant)
        return String(decoding: bytes, as: UTF8.self)
    }
}
