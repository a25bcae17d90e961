extension CommandTable {
    static let export = CommandSpec(
        "export", section: .keeping,
        summary: "Write the log as JSON lines or CSV",
        usage: [
            "[--format jsonl|csv] [--from A] [--to B] [--out FILE]",
            "--partition day --out DIR [--from A] [--to B]",
        ],
        details: [
            "JSON lines are what 'evlog append --file' reads, in the order in which records came: appended to a new log"
                + " and exported again they are the same bytes. Left out is what no answer shows: retracted records,"
                + " retractions, and check-ins between a day's first and last. CSV has a column for each metadata key;"
                + " it is lossless for events only.",
            "With --out, files are written under another name, synced, and renamed at the end. What is damaged is left"
                + " out and named (exit status 4).",
        ],
        options: [
            .value("format", choices: ["jsonl", "csv"], default: .value("jsonl"), help: "What to write."),
            .value(
                "from", "INSTANT", help: "Only records at or after this, such as 2026-11-30, yesterday, -7d."),
            .value("to", "INSTANT", help: "Only records before this."),
            .value("partition", choices: ["day"], help: "One file a day of --tz, YYYY-MM-DD.jsonl."),
            .value("out", "FILE|DIR", help: "Write to a file, or with --partition into a directory."),
            .flag("force", help: "Replace files that are there."),
        ],
        examples: [
            CommandSpec.Example("evlog export --out backup.jsonl", "a backup"),
            CommandSpec.Example(
                "evlog export --partition day --out days --from 2026-11-01", "a file for each day"),
        ])

    static let recover = CommandSpec(
        "recover", section: .keeping,
        summary: "Salvage what is readable of a damaged log",
        usage: ["--into DIR"],
        details: [
            "Copies every readable record into a new log, with its sequence, and says what is lost, and where. The old"
                + " log is only read. Exits with 4 if anything is lost."
        ],
        options: [
            .value(
                "into", "DIR", required: true,
                help: "Directory of the new log; it must be empty or not be there.")
        ],
        examples: [CommandSpec.Example("evlog recover --into saved-log", "the readable rest of the log")])
}
