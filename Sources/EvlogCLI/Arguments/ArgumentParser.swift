/// Reads a command line by a table. It prints nothing, exits nowhere and keeps no state.
///
/// - Options may stand anywhere, before or after their command: `--name VALUE`, `--name=VALUE`, `-n VALUE`,
///   `-nVALUE`; flags' letters may be joined. `--` ends them.
/// - An option that takes a value takes the next argument whatever it looks like (`--from -7d`), unless that
///   is itself an option's long name.
/// - `-` alone, and a dash before a digit, begin an operand.
/// - An option given twice is refused unless it is repeatable.
/// - With `--help` or `--version`, what is missing or too much isn't complained about.
struct ArgumentParser {
    let table: CommandTable

    /// - Parameter arguments: the command line without the program's name.
    /// - Throws: `UsageError`, for the first thing that is wrong.
    func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        var reader = ArgumentReader(table: table, arguments: arguments)
        try reader.read()
        return try checked(reader)
    }

    /// Holds what was read against the command that it turned out to be for.
    private func checked(_ reader: ArgumentReader) throws(UsageError) -> ParsedArguments {
        var given: [String: [String]] = [:]
        for occurrence in reader.occurrences {
            given[occurrence.name, default: []] += occurrence.value.map { [$0] } ?? []
        }
        let command = reader.command
        let own = command?.options ?? []
        let parsed = ParsedArguments(
            commandPath: reader.path, operands: reader.operands, wantsHelp: given["help"] != nil,
            wantsVersion: given["version"] != nil, given: given,
            options: own + table.globalOptions.filter { global in !own.contains { $0.name == global.name } })
        if parsed.wantsHelp || parsed.wantsVersion { return parsed }

        guard let command else {
            throw UsageError("no command given", hint: table.helpHint(for: []))
        }
        if command.isGroup {
            throw UsageError(
                "'\(reader.path.joined(separator: " "))' needs a subcommand",
                hint: "one of: \(command.subcommands.map(\.name).joined(separator: ", "))")
        }
        try checkOptions(reader.occurrences, of: command, at: reader.path)
        try checkOperands(reader.operands, of: command, at: reader.path)
        return parsed
    }

    private func checkOptions(
        _ occurrences: [ArgumentReader.Occurrence], of command: CommandSpec, at path: [String]
    ) throws(UsageError) {
        var seen: Set<String> = []
        for occurrence in occurrences {
            guard let option = table.option(named: occurrence.name, for: command) else {
                throw table.misplaced(occurrence.name, at: path)
                    ?? UsageError("unknown option '--\(occurrence.name)'", hint: table.helpHint(for: path))
            }
            if !seen.insert(option.name).inserted, !option.isRepeatable {
                throw UsageError("option '--\(option.name)' is given twice", hint: "give it once")
            }
            if let value = occurrence.value, !option.choices.isEmpty, !option.choices.contains(value) {
                let near = NearestName.of(value, among: option.choices)
                throw UsageError(
                    "'\(value)' is not a value of '--\(option.name)'",
                    hint: near.map { "did you mean '\($0)'?" }
                        ?? "one of: \(option.choices.joined(separator: ", "))")
            }
        }
        for option in command.options where option.isRequired && !seen.contains(option.name) {
            throw UsageError(
                "'\(path.joined(separator: " "))' needs '--\(option.name) \(option.placeholder ?? "")'",
                hint: table.helpHint(for: path))
        }
    }

    private func checkOperands(
        _ operands: [String], of command: CommandSpec, at path: [String]
    ) throws(UsageError) {
        let allowed = command.operandCount
        let name = path.joined(separator: " ")
        let hint = "usage: \(HelpText.usageLine(table.program, path, command.usage.first ?? ""))"
        if operands.count > allowed.upperBound {
            throw UsageError(
                "'\(name)' does not take the operand '\(operands[allowed.upperBound])'", hint: hint)
        }
        if operands.count < allowed.lowerBound {
            throw UsageError("'\(name)' needs \(operands.isEmpty ? "an" : "one more") operand", hint: hint)
        }
    }
}
