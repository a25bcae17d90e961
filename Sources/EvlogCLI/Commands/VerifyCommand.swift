import EventLog
import UsageInsights

/// `evlog verify`: reads every byte and says what is damaged.
struct VerifyCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let directory = try context.logDirectory()
        var report = try LongWork.run(context, title: "verify") { work in
            try Verification.run(directory: directory, progress: { work.update($0, $1) })
        }
        // Records that are whole but say what can't be, as another program may have written them. Where bytes are
        // damaged those are what counts.
        if report.damage.isEmpty { report.damage = try WellnessReader(try context.snapshot()).damage }
        if context.arguments.flag("deep") {
            let (snapshot, calendar) = (try context.snapshot(), try context.calendar())
            let differences = try LongWork.run(context, title: "compare", unit: .records) { work in
                try DeepCheck.run(snapshot, calendar: calendar, progress: work.update)
            }
            for difference in differences {
                report.damage.append(
                    Damage(file: "derived answers", offset: 0, lostRecords: 0, reason: difference))
            }
        }
        switch context.format {
        case .json, .jsonl: try printJSON(report)
        case .csv: try printCSV(report)
        case .table: try printText(report)
        }
        return report.damage.isEmpty ? ExitStatus.done : ExitStatus.damageFound
    }

    private func printText(_ report: Verification) throws {
        var text = ""
        for note in report.notes { text += "note: \(TextWidth.sanitized(note))\n" }
        for damage in report.damage { text += "damaged: \(TextWidth.sanitized(damage.description))\n" }
        let read =
            "\(Plural.counted(report.segments, "segment")), \(Plural.counted(report.frames, "frame")),"
            + " \(Plural.counted(report.records, "record")), \(report.bytes) bytes"
        if report.damage.isEmpty {
            text += "ok: \(read)\n"
        } else {
            let lost = report.damage.compactMap(\.lostRecords).reduce(0, +)
            let isKnown = report.damage.allSatisfy { $0.lostRecords != nil }
            text +=
                "\(Plural.counted(report.damage.count, "damaged place")),"
                + " \(isKnown ? "" : "at least ")\(lost) records lost; read \(read)\n"
                + "'evlog recover --into DIR' copies what is readable into a new log\n"
        }
        try StandardStreams.write(text)
    }

    private func printJSON(_ report: Verification) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
        json.beginRow()
        json.field("segments", report.segments)
        json.field("frames", report.frames)
        json.field("records", report.records)
        json.field("bytes", report.bytes)
        json.field(damage: report.damage)
        json.key("notes")
        json.beginArray()
        for note in report.notes { json.value(note) }
        json.endArray()
        try json.endRow()
        try json.finish()
    }

    private func printCSV(_ report: Verification) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["file", "offset", "length", "lostRecords", "reason"])
        for damage in report.damage {
            csv.field(damage.file)
            csv.field(damage.offset)
            csv.field(damage.length.map { Int64($0) })
            csv.field(damage.lostRecords.map { Int64($0) })
            csv.field(damage.reason)
            try csv.endRow()
        }
        try csv.flush()
    }
}
