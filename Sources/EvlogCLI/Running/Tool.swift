#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The `evlog` command.
package enum Tool {
    package static let version = "0.1.0"

    /// Runs one command line and gives the status to exit with.
    /// - Parameter arguments: without the program's own name; nil for one that isn't UTF-8.
    package static func run(_ arguments: [String?]) -> Int32 {
        // A closed pipe is then an error of the write, which ends the command quietly.
        signal(SIGPIPE, SIG_IGN)
        // So is one past the limit on a file's size, which then counts as a full disk.
        signal(SIGXFSZ, SIG_IGN)
        StandardStreams.holdPlaces()
        do {
            let texts = arguments.compactMap { $0 }
            if texts.count < arguments.count {
                let number = (arguments.firstIndex { $0 == nil } ?? 0) + 1
                throw UsageError("argument \(number) is not UTF-8")
            }
            return try dispatch(texts)
        } catch {
            let report = FailureReport(error)
            if let message = report.message { StandardStreams.report(message) }
            return report.status
        }
    }

    private static func dispatch(_ arguments: [String]) throws -> Int32 {
        if arguments.isEmpty {
            StandardStreams.writeError(try HelpCommand.page(for: []))
            return ExitStatus.wrongUsage
        }
        // Its words are those of an unfinished line, which no parser would take.
        if let words = CompleteCommand.words(arguments) { return try CompleteCommand.run(words) }
        let parsed = try ArgumentParser(table: .evlog).parse(arguments)
        if parsed.wantsVersion {
            try StandardStreams.write("evlog \(version)\n")
            return ExitStatus.done
        }
        if parsed.wantsHelp {
            try StandardStreams.write(try HelpCommand.page(for: parsed.commandPath))
            return ExitStatus.done
        }
        let context = try CommandContext(parsed)
        if context.terminal.outputIsTerminal, [.json, .jsonl].contains(context.format) {
            StandardStreams.escapeMarks()
        }
        switch parsed.commandPath.joined(separator: " ") {
        case "append": return try AppendCommand(context).run()
        case "check-in": return try CheckInCommand(context).run()
        case "dose": return try DoseCommand(context).run()
        case "retract": return try RetractCommand(context).run()
        case "query rollup": return try RollupCommand(context).run()
        case "query events": return try EventsCommand(context).run()
        case "query check-ins": return try CheckInsCommand(context).run()
        case "query calendar": return try CalendarCommand(context).run()
        case "query doses": return try DosesCommand(context).run()
        case "query insights": return try InsightsCommand(context).runInsights()
        case "query chart": return try InsightsCommand(context).runChart()
        case "query streaks": return try InsightsCommand(context).runStreaks()
        case "query trends": return try TrendsCommand(context).run()
        case "query impact": return try ImpactCommand(context).run()
        case "query engagement": return try EngagementCommand(context).run()
        case "report": return try ReportCommand(context).run()
        case "recap": return try RecapCommand(context).run()
        case "verify": return try VerifyCommand(context).run()
        case "compact": return try KeepingCommands(context).compact()
        case "prune": return try KeepingCommands(context).prune()
        case "export": return try ExportCommand(context).run()
        case "recover": return try RecoverCommand(context).run()
        case "stats": return try StatsCommand(context).run()
        case "demo": return try DemoCommand(context).run()
        case "completions": return try CompletionsCommand(context).run()
        case "man":
            try StandardStreams.write(ManualPage(table: .evlog).render())
            return ExitStatus.done
        case "help": return try HelpCommand(context).run()
        default: throw UsageError("'\(parsed.commandPath.joined(separator: " "))' is not a command yet")
        }
    }
}
