import EventLog
import UsageInsights

/// `evlog recover`: all that is readable of a damaged log, in a new one.
struct RecoverCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        guard let target = context.arguments.value("into"), !target.isEmpty else {
            throw UsageError("--into: the directory is empty")
        }
        let source = try context.logDirectory()
        let recovery = try LongWork.run(context, title: "recover") { progress in
            try LogRecovery.run(from: source, into: target, progress: progress.update)
        }
        switch context.format {
        case .json, .jsonl: try printJSON(recovery)
        case .csv: try printCSV(recovery)
        case .table: try printText(recovery, target)
        }
        let isWhole = recovery.lostIsKnown && recovery.lostRecords == 0
        return isWhole ? ExitStatus.done : ExitStatus.damageFound
    }

    private func printText(_ recovery: LogRecovery, _ target: String) throws {
        var text = ""
        for damage in recovery.damage { text += "damaged: \(TextWidth.sanitized(damage.description))\n" }
        let saved = Plural.counted(recovery.salvagedRecords, "record")
        text += "salvaged \(saved) into \(TextWidth.sanitized(target)), "
        let lost = recovery.lostRecords
        text +=
            recovery.lostIsKnown
            ? "\(lost) lost\n"
            : lost > 0 ? "\(lost) and an unknown number lost\n" : "an unknown number lost\n"
        try StandardStreams.write(text)
    }

    private func printJSON(_ recovery: LogRecovery) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
        json.beginRow()
        json.field("salvagedRecords", recovery.salvagedRecords)
        json.field("lostRecords", recovery.lostRecords)
        json.field("lostIsKnown", recovery.lostIsKnown)
        json.field("segments", recovery.segments)
        json.field(damage: recovery.damage)
        try json.endRow()
        try json.finish()
    }

    private func printCSV(_ recovery: LogRecovery) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["salvagedRecords", "lostRecords", "lostIsKnown", "segments"])
        csv.field(recovery.salvagedRecords)
        csv.field(recovery.lostRecords)
        csv.field(recovery.lostIsKnown ? "true" : "false")
        csv.field(recovery.segments)
        try csv.endRow()
        try csv.flush()
        _ = context.report(recovery.damage)
    }
}
