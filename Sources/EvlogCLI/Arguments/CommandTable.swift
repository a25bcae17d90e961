/// Every command and option of a program: the one description that parsing, help and completion share.
///
/// Before its command is known, an option is read by whichever command has it. So options of the same name
/// must agree on whether they take a value, and letters on which name they stand for, across the whole table.
struct CommandTable: Sendable {
    /// What the program is called in usage lines and messages.
    let program: String
    let summary: String
    /// Options that every command takes. A command's own option of the same name counts instead.
    let globalOptions: [OptionSpec]
    let commands: [CommandSpec]

    /// The command a path of names leads to; nil for the empty path.
    ///
    /// - Throws: `UsageError` that names the first unknown word, with the nearest known one.
    func command(at path: [String]) throws(UsageError) -> CommandSpec? {
        var current: CommandSpec?
        var walked: [String] = []
        for name in path {
            current = try subcommand(name, of: current, at: walked)
            walked.append(name)
        }
        return current
    }

    /// The command called `name` in `parent`, which stands at `path`; at the top when `parent` is nil.
    func subcommand(_ name: String, of parent: CommandSpec?, at path: [String]) throws(UsageError)
        -> CommandSpec
    {
        let siblings = parent?.subcommands ?? commands
        if let found = siblings.first(where: { $0.name == name }) { return found }
        if let parent, !parent.isGroup {
            throw UsageError("'\(path.joined(separator: " "))' has no subcommands", hint: helpHint(for: path))
        }
        let kind = parent == nil ? "command" : "'\(path.joined(separator: " "))' subcommand"
        throw UsageError(
            "unknown \(kind) '\(name)'",
            hint: suggestCommand(for: name, among: siblings, isTop: parent == nil).map {
                "did you mean '\($0)'?"
            }
                ?? helpHint(for: path))
    }

    /// The option as `command` understands it: its own, else the global one.
    func option(named name: String, for command: CommandSpec?) -> OptionSpec? {
        command?.option(named: name) ?? globalOptions.first { $0.name == name }
    }

    /// All options that may still turn out to be meant while the command line is read up to `command`.
    func candidateOptions(under command: CommandSpec?) -> [OptionSpec] {
        var found = command?.options ?? []
        found += globalOptions
        var open = command?.subcommands ?? commands
        while let next = open.popLast() {
            found += next.options
            open += next.subcommands
        }
        return found
    }

    /// The paths of all commands that have an option of this name, in the table's order.
    func owners(ofOption name: String) -> [[String]] {
        var owners: [[String]] = []
        func visit(_ command: CommandSpec, at path: [String]) {
            let here = path + [command.name]
            if command.option(named: name) != nil { owners.append(here) }
            for subcommand in command.subcommands { visit(subcommand, at: here) }
        }
        for command in commands { visit(command, at: []) }
        return owners
    }

    /// The error for an option that other commands have but the one at `path` lacks; nil if none has it.
    func misplaced(_ option: String, at path: [String]) -> UsageError? {
        // One that every command takes belongs to none.
        guard !globalOptions.contains(where: { $0.name == option }) else { return nil }
        let owners = owners(ofOption: option).map { "'\($0.joined(separator: " "))'" }
        guard !owners.isEmpty else { return nil }
        return UsageError(
            "'\(path.joined(separator: " "))' has no option '--\(option)'",
            hint: "it belongs to \(owners.joined(separator: ", "))")
    }

    /// Where to read more: a hint for errors.
    func helpHint(for path: [String]) -> String {
        "see '\((([program, "help"]) + path).joined(separator: " "))'"
    }

    private func suggestCommand(for name: String, among siblings: [CommandSpec], isTop: Bool) -> String? {
        // A subcommand typed without its group is a likely slip, `evlog rollup`, and so is a command typed as one of
        // a group, `evlog query stats`. Where it is spelled right there, that is likelier than any slip of a letter.
        let groups = isTop ? siblings.filter(\.isGroup) : []
        for group in groups where group.subcommands.contains(where: { $0.name == name }) {
            return "\(program) \(group.name) \(name)"
        }
        if !isTop, commands.contains(where: { $0.name == name }) { return "\(program) \(name)" }
        if let near = NearestName.of(name, among: siblings.map(\.name)) { return near }
        for group in groups {
            if let near = NearestName.of(name, among: group.subcommands.map(\.name)) {
                return "\(program) \(group.name) \(near)"
            }
        }
        return nil
    }
}
