import UsageInsights

/// `evlog query trends`: ratings of the last days.
struct TrendsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let day = calendar.day(at: try context.reference(calendar))
        let count = try context.count("days", minimum: 1) ?? 7
        guard count <= WellnessTrends.maximumDayCount else {
            throw UsageError("--days '\(count)': at most \(WellnessTrends.maximumDayCount)")
        }
        let reader = try WellnessReader(try context.snapshot())
        let trends = WellnessTrends(of: reader.history, endingOn: day, dayCount: count)
        switch context.format {
        case .json: try printJSON(trends, .array)
        case .jsonl: try printJSON(trends, .lines)
        case .csv: try printCSV(trends)
        case .table: try printTable(trends)
        }
        return context.report(reader.damage)
    }

    private func printJSON(_ trends: WellnessTrends, _ style: JSONWriter.Style) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: style)
        for series in trends.series {
            json.beginRow()
            json.field("metric", series.metric.key)
            json.field("from", Civil(days: trends.days.lowerBound).isoText)
            json.field("to", Civil(days: trends.days.upperBound).isoText)
            json.key("values")
            json.beginArray()
            for value in series.values { if let value { json.value(value) } else { json.null() } }
            json.endArray()
            json.key("movingAverage")
            json.beginArray()
            for value in series.movingAverages { if let value { json.value(value) } else { json.null() } }
            json.endArray()
            try json.endRow()
        }
        try json.finish()
    }

    private func printCSV(_ trends: WellnessTrends) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["date", "metric", "value", "movingAverage"])
        for (index, day) in trends.days.enumerated() {
            for series in trends.series {
                csv.field(Civil(days: day).isoText)
                csv.field(series.metric.key)
                csv.field(series.values[index].map { Int64($0) })
                csv.field(series.movingAverages[index])
                try csv.endRow()
            }
        }
        try csv.flush()
    }

    /// A line a metric: each day's rating, `·` where there is none, the newest at the right; and the average.
    private func printTable(_ trends: WellnessTrends) throws {
        let shown = min(trends.days.count, max(7, (context.terminal.tableColumns ?? .max) / 2 - 20))
        var table = Table([
            .init("metric"), .init("ratings"), .init("7-day average"), .init("latest", alignment: .right),
        ])
        for series in trends.series {
            let days = series.values.suffix(shown).map { $0.map(String.init) ?? "·" }.joined()
            let last = series.movingAverages.last.flatMap { $0 }
            table.addRow([
                Table.Cell("\(series.metric.emoji) \(series.metric.rawValue)"), Table.Cell(days),
                Table.Cell(series.movingAverages.suffix(shown).map(Self.block).joined()),
                Table.Cell(last.map(StatsCommand.tenths) ?? "—"),
            ])
        }
        try context.show(table)
        let first = Civil(days: trends.days.upperBound - Int64(shown) + 1)
        try StandardStreams.write(
            "\(first.isoText) to \(Civil(days: trends.days.upperBound).isoText)\n"
                + "1 is low, 5 is high, · is no check-in\n")
    }

    /// An average on the scale of 1 to 5 as a block: the lowest is 1, the full one 5, whatever the others are.
    private static func block(_ average: Double?) -> String {
        guard let average else { return " " }
        let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return blocks[min(7, max(0, Int(((average - 1) / 4 * 7).rounded())))]
    }
}
