import Testing

@testable import EvlogCLI

@Suite struct MarkupTests {
    @Test func textsBecomeTextsAndMarkupStays() {
        let text = "<b>\"&'"
        let inner: Markup = "<i>\(text)</i>"
        let outer: Markup = "<p title=\"\(text)\">\(inner)\(3)</p>"
        #expect(
            outer.text
                == "<p title=\"&lt;b&gt;&quot;&amp;&#39;\"><i>&lt;b&gt;&quot;&amp;&#39;</i>3</p>")
        let parts: Markup = "\([inner, "-", inner])"
        #expect(parts.text == "\(inner.text)-\(inner.text)")
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (12.345, "12.35"), (12.04, "12.04"),
            (-0.25, "-0.25"),
            (-0.001, "0"), (99.999, "100"), (.infinity, "0"), (.nan, "0"), (1e300, "0"),
        ] as [(Double, String)])
    func numbersAreShort(number: Double, text: String) {
        let markup: Markup = "\(number)"
        #expect(markup.text == text)
    }
}
