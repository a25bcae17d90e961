/// The first pass over a command line: tells options, their values, command names and operands apart.
///
/// What the command allows is checked once the whole line is read, because options may come first.
struct ArgumentReader {
    /// An option as it stood on the command line.
    struct Occurrence {
        let name: String
        /// Nil for a flag.
        let value: String?
    }

    private let table: CommandTable
    private let arguments: [String]
    private var position = 0
    /// What an option may be at this point of the line.
    private var candidates: [OptionSpec]

    private(set) var command: CommandSpec?
    private(set) var path: [String] = []
    private(set) var operands: [String] = []
    private(set) var occurrences: [Occurrence] = []

    init(table: CommandTable, arguments: [String]) {
        self.table = table
        self.arguments = arguments
        self.candidates = table.candidateOptions(under: nil)
    }

    mutating func read() throws(UsageError) {
        var optionsEnded = false
        while position < arguments.count {
            let argument = arguments[position]
            position += 1
            if optionsEnded || !argument.hasPrefix("-") || argument == "-" || isNumberLike(argument) {
                try readWord(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else if argument.hasPrefix("--") {
                try readLong(argument.dropFirst(2))
            } else {
                try readShort(argument.dropFirst())
            }
        }
    }

    private mutating func readWord(_ word: String) throws(UsageError) {
        if let command, !command.isGroup {
            operands.append(word)
            return
        }
        command = try table.subcommand(word, of: command, at: path)
        path.append(word)
        candidates = table.candidateOptions(under: command)
    }

    private mutating func readLong(_ text: Substring) throws(UsageError) {
        // By bytes, because a combining mark after it would hide the sign inside a longer Character.
        let equals = text.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = String(text[..<(equals ?? text.endIndex)])
        guard let option = candidates.first(where: { $0.name == name }) else {
            throw unknown("--\(name)", name)
        }
        if let equals {
            guard option.takesValue else {
                throw UsageError("option '--\(name)' takes no value", hint: "write '--\(name)' alone")
            }
            add(option, String(text[text.utf8.index(after: equals)...]))
        } else {
            add(option, option.takesValue ? try nextValue(of: option) : nil)
        }
    }

    private mutating func readShort(_ letters: Substring) throws(UsageError) {
        // `-period week` would be read as -p with the value `eriod`.
        if letters.count > 1, candidates.contains(where: { $0.name == letters }) {
            throw UsageError("unknown option '-\(letters)'", hint: "did you mean '--\(letters)'?")
        }
        var rest = letters
        while let letter = rest.popFirst() {
            guard let option = candidates.first(where: { $0.short == letter }) else {
                throw unknown("-\(letter)", String(letters))
            }
            guard option.takesValue else {
                add(option, nil)
                continue
            }
            add(option, rest.isEmpty ? try nextValue(of: option) : String(rest))
            return
        }
    }

    private mutating func add(_ option: OptionSpec, _ value: String?) {
        occurrences.append(Occurrence(name: option.name, value: value))
    }

    private mutating func nextValue(of option: OptionSpec) throws(UsageError) -> String {
        guard position < arguments.count, !isLongOption(arguments[position]) else {
            throw UsageError(
                "option '--\(option.name)' needs a value",
                hint: "write '--\(option.name) \(option.placeholder ?? "")'")
        }
        defer { position += 1 }
        return arguments[position]
    }

    /// A forgotten value must not swallow the option after it.
    private func isLongOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("--") else { return false }
        let name = argument.dropFirst(2).prefix { $0 != "=" }
        return name.isEmpty || candidates.contains { $0.name == name }
    }

    private func isNumberLike(_ argument: String) -> Bool {
        guard let second = argument.dropFirst().first, second.isASCII, second.isNumber else { return false }
        return !candidates.contains { $0.short == second }
    }

    private func unknown(_ shown: String, _ name: String) -> UsageError {
        if command != nil, let misplaced = table.misplaced(name, at: path) { return misplaced }
        // A single dash before a long name is a common slip, so letters are compared as a name, too.
        let near = name.count > 1 ? NearestName.of(name, among: candidates.map(\.name)) : nil
        return UsageError(
            "unknown option '\(shown)'",
            hint: near.map { "did you mean '--\($0)'?" } ?? table.helpHint(for: path))
    }
}
