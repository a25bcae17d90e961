extension CommandTable {
    static let verify = CommandSpec(
        "verify", section: .keeping,
        summary: "Check the log for damage",
        usage: ["[--deep]"],
        details: [
            "Reads every byte and says what is damaged, where, and how many records it costs. Exits with 4 if"
                + " anything is. Changes nothing."
        ],
        options: [
            .flag("deep", help: "Also rebuild every derived answer from the raw records and compare.")
        ],
        examples: [CommandSpec.Example("evlog verify --deep", "everything there is to check")])

    static let compact = CommandSpec(
        "compact", section: .keeping,
        summary: "Merge small segments, and erase what was retracted",
        details: [
            "Merges small frames and segments into large ones, and erases what was retracted and check-ins that another"
                + " one of the same day has replaced. No answer changes. Runs beside writers and readers, may be killed"
                + " at any moment, and says nothing when there is nothing to do. A segment with damage is left as it"
                + " is (exit status 4)."
        ],
        examples: [CommandSpec.Example("evlog compact", "every night, from cron")])

    static let prune = CommandSpec(
        "prune", section: .keeping,
        summary: "Remove records that are too old",
        usage: ["--older-than AGE", "--before DATE"],
        details: [
            "Removes exactly the events that are older, wherever they are. With --keep-rollups they go on being counted,"
                + " by type, category and quarter of an hour, so that totals, streaks and rollups stay what they were;"
                + " without it nothing of them stays. Check-ins and doses go only where --kind says so; a check-in is as"
                + " old as the day that it rates."
        ],
        options: [
            .value("older-than", "AGE", help: "An age, such as 365d or 90d."),
            .value("before", "DATE", help: "A date or instant."),
            .value(
                "kind", repeatable: true, choices: ["event", "checkin", "dose"], default: .value("event"),
                help: "What to remove."),
            .flag("keep-rollups", help: "Go on counting the events that are removed."),
            .flag("dry-run", help: "Only say what would be removed."),
        ],
        examples: [
            CommandSpec.Example("evlog prune --older-than 365d --keep-rollups", "keep a year of details"),
            CommandSpec.Example("evlog prune --before 2024-01-01 --dry-run", "what would go"),
        ])

    static let stats = CommandSpec(
        "stats", section: .keeping,
        summary: "Size and contents of the log in numbers",
        details: [
            "Size, records, bytes a record, segments, oldest and newest, out-of-order and future records, and the"
                + " bytes that compaction would free."
        ],
        examples: [CommandSpec.Example("evlog stats --format json", "for a monitor")])
}
