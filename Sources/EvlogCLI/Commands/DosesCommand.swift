import UsageInsights

/// `evlog query doses`: the doses, a row each.
struct DosesCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let now = try context.reference(calendar)
        let from = try context.instant("from", calendar, now: now) ?? .min
        let to = try context.instant("to", calendar, now: now) ?? .max
        if to < from { throw UsageError("--to is before --from") }
        let reader = try WellnessReader(try context.snapshot())
        let doses = reader.history.doses.filter { $0.takenAt >= from && $0.takenAt < to }
        let output = DosesOutput(context: context, zone: calendar.zone, doses: doses)
        switch context.format {
        case .table: try output.printTable()
        case .json: try output.printJSON(style: .array)
        case .jsonl: try output.printJSON(style: .lines)
        case .csv: try output.printCSV()
        }
        return context.report(reader.damage)
    }
}

/// Doses on their way out.
private struct DosesOutput {
    let context: CommandContext
    let zone: Zone
    let doses: [SupplementDose]

    private func recordedOffset(_ dose: SupplementDose) -> Int? {
        context.usesRecordedOffsets ? dose.offsetMinutes : nil
    }

    private func takenAt(_ dose: SupplementDose) -> String {
        recordedOffset(dose).map { InstantText.rfc3339(dose.takenAt, offsetMinutes: $0) }
            ?? InstantText.rfc3339(dose.takenAt, in: zone)
    }

    func printTable() throws {
        var table = Table([.number("sequence"), .init("taken"), .text("supplement"), .text("amount")])
        for dose in doses {
            let wall = recordedOffset(dose).map { dose.takenAt &+ Int64($0) * Microseconds.minute }
            let clock = InstantText.plain(
                wall ?? dose.takenAt, LocalCalendar(zone: wall == nil ? zone : .utc), seconds: false)
            table.addRow([
                Table.Cell(dose.sequence), Table.Cell(clock), Table.Cell(dose.supplement),
                Table.Cell(dose.amount ?? ""),
            ])
        }
        try context.show(table)
    }

    func printJSON(style: JSONWriter.Style) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: style)
        for dose in doses {
            json.beginRow()
            json.field("sequence", dose.sequence)
            json.field("takenAt", takenAt(dose))
            json.field("supplement", dose.supplement)
            json.field("amount", dose.amount)
            try json.endRow()
        }
        try json.finish()
    }

    func printCSV() throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["sequence", "takenAt", "supplement", "amount"])
        for dose in doses {
            csv.field(dose.sequence)
            csv.field(takenAt(dose))
            csv.field(dose.supplement)
            csv.field(dose.amount)
            try csv.endRow()
        }
        try csv.flush()
    }
}
