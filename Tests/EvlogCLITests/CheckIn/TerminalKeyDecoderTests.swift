import Testing

@testable import EvlogCLI

@Suite struct TerminalKeyDecoderTests {
    private func keys(_ text: String) -> [TerminalKey] { keys(Array(text.utf8)) }

    private func keys(_ bytes: [UInt8]) -> [TerminalKey] {
        var decoder = TerminalKeyDecoder()
        return decoder.feed(bytes) + decoder.settle()
    }

    @Test(arguments: [
        ("\u{1B}[A", TerminalKey.up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[1;5D", .left),
        ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home), ("\u{1B}OF", .end),
        ("\u{1B}[4~", .end),
        ("\u{1B}[8;2~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[Z", .backTab), ("\t", .tab), ("\r", .enter),
        ("\n", .enter), ("\u{1B}OM", .enter), ("\u{7F}", .backspace), ("\u{8}", .backspace),
        ("\u{17}", .deleteWord), ("\u{15}", .deleteToStart), ("\u{B}", .deleteToEnd), ("\u{13}", .save),
        ("\u{4}", .endOfInput), ("\u{3}", .interrupt), ("\u{1A}", .suspend), ("\u{C}", .redraw),
        ("\u{1B}", .escape), ("a", .scalar("a")), ("é", .scalar("é")), ("日", .scalar("日")),
        ("🙂", .scalar("🙂")), ("\u{1B}[200~a\r\u{1B}[A\u{1B}[20\u{1B}[201~", .paste("a\r\u{1B}[A\u{1B}[20")),
        ("\u{1B}[200~\u{1B}[201~", .paste("")),
    ])
    func oneKey(_ text: String, _ key: TerminalKey) { #expect(keys(text) == [key]) }

    /// Function keys, Alt with a letter, answers of the terminal, mouse and focus, 8-bit codes, what isn't UTF-8.
    @Test(arguments: [
        "\u{1B}[15~", "\u{1B}OP", "\u{1B}x", "\u{1B}é", "\u{1B}]11;rgb:0/0/0\u{7}",
        "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P>|xterm\u{1B}\\", "\u{1B}[?64;1c", "\u{1B}[<0;3;4M",
        "\u{1B}[I", "\u{1B}[?1H", "\u{1B}[M", "\u{1B}[24;80R", "\u{0}", "\u{1F}", "\u{1B}[",
    ])
    func whatIsNotKnownIsPassedBy(_ text: String) {
        #expect(keys(text + "\u{1B}[A") == [.up])
    }

    @Test func whatIsNotUTF8() {
        #expect(
            keys([0xFF, 0x61, 0xC3, 0x62, 0x80, 0xED, 0xA0, 0x80, 0x63])
                == ["a", "b", "c"].map { .scalar($0) })
        #expect(keys([0xE2, 0x82]) == [] && keys([0xF4, 0xFF, 0x61]) == [.scalar("a")])
    }

    @Test func escapeIsAKeyOnlyIfNothingFollows() {
        var decoder = TerminalKeyDecoder()
        #expect(decoder.feed([0x1B]) == [] && decoder.isPending)
        #expect(decoder.feed([0x5B]) == [] && decoder.isPending)
        #expect(decoder.feed([0x41]) == [.up] && !decoder.isPending)
        #expect(decoder.feed([0x1B]) == [] && decoder.settle() == [.escape] && !decoder.isPending)
        #expect(decoder.feed([0x1B, 0x1B]) == [.escape] && decoder.settle() == [.escape])
        #expect(decoder.feed(Array("\u{1B}[1;".utf8)) == [] && decoder.settle() == [])
        #expect(decoder.feed([0x61]) == [.scalar("a")])
    }

    @Test func aPasteTakesItsTime() {
        var decoder = TerminalKeyDecoder()
        #expect(decoder.feed(Array("\u{1B}[200~one".utf8)) == [] && !decoder.isPending)
        #expect(decoder.settle() == [])
        #expect(decoder.feed(Array(" two\u{1B}[201~".utf8)) == [.paste("one two")])
        let long = String(repeating: "x", count: TerminalKeyDecoder.pasteLimit + 10)
        #expect(
            decoder.feed(Array("\u{1B}[200~\(long)\u{1B}[201~y".utf8))
                == [.paste(String(repeating: "x", count: TerminalKeyDecoder.pasteLimit)), .scalar("y")])
    }

    @Test func piecesMakeNoDifference() {
        let bytes = Array(
            "1\u{1B}[B\u{1B}OC日\u{1B}[200~é\u{1B}[20x\u{1B}[201~\u{1B}[1;2D🙂\u{1B}]0;t\u{7}\r".utf8)
        let whole = keys(bytes)
        #expect(whole.count == 8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var decoder = TerminalKeyDecoder()
                let found =
                    decoder.feed(bytes[..<first]) + decoder.feed(bytes[first..<second])
                    + decoder.feed(bytes[second...])
                #expect(found == whole)
            }
        }
    }

    @Test func anyBytes() {
        var numbers = SeededNumbers(seed: 11)
        let likely = Array("\u{1B}\u{1B}\u{1B}[[O]~;0123ABZ\u{7}\\\r日".utf8)
        for _ in 0..<2000 {
            var decoder = TerminalKeyDecoder()
            let bytes = (0..<40).map { _ in
                Bool.random(using: &numbers)
                    ? likely.randomElement(using: &numbers) ?? 0 : UInt8.random(in: 0...255, using: &numbers)
            }
            _ = decoder.feed(bytes)
            _ = decoder.settle()
            #expect(!decoder.isPending)
        }
    }
}
