/// Writes help pages from the command table.
struct HelpText {
    let table: CommandTable
    /// Columns to fill at most; 40 at least are used, and 100 at most, because longer lines read badly.
    let width: Int
    let color: Bool

    init(table: CommandTable, width: Int, color: Bool) {
        self.table = table
        self.width = min(max(width, 40), 100)
        self.color = color
    }

    /// The page of the command that `path` leads to; for the empty path the list of all commands.
    ///
    /// - Throws: `UsageError` for an unknown command.
    func page(for path: [String]) throws(UsageError) -> String {
        guard let command = try table.command(at: path) else { return overview() }
        return page(of: command, at: path)
    }

    /// A usage line: the program, the command's path and one of its forms.
    static func usageLine(_ program: String, _ path: [String], _ form: String) -> String {
        (([program] + path) + (form.isEmpty ? [] : [form])).joined(separator: " ")
    }

    private func overview() -> String {
        var page = wrapped(table.summary, indent: 0)
        page +=
            "\n" + usage([Self.usageLine(table.program, [], "[OPTION]... COMMAND [OPTION]... [OPERAND]...")])
        for section in CommandSpec.Section.allCases {
            let commands = table.commands.filter { $0.section == section }
            guard !commands.isEmpty else { continue }
            // A group says little by itself: its subcommands are what one looks for.
            let entries = commands.flatMap { command in
                command.isGroup
                    ? command.subcommands.map { ("\(command.name) \($0.name)", $0.summary) }
                    : [(command.name, command.summary)]
            }
            page += "\n" + heading(section.rawValue) + list(entries)
        }
        page += "\n" + optionList(table.globalOptions, title: "Options of every command")
        page += "\n" + wrapped("'\(table.program) help COMMAND' tells more about one.", indent: 0)
        return page
    }

    private func page(of command: CommandSpec, at path: [String]) -> String {
        let name = ([table.program] + path).joined(separator: " ")
        var page = wrapped("\(name): \(command.summary)", indent: 0)
        page += "\n" + usage(command.usage.map { Self.usageLine(table.program, path, $0) })
        for paragraph in command.details { page += "\n" + wrapped(paragraph, indent: 0) }
        if command.isGroup {
            page += "\n" + heading("Subcommands") + list(command.subcommands.map { ($0.name, $0.summary) })
        }
        if !command.options.isEmpty { page += "\n" + optionList(command.options, title: "Options") }
        let others = table.globalOptions.filter { command.option(named: $0.name) == nil }
        page += "\n" + optionList(others, title: "Options of every command")
        if !command.examples.isEmpty {
            page += "\n" + heading("Examples")
            for example in command.examples {
                page += "  # \(example.comment)\n  \(example.line)\n"
            }
        }
        return page
    }

    private func usage(_ lines: [String]) -> String {
        var text = ""
        for (index, line) in lines.enumerated() {
            // The second line of a form hangs, so that it can't be taken for a form of its own.
            let parts = Self.wrap(line, width: width - 11, firstWidth: width - 7)
            text += index == 0 ? styled("Usage:") + " " : "       "
            text += parts.joined(separator: "\n           ") + "\n"
        }
        return text
    }

    private func optionList(_ options: [OptionSpec], title: String) -> String {
        heading(title) + list(options.map { (Self.signature($0), Self.explanation($0)) })
    }

    private static func signature(_ option: OptionSpec) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + "--\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
    }

    /// What an option is for, with its choices and its default.
    static func explanation(_ option: OptionSpec) -> String {
        var text = option.help
        if option.isRequired { text += " Required." }
        if option.isRepeatable { text += " May be repeated." }
        if !option.choices.isEmpty, option.choices.joined(separator: "|") != option.placeholder {
            text += " One of: \(option.choices.joined(separator: ", "))."
        }
        switch option.defaultValue {
        case .value(let value)?, .described(let value)?: text += " [default: \(value)]"
        case nil: break
        }
        return text
    }

    /// Two columns: a name, and what it is. Names too long for their column get a line of their own.
    private func list(_ entries: [(name: String, text: String)]) -> String {
        let widest = entries.map { TextWidth.columns($0.name) }.max() ?? 0
        let nameWidth = min(widest, 28, width / 2 - 6)
        let indent = nameWidth + 4
        var lines = ""
        for entry in entries {
            let parts = Self.wrap(entry.text, width: width - indent)
            var rest = parts[...]
            if TextWidth.columns(entry.name) <= nameWidth, let first = rest.popFirst() {
                lines += "  " + TextWidth.padded(entry.name, to: nameWidth) + "  " + first + "\n"
            } else {
                lines += "  " + entry.name + "\n"
            }
            for part in rest { lines += String(repeating: " ", count: indent) + part + "\n" }
        }
        return lines
    }

    private func heading(_ title: String) -> String { styled("\(title):") + "\n" }

    private func styled(_ text: String) -> String { color ? TextStyle.bold.applied(to: text) : text }

    private func wrapped(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return Self.wrap(text, width: width - indent).map { margin + $0 + "\n" }.joined()
    }

    /// Breaks at spaces; a word wider than a line keeps one to itself. Never empty.
    private static func wrap(_ text: String, width: Int, firstWidth: Int? = nil) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let columns = TextWidth.columns(String(word))
            let limit = lines.isEmpty ? firstWidth ?? width : width
            if used > 0, used + 1 + columns > limit {
                lines.append(line)
                line = ""
                used = 0
            }
            if used > 0 { line += " " }
            line += word
            used += columns + (used > 0 ? 1 : 0)
        }
        lines.append(line)
        return lines
    }
}
