import Foundation
import TestSupport
import Testing

@testable import UsageInsights

func escaped(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    bytes.withUnsafeBytes { JSONText.appendEscaped($0, to: &output) }
    return String(decoding: output, as: UTF8.self)
}

@Suite struct JSONTextTests {
    @Test(arguments: [
        ("", ""), ("plain text of some length", "plain text of some length"), ("a\"b\\c/d", #"a\"b\\c/d"#),
        ("\u{8}\u{9}\u{a}\u{c}\u{d}", #"\b\t\n\f\r"#), ("\0\u{b}\u{1f}\u{7f}", #"\u0000\u000b\u001f\u007f"#),
        ("\u{80}\u{85}\u{9b}\u{9f}\u{a0}é", "\\u0080\\u0085\\u009b\\u009f\u{a0}é"),
        ("\u{2028}😀", "\u{2028}😀"),
    ])
    func escapes(text: String, expected: String) {
        #expect(escaped(Array(text.utf8)).utf8.elementsEqual(expected.utf8))
    }

    @Test func invalidBytes() {
        #expect(escaped([0x61, 0xff, 0x62]) == "a\u{fffd}b")
        #expect(escaped([0xc2]) == "\u{fffd}")
        #expect(escaped([0xed, 0xa0, 0x80]) == "\u{fffd}\u{fffd}\u{fffd}")
    }

    /// Written, read, written again: the same bytes, and Foundation reads the same text.
    @Test func roundTrips() throws {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                let top: UInt32 = [0x7f, 0xff, 0x30ff, 0x10_ffff].randomElement(using: &random) ?? 0x7f
                guard let scalar = Unicode.Scalar(UInt32.random(in: 0...top, using: &random)) else {
                    continue
                }
                text.unicodeScalars.append(scalar)
            }
            var line = Array(#"{"type":"x","timestamp":"2025-01-01T00:00:00Z","metadata":{"a":"#.utf8)
            var quoted: [UInt8] = []
            Array(text.utf8).withUnsafeBytes { JSONText.appendQuoted($0, to: &quoted) }
            line += quoted + Array("}}".utf8)
            let value = try #require(readLines(line).first?.record?.metadata.first?[1])
            #expect(value.utf8.elementsEqual(text.utf8))
            let decoded = try JSONDecoder().decode([String].self, from: Data([0x5b] + quoted + [0x5d]))
            #expect(decoded.first.map { Array($0.utf8) } == Array(text.utf8))
            #expect(!quoted.contains { $0 < 0x20 || $0 == 0x7f })
        }
    }

    @Test func quotedTextIsShortAndHarmless() {
        let long = QuotedText.quote(Array(repeating: 0x1b, count: 5_000))
        #expect(long.utf8.count < 80 && long.hasSuffix("…\""))
        #expect(
            QuotedText.quote(Array("\u{202e}\u{200b}\u{2028}\u{9b}\u{7f}é".utf8))
                == #""\u202e\u200b\u2028\u009b\u007fé""#)
        #expect(QuotedText.quote([0xff, 0x41]) == "\"\u{fffd}A\"")
    }
}
