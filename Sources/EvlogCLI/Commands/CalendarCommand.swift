import UsageInsights

/// `evlog query calendar`: activity day by day over a year.
struct CalendarCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let range = try range(calendar)
        var query = RollupQuery(unit: .day, calendar: calendar)
        query.usesRecordedOffsets = context.usesRecordedOffsets
        query.filter.types = context.arguments.values("type")
        // Two days more on either side: by its recorded offset an event may belong to a day that the zone has begun
        // or ended already. What is outside of the range then falls away by its day.
        query.filter.from = calendar.firstInstant(of: .day, key: range.lowerBound) - 2 * Self.day
        query.filter.to = calendar.firstInstant(of: .day, key: range.upperBound) + 3 * Self.day
        let rollup = try Rollup(query, of: try context.snapshot())
        let rows = rollup.rows
        let activity = ActivityCalendar(
            range, counts: Dictionary(rows.map { ($0.key, $0.count) }, uniquingKeysWith: +),
            durations: Dictionary(rows.map { ($0.key, $0.duration) }, uniquingKeysWith: +),
            calendar: context.usesRecordedOffsets
                ? LocalCalendar(zone: .utc, firstWeekday: calendar.firstWeekday) : calendar)
        switch context.format {
        case .json: try printJSON(activity, .array)
        case .jsonl: try printJSON(activity, .lines)
        case .csv: try printCSV(activity)
        case .table:
            try StandardStreams.write(
                HeatMapText(
                    calendar: activity, width: context.terminal.tableColumns, usesColor: context.usesColor
                ).render())
        }
        return context.report(rollup.damage)
    }

    private static let day: Int64 = 86_400_000_000

    /// The days of `--year`, else the last 53 weeks.
    private func range(_ calendar: LocalCalendar) throws -> ClosedRange<Int64> {
        guard let text = context.arguments.value("year") else {
            let day = calendar.day(at: try context.reference(calendar))
            return ActivityCalendar.recentDays(until: day, calendar: calendar)
        }
        guard let year = Int(text), Civil.years.contains(year) else {
            throw UsageError("--year '\(text)': not a year from 1 to 9999")
        }
        return ActivityCalendar.days(ofYear: year)
    }

    private func printJSON(_ activity: ActivityCalendar, _ style: JSONWriter.Style) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: style)
        for day in activity.days {
            json.beginRow()
            json.field("date", Civil(days: day.day).isoText)
            json.field("count", day.count)
            json.field("duration", secondsFromMicroseconds: day.duration)
            try json.endRow()
        }
        try json.finish()
    }

    private func printCSV(_ activity: ActivityCalendar) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["date", "count", "duration"])
        for day in activity.days {
            csv.field(Civil(days: day.day).isoText)
            csv.field(day.count)
            csv.field(secondsFromMicroseconds: day.duration)
            try csv.endRow()
        }
        try csv.flush()
    }
}
