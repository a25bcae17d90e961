import Foundation
import Testing

/// The report as a browser shows it.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: Chromium.path != nil, Comment(rawValue: Chromium.skipped)))
struct ReportBrowserTests {
    private let scratch: Scratch
    let tab: BrowserTab
    private var page: String { scratch.directory + "/report.html" }

    init() throws {
        scratch = try Scratch("evlog-report")
        tab = try BrowserTab(try Chromium(in: scratch))
    }

    private func makeReport(of lines: String) throws {
        try scratch.appendLines(lines)
        let outcome = try scratch.run(["report", "--out", page, "--force", "--at", ReportHistories.reference])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private struct Card: Decodable, Equatable {
        var title: String
        var value: String
        var comparison: Comparison?
        var trend: String

        struct Comparison: Decodable, Equatable {
            var displayString: String
        }
    }

    private struct Point: Decodable, Equatable {
        var label: String
        var value: Int
    }

    private func answer<A: Decodable>(_ question: String, _ period: String) throws -> [A] {
        let outcome = try scratch.run(
            ["query", question, "--period", period, "--at", ReportHistories.reference, "--format", "json"])
        return try JSONDecoder().decode([A].self, from: Data(outcome.output))
    }

    /// What the panel that is seen says.
    private func visiblePeriods() throws -> [String] {
        try tab.evaluate(
            "[...document.querySelectorAll('.panel')].filter((p) => p.getClientRects().length).map((p) => p.dataset.period)"
        )
    }

    private func visibleCards() throws -> [Card] {
        let rows = try tab.evaluate(
            """
            [...document.querySelectorAll(".insight")].filter((c) => c.getClientRects().length).map((c) => [
              c.querySelector(".title").innerText, c.querySelector(".value").innerText,
              c.querySelector(".versus b")?.innerText ?? "", c.querySelector(".trend").classList[1]])
            """, as: [[String]].self)
        return rows.map { row in
            Card(
                title: row[0], value: row[1],
                comparison: row[2].isEmpty ? nil : Card.Comparison(displayString: row[2]),
                trend: row[3] == "new" ? "newData" : row[3])
        }
    }

    @Test func clickingThroughThePeriodsShowsWhatQueriesPrint() throws {
        try makeReport(of: ReportHistories.usual())
        try tab.show(width: 1440)
        try tab.open(page)
        #expect(try visiblePeriods() == ["week"])
        for period in ["day", "month", "year", "week"] {
            try tab.click("label[for=p-\(period)]")
            #expect(try visiblePeriods() == [period])
            let cards: [Card] = try answer("insights", period)
            #expect(cards.count >= 3)
            #expect(try visibleCards() == cards, "\(period)")
            let points: [Point] = try answer("chart", period)
            let drawn = try tab.evaluate(
                """
                [...document.querySelectorAll(".panel[data-period=\(period)] .tick")].map((t) => t.textContent)
                """, as: [String].self)
            #expect(drawn == points.map(\.label))
            let numbers = try tab.evaluate(
                """
                [...document.querySelectorAll(".panel[data-period=\(period)] tbody td")].map((t) => Number(t.textContent.replace(",", "")))
                """, as: [Int].self)
            #expect(numbers == points.map(\.value))
            #expect(points.contains { $0.value > 0 })
        }
        #expect(tab.problems.isEmpty, "\(tab.problems)")
    }

    @Test func theHeatMapHasTheDaysOfTheCalendar() throws {
        try makeReport(of: ReportHistories.usual())
        try tab.open(page)
        let outcome = try scratch.run(
            ["query", "calendar", "--at", ReportHistories.reference, "--format", "json"])
        struct Day: Decodable { var count: Int }
        let days = try JSONDecoder().decode([Day].self, from: Data(outcome.output))
        let rows = try tab.evaluate(
            """
            [...document.querySelectorAll("section[aria-labelledby=h-heat] tbody tr")].reverse().flatMap((row) =>
              [...row.querySelectorAll("td:not(.sum)")].map((c) => c.textContent).filter((t) => t).map(Number))
            """, as: [Int].self)
        #expect(rows == days.map(\.count))
        #expect(days.count == 365)
        #expect(try tab.evaluate("document.querySelectorAll('.cells rect').length") == days.count)
    }

    @Test func theAddressKeepsThePeriodAndArrowKeysChangeIt() throws {
        try makeReport(of: ReportHistories.usual())
        try tab.show(width: 820)
        try tab.open(page)
        try tab.press("ArrowRight", code: 39)
        #expect(try visiblePeriods() == ["month"])
        #expect(try tab.evaluate("location.hash") == "#month")
        #expect(
            try tab.evaluate("document.getElementById('announce').textContent", as: String.self).contains(
                "This Month"))
        try tab.reload()
        #expect(try visiblePeriods() == ["month"])
        try tab.press("ArrowLeft", code: 37)
        try tab.press("ArrowLeft", code: 37)
        try tab.press("ArrowLeft", code: 37)
        #expect(try visiblePeriods() == ["day"])
        // Inside of the picker the browser's own keys do it.
        _ = try tab.evaluate("document.getElementById('p-day').focus() ?? 1", as: Int.self)
        try tab.press("ArrowRight", code: 39)
        #expect(try visiblePeriods() == ["week"])
        #expect(try tab.evaluate("location.hash") == "#week")
        try tab.open(page, fragment: "#year")
        #expect(try visiblePeriods() == ["year"])
        try tab.moveMouse(to: ".panel[data-period=year] .bars g:nth-of-type(3) .hit")
        let tip = try tab.evaluate(
            "document.querySelector('.tip').hidden ? '' : document.querySelector('.tip').innerText",
            as: String.self)
        #expect(tip.hasPrefix("Mar 2026: "), "\(tip)")
        #expect(tab.problems.isEmpty, "\(tab.problems)")
    }

    @Test func withoutScriptsThePickerWorks() throws {
        try makeReport(of: ReportHistories.usual())
        try tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
        try tab.show(width: 820)
        try tab.open(page)
        #expect(try visiblePeriods() == ["week"])
        for period in ["year", "day", "month"] {
            try tab.click("label[for=p-\(period)]")
            #expect(try visiblePeriods() == [period])
        }
        // The script has not run: the texts of its tips still stand where the browser shows them itself.
        #expect(try tab.evaluate("document.querySelectorAll('svg.tips title').length", as: Int.self) > 300)
    }

    // MARK: - Hostile texts

    @Test(arguments: [0, 1, 5, 7, 9]) func hostileTextsStayTexts(number: Int) throws {
        let text = ReportHistories.hostileTexts[number]
        try makeReport(of: ReportHistories.hostile(foremost: text))
        try tab.open(page)
        #expect(try tab.evaluate("typeof window.pwned") == "undefined")
        #expect(try tab.evaluate("document.querySelectorAll('img, iframe, script, style').length") == 2)
        #expect(
            try tab.evaluate(
                "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).filter((a) => a.name.startsWith('on')).length"
            ) == 0)
        try expectGoodLooks()
        #expect(tab.problems.isEmpty, "\(tab.problems)")
    }

    @Test func thePolicyStopsWhatIsNotOurs() throws {
        try makeReport(of: ReportHistories.usual())
        var html = String(decoding: scratch.contents("report.html") ?? [], as: UTF8.self)
        html = html.replacingOccurrences(
            of: "</main>",
            with: "<script>window.pwned = 1</script><img src=\"x\" onerror=\"window.pwned = 2\"></main>")
        _ = try scratch.file("report.html", html)
        try tab.open(page)
        #expect(try tab.evaluate("typeof window.pwned") == "undefined")
        #expect(tab.problems.contains { $0.contains("Content Security Policy") })
        // Our own script ran, or this would be no proof.
        #expect(try tab.evaluate("document.querySelectorAll('.tip').length") == 1)
    }

    // MARK: - Looks

    @Test func aUsualHistoryLooksGood() throws {
        try makeReport(of: ReportHistories.usual())
        try tab.open(page)
        try expectGoodLooks()
        #expect(tab.problems.isEmpty, "\(tab.problems)")
    }

    @Test func anEmptyLogLooksGood() throws {
        try makeReport(of: "")
        try tab.open(page)
        try expectGoodLooks()
        let text = try tab.evaluate("document.body.innerText", as: String.self)
        for sentence in ["No activity yet", "No check-ins yet", "No doses yet"] {
            #expect(text.contains(sentence))
        }
        #expect(tab.problems.isEmpty, "\(tab.problems)")
    }

    @Test func theKeyboardReachesEverythingAndIsSeen() throws {
        try makeReport(of: ReportHistories.usual())
        try tab.show(width: 820)
        try tab.open(page)
        var reached: [String] = []
        for _ in 0..<40 {
            try tab.press("Tab", code: 9)
            let state = try tab.evaluate(
                """
                (() => {
                  const e = document.activeElement;
                  if (e === document.body) return ["", "", ""];
                  const marked = e.localName === "input" ? e.labels[0] : e;
                  const style = getComputedStyle(marked);
                  const box = marked.getBoundingClientRect();
                  const isSeen = box.bottom > 0 && box.top < innerHeight && box.width > 0;
                  return [e.localName, e.id || e.textContent.trim().slice(0, 40),
                    style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && isSeen ? "seen" : "unseen"];
                })()
                """, as: [String].self)
            if state[0].isEmpty { break }
            #expect(state[2] == "seen", "\(state)")
            reached.append(state[0])
        }
        #expect(reached.prefix(2) == ["a", "input"])
        #expect(reached.count { $0 == "summary" } == 3)
    }
}
