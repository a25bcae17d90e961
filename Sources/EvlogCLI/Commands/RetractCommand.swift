import EventLog
import UsageInsights

/// `evlog retract`: takes back what was stored.
struct RetractCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let now = CommandContext.now()
        let calendar = try context.calendar()
        let targets = try targets(calendar)
        // Opening a writer makes the log, and where there is none nothing can be retracted.
        _ = try context.snapshot()
        let done = try RetractionAppend(writer: try context.writer()).append(
            targets, timestamp: now, offsetMinutes: CommandContext.knownOffset(calendar.zone, now))
        _ = context.report(done.damage)
        if let refusal = done.refusal { throw UsageError("nothing is retracted: \(refusal)") }
        try AppendReport(context, done.stored, extra: [("retracted", .numbers(done.sequences))])
            .print(sentence(done))
        return ExitStatus.done
    }

    private func targets(_ calendar: LocalCalendar) throws -> [RetractionTarget] {
        let id = try context.id()
        let date = arguments.value("check-in")
        let forms = [!arguments.operands.isEmpty, id != nil, date != nil].lazy.filter { $0 }.count
        guard forms == 1 else {
            throw UsageError(
                forms == 0
                    ? "retract needs a sequence, --id or --check-in"
                    : "sequences, --id and --check-in exclude each other", hint: "see 'evlog help retract'")
        }
        if let id { return [.id(id)] }
        if let date {
            let reference = try context.reference(calendar)
            do {
                return [
                    .checkIn(day: try DayExpression.parse(date, now: reference, calendar: calendar))
                ]
            } catch { throw CommandContext.refused("check-in", error) }
        }
        return try arguments.operands.flatMap { try sequences($0) }
    }

    /// One sequence, or a range of them such as `6-10`.
    private func sequences(_ text: String) throws -> [RetractionTarget] {
        func number(_ text: Substring) -> UInt64? {
            let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isNumber ? UInt64(text).flatMap { $0 > 0 ? $0 : nil } : nil
        }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = number(ends[0]), let last = ends.count == 1 ? first : number(ends[1]) else {
            throw UsageError(
                "'\(text)' is not a sequence", hint: "they are 1, 2, 3 …, or a range such as 6-10")
        }
        guard first <= last else { throw UsageError("'\(text)': the range ends before it begins") }
        guard last - first < Self.longestRange else {
            throw UsageError("'\(text)': a range of more than \(Self.longestRange) sequences")
        }
        return (first...last).map { .sequence($0) }
    }

    private static let longestRange: UInt64 = 100_000

    /// `retracted sequences 3 and 7 (stored as sequence 9), 1 was retracted before`
    private func sentence(_ done: RetractionAppend.Outcome) -> String {
        var parts: [String] = []
        let shown = 20
        if let stored = done.stored.firstSequence {
            let count = done.sequences.count
            let list = done.sequences.prefix(shown).map { "\($0)" }.joined(separator: ", ")
            let more = count > shown ? " and \(count - shown) more" : ""
            parts.append(
                "sequence\(count == 1 ? "" : "s") \(list)\(more) retracted (stored as sequence \(stored))")
        }
        if done.stored.duplicates > 0 {
            parts.append(
                parts.isEmpty
                    ? "retracted before: nothing to do" : "\(done.stored.duplicates) retracted before")
        }
        return parts.joined(separator: ", ")
    }
}
