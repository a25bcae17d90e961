import UsageInsights

/// `evlog query rollup`: counts and durations by period and group.
struct RollupCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        guard let unit = arguments.value("by").flatMap(PeriodUnit.init(rawValue:)) else {
            throw UsageError("--by is missing", hint: "say hour, day, week, month or year")
        }
        var query = RollupQuery(unit: unit, calendar: calendar)
        query.usesRecordedOffsets = context.usesRecordedOffsets
        for name in arguments.values("group") {
            let grouping: RollupQuery.Grouping = name == "type" ? .type : .key(name)
            if query.groupings.contains(grouping) { throw UsageError("--group '\(name)' is given twice") }
            query.groupings.append(grouping)
        }
        query.filter = try EventFilter(context, calendar)
        let rollup = try Rollup(query, of: try context.snapshot())
        let rows = RollupOutput(context: context, query: query, rollup: rollup)
        switch context.format {
        case .table: try rows.printTable()
        case .json: try rows.printJSON(style: .array)
        case .jsonl: try rows.printJSON(style: .lines)
        case .csv: try rows.printCSV()
        }
        noteUnknownKeys(query, rollup)
        return context.report(rollup.damage)
    }

    /// A key that no event has is mostly a slip, which a column of nothing doesn't show.
    private func noteUnknownKeys(_ query: RollupQuery, _ rollup: Rollup) {
        guard !rollup.rows.isEmpty else { return }
        for (place, grouping) in query.groupings.enumerated() {
            guard case .key(let name) = grouping, rollup.groups.allSatisfy({ $0[place] == nil }) else {
                continue
            }
            StandardStreams.report("note: none of these events has '\(TextWidth.sanitized(name))'")
        }
    }
}

extension EventFilter {
    /// `--type`, `--where`, `--from` and `--to`.
    init(_ context: CommandContext, _ calendar: LocalCalendar) throws {
        self.init()
        let now = try context.reference(calendar)
        types = context.arguments.values("type")
        conditions = try context.pairs("where")
        from = try context.instant("from", calendar, now: now)
        to = try context.instant("to", calendar, now: now)
        if let from, let to, to < from { throw UsageError("--to is before --from") }
    }
}

/// The rows of a rollup on their way out, with the empty ones if they are wanted.
private struct RollupOutput {
    let context: CommandContext
    let query: RollupQuery
    let rollup: Rollup

    private var zone: Zone { query.calendar.zone }

    /// Hands over each row in order; with `--fill` also one for each period and group that has none.
    private func forEach(_ body: (RollupRow) throws -> Void) throws {
        let rows = rollup.rows
        guard context.arguments.flag("fill"), let periods = query.periods(covering: rows) else {
            for row in rows { try body(row) }
            return
        }
        var next = 0
        for (key, _) in periods {
            for group in 0..<max(1, rollup.groups.count) {
                if next < rows.count && rows[next].key == key && rows[next].group == group {
                    try body(rows[next])
                    next += 1
                } else {
                    try body(
                        RollupRow(
                            key: key, start: query.start(ofKey: key), group: group, count: 0, duration: 0))
                }
            }
        }
    }

    private func values(ofGroup group: Int) -> [String?] {
        group < rollup.groups.count ? rollup.groups[group] : query.groupings.map { _ in nil }
    }

    func printJSON(style: JSONWriter.Style) throws {
        let output = BackgroundOutput()
        var json = JSONWriter(OutputBuffer { try output.write($0) }, style: style)
        var text = RollupRowText(
            query: query, groups: (0..<max(1, rollup.groups.count)).map(values(ofGroup:)))
        try forEach { row in try json.row { text.append(row, to: &$0) } }
        try json.finish()
        try output.finish()
    }

    func printCSV() throws {
        var csv = CSVWriter(
            StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["start"] + query.groupings.map(\.name) + ["count", "duration"])
        var start = RollupStartText(zone: zone)
        try forEach { row in
            csv.field(start.text(row.start))
            for value in values(ofGroup: row.group) { csv.field(value) }
            csv.field(row.count)
            csv.field(secondsFromMicroseconds: row.duration)
            try csv.endRow()
        }
        try csv.flush()
    }

    /// A table is laid out in pieces of so many rows, so that memory stays bounded whatever `--fill` adds.
    private static let tablePiece = 10_000

    private var emptyTable: Table {
        var table = Table(
            [.init(query.unit.rawValue)] + query.groupings.map { .text($0.name) }
                + [.number("count"), .init("duration", alignment: .right), .bar(minimum: 3)])
        // Bars of all pieces are measured alike.
        table.fullBar = Double(rollup.rows.reduce(0) { max($0, $1.count) })
        return table
    }

    func printTable() throws {
        let empty = emptyTable
        var table = empty
        try forEach { row in
            table.addRow(
                [Table.Cell(label(row))] + values(ofGroup: row.group).map { Table.Cell($0 ?? "—") } + [
                    Table.Cell(row.count),
                    Table.Cell(row.duration == 0 ? "" : Readable.duration(microseconds: row.duration)),
                    Table.Cell(bar: Double(row.count)),
                ])
            if table.rows.count >= Self.tablePiece {
                try context.show(table)
                table = empty
            }
        }
        if !table.rows.isEmpty || rollup.rows.isEmpty { try context.show(table) }
    }

    private func label(_ row: RollupRow) -> String {
        // By recorded offsets the start is shown on the default zone's clock, which reads the same.
        let calendar = LocalCalendar(zone: zone)
        switch query.unit {
        case .hour: return InstantText.plain(row.start, calendar, seconds: false)
        case .day, .week: return Civil(days: row.key).isoText
        case .month: return String(Civil(days: row.key).isoText.prefix(7))
        case .year: return String(Civil(days: row.key).isoText.prefix(4))
        }
    }
}
