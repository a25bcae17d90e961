/// The page of the manual, from the command table: `evlog man > evlog.1`.
struct ManualPage {
    let table: CommandTable

    /// Roff for the `man` macros (groff_man(7)); ASCII only.
    func render() -> String {
        var roff = Roff()
        roff.request(
            "TH", [table.program.uppercased(), "1", "", "\(table.program) \(Tool.version)", "User Commands"])
        // Long names in the first column of options leave little room beside them; text is set without hyphens, so
        // that names can be searched for.
        roff.raw(".nh\n.ad l\n")
        roff.section("NAME")
        roff.raw("\(Roff.escaped(table.program)) \\- \(Roff.escaped(nameLine))\n")
        roff.section("SYNOPSIS")
        roff.synopsis([table.program], "[OPTION]... COMMAND [OPTION]... [OPERAND]...")
        roff.section("DESCRIPTION")
        for paragraph in ManualText.description { roff.paragraph(paragraph) }
        for section in CommandSpec.Section.allCases {
            let commands = table.commands.filter { $0.section == section }
            guard !commands.isEmpty else { continue }
            roff.section("\(section.rawValue.uppercased())")
            for command in commands { add(command, at: [], to: &roff) }
        }
        roff.section("OPTIONS OF EVERY COMMAND")
        for option in table.globalOptions { add(option, to: &roff) }
        roff.section("EXIT STATUS")
        for (status, meaning) in ExitStatus.meanings { roff.item("\(status)", meaning) }
        roff.section("ENVIRONMENT")
        for (name, meaning) in ManualText.environment { roff.item(name, meaning) }
        roff.section("FILES")
        for (name, meaning) in ManualText.files { roff.item(name, meaning) }
        roff.section("EXAMPLES")
        for example in ManualText.examples { roff.example(example.line, example.comment) }
        return roff.text
    }

    /// The summary as a part of a sentence.
    private var nameLine: String {
        let text = table.summary.hasSuffix(".") ? String(table.summary.dropLast()) : table.summary
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func add(_ command: CommandSpec, at path: [String], to roff: inout Roff) {
        let here = path + [command.name]
        if command.isGroup {
            for subcommand in command.subcommands { add(subcommand, at: here, to: &roff) }
            return
        }
        roff.subsection("\(table.program) \(here.joined(separator: " "))")
        for form in command.usage { roff.synopsis([table.program] + here, form) }
        roff.paragraph("\(command.summary).")
        for paragraph in command.details { roff.paragraph(paragraph) }
        for option in command.options { add(option, to: &roff) }
        for example in command.examples { roff.example(example.line, example.comment) }
    }

    private func add(_ option: OptionSpec, to roff: inout Roff) {
        roff.option(option.short, option.name, option.placeholder, HelpText.explanation(option))
    }
}
