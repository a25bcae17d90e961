import EventLog
import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `evlog demo`: a throw-away log with a year of events, and what can be asked of it.
struct DemoCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let directory = try Self.makeDirectory()
        let keeps = context.arguments.flag("keep")
        defer { if !keeps { Self.remove(directory) } }
        let now = CommandContext.now()
        let zone = try context.zone()
        let outcome = try fill(directory, until: now, zone)
        try tell(
            "A year of made-up records in a log of its own, \(directory): \(outcome.count) of them, appended in"
                + " \(outcome.milliseconds) ms.\n")
        for question in Self.questions { try show(question, directory) }
        try tell(
            keeps
                ? "\nThe log stays in \(directory): ask it yourself with --log \(directory).\n"
                : "\nThe log is removed now. Your own begins with: evlog append taskCompleted --meta category=work\n"
        )
        return ExitStatus.done
    }

    private static let questions: [[String]] = [
        ["query", "insights", "--period", "month"],
        ["query", "rollup", "--by", "month"],
        [
            "query", "rollup", "--by", "week", "--group", "category", "--type", "taskCompleted", "--from",
            "-14d",
        ],
        ["query", "events", "--limit", "5", "--reverse"],
        ["query", "trends", "--days", "14"],
        ["query", "impact", "--before", "28d", "--after", "7d..34d"],
        ["stats"],
        ["verify"],
    ]

    /// What isn't an answer stands beside them only where people read.
    private func tell(_ text: String) throws {
        if context.format == .table {
            try StandardStreams.write(text)
        } else {
            StandardStreams.writeError(text)
        }
    }

    private func show(_ question: [String], _ directory: String) throws {
        try tell("\n$ evlog \(question.joined(separator: " "))\n")
        var arguments = question + ["--log", directory]
        if context.format != .table { arguments += ["--format", context.format.rawValue] }
        if let zone = context.arguments.value("tz") { arguments += ["--tz", zone] }
        let status = Tool.run(arguments)
        if status != ExitStatus.done {
            throw CommandFailure("the demo failed at 'evlog \(question[0])'", status: status)
        }
    }

    // MARK: - The events

    private func fill(
        _ directory: String, until now: Int64, _ zone: Zone
    ) throws -> (count: Int, milliseconds: Int64) {
        let records = DemoHistory(until: now, zone: zone).records()
        let start = CommandContext.now()
        let writer = try LogWriter(directory: directory)
        let batch = 5000
        for first in stride(from: 0, to: records.count, by: batch) {
            try writer.append(Array(records[first..<min(records.count, first + batch)]))
        }
        return (records.count, (CommandContext.now() - start) / 1000)
    }

    // MARK: - The directory

    private static func makeDirectory() throws -> String {
        let parent = CommandContext.environment("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/evlog-demo-XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
        }
        guard isMade else {
            throw CommandFailure("\(parent): cannot make a directory: \(String(cString: strerror(errno)))")
        }
        return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? parent }
    }

    private static func remove(_ directory: String) {
        let system = HostSystem()
        for name in (try? system.list(directory)) ?? [] { try? system.unlink("\(directory)/\(name)") }
        rmdir(directory)
    }
}
