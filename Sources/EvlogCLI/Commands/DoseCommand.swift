import EventLog
import UsageInsights

/// `evlog dose`: a supplement that was taken.
struct DoseCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let supplement = arguments.operands.first ?? ""
        guard !supplement.isEmpty else { throw UsageError("the supplement is empty") }
        let calendar = try context.calendar()
        let moment = try context.moment()
        let record = Record.dose(
            of: supplement, amount: arguments.value("amount"), takenAt: moment.instant,
            offsetMinutes: moment.offset, id: try context.id())
        if let refusal = record.refusal { throw UsageError(refusal) }
        let outcome = try SingleAppend(writer: try context.writer()).append(record)
        let day = dayToAsk(outcome, calendar)
        try AppendReport(context, outcome, extra: [("promptCheckIn", .flag(day != nil))])
            .print(AppendReport.sentence(outcome))
        if let day, context.format == .table {
            try StandardStreams.write(prompt(day, isToday: day == calendar.day(at: CommandContext.now())))
        }
        return ExitStatus.done
    }

    /// Whether the dose that was just stored asks for a check-in, and for which day. Whatever keeps this from being
    /// told, the dose is stored, so it is no failure.
    private func dayToAsk(_ outcome: AppendOutcome, _ calendar: LocalCalendar) -> Int64? {
        guard outcome.appended > 0 else { return nil }
        do {
            let reader = try WellnessReader(try context.snapshot())
            _ = context.report(reader.damage)
            let usesRecorded = context.usesRecordedOffsets
            guard let dose = reader.history.doses.first(where: { $0.sequence == outcome.firstSequence }),
                CheckInPrompt.isDue(
                    after: dose, in: reader.history, calendar: calendar, usesRecordedOffsets: usesRecorded)
            else { return nil }
            return dose.day(in: calendar, usesRecordedOffsets: usesRecorded)
        } catch {
            StandardStreams.report("note: the dose is stored, but not looked at further: \(error)")
            return nil
        }
    }

    /// On a terminal `check-in` asks by itself, so its name is all there is to type.
    private func prompt(_ day: Int64, isToday: Bool) -> String {
        let asks = context.terminal.outputIsTerminal && CheckInQuestions.isPossible
        let levels = asks ? "" : WellnessMetric.allCases.map { " --\($0.key) 1-5" }.joined()
        let date = Civil(days: day).isoText
        return isToday
            ? "First dose of the day. How are you? evlog check-in\(levels)\n"
            : "First dose of \(date). How were you? evlog check-in\(levels) --date \(date)\n"
    }
}
