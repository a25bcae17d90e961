import Foundation
import Testing
import UsageInsights

@testable import EvlogCLI

/// `evlog report` as a program: where the page goes, what it replaces, and what it says.
@Suite(.timeLimit(.minutes(10)))
struct ReportCommandTests {
    private let scratch: Scratch
    private var out: String { scratch.directory + "/report.html" }

    init() throws { scratch = try Scratch() }

    private func report(_ arguments: String...) throws -> EvlogProcess.Outcome {
        try scratch.run(["report", "--at", ReportHistories.reference] + arguments)
    }

    private var page: String { String(decoding: scratch.contents("report.html") ?? [], as: UTF8.self) }

    @Test func aReportIsReplacedAndAnyOtherFileIsNot() throws {
        try scratch.appendLines(ReportHistories.usual())
        #expect(try report("--out", out).status == 0)
        let first = page
        #expect(first.hasPrefix("<!doctype html>") && first.hasSuffix("</html>\n"))
        try scratch.run("append", "oneMore", "--at", "2026-11-30T10:00:00Z")
        #expect(try report("--out", out).status == 0)
        #expect(page != first)
        // Nothing is left of the name that it was written under.
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory)
        #expect(!names.contains { $0.contains(".new") })

        let letter = try scratch.file("letter.html", "<!doctype html>\n<p>Dear reader,")
        let refused = try report("--out", letter)
        #expect(refused.status == 2 && refused.errors.contains("--force"), "\(refused.errors)")
        #expect(
            scratch.contents("letter.html").map { String(decoding: $0, as: UTF8.self) }?.hasPrefix(
                "<!doctype html>\n<p>Dear") == true)
        #expect(try report("--out", letter, "--force").status == 0)
        #expect(scratch.contents("letter.html") != nil)

        #expect(try report("--out", scratch.directory).status == 2)
        #expect(try report("--out", scratch.directory + "/absent/report.html").status == 1)
        #expect(try report("--out", "").status == 2)
        #expect(try report().status == 2)
    }

    @Test func aDashPrintsThePage() throws {
        try scratch.appendLines(ReportHistories.usual())
        let outcome = try report("--out", "-")
        #expect(outcome.status == 0 && outcome.text.hasPrefix("<!doctype html>"))
        #expect(scratch.contents("-") == nil)
    }

    @Test func whatDoesNotGoWithAReportIsRefused() throws {
        try scratch.appendLines(ReportHistories.usual())
        for extra in [["--tz", "recorded"], ["--format", "json"]] {
            let outcome = try scratch.run(["report", "--out", out] + extra)
            #expect(outcome.status == 2 && outcome.errors.contains(extra[0]), "\(outcome.errors)")
            #expect(scratch.contents("report.html") == nil)
        }
        #expect(try scratch.run("report", "--log", scratch.directory + "/absent", "--out", out).status == 1)
        #expect(scratch.contents("report.html") == nil)
    }

    @Test func thePolicyNamesTheSumsOfOurOwnStyleAndScript() throws {
        try scratch.appendLines(ReportHistories.usual())
        _ = try report("--out", out)
        func between(_ start: String, _ end: String) -> String {
            guard let from = page.range(of: start)?.upperBound,
                let to = page.range(of: end, range: from..<page.endIndex)?.lowerBound
            else { return "" }
            return String(page[from..<to])
        }
        let (style, script) = (between("<style>", "</style>"), between("<script>", "</script>"))
        #expect(style.count > 1000 && script.count > 1000)
        let policy = between("Content-Security-Policy\" content=\"", "\">")
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(policy.contains("style-src 'sha256-\(SHA256.base64(of: style))'"))
        #expect(policy.contains("script-src 'sha256-\(SHA256.base64(of: script))'"))
        #expect(!policy.contains("unsafe"))
        // The first one is our own, and there are no others.
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.components(separatedBy: "<style").count == 2)
        #expect(!page.contains(" style=") && !page.contains("http://") && !page.contains("https://"))
        #expect(page.utf8.count < 400_000)
    }

    @Test func theSentencesForThoseWhoHearIt() throws {
        try scratch.appendLines(
            eventLines([
                ("a", "2026-11-24T10:00:00Z"), ("a", "2026-11-30T10:00:00Z"), ("a", "2026-11-30T11:00:00Z"),
            ]))
        _ = try report("--out", out, "--week-start", "monday")
        for sentence in [
            "Total Events: 2, +100% compared to last period, trending up",
            "Most Active Day: Monday, stable", "Current Streak: 1 day, trending up",
            "Activity chart showing this week breakdown: 3 events, most of them Mon 30 Nov 2026 with 2",
            "Activity heat map from",
        ] { #expect(page.contains(sentence), "\(sentence)") }
    }

    /// Texts of characters that take six bytes each once they are escaped, wherever there is text.
    @Test func thePageStaysSmallWhateverIsInIt() throws {
        let long = String(repeating: #"\""#, count: 2000)
        var lines = [String](
            repeating:
                #"{"type":"\#(long.prefix(1000))","timestamp":"2026-11-30T10:00:00Z","metadata":{"category":"\#(long)"}}"#,
            count: 3)
        for age in 0..<120 {
            let date = Civil(days: Civil(year: 2026, month: 11, day: 30).days - Int64(age)).isoText
            lines.append(
                #"{"kind":"checkin","date":"\#(date)","focus":1,"sleep":2,"energy":3,"stress":4,"mood":"\#(long)"}"#
            )
            lines.append(
                #"{"kind":"dose","supplement":"\#(age)\#(long.prefix(900))","takenAt":"\#(date)T08:00:00Z"}"#)
        }
        try scratch.appendLines(lines.joined(separator: "\n"))
        #expect(try report("--out", out).status == 0)
        #expect(page.utf8.count < 400_000 && page.contains("And 112 more supplements"))
    }

    @Test func damageIsNamedInThePageAndByTheStatus() throws {
        for type in ["a", "b", "c"] {
            try scratch.run("append", type, "--at", "2026-11-30T10:00:00Z")
        }
        let path = try scratch.segment()
        var bytes = try #require(FileManager.default.contents(atPath: path))
        let end = try #require(bytes.lastIndex { $0 != 0 })
        bytes[end] ^= 0xFF
        try bytes.write(to: URL(fileURLWithPath: path))
        let outcome = try report("--out", out)
        #expect(outcome.status == 4, "\(outcome.errors)")
        #expect(outcome.errors.contains("damaged: "))
        #expect(page.contains("Part of the log could not be read"))
        // One place, however many passes have met it.
        #expect(page.components(separatedBy: "<li>").count { $0.contains(", byte ") } == 1)
    }

    @Test func emptyPlacesSayWhatToDo() throws {
        try scratch.appendLines(eventLines([("a", "2026-10-01T10:00:00Z")]))
        _ = try report("--out", out)
        for sentence in [
            "No events in the last 7 days", "No events on this day", "No check-ins yet", "No doses yet",
        ] { #expect(page.contains(sentence), "\(sentence)") }
        try scratch.run(
            "check-in", "--focus", "3", "--sleep", "3", "--energy", "3", "--stress", "3", "--date",
            "2026-01-02")
        try scratch.run("dose", "Zinc", "--at", "2026-10-01T10:00:00Z")
        _ = try report("--out", out)
        #expect(page.contains("No check-in in the last 12 weeks; the newest is of 2 January 2026"))
        #expect(page.contains("Needs 5 more check-ins before and 5 more check-ins after the first dose"))
    }
}
