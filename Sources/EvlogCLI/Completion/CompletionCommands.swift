/// `evlog complete -- WORD...`, which the shells' completions call and no help mentions.
enum CompleteCommand {
    /// The words to complete, where a command line is one of these.
    static func words(_ arguments: [String]) -> [String]? {
        guard arguments.count >= 2, arguments[0] == "complete", arguments[1] == "--" else { return nil }
        return Array(arguments.dropFirst(2))
    }

    static func run(_ words: [String]) throws -> Int32 {
        let completer = Completer(table: .evlog, names: CompletionNames())
        try StandardStreams.write(completer.answer(words).lines)
        return ExitStatus.done
    }
}

/// `evlog completions`: what a shell is to read.
struct CompletionsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let shells = CompletionScript.allCases.map(\.rawValue)
        guard let name = context.arguments.operands.first else { throw UsageError("no shell is named") }
        guard let script = CompletionScript(rawValue: name) else {
            throw UsageError(
                "no completion for the shell '\(name)'",
                hint: NearestName.of(name, among: shells).map { "did you mean '\($0)'?" }
                    ?? "one of: \(shells.joined(separator: ", "))")
        }
        try StandardStreams.write(script.text)
        return ExitStatus.done
    }
}
