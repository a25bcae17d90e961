/// Finds what may stand at the end of an unfinished command line, by the command table.
struct Completer {
    let table: CommandTable
    let names: CompletionNames

    /// - Parameter words: what stands behind the program's name, without a shell's quotes; the last one is the word
    ///   that is being completed, and may be empty.
    func answer(_ words: [String]) -> CompletionAnswer {
        guard let current = words.last else { return .nothing }
        let line = UnfinishedLine(table: table, words: Array(words.dropLast()))
        var answer = self.answer(current, line)
        answer.candidates = answer.candidates.filter { $0.text.utf8.starts(with: current.utf8) }
        return answer
    }

    private func answer(_ current: String, _ line: UnfinishedLine) -> CompletionAnswer {
        if let option = line.waitingOption { return values(of: option, line) }
        if !line.optionsEnded && current.hasPrefix("-") {
            if current.hasPrefix("--"), let equals = current.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(current[..<equals].dropFirst(2))
                guard let option = line.option(named: name), option.takesValue else { return .nothing }
                var answer = values(of: option, line)
                for index in answer.candidates.indices {
                    answer.candidates[index].text = "--\(name)=" + answer.candidates[index].text
                }
                return answer
            }
            return options(line)
        }
        guard let command = line.command else {
            return line.operands.isEmpty ? commands(table.commands) : .nothing
        }
        if !command.isGroup { return operands(of: command, line) }
        return line.operands.isEmpty ? commands(command.subcommands) : .nothing
    }

    private func commands(_ commands: [CommandSpec]) -> CompletionAnswer {
        CompletionAnswer(candidates: commands.map { .init(text: $0.name, description: $0.summary) })
    }

    private func options(_ line: UnfinishedLine) -> CompletionAnswer {
        let own = line.command?.options ?? []
        let all = own + table.globalOptions.filter { global in !own.contains { $0.name == global.name } }
        let open = all.filter { $0.isRepeatable || !line.givenOptions.contains($0.name) }
        return CompletionAnswer(candidates: open.map { .init(text: "--\($0.name)", description: $0.help) })
    }

    // MARK: - Values

    private func values(of option: OptionSpec, _ line: UnfinishedLine) -> CompletionAnswer {
        if !option.choices.isEmpty { return .words(option.choices) }
        switch option.placeholder {
        case "FILE", "FILE|-", "FILE|DIR": return CompletionAnswer(kind: .files)
        case "DIR": return CompletionAnswer(kind: .directories)
        case "TYPE": return .words(names.types(line))
        case "type|KEY": return .words(["type"] + names.keys(line).filter { $0 != "type" })
        case "KEY=VALUE":
            return CompletionAnswer(
                kind: .beginnings, candidates: names.keys(line).map { .init(text: $0 + "=") })
        case "ZONE": return .words(["recorded"] + names.zones())
        case "DAY", "INSTANT", "DATE": return .words(["today", "yesterday", "-7d", "-1mo"])
        default: return .nothing
        }
    }

    /// By the first word of the command's usage.
    private func operands(of command: CommandSpec, _ line: UnfinishedLine) -> CompletionAnswer {
        guard line.operandCount < command.operandCount.upperBound else { return .nothing }
        let form = command.usage.first?.split(separator: " ").first.map(String.init) ?? ""
        switch form.trimming("[").trimming("]") {
        case "TYPE": return .words(names.types(line))
        case "SUPPLEMENT": return .words(names.supplements(line))
        case "COMMAND":
            guard let first = line.operands.first else { return commands(table.commands) }
            return commands(table.commands.first { $0.name == first }?.subcommands ?? [])
        case let words where words.contains("|") && !words.hasPrefix("-"):
            return .words(words.split(separator: "|").map(String.init))
        default: return .nothing
        }
    }
}

extension String {
    fileprivate func trimming(_ mark: Character) -> String { filter { $0 != mark } }
}

/// The words before the one that is completed, read without complaint.
struct UnfinishedLine {
    private let table: CommandTable
    private(set) var command: CommandSpec?
    private(set) var operands: [String] = []
    private(set) var givenOptions: Set<String> = []
    /// An option whose value the next word is.
    private(set) var waitingOption: OptionSpec?
    private(set) var optionsEnded = false
    /// The log and no other option counts for what is completed.
    private(set) var logDirectory: String?

    var operandCount: Int { operands.count }

    init(table: CommandTable, words: [String]) {
        self.table = table
        for word in words { read(word) }
    }

    func option(named name: String) -> OptionSpec? {
        table.option(named: name, for: command)
            ?? table.candidateOptions(under: command).first { $0.name == name }
    }

    private mutating func read(_ word: String) {
        if let option = waitingOption {
            take(word, for: option)
            waitingOption = nil
        } else if optionsEnded || !word.hasPrefix("-") || word == "-" {
            readWord(word)
        } else if word == "--" {
            optionsEnded = true
        } else if word.hasPrefix("--") {
            readLong(word.dropFirst(2))
        } else {
            readShort(word.dropFirst())
        }
    }

    private mutating func readWord(_ word: String) {
        let open = command == nil ? table.commands : command?.subcommands ?? []
        if let found = open.first(where: { $0.name == word }) {
            command = found
        } else {
            operands.append(word)
        }
    }

    private mutating func readLong(_ text: Substring) {
        let equals = text.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = String(text[..<(equals ?? text.endIndex)])
        guard let option = option(named: name) else { return }
        givenOptions.insert(name)
        if let equals {
            take(String(text[text.utf8.index(after: equals)...]), for: option)
        } else if option.takesValue {
            waitingOption = option
        }
    }

    private mutating func readShort(_ letters: Substring) {
        for (index, letter) in letters.enumerated() {
            let options = (command?.options ?? []) + table.candidateOptions(under: command)
            guard let option = options.first(where: { $0.short == letter }) else { return }
            givenOptions.insert(option.name)
            guard option.takesValue else { continue }
            if index == letters.count - 1 { waitingOption = option }
            return
        }
    }

    private mutating func take(_ value: String, for option: OptionSpec) {
        if option.name == "log" { logDirectory = value }
    }
}
