import EventLog
import UsageInsights

/// `evlog query insights`, `chart` and `streaks`.
struct InsightsCommand {
    private let context: CommandContext
    private let period: InsightPeriod
    private let calendar: LocalCalendar
    private let reference: Int64

    init(_ context: CommandContext) throws {
        self.context = context
        // Streaks are the same whatever the period; the month's details are the fewest.
        period =
            context.arguments.commandPath.last == "streaks"
            ? .month : context.arguments.value("period").flatMap(InsightPeriod.init(key:)) ?? .week
        calendar = try context.calendar()
        reference = try context.referenceLookingBack(calendar)
        if context.usesRecordedOffsets {
            throw UsageError(
                "--tz recorded: insights are about one zone's days", hint: "name a zone, or leave --tz out")
        }
    }

    /// Which day, week, month or year it is about.
    private var title: String {
        let first = Civil(
            days: InsightDays(period: period, reference: reference, calendar: calendar).current.lowerBound)
        return switch period {
        case .day: first.isoText
        case .week: "Week of \(first.isoText)"
        case .month: String(first.isoText.prefix(7))
        case .year: String(first.isoText.prefix(4))
        }
    }

    private func read() throws -> ActivityReader {
        try ActivityReader(period, at: reference, calendar: calendar, of: try context.snapshot())
    }

    // MARK: - Insights

    func runInsights() throws -> Int32 {
        let activity = try read()
        let cards = InsightCalculator(calendar: calendar).cards(period, at: reference, of: activity.summary)
        switch context.format {
        case .json: try printJSON(cards, .array)
        case .jsonl: try printJSON(cards, .lines)
        case .csv: try printCSV(cards)
        case .table: try printTable(cards)
        }
        return context.report(activity.damage)
    }

    private func printJSON(_ cards: [InsightResult], _ style: JSONWriter.Style) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: style)
        for card in cards {
            json.beginRow()
            json.fields(of: card)
            try json.endRow()
        }
        try json.finish()
    }

    private func printCSV(_ cards: [InsightResult]) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row([
            "title", "value", "iconName", "percentageChange", "absoluteChange", "displayString", "trend",
            "visualizationType", "sparklineData",
        ])
        for card in cards {
            csv.field(card.title)
            csv.field(card.value)
            csv.field(card.iconName)
            csv.field(card.comparison?.percentageChange)
            csv.field(card.comparison.map { Int64($0.absoluteChange) })
            csv.field(card.comparison?.displayString)
            csv.field(card.trend.rawValue)
            csv.field(card.visualizationType.rawValue)
            csv.field(card.sparklineData?.map(String.init).joined(separator: " "))
            try csv.endRow()
        }
        try csv.flush()
    }

    private func printTable(_ cards: [InsightResult]) throws {
        var table = Table([
            .text(title, minimum: 12), .init("", alignment: .right), .init(""),
            .text("last period").yielding(1), .init("").yielding(2),
        ])
        for card in cards {
            let style: TextStyle? =
                switch card.trend {
                case .up: .green
                case .down: .red
                case .stable, .newData: nil
                }
            table.addRow([
                Table.Cell(card.title), Table.Cell(card.value, style: .bold),
                Table.Cell(card.hasValue ? Self.arrow(card.trend) : "", style: style),
                Table.Cell(card.comparison?.displayString ?? "", style: style),
                Table.Cell(card.sparklineData.map { BlockChart.sparkline($0.map(Double.init)) } ?? ""),
            ])
        }
        try context.show(table)
    }

    private static func arrow(_ trend: InsightResult.Trend) -> String {
        switch trend {
        case .up: "↑"
        case .down: "↓"
        case .stable: "→"
        case .newData: "new"
        }
    }

    // MARK: - Chart

    func runChart() throws -> Int32 {
        let activity = try read()
        let points = InsightCalculator(calendar: calendar).chart(period, at: reference, of: activity.summary)
        switch context.format {
        case .json, .jsonl:
            var json = JSONWriter(
                StandardStreams.outputBuffer(), style: context.format == .json ? .array : .lines)
            for point in points {
                json.beginRow()
                json.field("label", point.label)
                json.field("value", point.value)
                try json.endRow()
            }
            try json.finish()
        case .csv:
            var csv = CSVWriter(
                StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
            try csv.row(["label", "value"])
            for point in points { try csv.row([point.label, "\(point.value)"]) }
            try csv.flush()
        case .table:
            var table = Table([.init(title), .number("events"), .bar()])
            for point in points {
                table.addRow([
                    Table.Cell(point.label), Table.Cell(point.value), Table.Cell(bar: Double(point.value)),
                ])
            }
            try context.show(table)
        }
        return context.report(activity.damage)
    }

    // MARK: - Streaks

    func runStreaks() throws -> Int32 {
        let activity = try read()
        let days = InsightDays(period: period, reference: reference, calendar: calendar)
        let streaks = Streaks(
            days: activity.summary.days.keys, referenceDay: days.referenceDay,
            isReferenceDayActive: activity.summary.isReferenceDayActive, calendar: calendar)
        let runs = [("current", streaks.current), ("longest", streaks.longest)]
        switch context.format {
        case .json, .jsonl:
            var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
            json.beginRow()
            for (name, run) in runs {
                json.key(name)
                json.beginObject()
                json.field("days", run?.length ?? 0)
                json.field("from", run.map { Civil(days: $0.first).isoText })
                json.field("to", run.map { Civil(days: $0.last).isoText })
                json.endObject()
            }
            json.field("activeDays", streaks.activeDays)
            try json.endRow()
            try json.finish()
        case .csv:
            var csv = CSVWriter(
                StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
            try csv.row(["streak", "days", "from", "to"])
            for (name, run) in runs {
                csv.field(name)
                csv.field(run?.length ?? 0)
                csv.field(run.map { Civil(days: $0.first).isoText })
                csv.field(run.map { Civil(days: $0.last).isoText })
                try csv.endRow()
            }
            try csv.flush()
        case .table:
            var table = Table([.init("streak"), .number("days"), .init("from"), .init("to")])
            for (name, run) in runs {
                table.addRow([
                    Table.Cell(name), Table.Cell(run?.length ?? 0),
                    Table.Cell(run.map { Civil(days: $0.first).isoText } ?? ""),
                    Table.Cell(run.map { Civil(days: $0.last).isoText } ?? ""),
                ])
            }
            try context.show(table)
            try StandardStreams.write(
                "\(streaks.activeDays) active day\(streaks.activeDays == 1 ? "" : "s")\n")
        }
        return context.report(activity.damage)
    }
}
