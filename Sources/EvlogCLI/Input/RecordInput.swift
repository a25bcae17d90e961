import UsageInsights

/// What `--input` names, as the options beside it say that it is to be read.
struct RecordInput {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    /// The values of `--input`.
    static let formats = [
        "jsonl", "csv", "daylio", "loop", "toggl", "journal", "timewarrior", "activitywatch",
        "access-log",
    ]

    /// Options that say how a CSV is read.
    private static let csvOptions = ["map", "only-mapped", "separator", "duration-unit"]
    /// All that go with a format alone.
    static let options = csvOptions + ["date-format"]

    init(_ context: CommandContext) { self.context = context }

    private var format: String { arguments.value("input") ?? "jsonl" }

    /// Whether it is JSON lines, which need no translation.
    var isLines: Bool { format == "jsonl" }

    /// Nil for JSON lines, which need none.
    func translator(zone: Zone) throws -> (any InputTranslator)? {
        switch format {
        case "csv": try csv(zone)
        case "daylio": ExportTranslator.daylio(type: try type())
        case "loop": try loop()
        case "toggl": ExportTranslator.toggl(type: try type(), dateFormat: try dateFormat(), zone: zone)
        case "journal": JournalTranslator(type: try type())
        case "timewarrior": TimewarriorTranslator(type: try type())
        case "activitywatch": ActivityWatchTranslator(type: try type())
        case "access-log": AccessLogTranslator(type: try type() ?? "request")
        default: nil
        }
    }

    /// Refuses options that the format doesn't know.
    func checkOptions() throws {
        if format != "csv" {
            for option in Self.csvOptions where arguments.isGiven(option) {
                throw UsageError("--\(option) only goes with --input csv")
            }
        }
        if !["csv", "toggl"].contains(format) && arguments.isGiven("date-format") {
            throw UsageError("--date-format only goes with --input csv or toggl")
        }
        if !["csv", "jsonl"].contains(format) && arguments.isGiven("epoch") {
            throw UsageError("--epoch and --input \(format) exclude each other")
        }
        if format == "access-log" && arguments.isGiven("ignore-unknown") {
            throw UsageError("--ignore-unknown and --input access-log exclude each other")
        }
    }

    private func type() throws -> String? {
        guard let type = arguments.operands.first else { return nil }
        guard !type.isEmpty else { throw UsageError("the event type is empty") }
        return type
    }

    private func loop() throws -> LoopTranslator {
        if let type = arguments.operands.first {
            throw UsageError(
                "'\(type)': an event type and --input loop exclude each other",
                hint: "each habit is a type of its own")
        }
        return LoopTranslator()
    }

    private func dateFormat() throws -> DatePattern? {
        guard let text = arguments.value("date-format") else { return nil }
        do { return try DatePattern(text) } catch { throw UsageError("--date-format \(error)") }
    }

    private func csv(_ zone: Zone) throws -> CSVTranslator {
        var options = CSVTranslator.Options(zone: zone)
        for text in arguments.values("map") {
            do { try options.mapping.add(text) } catch { throw UsageError("--map \(error)") }
        }
        options.type = arguments.operands.first
        options.onlyMapped = arguments.flag("only-mapped")
        options.ignoresUnknown = arguments.flag("ignore-unknown")
        options.durationUnit =
            switch arguments.value("duration-unit") {
            case "m": Microseconds.minute
            case "h": Microseconds.hour
            default: Microseconds.second
            }
        options.readsNumbers = arguments.isGiven("epoch")
        options.dateFormat = try dateFormat()
        if options.readsNumbers && options.dateFormat != nil {
            throw UsageError("--epoch and --date-format exclude each other")
        }
        if let text = arguments.value("separator") { options.separator = try separator(text) }
        return CSVTranslator(options)
    }

    private func separator(_ text: String) throws -> UInt8 {
        if text == "tab" { return UInt8(ascii: "\t") }
        let reserved: [UInt8] = [0x22, 0x0a, 0x0d]
        guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80, !reserved.contains(byte) else {
            throw UsageError("--separator '\(text)': one character, such as ';', or tab")
        }
        return byte
    }
}
