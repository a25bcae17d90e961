/// What insights can be asked.
extension CommandTable {
    static let insightQuestions = [queryInsights, queryChart, queryStreaks]

    private static let periodOption = OptionSpec.value(
        "period", short: "p", choices: ["day", "week", "month", "year"], default: .value("week"),
        help: "The period that holds the reference date (--at).")

    private static let queryInsights = CommandSpec(
        "insights", section: .asking,
        summary: "Cards for a day, week, month or year, compared with the one before",
        usage: ["[--period day|week|month|year] [--at INSTANT]"],
        options: [periodOption],
        examples: [
            CommandSpec.Example("evlog query insights --period month", "this month against last"),
            CommandSpec.Example("evlog query insights --period year --at 2025-12-31", "a year in review"),
        ])

    private static let queryChart = CommandSpec(
        "chart", section: .asking,
        summary: "Activity as a chart: hours of a day, the last 7 or 30 days, months of a year",
        usage: ["[--period day|week|month|year] [--at INSTANT]"],
        options: [periodOption],
        examples: [CommandSpec.Example("evlog query chart --period day --at yesterday", "yesterday's hours")])

    private static let queryStreaks = CommandSpec(
        "streaks", section: .asking,
        summary: "The current and the longest run of active days",
        usage: ["[--at INSTANT]"],
        details: [
            "The current streak runs back from the reference day, or from the day before while that day is still"
                + " empty. The longest is that of all days up to the reference day."
        ],
        examples: [CommandSpec.Example("evlog query streaks", "how long it has lasted")])
}
