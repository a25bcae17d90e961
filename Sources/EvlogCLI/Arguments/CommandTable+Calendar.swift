/// What can be asked about a year, day by day.
extension CommandTable {
    static let queryCalendar = CommandSpec(
        "calendar", section: .asking,
        summary: "A year of days as a heat map",
        usage: ["[--type T]... [--year Y] [--at INSTANT]"],
        details: [
            "The last 53 weeks up to --at, or a calendar year: weeks as columns, weekdays as rows. The darkest shade begins"
                + " at three quarters of what 95 % of the active days stay within. A narrow terminal shows the newest"
                + " weeks; the other formats have one row for every day, with the time in seconds."
        ],
        options: [
            .value("type", short: "t", "TYPE", repeatable: true, help: "Only events of this type."),
            .value("year", "Y", help: "This year instead of the last 53 weeks."),
        ],
        examples: [
            CommandSpec.Example("evlog query calendar", "the last 53 weeks"),
            CommandSpec.Example(
                "evlog query calendar --year 2025 --type taskCompleted --format csv", "a year of tasks"),
        ])
}
