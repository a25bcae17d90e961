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

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-2, and lengths around the end of a block; the sums are those of sha256sum.
    @Test(arguments: [
        ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
        ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
        ),
        (String(repeating: "a", count: 55), "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="),
        (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
        (String(repeating: "ä", count: 1000), "8Cuw08bmIL5T2WbpmGRoXIEcZVuma7HCxwtewqILnAQ="),
    ])
    func sums(text: String, sum: String) {
        #expect(SHA256.base64(of: text) == sum)
    }
}
