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
        let day = day(of: moment.instant, moment.offset, calendar)
        let prompts = outcome.appended > 0 && isPromptDue(onDay: day, calendar)
        try AppendReport(context, outcome, extra: [("promptCheckIn", .flag(prompts))])
            .print(AppendReport.sentence(outcome))
        if prompts && context.format == .table {
            try StandardStreams.write(prompt(day, isToday: day == calendar.day(at: CommandContext.now())))
        }
        return ExitStatus.done
    }

    /// The local day of a dose; with `--tz recorded`, by its own offset.
    private func day(of instant: Int64, _ offset: Int?, _ calendar: LocalCalendar) -> Int64 {
        guard context.usesRecordedOffsets, let offset else { return calendar.day(at: instant) }
        return calendar.day(at: instant, offsetMinutes: offset)
    }

    /// The dose that was just stored is the only one of its day, and the day has no check-in. Whatever
    /// keeps this from being told, the dose is stored, so it is no failure.
    private func isPromptDue(onDay day: Int64, _ calendar: LocalCalendar) -> Bool {
        do {
            let reader = try WellnessReader(try context.snapshot())
            _ = context.report(reader.damage)
            let doses = reader.history.doses.lazy.filter {
                self.day(of: $0.takenAt, $0.offsetMinutes, calendar) == day
            }
            return doses.count == 1 && reader.history.checkIn(onDay: day) == nil
        } catch {
            StandardStreams.report("note: the dose is stored, but not looked at further: \(error)")
            return false
        }
    }

    private func prompt(_ day: Int64, isToday: Bool) -> String {
        let levels = WellnessMetric.allCases.map { " --\($0.key) 1-5" }.joined()
        let date = Civil(days: day).isoText
        return isToday
            ? "First dose of the day. How are you? evlog check-in\(levels)\n"
            : "First dose of \(date). How were you? evlog check-in\(levels) --date \(date)\n"
    }
}
