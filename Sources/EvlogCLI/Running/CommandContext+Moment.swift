import UsageInsights

extension CommandContext {
    /// When a record that is given on the command line happened, with the UTC offset there: `--at`, else now.
    func moment() throws -> (instant: Int64, offset: Int?) {
        let now = Self.now()
        let calendar = LocalCalendar(
            zone: try zone(covering: now...now), dayStartMinutes: try dayStart())
        if let text = arguments.value("at"), let given = Self.timestamp(text, calendar) { return given }
        let instant = try instant("at", calendar, now: now) ?? now
        return (instant, Self.knownOffset(calendar.zone, instant))
    }

    /// `--day-start` in minutes after midnight.
    func dayStart() throws -> Int {
        guard let text = arguments.value("day-start") else { return 0 }
        do { return try DayStart.parse(text) } catch { throw Self.refused("day-start", error) }
    }

    /// `--id`, which mustn't be empty.
    func id() throws -> String? {
        let id = arguments.value("id")
        if id?.isEmpty == true { throw UsageError("--id is empty") }
        return id
    }
}
