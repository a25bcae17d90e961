import Testing

@testable import EvlogCLI

@Suite struct MarkupTextTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("<script>", "&lt;script&gt;"),
        ("\"><img onerror='x'>", "&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;"),
        ("a & b &amp; c", "a &amp; b &amp;amp; c"),
        ("\u{0}\u{8}\u{202E}x", "\\u0000\\u0008\\u202ex"),
        ("שלום 👩‍👩‍👧 é", "שלום 👩‍👩‍👧 é"),
    ])
    func onlyTextIsLeft(text: String, escaped: String) {
        #expect(MarkupText.escaped(text) == escaped)
    }
}
