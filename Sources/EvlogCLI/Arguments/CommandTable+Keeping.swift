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

    static let stats = CommandSpec(
        "stats", section: .keeping,
        summary: "Size and contents of the log in numbers",
        details: [
            "Size, records, bytes a record, segments, oldest and newest, out-of-order and future records, and the"
                + " bytes that compaction would free."
        ],
        examples: [CommandSpec.Example("evlog stats --format json", "for a monitor")])
}
