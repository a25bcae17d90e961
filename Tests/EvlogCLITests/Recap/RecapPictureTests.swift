import Foundation
import Testing
import UsageInsights

@testable import EvlogCLI

@Suite struct RecapPictureTests {
    private static let names: Set<String> = [
        "svg", "title", "desc", "defs", "linearGradient", "stop", "rect", "g", "circle", "path", "text",
    ]

    @Test(arguments: InsightPeriod.allCases, HostileRecap.texts)
    func isValidAndHarmless(_ period: InsightPeriod, _ text: String) {
        let picture = RecapPicture(HostileRecap.recap(period, text)).render()
        let reading = MarkupReading(picture)
        #expect(reading.isValid)
        #expect(Set(reading.elements.map(\.name)).isSubset(of: Self.names))
        for element in reading.elements {
            #expect(
                !element.attributes.keys.contains {
                    $0.hasPrefix("on") || $0 == "style" || $0.contains("href")
                })
        }
        #expect(!picture.contains("NaN") && !picture.contains("inf\""))
    }

    /// By the widths of the widest font that it may be drawn in.
    @Test(arguments: InsightPeriod.allCases, HostileRecap.texts)
    func everyTextIsInside(_ period: InsightPeriod, _ text: String) throws {
        let reading = MarkupReading(RecapPicture(HostileRecap.recap(period, text)).render())
        var size = 11.0
        var isCentered = false
        for element in reading.elements {
            if element.name == "g" {
                size = element.attributes["font-size"].flatMap(Double.init) ?? size
                isCentered = element.attributes["text-anchor"] == "middle"
            }
            guard element.name == "text" else { continue }
            let own = element.attributes["font-size"].flatMap(Double.init)
            let x = try #require(element.attributes["x"].flatMap(Double.init))
            let y = try #require(element.attributes["y"].flatMap(Double.init))
            let width = MeasuredText.ems(of: element.text) * (own ?? size) * (own == nil ? 0.9 : 1)
            let anchor = element.attributes["text-anchor"] ?? (own == nil && isCentered ? "middle" : "start")
            let left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2
            #expect(left >= 20 && left + width <= 370, "\(element.text) from \(left), \(width) wide")
            #expect(y > 20 && y < 690)
        }
    }

    @Test func heapedMarksAreFew() {
        let heap = "e\u{301}" + String(repeating: "\u{316}", count: 300) + "🏳️‍🌈"
        let shown = HostileRecap.recap(.week, heap).drawable.cards[0].value
        #expect(shown.unicodeScalars.count == 1 + 4 + 4 && shown.hasSuffix("🏳️‍🌈"))
    }

    @Test func showsTheFirstFourCards() {
        let reading = MarkupReading(RecapPicture(HostileRecap.recap(.year, "word")).render())
        let texts = reading.texts(of: "text")
        #expect(texts.contains("Year in Review"))
        #expect(texts.contains("Total Events") && texts.contains("123456789"))
        #expect(!texts.contains("Beyond the picture"))
        #expect(texts.contains("+40% vs last year"))
        #expect(reading.elements.first?.attributes["viewBox"] == "0 0 390 690")
        // What is to be seen is also said.
        #expect(reading.texts(of: "desc").first?.contains("Total Events: 123456789") == true)
    }

    @Test(arguments: 1...4) func fewCardsFillIt(_ count: Int) {
        var cards = HostileRecap.recap(.day, "x").cards
        cards.removeLast(cards.count - count)
        let recap = Recap(
            period: .day, days: 20_000..<20_001, referenceDay: 20_000, cards: cards, labels: ["a"])
        #expect(MarkupReading(RecapPicture(recap).render()).isValid)
    }

    @Test func saysThatThereIsTooLittle() {
        let recap = Recap(period: .week, days: 20_000..<20_007, referenceDay: 20_003, cards: [], labels: [])
        let reading = MarkupReading(RecapPicture(recap).render())
        #expect(reading.isValid)
        #expect(reading.texts(of: "text").contains("No Data"))
        #expect(reading.texts(of: "desc") == ["Not enough activity to generate a recap."])
    }

    @Test(arguments: SymbolIcon.names) func symbolsAreValid(_ name: String) {
        let reading = MarkupReading("<svg>\(SymbolIcon.shapes(of: name))</svg>")
        #expect(reading.isValid && reading.elements.count > 1)
    }

    /// Every symbol that a card can name has a drawing of its own.
    @Test func allSymbolsOfCardsAreDrawn() {
        var summary = ActivitySummary()
        summary.days = [20_000: 3]
        summary.hours[9] = 3
        summary.current.duration = 60_000_000
        summary.current.types = ["note": 3]
        summary.current.categories = ["work": 3]
        let calendar = LocalCalendar(zone: .utc)
        let calculator = InsightCalculator(calendar: calendar)
        for period in InsightPeriod.allCases {
            for card in calculator.cards(period, at: 20_000 * 86_400_000_000, of: summary) {
                #expect(SymbolIcon.names.contains(card.iconName))
                #expect(SymbolIcon.names.contains(card.trend.iconName))
            }
        }
    }
}
