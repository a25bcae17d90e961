extension CommandTable {
    static let recap = CommandSpec(
        "recap", section: .asking,
        summary: "A day, week, month or year to look back on and to share",
        usage: ["[--period day|week|month|year] [--format FORM] [--out FILE]"],
        details: [
            "Prints a framed summary, or makes a picture to share (SVG or PNG, 390 x 690 points, with the first four"
                + " cards) or a page of HTML to page through with the arrow keys. With --out, the file's name says what"
                + " it becomes: .png, .svg, .html, .txt or .json.",
            "PNG is drawn by rsvg-convert, Inkscape, Chromium or ImageMagick, whichever is installed.",
        ],
        options: [
            .value(
                "period", short: "p", choices: ["day", "week", "month", "year"], default: .value("week"),
                help: "The period that holds the reference date (--at)."),
            .value(
                "format", choices: RecapCommand.Form.allCases.map(\.rawValue),
                default: .described("by the name of --out, else text"), help: "What to make."),
            .value("out", "FILE", help: "Write to a file; - is standard output."),
            .flag("force", help: "Replace the file if it is there."),
            .value("scale", "N", default: .value("2"), help: "Pixels a point in a PNG, from 1 to 8."),
        ],
        examples: [
            CommandSpec.Example("evlog recap", "the week on the terminal"),
            CommandSpec.Example("evlog recap --at -7d", "the week before"),
            CommandSpec.Example("evlog recap --period year --out year.png", "the Year in Review to share"),
            CommandSpec.Example(
                "evlog recap --period month --at 2026-10-31 --out october.html", "to page through"),
        ])
}
