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
            if arguments.flag("dry-run") { try refuse(["rejects"], with: "--dry-run") }
            if let type = arguments.operands.first, DataFile.isThere(type) {
                throw UsageError(
                    "'\(type)' is a file, and no event type", hint: "append one --file at a time")
            }
            if let type = arguments.operands.first, RecordInput(context).isLines {
                throw UsageError(
                    "'\(type)': an event type and --file exclude each other",
                    hint: "JSON lines have a type each; is it --input csv?")
            }
            try RecordInput(context).checkOptions()
            return try appendFile(file)
        }
        try refuse(
            [
                "on-error", "rejects", "epoch", "ignore-unknown", "batch-size", "flush-after", "input",
                "dry-run",
            ]
                + RecordInput.options,
            without: "--file")
        guard let type = arguments.operands.first else {
            throw UsageError("append needs an event type or --file FILE", hint: "see 'evlog help append'")
        }
        if DataFile.isThere(type) {
            throw UsageError("'\(type)' is a file, and no event type", hint: DataFile.command(for: type))
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
        let moment = try context.moment()
        var record = Record(timestamp: moment.instant, offsetMinutes: moment.offset, name: type)
        record.duration = try context.duration("duration")
        for (key, value) in try context.pairs("meta") {
            // Files may hold such a key; typed, it is a slip.
            if key.isEmpty {
                throw UsageError("--meta '=\(value)': the key is empty", hint: "write KEY=VALUE")
            }
            guard record.attributes.updateValue(value, forKey: key) == nil else {
                throw UsageError("--meta '\(key)' is given twice")
            }
        }
        record.id = try context.id()
        if let refusal = record.refusal { throw UsageError(refusal) }
        let outcome = try SingleAppend(
            writer: try context.writer(), skipsExisting: arguments.flag("skip-existing")
        ).append(record)
        return try finish(outcome)
    }

    // MARK: - A file

    private func appendFile(_ path: String) throws -> Int32 {
        var options = AppendOptions(zone: try context.zone(), now: CommandContext.now())
        options.clock = { CommandContext.now() }
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
        let translator = try RecordInput(context).translator(zone: options.zone)
        let source = try InputSource(
            path: path, batchSize: try context.count("batch-size", minimum: 1) ?? 10,
            flushAfterMicroseconds: try context.duration("flush-after") ?? 5_000_000,
            givesWholeLines: translator == nil)
        StopSignal.catchAll()
        let (chunks, header) = try translate(source, translator)
        let rejects = try arguments.value("rejects").map {
            try RejectsFile(path: $0, source: source, header: header)
        }
        let reporter = RefusalReporter(
            input: source.name, rejects: rejects, isQuiet: options.onError == .stop)
        if arguments.flag("dry-run") { return try preview(chunks, options, reporter, source) }
        let progress = WorkProgress("append", total: source.totalBytes, terminal: context.terminal)
        let writer = try context.writer()
        let append = BulkAppend(
            writer: writer, source: chunks, options: options, onRefusal: { reporter.report($0) },
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
            let stored = Plural.counted(append.outcome.appended, "record")
            StandardStreams.report("\(stored) stored before the failure")
            throw error
        }
    }

    /// Says what would be stored, and shows the first of it.
    private func preview(
        _ chunks: any ChunkSource, _ options: AppendOptions, _ reporter: RefusalReporter,
        _ source: InputSource
    ) throws -> Int32 {
        let outcome = try DryAppend(source: chunks, options: options, samples: Self.previewed).run {
            reporter.report($0)
        }
        try reporter.finish()
        var text = outcome.samples.map { TextWidth.sanitized(String(decoding: $0, as: UTF8.self)) + "\n" }
            .joined()
        if outcome.records > outcome.samples.count { text += "…\n" }
        if context.format == .table { try StandardStreams.write(text) }
        var answer = AppendOutcome()
        answer.rejected = outcome.rejected
        try AppendReport(context, answer, extra: [("wouldAppend", .count(outcome.records))]).print(
            AppendReport.preview(outcome))
        if let line = outcome.stoppedAt {
            let hint = firstLineHint(line) ?? "--on-error skip goes on"
            StandardStreams.report("\(source.name), line \(line.lineNumber): \(line.message) (\(hint))")
        }
        if source.wasCutOff {
            StandardStreams.report("\(source.name): stopped by a signal; the rest was not looked at")
            return ExitStatus.failed
        }
        return outcome.rejected > 0 ? ExitStatus.recordsRefused : ExitStatus.done
    }

    private static let previewed = 5

    /// The source itself where it is JSON lines, and what stands before the first record. What makes all of the input
    /// unreadable shows here, before a file is made or emptied.
    private func translate(
        _ source: InputSource, _ translator: (any InputTranslator)?
    ) throws -> (chunks: any ChunkSource, header: [UInt8]) {
        guard let translator else { return (source, []) }
        let translated = TranslatedSource(source, translator, keepsText: arguments.isGiven("rejects"))
        do {
            return (translated, try translated.prepare())
        } catch let refusal as InputRefusal {
            let place = refusal.line.map { ", line \($0)" } ?? ""
            throw UsageError("\(source.name)\(place): \(refusal.message)")
        }
    }

    private func finish(_ outcome: AppendOutcome, input: String? = nil) throws -> Int32 {
        try AppendReport(context, outcome).print(AppendReport.sentence(outcome))
        if let line = outcome.stoppedAt {
            let goingOn =
                outcome.appended > 0
                ? "to go on: --on-error skip --skip-existing" : "--on-error skip stores the rest"
            let hint = firstLineHint(line) ?? goingOn
            StandardStreams.report(
                "\(input ?? "input"), line \(line.lineNumber): \(line.message); \(outcome.appended) before it"
                    + " stored (\(hint))")
        }
        return outcome.rejected > 0 ? ExitStatus.recordsRefused : ExitStatus.done
    }

    /// Of a file whose very first line isn't a record the rest mostly isn't either: a CSV, say.
    private func firstLineHint(_ line: RefusedLine) -> String? {
        guard line.lineNumber == 1, RecordInput(context).isLines else { return nil }
        return DataFile.hint(for: arguments.value("file") ?? "")
    }
}
