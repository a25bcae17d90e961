import EventLog
import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `evlog report`: the dashboard as one page.
struct ReportCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        guard let out = arguments.value("out"), !out.isEmpty else {
            throw UsageError("--out is empty", hint: "say --out report.html, or --out - to print the page")
        }
        if arguments.isGiven("format") {
            throw UsageError(
                "a report is a page: --format does not go with it",
                hint: "'evlog query insights' has the same numbers as JSON")
        }
        if context.usesRecordedOffsets {
            throw UsageError(
                "--tz recorded: a report is about one zone's days", hint: "name a zone, or leave --tz out")
        }
        let calendar = try context.calendar()
        let reference = try context.referenceLookingBack(calendar)
        // Asked before the log is read: a page that can't be put anywhere needn't be made.
        let file = out == "-" ? nil : try OutputFile(path: out, replaces: try mayReplace(out))
        let data = try ReportData(
            try context.snapshot(), at: reference, madeAt: CommandContext.now(), calendar: calendar)
        var page = ReportPage(data: data).render().text
        if let file {
            StopSignal.catchAll()
            do {
                try page.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
                try file.finish()
            } catch {
                file.abandon()
                throw error
            }
        } else {
            try StandardStreams.write(page)
        }
        return context.report(data.damage)
    }

    /// A report that an earlier run left is replaced, as a job that runs every night needs it; any other file only with
    /// `--force`, because nobody wants to lose one to a slip of the tab key.
    private func mayReplace(_ path: String) throws -> Bool {
        arguments.flag("force") || Self.isReport(path)
    }

    /// Whether a file begins as a report does.
    static func isReport(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: ReportPage.markReach)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        let head = String(decoding: bytes[..<count], as: UTF8.self)
        return head.hasPrefix("<!doctype html>") && head.contains(ReportPage.mark)
    }
}
