import EventLog
import Synchronization
import UsageInsights

/// `evlog append`: one event, or a file of records.
struct AppendCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        if let file = arguments.value("file") {
            try refuse(["meta", "duration", "id", "at"], with: "--file")
            if let type = arguments.operands.first {
                throw UsageError("'\(type)': an event type and --file exclude each other")
            }
            return try appendFile(file)
        }
        try refuse(
            ["on-error", "rejects", "epoch", "ignore-unknown", "batch-size", "flush-after", "input"],
            without: "--file")
        guard let type = arguments.operands.first else {
            throw UsageError("append needs an event type or --file FILE", hint: "see 'evlog help append'")
        }
        return try appendOne(type)
    }

    private func refuse(_ options: [String], with other: String) throws {
        for option in options where arguments.isGiven(option) {
            throw UsageError("--\(option) and \(other) exclude each other")
        }
    }

    private func refuse(_ options: [String], without other: String) throws {
        for option in options where arguments.isGiven(option) {
            throw UsageError("--\(option) only goes with \(other)")
        }
    }

    // MARK: - One event

    private func appendOne(_ type: String) throws -> Int32 {
        guard !type.isEmpty else { throw UsageError("the event type is empty") }
        let now = CommandContext.now()
        let text = arguments.value("at")
        let calendar = LocalCalendar(
            zone: try context.zone(covering: now...now), dayStartMinutes: try dayStart())
        var record = Record(timestamp: now, name: type)
        if let text, let given = CommandContext.timestamp(text, calendar) {
            record.timestamp = given.instant
            record.offsetMinutes = given.offset
        } else {
            record.timestamp = try context.instant("at", calendar, now: now) ?? now
            record.offsetMinutes = CommandContext.knownOffset(calendar.zone, record.timestamp)
        }
        record.duration = try context.duration("duration")
        for (key, value) in try context.pairs("meta") {
            guard record.attributes.updateValue(value, forKey: key) == nil else {
                throw UsageError("--meta '\(key)' is given twice")
            }
        }
        record.id = arguments.value("id")
        if record.id?.isEmpty == true { throw UsageError("--id is empty") }
        if let refusal = record.refusal { throw UsageError(refusal) }
        let outcome = try SingleAppend(
            writer: try context.writer(), skipsExisting: arguments.flag("skip-existing")
        ).append(record)
        return try finish(outcome)
    }

    private func dayStart() throws -> Int {
        guard let text = arguments.value("day-start") else { return 0 }
        do { return try DayStart.parse(text) } catch { throw CommandContext.refused("day-start", error) }
    }

    // MARK: - A file

    private func appendFile(_ path: String) throws -> Int32 {
        var options = AppendOptions(zone: try context.zone(), now: CommandContext.now())
        options.onError = arguments.value("on-error") == "skip" ? .skip : .stop
        options.lines.ignoreUnknown = arguments.flag("ignore-unknown")
        options.lines.epoch =
            switch arguments.value("epoch") {
            case "s": .seconds
            case "ms": .milliseconds
            case "us": .microseconds
            default: nil
            }
        options.skipsExisting = arguments.flag("skip-existing")
        options.keepsRefusedText = arguments.isGiven("rejects")
        let source = try InputSource(
            path: path, batchSize: try context.count("batch-size", minimum: 1) ?? 10,
            flushAfterMicroseconds: try context.duration("flush-after") ?? 5_000_000)
        let rejects = try arguments.value("rejects").map { try RejectsFile(path: $0, source: source) }
        let reporter = RefusalReporter(
            input: source.name, rejects: rejects, isQuiet: options.onError == .stop)
        let progress = AppendProgress(total: source.totalBytes, terminal: context.terminal)
        let writer = try context.writer()
        StopSignal.catchAll()
        let append = BulkAppend(
            writer: writer, source: source, options: options, onRefusal: { reporter.report($0) },
            onProgress: { progress.update(bytes: $1) })
        do {
            let outcome = try append.run()
            progress.finish()
            try reporter.finish()
            let status = try finish(outcome, input: source.name)
            if source.wasCutOff {
                StandardStreams.report(
                    "\(source.name): stopped by a signal; the rest is not stored (append it again with --skip-existing)"
                )
                return max(status, ExitStatus.failed)
            }
            return status
        } catch {
            progress.finish()
            let stored = append.outcome.appended
            StandardStreams.report("\(stored) record\(stored == 1 ? "" : "s") stored before the failure")
            throw error
        }
    }

    private func finish(_ outcome: AppendOutcome, input: String? = nil) throws -> Int32 {
        for notice in outcome.notices { StandardStreams.report("note: \(notice)") }
        try print(outcome)
        if let line = outcome.stoppedAt {
            StandardStreams.report(
                "\(input ?? "input"), line \(line.lineNumber): \(line.message); \(outcome.appended) before it"
                    + " stored (--on-error skip stores the rest)")
        }
        return outcome.rejected > 0 ? ExitStatus.recordsRefused : ExitStatus.done
    }

    private func print(_ outcome: AppendOutcome) throws {
        switch context.format {
        case .json, .jsonl:
            var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
            json.beginRow()
            json.field("appended", outcome.appended)
            json.field("duplicates", outcome.duplicates)
            json.field("rejected", outcome.rejected)
            json.field("firstSequence", outcome.firstSequence.map { Int64($0) })
            json.field("lastSequence", outcome.lastSequence.map { Int64($0) })
            try json.endRow()
            try json.finish()
        case .csv:
            var csv = CSVWriter(
                StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
            try csv.row(["appended", "duplicates", "rejected", "firstSequence", "lastSequence"])
            csv.field(outcome.appended)
            csv.field(outcome.duplicates)
            csv.field(outcome.rejected)
            csv.field(outcome.firstSequence.map { Int64($0) })
            csv.field(outcome.lastSequence.map { Int64($0) })
            try csv.endRow()
            try csv.flush()
        case .table: try StandardStreams.write(Self.sentence(outcome) + "\n")
        }
    }

    /// `3 records stored (sequences 1 to 3), 1 duplicate left out`
    static func sentence(_ outcome: AppendOutcome) -> String {
        func records(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var text = "\(records(outcome.appended, "record")) stored"
        if let first = outcome.firstSequence, let last = outcome.lastSequence {
            text += first == last ? " (sequence \(first))" : " (sequences \(first) to \(last))"
        }
        if outcome.duplicates > 0 { text += ", \(records(outcome.duplicates, "duplicate")) left out" }
        if outcome.rejected > 0 { text += ", \(outcome.rejected) refused" }
        return text
    }
}
