import EventLog
import UsageInsights

/// `evlog check-in`: how a day was.
struct CheckInCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        let day = try day(calendar)
        var answers = CheckInAnswers(levels: try levels(), mood: arguments.value("mood"))
        let id = try context.id()
        if answers.levels.count < WellnessMetric.allCases.count {
            guard answers.levels.isEmpty, let prompt = LinePrompt() else { throw missing(answers.levels) }
            answers = try ask(prompt, day: day, mood: answers.mood)
        }
        let now = CommandContext.now()
        let record = Record.checkIn(
            onDay: day, levels: answers.levels, mood: answers.mood, recordedAt: now,
            offsetMinutes: CommandContext.knownOffset(calendar.zone, now), id: id)
        guard let record else { throw missing(answers.levels) }
        if let refusal = record.refusal { throw UsageError(refusal) }
        let outcome = try SingleAppend(writer: try context.writer()).append(record)
        let date = Civil(days: day).isoText
        try AppendReport(context, outcome, extra: [("date", .text(date))])
            .print("\(date): \(AppendReport.sentence(outcome))")
        return ExitStatus.done
    }

    private struct CheckInAnswers {
        var levels: [WellnessMetric: Int]
        var mood: String?
    }

    /// `--date`, else the day of the reference date.
    private func day(_ calendar: LocalCalendar) throws -> Int64 {
        let now = try context.reference(calendar)
        guard let text = arguments.value("date") else { return calendar.day(at: now) }
        do {
            return try DayExpression.parse(text, now: now, calendar: calendar)
        } catch { throw CommandContext.refused("date", error) }
    }

    private func levels() throws -> [WellnessMetric: Int] {
        var levels: [WellnessMetric: Int] = [:]
        for metric in WellnessMetric.allCases {
            guard let text = arguments.value(metric.key) else { continue }
            guard let level = WellnessMetric.level(text) else {
                throw UsageError("--\(metric.key) '\(text)': \(Self.range(of: metric))")
            }
            levels[metric] = level
        }
        return levels
    }

    private static func range(of metric: WellnessMetric) -> String {
        "not a whole number from 1 (\(metric.lowLabel)) to 5 (\(metric.highLabel))"
    }

    private func missing(_ levels: [WellnessMetric: Int]) -> UsageError {
        let names = WellnessMetric.allCases.filter { levels[$0] == nil }.map { "--\($0.key)" }
        let list =
            names.count > 1
            ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "") : names.joined()
        return UsageError(
            "a check-in needs all four levels: \(list) \(names.count == 1 ? "is" : "are") missing",
            hint: "each is a whole number from 1 to 5")
    }

    // MARK: - Asking

    private func ask(_ prompt: LinePrompt, day: Int64, mood: String?) throws -> CheckInAnswers {
        prompt.say("Check-in for \(Civil(days: day).isoText). How are you feeling?")
        var levels: [WellnessMetric: Int] = [:]
        for metric in WellnessMetric.allCases {
            let question =
                "\(metric.emoji) \(metric.rawValue), 1 \(metric.lowLabel) to 5 \(metric.highLabel): "
            while levels[metric] == nil {
                levels[metric] = WellnessMetric.level(try prompt.ask(question))
                if levels[metric] == nil { prompt.say("   a whole number from 1 to 5, please") }
            }
        }
        let note = try mood ?? prompt.ask("📝 Notes (optional): ")
        return CheckInAnswers(levels: levels, mood: note)
    }
}
