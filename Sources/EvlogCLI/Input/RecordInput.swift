import UsageInsights

/// What `--input` names, as the options beside it say that it is to be read.
struct RecordInput {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    /// The values of `--input`.
    static let formats = ["jsonl", "csv"]

    init(_ context: CommandContext) { self.context = context }

    /// Nil for JSON lines, which need none.
    func translator(zone: Zone) throws -> (any InputTranslator)? {
        switch arguments.value("input") {
        case "csv": try csv(zone)
        default: nil
        }
    }

    private func csv(_ zone: Zone) throws -> CSVTranslator {
        var options = CSVTranslator.Options(zone: zone)
        for text in arguments.values("map") {
            do { try options.mapping.add(text) } catch { throw UsageError("--map \(error)") }
        }
        options.type = arguments.operands.first
        options.onlyMapped = arguments.flag("only-mapped")
        options.readsNumbers = arguments.isGiven("epoch")
        if let text = arguments.value("date-format") {
            if options.readsNumbers { throw UsageError("--epoch and --date-format exclude each other") }
            do { options.dateFormat = try DatePattern(text) } catch {
                throw UsageError("--date-format \(error)")
            }
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
