/// What is for looking at: the report.
extension CommandTable {
    static let report = CommandSpec(
        "report", section: .asking,
        summary: "Write the dashboard as one HTML page",
        usage: ["--out FILE.html [--at INSTANT] [--force]"],
        details: [
            "A page for any browser, on a phone or a desk, light or dark: activity, cards and comparisons for the day, week,"
                + " month and year that hold --at, the last 53 weeks, twelve weeks of check-ins, supplements, streaks, and"
                + " what the log takes. It is one file that loads nothing and sends nothing, and it works without"
                + " JavaScript.",
            "The file is written under another name, synced, and renamed at the end. A report that is there already is"
                + " replaced, so that it can be made every night; any other file only with --force. What is damaged is left"
                + " out, and named in the page and here (exit status 4).",
        ],
        options: [
            .value("out", "FILE", required: true, help: "Where to write the page; - prints it."),
            .flag("force", help: "Replace a file that is no report."),
        ],
        examples: [
            CommandSpec.Example("evlog report --out insights.html", "the dashboard of now"),
            CommandSpec.Example(
                "evlog report --at 2025-12-31 --out 2025.html", "as it was at the end of a year"),
        ])
}
