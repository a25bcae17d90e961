extension CommandTable {
    static let query = CommandSpec(
        "query", section: .asking,
        summary: "Ask the log",
        usage: ["QUESTION [OPTION]..."],
        subcommands: [queryRollup, queryCalendar, queryEvents, queryCheckIns, queryDoses] + insightQuestions
            + wellnessQuestions)

    private static let queryRollup = CommandSpec(
        "rollup", section: .asking,
        summary: "Counts and durations by hour, day, week, month or year",
        usage: ["--by UNIT [--group type|KEY]... [--from A] [--to B] [OPTION]..."],
        details: [
            "One row a bucket and group, sorted by start, then by group. Buckets are those of --tz, --day-start and"
                + " --week-start. Events from --from up to but not at --to count."
        ],
        options: [
            .value(
                "by", required: true, choices: ["hour", "day", "week", "month", "year"],
                help: "Size of a bucket."),
            .value(
                "group", short: "g", "type|KEY", repeatable: true,
                help: "One row for each type, or for each value of a metadata key."),
            typeOption, whereOption, fromOption, toOption,
            .flag("fill", help: "Show empty buckets too."),
        ],
        examples: [
            CommandSpec.Example("evlog query rollup --by day --from -7d", "the last week, day by day"),
            CommandSpec.Example(
                "evlog query rollup --by month --group category --type taskCompleted --format csv",
                "tasks by month and category"),
        ])

    private static let queryEvents = CommandSpec(
        "events", section: .asking,
        summary: "The events themselves",
        usage: ["[--from A] [--to B] [--type T]... [--where KEY=VALUE]... [OPTION]..."],
        details: ["Events from --from up to but not at --to are listed, oldest first."],
        options: [
            fromOption, toOption, typeOption, whereOption,
            .value("limit", short: "n", "N", help: "Stop after this many."),
            .flag("reverse", short: "r", help: "Newest first."),
            .flag("follow", short: "f", help: "Keep waiting for new ones until interrupted."),
        ],
        examples: [
            CommandSpec.Example("evlog query events -n 20 --reverse", "the newest 20"),
            CommandSpec.Example(
                "evlog query events --from today --follow --format jsonl", "a feed for another program"),
        ])

    private static let typeOption = OptionSpec.value(
        "type", short: "t", "TYPE", repeatable: true, help: "Only events of this type.")
    private static let whereOption = OptionSpec.value(
        "where", short: "w", "KEY=VALUE", repeatable: true, help: "Only events with this metadata value.")
    private static let fromOption = OptionSpec.value(
        "from", "INSTANT", help: "Only events at or after this, such as 2026-11-30, yesterday, -7d.")
    private static let toOption = OptionSpec.value("to", "INSTANT", help: "Only events before this.")
}
