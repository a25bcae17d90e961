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
        let date = Civil(days: day).isoText
        let id = try context.id()
        var answers = CheckInAnswers(levels: try levels(), mood: arguments.value("mood"))
        var asked: CheckInQuestions?
        if answers.levels.count < WellnessMetric.allCases.count {
            guard answers.levels.isEmpty, CheckInQuestions.isPossible else { throw missing(answers.levels) }
            let questions = try CheckInQuestions(context, calendar, day: day)
            guard let given = try questions.ask(mood: answers.mood) else {
                try AppendReport(context, AppendOutcome(), extra: [("date", .text(date))])
                    .print("\(date): skipped, nothing is stored")
                return ExitStatus.done
            }
            answers = given
            asked = questions
        }
        let now = CommandContext.now()
        let record = Record.checkIn(
            onDay: day, levels: answers.levels, mood: answers.mood, recordedAt: now,
            offsetMinutes: CommandContext.knownOffset(calendar.zone, now), id: id)
        guard let record else { throw missing(answers.levels) }
        if let refusal = record.refusal { throw UsageError(refusal) }
        let outcome = try SingleAppend(writer: try context.writer()).append(record)
        let sentence = asked?.sentence(answers, outcome) ?? "\(date): \(AppendReport.sentence(outcome))"
        try AppendReport(context, outcome, extra: [("date", .text(date))]).print(sentence)
        if day > calendar.day(at: now) { StandardStreams.report("note: \(date) is in the future") }
        return ExitStatus.done
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
}
