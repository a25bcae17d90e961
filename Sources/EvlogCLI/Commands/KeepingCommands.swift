import EventLog
import LogFormat
import UsageInsights

/// `evlog compact` and `evlog prune`: made for cron. Silent when there is nothing to do, one line otherwise.
struct KeepingCommands {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func compact() throws -> Int32 {
        let keeping = try open()
        let report = try LongWork.run(context, title: "compact") { progress in
            try keeping.compact(progress: progress.update)
        }
        return try show(report, isDryRun: false, doing: "compacted")
    }

    func prune() throws -> Int32 {
        let calendar = try context.calendar()
        var options = try cutoff(calendar)
        let kinds = arguments.values("kind")
        if !kinds.isEmpty {
            options.kinds = Set(RecordKind.allCases.filter { kinds.contains($0.lineName) })
        }
        options.keepsRollups = arguments.flag("keep-rollups")
        if options.keepsRollups && options.kinds != [.event] {
            throw UsageError("--keep-rollups is about events only", hint: "prune other kinds by themselves")
        }
        options.isDryRun = arguments.flag("dry-run")
        let keeping = try open()
        let report = try LongWork.run(context, title: "prune") { progress in
            try keeping.prune(options, progress: progress.update)
        }
        return try show(
            report, isDryRun: options.isDryRun, doing: options.isDryRun ? "would prune" : "pruned")
    }

    private func open() throws -> LogKeeping {
        // Opening a writer makes the log, and where there is none there is nothing to look after.
        _ = try context.snapshot()
        return try LogKeeping(try context.writer())
    }

    private func cutoff(_ calendar: LocalCalendar) throws -> LogKeeping.PruneOptions {
        let reference = try context.reference(calendar)
        let age = try context.duration("older-than")
        let before = try context.instant("before", calendar, now: reference)
        let cutoff: Int64
        switch (age, before) {
        case (let age?, nil):
            let (instant, overflows) = reference.subtractingReportingOverflow(age)
            guard !overflows, instant >= Format.minimumTimestamp else {
                throw UsageError("--older-than: reaches back before the year 1")
            }
            cutoff = instant
        case (nil, let before?): cutoff = before
        case (nil, nil):
            throw UsageError("prune needs --older-than or --before", hint: "see 'evlog help prune'")
        case (_?, _?): throw UsageError("--older-than and --before exclude each other")
        }
        return LogKeeping.PruneOptions(cutoff: cutoff, firstDay: calendar.key(of: .day, at: cutoff))
    }

    private func show(_ report: LogKeeping.Report, isDryRun: Bool, doing: String) throws -> Int32 {
        switch context.format {
        case .json, .jsonl:
            var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
            json.beginRow()
            for (name, value) in Self.fields(report, isDryRun) { json.field(name, value) }
            try json.endRow()
            try json.finish()
        case .csv:
            var csv = CSVWriter(
                StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
            try csv.row(Self.fields(report, isDryRun).map(\.0))
            try csv.row(Self.fields(report, isDryRun).map { $0.1.map(String.init) ?? "" })
            try csv.flush()
        case .table:
            if !report.isIdle { try StandardStreams.write(Self.sentence(report, isDryRun, doing) + "\n") }
        }
        return context.report(report.damage)
    }

    /// What is left afterwards nobody knows who only counts what would go.
    private static func fields(_ report: LogKeeping.Report, _ isDryRun: Bool) -> [(String, Int64?)] {
        [
            ("droppedRecords", Int64(report.droppedRecords)), ("keptInRollups", Int64(report.keptInRollups)),
            ("segmentsBefore", Int64(report.segmentsBefore)),
            ("segmentsAfter", isDryRun ? nil : Int64(report.segmentsAfter)),
            ("bytesBefore", Int64(report.bytesBefore)),
            ("bytesAfter", isDryRun ? nil : Int64(report.bytesAfter)),
        ]
    }

    private static func sentence(_ report: LogKeeping.Report, _ isDryRun: Bool, _ doing: String) -> String {
        var text = "\(doing) \(Plural.counted(report.droppedRecords, "record"))"
        if report.keptInRollups > 0 { text += " (\(report.keptInRollups) still counted)" }
        if isDryRun { return text + " in \(Plural.counted(report.segmentsBefore, "segment"))" }
        return text + ", \(Plural.counted(report.segmentsBefore, "segment")) became \(report.segmentsAfter),"
            + " \(report.bytesBefore) bytes became \(report.bytesAfter)"
    }
}
