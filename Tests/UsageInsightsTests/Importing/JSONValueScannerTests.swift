import Foundation
import TestSupport
import Testing

@testable import UsageInsights

@Suite struct JSONValueScannerTests {
    /// Byte by byte; the outcome, and how many bytes had come by then.
    private func feed(_ bytes: [UInt8], limit: Int = .max) -> (outcome: JSONValueScanner.Outcome, after: Int)
    {
        var scanner = JSONValueScanner()
        for count in 1...bytes.count {
            let outcome = bytes[..<count].withUnsafeBytes {
                scanner.scan($0, limit: limit, isEnd: count == bytes.count)
            }
            if outcome != .needsMore { return (outcome, count) }
            // All that has come is looked at, so nothing is looked at again.
            #expect(scanner.looked == min(count, limit))
        }
        return (.needsMore, bytes.count)
    }

    private func scan(_ text: String) -> JSONValueScanner.Outcome {
        let bytes = Array(text.utf8)
        var scanner = JSONValueScanner()
        let outcome = bytes.withUnsafeBytes { scanner.scan($0, isEnd: true) }
        #expect(feed(bytes).outcome == outcome)
        // Asked again it says the same.
        #expect(bytes.withUnsafeBytes { scanner.scan($0, isEnd: true) } == outcome)
        return outcome
    }

    @Test(arguments: [
        "{}", "[]", "{\"a\":[1,{\"b\":2}]}", "[[[]],[{}]]", "\"text\"", "\"\"", "\"a\\\"b\"", "\"a\\\\\"",
        "{\"}\":\"]\"}", "[\"\\\\\",\"{\"]", "\"\\u0022\"", "{ \"a\" :\n 1 }", "\"\u{e4}\u{1f600}\"",
        "[\"\0\"]",
    ])
    func endsOfValues(value: String) {
        let length = value.utf8.count
        for rest in ["", ",", "}", "]", " ", "\"", "x", "{", "\0"] {
            #expect(scan(value + rest) == .whole(length))
        }
    }

    @Test(arguments: ["1", "-0.5e+10", "true", "null", "x"])
    func bareValuesEndBeforeWhatFollows(value: String) {
        for rest in ["", ",", "}", "]", " ", "\n", ":", "\"", "{", "["] {
            #expect(scan(value + rest) == .whole(value.utf8.count))
        }
    }

    @Test(arguments: ["{", "[1,", "{\"a\":\"}", "\"a\\", "\"a\\\"", "[\"]", "[[]"])
    func unfinished(value: String) { #expect(scan(value) == .needsMore) }

    @Test func brackets() {
        #expect(scan("{]") == .mismatch(1))
        #expect(scan("[{\"a\":1]") == .mismatch(7))
        #expect(scan("[(1}") == .mismatch(3))
        #expect(scan("}") == .mismatch(0))
    }

    /// Deeper than a reader goes: its end is found all the same, and nothing recurses.
    @Test func depth() {
        for depth in [63, 64, 65, 66, 1_000, 100_000] {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect(scan(value + "]") == .whole(2 * depth))
            #expect(scan(String(value.dropLast())) == .needsMore)
            let braces = "{\"a\":\(value)}"
            #expect(scan(braces + "]") == .whole(braces.utf8.count))
            // That far out kinds are compared again.
            #expect(scan(String(braces.dropLast()) + "]") == .mismatch(braces.utf8.count - 1))
        }
    }

    @Test func limit() {
        let bytes = Array("[1,2,3,4]".utf8)
        #expect(feed(bytes, limit: 8).outcome == .needsMore)
        #expect(feed(bytes, limit: 9).outcome == .whole(9))
    }

    /// What is passed by needn't stay.
    @Test func dropping() {
        var scanner = JSONValueScanner()
        let value = Array(#"{"a":"]}\"","b":[1,2]}"#.utf8)
        var left: [UInt8] = []
        for (index, byte) in value.enumerated() {
            left.append(byte)
            let outcome = left.withUnsafeBytes { scanner.scan($0, isEnd: false) }
            if index == value.count - 1 {
                #expect(outcome == .whole(1))
            } else {
                #expect(outcome == .needsMore)
                scanner.drop(left.count)
                left = []
            }
        }
        scanner.begin()
        #expect(
            [UInt8(ascii: "["), UInt8(ascii: "]")].withUnsafeBytes { scanner.scan($0, isEnd: false) }
                == .whole(2))
    }

    /// Over what Foundation writes.
    @Test func generatedValues() throws {
        var numbers = SeededGenerator(seed: 11)
        func value(_ depth: Int) -> Any {
            switch numbers.next() % (depth > 0 ? 6 : 4) {
            case 0: return Int(truncatingIfNeeded: numbers.next())
            case 1: return NSNull()
            case 2: return numbers.next() % 2 == 0
            case 3:
                return String(
                    (0..<Int(numbers.next() % 9)).map { _ in
                        "\"\\{}[],:é\n\0".randomElement(using: &numbers) ?? "x"
                    })
            case 4: return (0..<Int(numbers.next() % 4)).map { _ in value(depth - 1) }
            default:
                return Dictionary(
                    uniqueKeysWithValues: (0..<Int(numbers.next() % 4)).map {
                        ("\"k\\\($0)", value(depth - 1))
                    })
            }
        }
        for round in 0..<500 {
            let options: JSONSerialization.WritingOptions = round % 2 == 0 ? .prettyPrinted : []
            let bytes = Array(try JSONSerialization.data(withJSONObject: [value(5)], options: options))
            let (outcome, after) = feed(bytes + Array(",{".utf8))
            #expect(outcome == .whole(bytes.count) && after == bytes.count)
        }
    }
}
