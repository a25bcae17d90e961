import Testing
import UsageInsights

@testable import EvlogCLI

@Suite struct ReportPartsTests {
    @Test(arguments: [
        (1, [0, 1, 2]), (2, [0, 1, 2]), (3, [0, 2, 4]), (5, [0, 3, 6]), (9, [0, 5, 10]), (11, [0, 6, 12]),
        (51, [0, 30, 60]), (1311, [0, 800, 1600]), (3000, [0, 1500, 3000]), (.max, [0, .max]),
    ])
    func axesEndAtARoundNumberThatIsLargeEnough(largest: Int, axis: [Int]) {
        #expect(ReportChart.axis(upTo: largest) == axis)
    }

    @Test func axesAreNeverTooShort() {
        for largest in Array(1...3000) + [12_345, 999_999, 1_000_001, 10_000_000] {
            let axis = ReportChart.axis(upTo: largest)
            #expect(
                axis[2] >= largest && axis[2] <= max(2, largest * 2) && axis[1] * 2 == axis[2], "\(largest)")
        }
    }

    @Test func spansOfDays() {
        func day(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
            Civil(year: year, month: month, day: day).days
        }
        #expect(ReportText.span(day(2026, 11, 30)...day(2026, 11, 30)) == "30 November 2026")
        #expect(ReportText.span(day(2026, 11, 23)...day(2026, 11, 29)) == "23 – 29 November 2026")
        #expect(ReportText.span(day(2026, 11, 30)...day(2026, 12, 6)) == "30 November – 6 December 2026")
        #expect(ReportText.span(day(2025, 12, 29)...day(2026, 1, 4)) == "29 December 2025 – 4 January 2026")
        #expect(ReportText.short(day(2026, 11, 30)) == "Mon 30 Nov 2026")
    }

    @Test func textsAreCutByCharacters() {
        #expect(ReportText.cut("short") == "short")
        #expect(ReportText.cut(String(repeating: "é", count: 240)).count == 240)
        let cut = ReportText.cut(String(repeating: "👩‍👩‍👧", count: 300))
        #expect(cut.count == 240 && cut.hasSuffix("👩‍👩‍👧…"))
        #expect(ReportText.grouped(-1_234_567) == "−1,234,567" && ReportText.grouped(999) == "999")
    }

    @Test func curvesStayWithinTheirBounds() {
        let points = [90.0, 90, 10, 90, 90].enumerated().map { ReportCurve.Point(x: Double($0) * 25, y: $1) }
        let path = ReportCurve.path(through: points, within: 10...90).text
        #expect(path.hasPrefix("M0 90C"))
        let numbers = path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
        #expect(numbers.count == 2 + 4 * 6)
        for (index, number) in numbers.enumerated() where index % 2 == 1 {
            #expect((10...90).contains(number))
        }
    }

    @Test func linesBreakAtGaps() {
        func at(_ x: Double) -> ReportCurve.Point { ReportCurve.Point(x: x, y: 5) }
        #expect(
            ReportCurve.brokenPath(through: [at(0), at(1), nil, at(3), nil, at(5), at(6)]).text
                == "M0 5L1 5M3 5h0M5 5L6 5")
        #expect(ReportCurve.brokenPath(through: [nil]).text.isEmpty)
    }

    @Test func whatAReportIsKnownBy() throws {
        let scratch = try Scratch()
        try scratch.run("append", "a")
        let page = try scratch.run("report", "--out", "-").output
        #expect(String(decoding: page.prefix(ReportPage.markReach), as: UTF8.self).contains(ReportPage.mark))
        #expect(ReportCommand.isReport(try scratch.file("report", page)))
        #expect(!ReportCommand.isReport(try scratch.file("empty", "")))
        #expect(!ReportCommand.isReport(try scratch.file("other", "<!doctype html><title>mine</title>")))
        #expect(!ReportCommand.isReport(scratch.directory))
        #expect(!ReportCommand.isReport(scratch.directory + "/absent"))
    }
}
