/// `evlog help`, and what `--help` shows.
struct HelpCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        if context.arguments.operands == ["cron"] {
            try StandardStreams.write(
                CronText.page(home: CommandContext.environment("HOME") ?? "/home/YOU"))
            return ExitStatus.done
        }
        try StandardStreams.write(try Self.page(for: context.arguments.operands))
        return ExitStatus.done
    }

    static func page(for path: [String]) throws -> String {
        let terminal = Terminal.current()
        let help = HelpText(
            table: .evlog, width: min(terminal.columns, 100), color: terminal.usesColor(.auto, on: .output))
        return try help.page(for: path)
    }
}
