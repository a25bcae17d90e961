/// What check-ins and doses can be asked.
extension CommandTable {
    static let wellnessQuestions = [queryTrends, queryImpact, queryEngagement]

    private static let queryTrends = CommandSpec(
        "trends", section: .asking,
        summary: "Ratings of the last days, with gaps and a 7-day moving average",
        usage: ["[--days N] [--at INSTANT]"],
        options: [
            .value("days", "N", default: .value("7"), help: "How many days, ending on the reference date.")
        ],
        examples: [CommandSpec.Example("evlog query trends --days 30", "the last month")])

    private static let queryImpact = CommandSpec(
        "impact", section: .asking,
        summary: "Ratings before a supplement's first dose against those after",
        usage: ["[SUPPLEMENT] [--metric M]... [--before 7d] [--after 7d..14d] [OPTION]..."],
        operandCount: 0...1,
        details: [
            "Compares days -7 to -1 with days 7 to 14 from the first dose, unless told otherwise. Under 5 check-ins"
                + " in either, it says how many are missing; from 14 in each, on 70 % of the days, there is a 95 %"
                + " interval and NAP, the chance that a day after beats a day before. Windows of 28 days or more"
                + " find what shorter ones can't.",
            "In a list, * marks what survives Benjamini-Hochberg among everything compared. All of it is"
                + " association, never cause.",
        ],
        options: [
            .value(
                "metric", repeatable: true, choices: ["focus", "sleep", "energy", "stress"],
                help: "Show only this one."),
            .value(
                "before", "DAYS", default: .value("7d"), help: "Length of the window before, such as 28d."),
            .value(
                "after", "FIRST..LAST", default: .value("7d..14d"),
                help: "Days from the first dose on that are the window after."),
            .value(
                "wash-in", "DAYS", help: "Skip so many days from the first dose on; moves the window after."),
            .flag("whole-weeks", help: "Cut both windows to whole weeks, so that weekdays weigh the same."),
            .flag("plain", help: "Only the bare percentage."),
        ],
        examples: [
            CommandSpec.Example(
                "evlog query impact Magnesium --before 28d --after 7d..34d", "four weeks on either side"),
            CommandSpec.Example("evlog query impact --metric sleep", "every supplement, and sleep"),
        ])

    private static let queryEngagement = CommandSpec(
        "engagement", section: .asking,
        summary: "How often active days have a check-in, and how that goes with coming back",
        usage: ["[--at INSTANT]"],
        details: [
            "The share of active days with a check-in; and of days with and without one, how many were followed by"
                + " an active day within 7 days. Days whose 7 days aren't over are left out."
        ],
        examples: [CommandSpec.Example("evlog query engagement", "over all time")])
}
