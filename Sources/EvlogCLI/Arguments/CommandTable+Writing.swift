extension CommandTable {
    static let append = CommandSpec(
        "append", section: .writing,
        summary: "Store one event, or a file of records",
        usage: [
            "TYPE [--meta KEY=VALUE]... [--duration D] [--at INSTANT] [--id ID]",
            "--file FILE|- [--on-error stop|skip] [--rejects FILE]",
            "[TYPE] --file FILE|- --input csv [--map FIELD=COLUMN]... [--date-format PATTERN]",
            "[TYPE] --file FILE|- --input FORMAT",
        ],
        operandCount: 0...1,
        details: [
            "Returns once everything stored is safe on disk. The log is made if there is none.",
            "With --file, each line is one record, a JSON object with type and timestamp (RFC 3339), and if wanted"
                + " duration (in seconds), metadata (an object) and id. Check-ins, doses and retractions have"
                + " \"kind\":\"checkin\", \"dose\" or \"retract\"; 'evlog export' shows how they are written.",
            "A CSV's first row names its columns. Those called like a field are that field, --map names others"
                + " (two columns for one field are written A+B), and the rest become metadata. TYPE is the type of"
                + " events that have none. --map end=COLUMN gives the duration, --map FIELD= keeps a column metadata"
                + " although it is called like a field. Check-ins have date, focus, sleep, energy, stress (5 is very"
                + " calm) and mood, doses supplement, takenAt and amount; with them goes no TYPE.",
            "--input also reads what other tools write: daylio and toggl (their CSV), loop (Checkmarks.csv of Loop Habit"
                + " Tracker), timewarrior ('timew export'), activitywatch (an export of buckets), journal ('journalctl -o"
                + " json') and access-log (a web server's). TYPE is the type of all their events, instead of what each"
                + " has: mood, project, habit, tag, bucket, program or request.",
            "A fast source is committed in large groups; a slow one, such as a live pipe, whenever"
                + " --batch-size records are pending or the last one came --flush-after ago.",
            "A record whose id is in the log already is counted as a duplicate and not stored again. Records"
                + " without ids are all kept, unless --skip-existing: then the same file can be appended again and"
                + " nothing doubles.",
        ],
        options: appendOptions,
        examples: [
            CommandSpec.Example(
                "evlog append taskCompleted --meta category=work --duration 45m", "one event, now"),
            CommandSpec.Example("evlog append note --at yesterday", "an event of the day before"),
            CommandSpec.Example(
                "evlog append --file events.jsonl --on-error skip --rejects bad.jsonl", "a file"),
            CommandSpec.Example(
                "evlog append run --file runs.csv --input csv --map timestamp=Date --date-format d.M.yyyy",
                "a spreadsheet"),
            CommandSpec.Example(
                "evlog append --file days.csv --input csv --map date=Day,stress=Calm,mood=Note", "check-ins"),
            CommandSpec.Example(
                "evlog append --file pills.csv --input csv --map takenAt=Date+Time,supplement=What", "doses"),
            CommandSpec.Example(
                "evlog append --file Checkmarks.csv --input loop --skip-existing", "an export of another tool"
            ),
            CommandSpec.Example("tail -F app.jsonl | evlog append --file -", "a live pipe"),
            CommandSpec.Example(
                "journalctl -f -o json | evlog append --file - --input journal", "the system's journal, live"),
            CommandSpec.Example(
                "tail -F access.log | evlog append --file - --input access-log", "a web server, as it answers"
            ),
        ])

    private static let appendOptions: [OptionSpec] = [
        .value("meta", short: "m", "KEY=VALUE", repeatable: true, help: "Metadata of the event."),
        .value("duration", "DURATION", help: "How long it took: 90s, 45m, 1h20m, or plain seconds."),
        .value("at", "INSTANT", default: .described("now"), help: "When it happened."),
        .value("id", "ID", help: "The event's id; one that is in the log already is not stored again."),
        .value("file", "FILE|-", help: "Read records from a file, or from standard input."),
        .value(
            "input", "FORMAT", choices: RecordInput.formats, default: .value("jsonl"),
            help: "The file's format."),
        .value(
            "map", "FIELD=COLUMN", repeatable: true,
            help: "Columns of a CSV, such as timestamp=Date or type=Sport."),
        .flag("only-mapped", help: "Leave out a CSV's other columns, which are metadata otherwise."),
        .value(
            "date-format", "PATTERN",
            help: "How a CSV (or toggl's) writes times that aren't ISO 8601, such as 'dd/MM/yyyy HH:mm'."),
        .value(
            "duration-unit", choices: ["s", "m", "h"], default: .value("s"),
            help: "What a CSV's duration counts where it is a number."),
        .value(
            "separator", "CHARACTER", default: .value(","), help: "What stands between a CSV's cells, or tab."
        ),
        .value(
            "batch-size", "N", default: .value("10"),
            help: "Store a slow source at this many pending records."),
        .value(
            "flush-after", "DURATION", default: .value("5s"),
            help: "Store what is pending once no record came for this long."),
        .value(
            "on-error", choices: ["stop", "skip"], default: .value("stop"),
            help: "At a bad record, stop there, or store the rest and exit with 3."),
        .value("rejects", "FILE", help: "Write the lines that were refused to a file."),
        .value(
            "epoch", choices: ["s", "ms", "us"], help: "Read numbers as timestamps in this unit since 1970."),
        .flag(
            "dry-run", help: "Show the first records of a file as they would be stored, and store nothing."),
        .flag("skip-existing", help: "Don't store records again that the log holds as often already."),
        .flag("ignore-unknown", help: "Ignore fields that aren't known instead of refusing the record."),
    ]
}
