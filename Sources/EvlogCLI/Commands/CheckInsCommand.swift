import EventLog
import UsageInsights

/// `evlog query check-ins`: the check-ins, a row a day.
struct CheckInsCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let days = try days(calendar)
        let reader = try WellnessReader(try context.snapshot())
        let checkIns = reader.history.checkIns.filter { days.contains($0.day) }
        let output = CheckInsOutput(context: context, calendar: calendar, checkIns: checkIns)
        switch context.format {
        case .table: try output.printTable()
        case .json: try output.printJSON(style: .array)
        case .jsonl: try output.printJSON(style: .lines)
        case .csv: try output.printCSV()
        }
        return context.report(reader.damage)
    }

    /// From `--from` up to but not at `--to`. An instant inside a day stands for the days that the range touches.
    private func days(_ calendar: LocalCalendar) throws -> Range<Int64> {
        let now = try context.reference(calendar)
        let from = try bound("from", calendar, now: now, roundsUp: false) ?? .min
        let to = try bound("to", calendar, now: now, roundsUp: true) ?? .max
        guard from <= to else { throw UsageError("--to is before --from") }
        return from..<to
    }

    private func bound(
        _ option: String, _ calendar: LocalCalendar, now: Int64, roundsUp: Bool
    ) throws -> Int64? {
        guard let text = arguments.value(option) else { return nil }
        do {
            return try DayExpression.parse(text, now: now, calendar: calendar)
        } catch {
            guard let instant = CommandContext.timestamp(text, calendar)?.instant else {
                throw CommandContext.refused(option, error)
            }
            let day = calendar.day(at: instant)
            return roundsUp && calendar.firstInstant(of: .day, key: day) < instant ? day + 1 : day
        }
    }
}

/// Check-ins on their way out.
private struct CheckInsOutput {
    let context: CommandContext
    let calendar: LocalCalendar
    let checkIns: [DailyCheckIn]

    private func text(_ instant: Int64) -> String { InstantText.rfc3339(instant, in: calendar.zone) }

    func printTable() throws {
        let metrics = WellnessMetric.allCases
        var table = Table(
            [.init("date")] + metrics.map { .init($0.key) } + [
                .init("updated").yielding(1), .text("mood", minimum: 12).yielding(2),
            ])
        let clock = LocalCalendar(zone: calendar.zone)
        for checkIn in checkIns {
            let levels = metrics.map { metric in
                Table.Cell(
                    "\(WellnessMetric.face(ofLevel: checkIn[metric])) \(checkIn[metric])",
                    style: TextStyle(ofLevel: checkIn[metric]))
            }
            let ends = [
                Table.Cell(InstantText.plain(checkIn.updatedAt, clock, seconds: false)),
                Table.Cell(checkIn.mood ?? ""),
            ]
            table.addRow([Table.Cell(Civil(days: checkIn.day).isoText)] + levels + ends)
        }
        try context.show(table)
    }

    func printJSON(style: JSONWriter.Style) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: style)
        for checkIn in checkIns {
            json.beginRow()
            json.field("id", checkIn.id)
            json.field("date", Civil(days: checkIn.day).isoText)
            for metric in WellnessMetric.allCases { json.field(metric.key, checkIn[metric]) }
            json.field("mood", checkIn.mood)
            json.field("createdAt", text(checkIn.createdAt))
            json.field("updatedAt", text(checkIn.updatedAt))
            try json.endRow()
        }
        try json.finish()
    }

    func printCSV() throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(
            ["id", "date"] + WellnessMetric.allCases.map(\.key) + ["mood", "createdAt", "updatedAt"])
        for checkIn in checkIns {
            csv.field(checkIn.id)
            csv.field(Civil(days: checkIn.day).isoText)
            for metric in WellnessMetric.allCases { csv.field(checkIn[metric]) }
            csv.field(checkIn.mood)
            csv.field(text(checkIn.createdAt))
            csv.field(text(checkIn.updatedAt))
            try csv.endRow()
        }
        try csv.flush()
    }
}
