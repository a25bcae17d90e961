import EventLog
import LogFormat
import UsageInsights

/// `evlog export`: the log as JSON lines that `append` reads, or as CSV.
struct ExportCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let reference = try context.reference(calendar)
        let from = try context.instant("from", calendar, now: reference)
        let to = try context.instant("to", calendar, now: reference)
        if let from, let to, to < from { throw UsageError("--to is before --from") }
        let out = arguments.value("out")
        if out?.isEmpty == true { throw UsageError("--out is empty") }
        let isPartitioned = arguments.isGiven("partition")
        if isPartitioned && out == nil {
            throw UsageError("--partition needs --out DIR", hint: "see 'evlog help export'")
        }
        if arguments.flag("force") && out == nil { throw UsageError("--force only goes with --out") }
        if isPartitioned && context.format == .csv {
            throw UsageError("--partition and --format csv exclude each other")
        }
        let export = try RecordExport(try context.snapshot())
        export.from = from
        export.to = to
        let isShown = out != nil || !context.terminal.outputIsTerminal
        let outcome = try LongWork.run(context, title: "export", isShown: isShown) { progress in
            guard let out else { return try print(export, progress) }
            if isPartitioned { return try writeDays(export, into: out, calendar, progress) }
            return try writeFile(export, out, progress)
        }
        return finish(outcome, export.damage)
    }

    private func finish(_ outcome: ExportOutcome, _ damage: [Damage]) -> Int32 {
        let status = context.report(damage)
        guard outcome.overLimit > 0, let first = outcome.firstOverLimit else { return status }
        StandardStreams.report(
            "\(outcome.overLimit) of the lines are over a limit of append, which would refuse them; the first is"
                + " sequence \(first)")
        return max(status, ExitStatus.recordsRefused)
    }

    private func print(_ export: RecordExport, _ progress: LongWork) throws -> ExportOutcome {
        let output = BackgroundOutput()
        let outcome = try write(
            export, OutputBuffer { try output.write($0) }, progress,
            isForTerminal: context.terminal.outputIsTerminal)
        try output.finish()
        return outcome
    }

    private func writeFile(_ export: RecordExport, _ path: String, _ progress: LongWork) throws
        -> ExportOutcome
    {
        let file = try OutputFile(path: path, replaces: arguments.flag("force"))
        StopSignal.catchAll()
        do {
            let outcome = try write(
                export, OutputBuffer { try file.write($0) }, progress, isForTerminal: false)
            try file.finish()
            return outcome
        } catch {
            file.abandon()
            throw error
        }
    }

    private func write(
        _ export: RecordExport, _ output: consuming OutputBuffer, _ progress: LongWork, isForTerminal: Bool
    ) throws -> ExportOutcome {
        if context.format == .csv {
            try writeCSV(export, CSVWriter(output, isForTerminal: isForTerminal), progress)
            return ExportOutcome()
        }
        var output = output
        let outcome = try export.forEachLine(progress: progress.update) { line in
            output.append(line.bytes.assumingMemoryBound(to: UInt8.self))
            try output.flushIfFull()
        }
        try output.flush()
        return outcome
    }

    private func writeDays(
        _ export: RecordExport, into directory: String, _ calendar: LocalCalendar, _ progress: LongWork
    ) throws -> ExportOutcome {
        let files = try DayFiles(directory: directory, replaces: arguments.flag("force"))
        do {
            let usesRecorded = context.usesRecordedOffsets
            let wall = LocalCalendar(zone: .utc, dayStartMinutes: try context.dayStart())
            let outcome = try export.forEachLine(progress: progress.update) { line in
                let day: Int64
                if usesRecorded, let offset = line.offsetMinutes {
                    day = wall.day(at: line.timestamp + Int64(offset) * Microseconds.minute)
                } else {
                    day = calendar.day(at: line.timestamp)
                }
                try files.write(line.bytes, day: day)
            }
            try files.finish()
            return outcome
        } catch {
            files.abandon()
            throw error
        }
    }

    // MARK: - CSV

    private static let columns = ["type", "timestamp", "duration", "id", "kind"]

    private func writeCSV(
        _ export: RecordExport, _ writer: consuming CSVWriter, _ progress: LongWork
    ) throws {
        var csv = writer
        let keys = try export.keys()
        // A key that is called as a column is must not be taken for it; whoever reads it back takes one prefix off.
        for name in Self.columns { csv.field(name) }
        for key in keys {
            csv.field(Self.columns.contains(key) || key.hasPrefix("metadata.") ? "metadata.\(key)" : key)
        }
        try csv.endRow()
        try export.forEachRow(progress: progress.update) { row in
            csv.field(row.kind == .checkIn ? nil : row.name)
            csv.field(InstantText.rfc3339(row.timestamp, offsetMinutes: row.offsetMinutes))
            csv.field(secondsFromMicroseconds: row.duration.map { Int128($0) })
            csv.field(row.id)
            csv.field(row.kind.lineName)
            for key in keys { csv.field(row.attributes[key]) }
            try csv.endRow()
        }
        try csv.flush()
    }
}
