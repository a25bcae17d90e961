import Testing

@testable import EvlogCLI

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("ＡＢ", 4), ("ｱ", 1), ("🙂", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("❤", 1), ("❤️", 2),
        ("❤️‍🔥", 2), ("👩‍⚕️", 2), ("1️⃣", 2), ("⌚", 2), ("a\u{200B}b", 2), ("a\u{200D}b", 2),
        ("क\u{94D}\u{200D}ष", 2),
        ("…", 1), ("█▏", 2), ("\u{AD}", 1), ("🈁", 2), ("𠀀", 2), ("🏳️‍🌈", 2), ("a\u{FE0F}", 1),
    ])
    func columns(_ text: String, _ columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("abcd", -1, ""),
        ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}fgh", 2, "e\u{301}…"),
        ("👩‍👩‍👧‍👦👍🏽xy", 4, "👩‍👩‍👧‍👦…"),
    ])
    func truncation(_ text: String, _ width: Int, _ expected: String) {
        #expect(TextWidth.truncated(text, to: width) == expected)
    }

    @Test func padding() {
        #expect(TextWidth.padded("日", to: 4) == "日  ")
        #expect(TextWidth.padded("7", to: 3, alignment: .right) == "  7")
        #expect(TextWidth.padded("long", to: 2) == "long")
        #expect(TextWidth.padded("x", to: -1) == "x")
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\nb\r\n\tc", "a\\nb\\r\\n\\tc"), ("\u{1B}[31m", "\\u001b[31m"),
        ("\u{0}", "\\u0000"),
        ("\u{7F}", "\\u007f"), ("\u{9B}2J", "\\u009b2J"), ("\u{202E}abc", "\\u202eabc"),
        ("\u{2066}", "\\u2066"),
        ("\u{200E}\u{200F}\u{61C}", "\\u200e\\u200f\\u061c"), ("\u{FEFF}x", "\\ufeffx"),
        ("\u{2028}", "\\u2028"), ("\u{FFFF}", "\\uffff"), ("\u{1FFFE}", "\\u{1fffe}"), ("C:\\n", "C:\\n"),
        ("héllo 日本 👩‍👩‍👧", "héllo 日本 👩‍👩‍👧"),
    ])
    func sanitizing(_ text: String, _ expected: String) {
        #expect(TextWidth.sanitized(text) == expected)
    }

    @Test func nothingUnsafeIsLeftOfAnyScalar() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let safe = TextWidth.sanitized(String(Character(scalar)))
            let isControl = safe.unicodeScalars.contains { $0.properties.generalCategory == .control }
            #expect(!isControl, "U+\(String(value, radix: 16))")
        }
    }
}
