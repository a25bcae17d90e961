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
        let progress = LongWork(context, title: "recover")
        let recovery: LogRecovery
        do {
            recovery = try LogRecovery.run(
                from: try context.logDirectory(), into: target, progress: { progress.update($0, $1) })
        } catch {
            progress.finish()
            throw error
        }
        progress.finish()
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
        let saved = recovery.salvagedRecords
        text += "salvaged \(saved) record\(saved == 1 ? "" : "s") into \(TextWidth.sanitized(target)), "
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
        json.key("damage")
        json.beginArray()
        for damage in recovery.damage {
            json.beginObject()
            json.field("file", damage.file)
            json.field("offset", damage.offset)
            json.field("length", damage.length.map { Int64($0) })
            json.field("lostRecords", damage.lostRecords.map { Int64($0) })
            json.field("reason", damage.reason)
            json.endObject()
        }
        json.endArray()
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
