import UsageInsights

extension CommandTable {
    static let checkIn = CommandSpec(
        "check-in", section: .writing,
        summary: "Rate how a day was",
        usage: [
            "[--plain] [--mood TEXT] [--date DAY]",
            "--focus N --sleep N --energy N --stress N [--mood TEXT] [--date DAY] [--id ID]",
        ],
        details: [
            "Each level is a whole number from 1 to 5, and higher is better in all four: stress runs from very"
                + " stressed to very calm. All four are needed; without any, on a terminal, it asks.",
            "It asks by a form: up and down (k, j, Tab) choose a row, left and right (h, l) or 1 to 5 rate, Ctrl-S"
                + " saves from anywhere, Esc or s skips, and nothing is stored then. It begins with what the day has"
                + " already. With --plain, or where the terminal can't show a form, it asks line by line.",
            "A day has one check-in: a later one replaces the levels and the note of the one before. Without"
                + " --date it is for today, by --tz and --day-start.",
        ],
        options: WellnessMetric.allCases.map(level) + [
            .value("mood", "TEXT", help: "A note."),
            .value(
                "date", "DAY", default: .described("today"),
                help: "The day it is for, such as 2026-11-30, yesterday, -2d."),
            .flag("plain", help: "Ask line by line, as for a screen reader."),
            .value(
                "id", "ID", help: "The check-in's id; one that is in the log already is not stored again."),
        ],
        examples: [
            CommandSpec.Example("evlog check-in", "it asks"),
            CommandSpec.Example("evlog check-in --focus 4 --sleep 3 --energy 5 --stress 2", "today"),
            CommandSpec.Example(
                "evlog check-in --focus 2 --sleep 2 --energy 3 --stress 4 --date yesterday --mood tired",
                "the day before"),
        ])

    private static func level(of metric: WellnessMetric) -> OptionSpec {
        .value(
            metric.key, "N",
            help: "\(metric.rawValue), from 1 (\(metric.lowLabel)) to 5 (\(metric.highLabel)).")
    }

    static let dose = CommandSpec(
        "dose", section: .writing,
        summary: "Store that a supplement was taken",
        usage: ["SUPPLEMENT [--amount TEXT] [--at INSTANT] [--id ID]"],
        operandCount: 1...1,
        details: [
            "After the first dose of a day that has no check-in yet, it reminds of that. Days are those of --tz and"
                + " --day-start."
        ],
        options: [
            .value("amount", "TEXT", help: "How much, as it is written on the package."),
            .value("at", "INSTANT", default: .described("now"), help: "When it was taken."),
            .value("id", "ID", help: "The dose's id; one that is in the log already is not stored again."),
        ],
        examples: [
            CommandSpec.Example("evlog dose Magnesium --amount 200mg", "taken now"),
            CommandSpec.Example("evlog dose Magnesium --at 2026-11-30T08:00:00+01:00", "taken earlier"),
        ])

    static let retract = CommandSpec(
        "retract", section: .writing,
        summary: "Take back what was stored",
        usage: ["SEQUENCE...", "--id ID", "--check-in DAY"],
        operandCount: 0...Int.max,
        details: [
            "Stores a record that takes others back: they leave every answer at once, and the disk at the next"
                + " compaction. To correct a record, retract it and store it anew, with a new id if it has one."
                + " What was taken back before is counted as a duplicate. If anything that is named isn't there,"
                + " nothing is stored."
        ],
        options: [
            .value("id", "ID", help: "Every record that has this id."),
            .value("check-in", "DAY", help: "The check-in of a day, with those that it replaced."),
        ],
        examples: [
            CommandSpec.Example("evlog retract 42 43", "two records, by their sequences"),
            CommandSpec.Example("evlog retract 6-10", "what an import stored as sequences 6 to 10"),
            CommandSpec.Example("evlog retract --check-in yesterday", "a day's check-in"),
        ])

    static let queryDoses = CommandSpec(
        "doses", section: .asking,
        summary: "The doses, a row each",
        usage: ["[--from A] [--to B]"],
        details: [
            "Doses from --from up to but not at --to are listed, oldest first. The sequence is what 'evlog retract' takes."
        ],
        options: [
            .value(
                "from", "INSTANT", help: "Only doses at or after this, such as 2026-11-30, yesterday, -7d."),
            .value("to", "INSTANT", help: "Only doses before this."),
        ],
        examples: [CommandSpec.Example("evlog query doses --from -7d", "what was taken this week")])

    static let queryCheckIns = CommandSpec(
        "check-ins", section: .asking,
        summary: "The check-ins, a row a day",
        usage: ["[--from DAY] [--to DAY]"],
        details: [
            "Days from --from up to but not at --to are listed, oldest first. 'evlog retract --check-in DAY' takes one"
                + " back."
        ],
        options: [
            .value("from", "DAY", help: "Only days from this on, such as 2026-11-30, yesterday, -7d."),
            .value("to", "DAY", help: "Only days before this."),
        ],
        examples: [CommandSpec.Example("evlog query check-ins --from -7d", "the last week and today")])
}
