import Testing

@testable import EvlogCLI

@Suite struct MeasuredTextTests {
    @Test func shrinksBeforeItCuts() {
        #expect(
            MeasuredText.fitted("12", size: 60, minimum: 30, width: 100) == MeasuredText(text: "12", size: 60)
        )
        let long = MeasuredText.fitted("123456789", size: 60, minimum: 30, width: 302)
        #expect(long.text == "123456789" && long.size < 60 && long.size >= 30)
        let longest = MeasuredText.fitted(
            String(repeating: "9", count: 50), size: 60, minimum: 30, width: 302)
        #expect(longest.size == 30 && longest.text.hasSuffix("…"))
        #expect(MeasuredText.ems(of: longest.text) * 30 <= 302)
    }

    @Test(arguments: HostileRecap.texts) func linesFitAndLoseNothing(_ text: String) {
        for limit in [2, 500] {
            let lines = MeasuredText.wrapped(text, size: 14, width: 200, lines: limit)
            #expect(lines.count <= limit)
            for line in lines { #expect(MeasuredText.ems(of: line.text) * 14 <= 200.001) }
            guard limit == 500 else { continue }
            let letters = lines.map(\.text).joined().filter { $0 != " " }
            #expect(letters == text.filter { $0 != " " })
        }
    }

    @Test func breaksAtSpaces() {
        let lines = MeasuredText.wrapped("Not enough activity to generate", size: 10, width: 100, lines: 9)
        #expect(lines.map(\.text) == ["Not enough", "activity to", "generate"])
    }
}
