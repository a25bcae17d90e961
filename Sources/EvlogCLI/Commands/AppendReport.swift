import EventLog
import UsageInsights

/// What a command that stores records says it has done: the fields of `append`, and more where there is more to
/// say.
struct AppendReport {
    /// A field of one command only.
    enum Extra {
        case text(String)
        case flag(Bool)
        case count(Int)
        case numbers([UInt64])
    }

    private let context: CommandContext
    private let outcome: AppendOutcome
    private let extra: [(name: String, value: Extra)]

    init(_ context: CommandContext, _ outcome: AppendOutcome, extra: [(name: String, value: Extra)] = []) {
        self.context = context
        self.outcome = outcome
        self.extra = extra
    }

    /// Names what was cut off the log's end when it was opened, and the damage that was met there, then prints the answer.
    /// - Parameter sentence: For the table format, without a line end.
    func print(_ sentence: String) throws {
        for notice in outcome.notices where notice.isMended { StandardStreams.report("note: \(notice)") }
        let damage = outcome.notices.filter { !$0.isMended }
        if let first = damage.first {
            let more = damage.count > 1 ? ", and \(damage.count - 1) more" : ""
            StandardStreams.report("warning: the log is damaged (\(first)\(more)); see 'evlog verify'")
        }
        switch context.format {
        case .json, .jsonl: try printJSON()
        case .csv: try printCSV()
        case .table: try StandardStreams.write(TextWidth.sanitized(sentence) + "\n")
        }
    }

    private func printJSON() throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
        json.beginRow()
        json.field("appended", outcome.appended)
        json.field("duplicates", outcome.duplicates)
        json.field("rejected", outcome.rejected)
        json.field("firstSequence", outcome.firstSequence.map { Int64($0) })
        json.field("lastSequence", outcome.lastSequence.map { Int64($0) })
        for (name, value) in extra {
            switch value {
            case .text(let text): json.field(name, text)
            case .flag(let isTrue): json.field(name, isTrue)
            case .count(let count): json.field(name, count)
            case .numbers(let numbers):
                json.key(name)
                json.beginArray()
                for number in numbers { json.value(number) }
                json.endArray()
            }
        }
        try json.endRow()
        try json.finish()
    }

    private func printCSV() throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(
            ["appended", "duplicates", "rejected", "firstSequence", "lastSequence"] + extra.map(\.name))
        csv.field(outcome.appended)
        csv.field(outcome.duplicates)
        csv.field(outcome.rejected)
        csv.field(outcome.firstSequence.map { Int64($0) })
        csv.field(outcome.lastSequence.map { Int64($0) })
        for (_, value) in extra {
            switch value {
            case .text(let text): csv.field(text)
            case .flag(let isTrue): csv.field(isTrue ? "true" : "false")
            case .count(let count): csv.field(count)
            case .numbers(let numbers): csv.field(numbers.map { "\($0)" }.joined(separator: " "))
            }
        }
        try csv.endRow()
        try csv.flush()
    }

    /// `3 records stored (sequences 1 to 3), 1 duplicate left out`
    static func sentence(_ outcome: AppendOutcome) -> String {
        var text = "\(Plural.counted(outcome.appended, "record")) stored"
        if let first = outcome.firstSequence, let last = outcome.lastSequence {
            text += first == last ? " (sequence \(first))" : " (sequences \(first) to \(last))"
        }
        if outcome.duplicates > 0 { text += ", \(Plural.counted(outcome.duplicates, "duplicate")) left out" }
        if outcome.rejected > 0 { text += ", \(outcome.rejected) refused" }
        return text
    }

    /// `3 records would be stored, but for duplicates; 1 refused (nothing is stored)`
    static func preview(_ outcome: DryAppend.Outcome) -> String {
        var text = "\(Plural.counted(outcome.records, "record")) would be stored, but for duplicates"
        if outcome.retractions > 0 { text += " and retractions of what is not there" }
        if outcome.rejected > 0 { text += "; \(outcome.rejected) refused" }
        return text + " (nothing is stored)"
    }
}
