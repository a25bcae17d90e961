import UsageInsights

/// `evlog query engagement`: check-ins and coming back.
struct EngagementCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let reference = try context.reference(calendar)
        let snapshot = try context.snapshot()
        let activity = try ActivityReader(.month, at: reference, calendar: calendar, of: snapshot)
        let reader = try WellnessReader(snapshot)
        let engagement = Engagement(
            activeDays: Set(activity.summary.days.keys), history: reader.history,
            referenceDay: calendar.day(at: reference))
        switch context.format {
        case .json, .jsonl: try printJSON(engagement)
        case .csv: try printCSV(engagement)
        case .table: try printTable(engagement)
        }
        let places = activity.damage.filter { !reader.damage.contains($0) } + reader.damage
        return context.report(places)
    }

    private func comparisons(_ engagement: Engagement) -> [(name: String, Engagement.Comparison)] {
        [("allDays", engagement.allDays), ("activeDays", engagement.activeDays)]
    }

    private func printJSON(_ engagement: Engagement) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
        json.beginRow()
        json.field("from", engagement.days.map { Civil(days: $0.lowerBound).isoText })
        json.field("to", engagement.days.map { Civil(days: $0.upperBound).isoText })
        json.field("activeDayCount", engagement.activeDayCount)
        json.field("activeDaysWithCheckIn", engagement.activeDaysWithCheckIn)
        json.field("checkInShare", engagement.checkInShare)
        for (name, comparison) in comparisons(engagement) {
            json.key(name)
            json.beginObject()
            for (kind, rate) in [
                ("withCheckIn", comparison.withCheckIn), ("withoutCheckIn", comparison.withoutCheckIn),
            ] {
                json.key(kind)
                json.beginObject()
                json.field("n", rate.dayCount)
                json.field("activeSoon", rate.activeSoon)
                json.field("rate", rate.share)
                json.endObject()
            }
            json.field("difference", comparison.difference)
            json.endObject()
        }
        try json.endRow()
        try json.finish()
    }

    private func printCSV(_ engagement: Engagement) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["days", "checkIn", "n", "activeSoon", "rate"])
        for (name, comparison) in comparisons(engagement) {
            for (kind, rate) in [("with", comparison.withCheckIn), ("without", comparison.withoutCheckIn)] {
                csv.field(name)
                csv.field(kind)
                csv.field(rate.dayCount)
                csv.field(rate.activeSoon)
                csv.field(rate.share)
                try csv.endRow()
            }
        }
        try csv.flush()
    }

    private func printTable(_ engagement: Engagement) throws {
        func percent(_ share: Double?) -> String { share.map { "\(StatsCommand.tenths($0 * 100)) %" } ?? "—" }
        try StandardStreams.write(
            "\(engagement.activeDaysWithCheckIn) of \(engagement.activeDayCount) active days have a check-in:"
                + " \(percent(engagement.checkInShare))\n\n")
        var table = Table([
            .text("active within 7 days after", minimum: 12), .number("n"),
            .init("with a check-in", alignment: .right), .number("n"), .init("without", alignment: .right),
            .init("difference", alignment: .right).yielding(1),
        ])
        for (title, comparison) in [
            ("any day", engagement.allDays), ("an active day", engagement.activeDays),
        ] {
            let difference = comparison.difference.map {
                "\($0 < 0 ? "-" : "+")\(StatsCommand.tenths(abs($0) * 100)) points"
            }
            table.addRow([
                Table.Cell(title), Table.Cell(comparison.withCheckIn.dayCount),
                Table.Cell(percent(comparison.withCheckIn.share)),
                Table.Cell(comparison.withoutCheckIn.dayCount),
                Table.Cell(percent(comparison.withoutCheckIn.share)), Table.Cell(difference ?? "—"),
            ])
        }
        try context.show(table)
        try StandardStreams.write("It goes along with it; that doesn't say that one brings the other.\n")
    }
}
