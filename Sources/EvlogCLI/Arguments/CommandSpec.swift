/// One command as the command table describes it: a leaf that does something, or a group of subcommands.
struct CommandSpec: Sendable {
    /// The heading a command stands under in `evlog help`.
    enum Section: String, Sendable, CaseIterable {
        case writing = "Writing"
        case asking = "Asking"
        case keeping = "Keeping"
        case about = "About evlog"
    }

    /// A command line to show in help, with what it does.
    struct Example: Sendable {
        let line: String
        let comment: String

        init(_ line: String, _ comment: String) {
            self.line = line
            self.comment = comment
        }
    }

    let name: String
    let section: Section
    /// One line, for lists of commands.
    let summary: String
    /// What follows the command's name, one string a form; help puts `evlog NAME` in front of each.
    let usage: [String]
    /// How many operands are allowed.
    let operandCount: ClosedRange<Int>
    /// More about it, for its own help page: one string a paragraph.
    let details: [String]
    let options: [OptionSpec]
    let examples: [Example]
    /// Not empty makes this a group, which does nothing by itself.
    let subcommands: [CommandSpec]

    init(
        _ name: String, section: Section, summary: String, usage: [String] = [""],
        operandCount: ClosedRange<Int> = 0...0, details: [String] = [], options: [OptionSpec] = [],
        examples: [Example] = [], subcommands: [CommandSpec] = []
    ) {
        self.name = name
        self.section = section
        self.summary = summary
        self.usage = usage
        self.operandCount = operandCount
        self.details = details
        self.options = options
        self.examples = examples
        self.subcommands = subcommands
    }

    var isGroup: Bool { !subcommands.isEmpty }

    func option(named name: String) -> OptionSpec? { options.first { $0.name == name } }
}
