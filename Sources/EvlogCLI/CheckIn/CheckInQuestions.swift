import EventLog
import UsageInsights

/// What a check-in says.
struct CheckInAnswers {
    var levels: [WellnessMetric: Int]
    var mood: String?
}

/// Asks for a check-in whoever sits at the terminal: by a form where the terminal can show one, else line by line.
struct CheckInQuestions {
    private let context: CommandContext
    private let calendar: LocalCalendar
    private let day: Int64
    /// What the day has so far.
    private let existing: DailyCheckIn?

    /// Whether there is anybody to ask.
    static var isPossible: Bool { LinePrompt() != nil }

    /// Reads what the day has so far. Where there is no log yet, that is nothing.
    init(_ context: CommandContext, _ calendar: LocalCalendar, day: Int64) throws {
        self.context = context
        self.calendar = calendar
        self.day = day
        do {
            let reader = try WellnessReader(try context.snapshot())
            _ = context.report(reader.damage)
            existing = reader.history.checkIn(onDay: day)
        } catch let error as LogError where error.code == .notFound {
            existing = nil
        }
    }

    /// Nil where it was skipped.
    /// - Throws: `CommandFailure` where the input ends.
    func ask(mood: String?) throws -> CheckInAnswers? {
        if !context.arguments.flag("plain"), CheckInDialogue.isPossible(context.terminal) {
            switch try CheckInDialogue(color: usesColor).run(form(mood)) {
            case .save(let form):
                return CheckInAnswers(levels: form.levels, mood: form.note.text)
            case .skip: return nil
            case .unavailable: break
            }
        }
        guard let prompt = LinePrompt() else { return nil }
        return try ask(prompt, mood)
    }

    /// `Saved 2026-03-01: 🧠 4  😴 3  ⚡ 5  🧘 2  “slept late” (sequence 7)`, or `Updated`.
    func sentence(_ answers: CheckInAnswers, _ outcome: AppendOutcome) -> String {
        let date = Civil(days: day).isoText
        guard outcome.appended > 0, let sequence = outcome.firstSequence else {
            return "\(date): \(AppendReport.sentence(outcome))"
        }
        let levels = WellnessMetric.allCases.map { "\($0.emoji) \(answers.levels[$0] ?? 0)" }
        var text = "\(existing == nil ? "Saved" : "Updated") \(date): \(levels.joined(separator: "  "))"
        if let mood = answers.mood, !mood.isEmpty {
            text += "  “\(TextWidth.truncated(TextWidth.sanitized(mood), to: 40))”"
        }
        return text + " (sequence \(sequence))"
    }

    // MARK: - The form

    private var usesColor: Bool {
        context.terminal.usesColor(
            context.arguments.value("color").flatMap(ColorChoice.init(rawValue:)) ?? .auto, on: .error)
    }

    private func form(_ mood: String?) -> CheckInForm {
        let date = Civil(days: day).isoText
        let today = calendar.day(at: CommandContext.now())
        var levels: [WellnessMetric: Int] = [:]
        if let existing { for metric in WellnessMetric.allCases { levels[metric] = existing[metric] } }
        return CheckInForm(
            day: day == today ? "today, \(date)" : day == today - 1 ? "yesterday, \(date)" : date,
            replaces: existing.map {
                InstantText.plain($0.updatedAt, LocalCalendar(zone: calendar.zone), seconds: false)
            },
            levels: levels, note: mood ?? existing?.mood ?? "")
    }

    // MARK: - Line by line

    /// Where the day has a check-in, an empty answer keeps what it says.
    private func ask(_ prompt: LinePrompt, _ mood: String?) throws -> CheckInAnswers {
        prompt.say("Check-in for \(Civil(days: day).isoText). How are you feeling?")
        if existing != nil { prompt.say("There is one already: Enter keeps what is in brackets.") }
        var levels: [WellnessMetric: Int] = [:]
        for metric in WellnessMetric.allCases {
            let kept = existing.map { " [\($0[metric])]" } ?? ""
            let question =
                "\(metric.emoji) \(metric.rawValue), 1 \(metric.lowLabel) to 5 \(metric.highLabel)\(kept): "
            while levels[metric] == nil {
                let answer = try prompt.ask(question)
                levels[metric] = answer.isEmpty ? existing?[metric] : WellnessMetric.level(answer)
                if levels[metric] == nil { prompt.say("   a whole number from 1 to 5, please") }
            }
        }
        if let mood { return CheckInAnswers(levels: levels, mood: mood) }
        guard let note = existing?.mood, !note.isEmpty else {
            return CheckInAnswers(levels: levels, mood: try prompt.ask("📝 Notes (optional): "))
        }
        let shown = TextWidth.truncated(TextWidth.sanitized(note), to: 40)
        let answer = try prompt.ask("📝 Notes, - for none [\(shown)]: ")
        return CheckInAnswers(levels: levels, mood: answer.isEmpty ? note : answer == "-" ? nil : answer)
    }
}
