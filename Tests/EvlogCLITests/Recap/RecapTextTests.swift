import Testing
import UsageInsights

@testable import EvlogCLI

@Suite struct RecapTextTests {
    @Test(arguments: HostileRecap.texts) func frameIsStraight(_ text: String) {
        for columns in [1, 24, 31, 40, 56, 200] {
            let shown = RecapText(HostileRecap.recap(.month, text), columns: columns, color: false).render()
            let lines = shown.split(separator: "\n").map { TextWidth.columns(String($0)) }
            #expect(Set(lines) == [min(max(columns, 24), 56)])
            #expect(TextWidth.sanitized(shown.filter { $0 != "\n" }) == shown.filter { $0 != "\n" })
        }
    }

    @Test func nothingOfAValueIsLost() {
        let word = String(repeating: "Donaudampfschiff", count: 13)
        let shown = RecapText(HostileRecap.recap(.month, word), columns: 40, color: false).render()
        #expect(shown.filter { $0.isLetter }.contains(word))
    }

    @Test func colorOnlyWhereAsked() {
        let recap = HostileRecap.recap(.week, "x")
        #expect(!RecapText(recap, columns: 50, color: false).render().contains("\u{1B}"))
        #expect(RecapText(recap, columns: 50, color: true).render().contains("\u{1B}[1m"))
    }

    @Test func saysThatThereIsTooLittle() {
        let recap = Recap(period: .day, days: 20_000..<20_001, referenceDay: 20_000, cards: [], labels: [])
        let shown = RecapText(recap, columns: 60, color: false).render()
        #expect(shown.contains("Today Recap"))
        #expect(shown.contains("Not enough activity to generate a recap."))
    }

    @Test(arguments: [
        (InsightPeriod.day, 20_787, 20_788, "30 November 2026"),
        (.week, 20_780, 20_787, "23 – 29 November 2026"),
        (.week, 20_787, 20_794, "30 November – 6 December 2026"),
        (.week, 20_815, 20_822, "28 December 2026 – 3 January 2027"),
        (.month, 20_758, 20_788, "November 2026"),
        (.year, 20_454, 20_819, "January – November 2026"),
    ])
    func saysWhen(_ period: InsightPeriod, _ from: Int64, _ to: Int64, _ text: String) {
        let recap = Recap(
            period: period, days: from..<to, referenceDay: period == .year ? 20_787 : from, cards: [],
            labels: [])
        #expect(recap.subtitle == text)
    }
}
