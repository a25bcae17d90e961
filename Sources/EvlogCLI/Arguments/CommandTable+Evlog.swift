extension CommandTable {
    /// The command line of `evlog`.
    static let evlog = CommandTable(
        program: "evlog",
        summary: "Keeps events in an append-only log and answers questions about them.",
        globalOptions: evlogGlobalOptions,
        commands: [
            append, checkIn, dose, retract, query, report, recap, compact, prune, verify, recover, export,
            stats, demo, completions, manual, helpCommand,
        ]
    )

    private static let evlogGlobalOptions: [OptionSpec] = [
        .value(
            "log", "DIR",
            default: .described("$EVLOG_DIR, else $XDG_DATA_HOME/evlog, else ~/.local/share/evlog"),
            help: "Directory of the log."),
        .value(
            "tz", "ZONE", default: .described("$TZ, else the system's"),
            help: "Zone that days and hours are counted in: an IANA name, or 'recorded' for each event's own."
        ),
        .value(
            "day-start", "HH:MM", default: .value("00:00"),
            help: "When a day begins; what is earlier belongs to the day before."),
        .value(
            "week-start", "DAY", choices: weekdays, default: .described("the locale's"),
            help: "The first day of a week."),
        .value(
            "at", "INSTANT", default: .described("now"),
            help: "The reference date, which 'today' is read from."),
        .value(
            "format", choices: OutputFormat.allCases.map(\.rawValue),
            default: .value(OutputFormat.table.rawValue), help: "How to print the answer."),
        .value(
            "color", choices: ColorChoice.allCases.map(\.rawValue),
            default: .value(ColorChoice.auto.rawValue),
            help: "When to use colour; auto means on a terminal, unless $NO_COLOR is set."),
        .value(
            "wait", "DURATION", default: .value("10s"),
            help: "How long to wait for a log that another process has locked."),
        .flag("help", short: "h", help: "Show this help."),
        .flag("version", help: "Show the version."),
    ]

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private static let demo = CommandSpec(
        "demo", section: .about,
        summary: "Try evlog on a log of examples",
        details: [
            "Makes a log of example events in a temporary directory, which is removed afterwards, and shows what"
                + " can be asked. No log of yours is read or written."
        ],
        options: [.flag("keep", help: "Leave the log where it is, to ask it more.")],
        examples: [CommandSpec.Example("evlog demo", "a first look")])

    private static let completions = CommandSpec(
        "completions", section: .about,
        summary: "Completion for bash, zsh or fish",
        usage: ["bash|zsh|fish"],
        operandCount: 1...1,
        details: [
            "Prints what the shell is to read. It completes commands, options and their values, and types, supplements"
                + " and metadata keys from the log.",
            "bash, in ~/.bashrc: source <(evlog completions bash). zsh, in ~/.zshrc after compinit: source <(evlog"
                + " completions zsh). fish: evlog completions fish > ~/.config/fish/completions/evlog.fish",
        ],
        examples: [CommandSpec.Example("evlog completions bash", "to be read by bash")])

    private static let manual = CommandSpec(
        "man", section: .about,
        summary: "The page of the manual",
        details: [
            "Prints the page for man(1), with all commands and options. To install it for yourself: evlog man >"
                + " ~/.local/share/man/man1/evlog.1"
        ],
        examples: [CommandSpec.Example("evlog man", "into a file evlog.1, which 'man ./evlog.1' shows")])

    private static let helpCommand = CommandSpec(
        "help", section: .about,
        summary: "Show help for a command",
        usage: ["[COMMAND [SUBCOMMAND]]"],
        operandCount: 0...2,
        details: [
            "The same page as 'evlog COMMAND --help'. Without a command, lists all of them.",
            "'evlog help cron' prints lines for cron and systemd that can be pasted.",
        ],
        examples: [CommandSpec.Example("evlog help query rollup", "everything about rollups")])
}
