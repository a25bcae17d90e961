import Foundation
import Testing
import UsageInsights

@testable import EvlogCLI

@Suite struct RecapPageTests {
    private func between(_ text: String, _ start: String, _ end: String) throws -> String {
        let from = try #require(text.range(of: start))
        let to = try #require(text.range(of: end, range: from.upperBound..<text.endIndex))
        return String(text[from.upperBound..<to.lowerBound])
    }

    /// The policy lets in exactly the style and the script that stand in the page, and nothing from anywhere.
    @Test(arguments: InsightPeriod.allCases, HostileRecap.texts)
    func policyFits(_ period: InsightPeriod, _ text: String) throws {
        let page = RecapPage(HostileRecap.recap(period, text)).render()
        let policy = try between(page, "Content-Security-Policy\" content=\"", "\"")
        let style = try between(page, "<style>", "</style>")
        let script = try between(page, "<script>", "</script>")
        #expect(policy.hasPrefix("default-src 'none';"))
        #expect(policy.contains("style-src 'sha256-\(SHA256.base64(of: style))';"))
        #expect(policy.contains("script-src 'sha256-\(SHA256.base64(of: script))';"))
        #expect(!policy.contains("unsafe"))
        #expect(!style.contains("$") && !style.contains("url("))
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(!page.contains("<img") && !page.contains(" style="))
        for scalar in page.unicodeScalars {
            #expect(
                scalar == "\n" || (scalar.value >= 0x20 && scalar.value != 0x202E && scalar.value != 0x7F))
        }
    }

    /// The body is well-formed, so that nothing of a card can close what it stands in.
    @Test(arguments: InsightPeriod.allCases, HostileRecap.texts)
    func bodyIsWellFormed(_ period: InsightPeriod, _ text: String) throws {
        let recap = HostileRecap.recap(period, text)
        let page = RecapPage(recap).render()
        let reading = MarkupReading("<body>" + (try between(page, "<body>", "<script>")) + "</body>")
        #expect(reading.isValid)
        let identifiers = reading.elements.compactMap { $0.attributes["id"] }
        #expect(Set(identifiers).count == identifiers.count)
        // Every page can be reached without a script, from its neighbours and from the dots.
        let pages = recap.cards.count + 1
        for number in 1...pages {
            #expect(identifiers.contains("page-\(number)"))
            let links = reading.elements.filter { $0.attributes["href"] == "#page-\(number)" }
            #expect(links.count == (number == 1 || number == pages ? 2 : 3))
        }
        for element in reading.elements where element.name == "section" {
            #expect(element.attributes["aria-label"]?.contains(" of \(pages): ") == true)
        }
        for element in reading.elements where element.attributes["class"]?.hasPrefix("turn") == true {
            #expect(element.attributes["aria-label"]?.isEmpty == false)
        }
        let values = reading.texts(of: "bdi")
        #expect(values == recap.drawable.cards.map(\.value))
        if !text.contains("\u{316}") { #expect(values.first == TextWidth.sanitized(text)) }
    }

    @Test func followsTheReader() throws {
        let page = RecapPage(HostileRecap.recap(.week, "x")).render()
        for feature in [
            "prefers-color-scheme:dark", "prefers-reduced-motion:no-preference",
            "scroll-snap-type:x mandatory",
            "ArrowRight", "lang=\"en\"", "width=device-width",
        ] { #expect(page.contains(feature), "\(feature)") }
    }

    @Test func saysThatThereIsTooLittle() throws {
        let recap = Recap(period: .year, days: 20_000..<20_365, referenceDay: 20_003, cards: [], labels: [])
        let page = RecapPage(recap).render()
        #expect(page.contains("Not enough activity to generate a recap."))
        #expect(page.contains("<title>Year in Review, "))
    }
}
