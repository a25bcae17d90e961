/// What the manual says beside the command table.
enum ManualText {
    static let description = [
        "Events, check-ins and doses are appended to a directory of segment files and are never changed there. What is"
            + " asked is computed from them; nothing is sent anywhere. A command that stores something returns once it"
            + " is safe on disk.",
        "Options may stand before or after the command, as --name VALUE or --name=VALUE; -- ends them. Instants and dates"
            + " are RFC 3339 (2026-11-30T09:15:00+01:00), 2026-11-30, today, yesterday, now, or a step from now such as"
            + " -7d, -2w, -3mo or -12h; ranges run from --from up to but not at --to. Durations are 90s, 45m, 1h20m,"
            + " 365d, or plain seconds.",
        "Answers go to standard output; progress, warnings and errors go to standard error, an error as one line."
            + " --format json, jsonl and csv are for programs.",
    ]

    static let environment = [
        ("EVLOG_DIR", "The directory of the log, unless --log names one."),
        (
            "XDG_DATA_HOME",
            "Where the log is without either, in a directory evlog; ~/.local/share if it isn't set."
        ),
        ("TZ", "The zone that days and hours are counted in, unless --tz names one; else the system's."),
        (
            "LC_ALL, LC_TIME, LANG",
            "The locale, whose first day of the week counts, unless --week-start names one."
        ),
        ("NO_COLOR", "If it is set and not empty, nothing is coloured, unless --color asks for it."),
        ("COLUMNS", "How wide a table may be where the terminal doesn't say."),
        ("TERM", "If it is dumb or not set, there are no colours and no progress bar."),
        ("TMPDIR", "Where evlog demo and pictures put their temporary files; /tmp if it isn't set."),
    ]

    static let files = [
        ("~/.local/share/evlog/*.seg", "The segments of the log: one record is in one of them."),
        ("~/.local/share/evlog/*.gone", "What says that records were removed on purpose."),
        ("~/.local/share/evlog/lock", "What keeps two writers apart."),
    ]

    static let examples = [
        CommandSpec.Example(
            "evlog append taskCompleted --meta category=work --duration 45m", "store an event"),
        CommandSpec.Example("evlog append --file events.jsonl", "store a file of them"),
        CommandSpec.Example("evlog query insights --period week", "this week against last"),
        CommandSpec.Example(
            "evlog query rollup --by day --group type --from -7d --format csv", "a week for a spreadsheet"),
        CommandSpec.Example("evlog recap --period year --out year.png", "a year to share"),
        CommandSpec.Example("evlog help cron", "lines for cron and systemd"),
    ]
}

extension ExitStatus {
    /// What each means, as help and manual have it.
    static let meanings: [(status: Int32, meaning: String)] = [
        (done, "Done."),
        (failed, "Failed."),
        (wrongUsage, "Wrong usage, or a value was refused; nothing was written."),
        (recordsRefused, "Some input records were refused; what is stored is said."),
        (damageFound, "Damage was found in the log; the answer is from all that can be read."),
        (locked, "Another process had the log locked for longer than --wait."),
        (diskFailed, "The disk failed or is full; nothing of that batch is stored."),
    ]
}
