import TestSupport
import Testing

@testable import UsageInsights

@Suite struct HostileLinesTests {
    static let sample = """
        {"type":"naïve\\u00e9","timestamp":"2025-01-01T00:00:00.123+01:00","metadata":{"a":"b\\n","c":[1, {"d":null}],\
        "e":-1.5e3,"f":true},"duration":1.25,"id":"\\ud83d\\ude00"}
        """
    static let others = [
        #"{"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2,"mood":"\u0041"}"#,
        #"{"kind":"dose","supplement":"Magnesium","takenAt":"2026-11-30T08:00:00+01:00","amount":"200 mg"}"#,
        #"{"kind":"retract","sequence":42}"#,
    ]

    @Test(arguments: [sample] + others)
    func everyTruncation(line: String) {
        let bytes = Array(line.utf8)
        #expect(readLines(bytes).first?.record != nil)
        for count in 1..<bytes.count {
            #expect(readLines(Array(bytes[..<count])).map { $0.failure?.reason } == [.cutShort])
            let closed = readLines(bytes[..<count] + [0x0a] + Array(good.utf8))
            #expect(closed.count == 2 && closed[0].failure != nil && closed[1].record != nil)
        }
    }

    @Test(arguments: [sample] + others)
    func everyByteReplaced(line: String) {
        let bytes = Array(line.utf8)
        let next = [0x0a] + Array(good.utf8)
        for index in bytes.indices {
            for value in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = value
                let results = readLines(changed + next, .init(ignoreUnknown: value & 1 == 0))
                guard results.last?.record?.name == "x", results.count >= 2 || index == 0 else {
                    Issue.record("byte \(index) as \(value)")
                    return
                }
            }
        }
    }

    @Test func nesting() {
        func nested(_ depth: Int, _ open: String, _ close: String) -> String {
            let value = String(repeating: open, count: depth) + String(repeating: close, count: depth)
            return event(#""metadata":{"a":\#(value)}"#)
        }
        #expect(readLines(nested(64, "[", "]")).first?.record != nil)
        #expect(readLines(nested(65, "[", "]")).first?.failure?.message == "nested deeper than 64")
        #expect(readLines(nested(100_000, "[", "]")).first?.failure?.reason == .tooDeep)
        let objects = String(repeating: #"{"a":"#, count: 64) + "1" + String(repeating: "}", count: 64)
        #expect(
            readLines(event(#""metadata":{"a":\#(objects)}"#)).first?.record?.metadata == [["a", objects]])
        let unclosed = String(repeating: "[", count: 100_000)
        #expect(readLines(event(#""metadata":{"a":\#(unclosed)"#)).first?.failure?.reason == .tooDeep)
        let ignored = readLines(#"{"a":\#(unclosed)"#, .init(ignoreUnknown: true))
        #expect(ignored.first?.failure?.reason == .tooDeep)
        // The way back up: siblings after the deepest place.
        let zigzag = String(repeating: #"[{"a":["#, count: 21) + String(repeating: #"],"b":0},1]"#, count: 21)
        #expect(readLines(event(#""metadata":{"a":\#(zigzag)}"#)).first?.record?.metadata == [["a", zigzag]])
    }

    @Test func limits() {
        func text(_ count: Int) -> String { String(repeating: "é", count: count / 2) }
        func first(_ line: String) -> LineResult? { readLines(line + "\n" + good).first }
        func message(_ line: String) -> String? { first(line)?.failure?.message }
        let time = #""timestamp":"2025-01-01T00:00:00Z""#
        #expect(first(#"{"type":"\#(text(1_024))",\#(time)}"#)?.record?.name == text(1_024))
        #expect(message(#"{"type":"\#(text(1_024))a",\#(time)}"#) == "type is longer than 1024 bytes")
        #expect(first(event(#""id":"\#(text(512))""#))?.record?.id == text(512))
        #expect(message(event(#""id":"\#(text(512))a""#)) == "id is longer than 512 bytes")
        #expect(first(event(#""metadata":{"\#(text(1_024))":"a"}"#))?.record?.metadata.count == 1)
        #expect(
            message(event(#""metadata":{"\#(text(1_024))a":"a"}"#))
                == "metadata key is longer than 1024 bytes")
        let value = text(256 << 10)
        #expect(first(event(#""metadata":{"a":"\#(value)"}"#))?.record?.metadata == [["a", value]])
        #expect(message(event(#""metadata":{"a":"\#(value)a"}"#)) == "metadata is longer than 262144 bytes")
        let nested = #"["\#(String(value.dropLast(2)))"]"#
        #expect(first(event(#""metadata":{"a":\#(nested)}"#))?.record?.metadata == [["a", nested]])
        #expect(first(event(#""metadata":{"a":[\#(nested)]}"#))?.failure?.reason == .fieldTooLong)
        func keys(_ count: Int) -> String {
            event(#""metadata":{"# + (0..<count).map { #""k\#($0)":"\#($0)""# }.joined(separator: ",") + "}")
        }
        #expect(first(keys(256))?.record?.metadata.count == 256)
        #expect(message(keys(257)) == "more than 256 metadata keys")
    }

    @Test func longLines() {
        let longest = good + String(repeating: " ", count: (1 << 20) - good.utf8.count)
        for end in ["", "\n", "\n" + good] {
            #expect(readLines(longest + end).first?.record != nil)
            #expect(readLines(longest + " " + end).first?.failure?.message == "line is longer than 1 MiB")
            #expect(readLines(longest + "x" + end).first?.failure?.reason == .lineTooLong)
        }
        #expect(readLines(longest.dropLast() + "x\n").first?.failure?.reason == .textAfterRecord)
        #expect(readLines(longest + "\n" + good).count == 2)
        #expect(readLines(longest + " \n" + good).last?.record != nil)
        let open = #"{"type":""# + String(repeating: "a", count: (1 << 20) - 9)
        #expect(readLines(open).first?.failure?.reason == .cutShort)
        #expect(readLines(open + "\n").first?.failure?.reason == .endsEarly)
        for unit in ["a", "é", "\\n", "\\u0041", " "] {
            let endless = #"{"type":""# + String(repeating: unit, count: 3 << 20)
            #expect(readLines(endless).map { $0.failure?.reason } == [.lineTooLong])
            #expect(readLines(endless + "\n" + good).last?.record != nil)
        }
        let blank = String(repeating: " ", count: 1 << 20)
        #expect(readLines(blank + "\n" + good).map { $0.record != nil } == [true])
        #expect(readLines(blank + " \n" + good).map { $0.failure?.reason } == [.lineTooLong, nil])
        #expect(readLines(blank).isEmpty)
        // Everything escaped: the scratch memory takes a whole line.
        let escaped = String(repeating: #"\n"#, count: 120_000)
        let full = event(
            #""metadata":{"a":"\#(escaped)","b":"\#(escaped)","c":[ "\#(escaped)"],"d":"\#(escaped)"}"#)
        let record = readLines(full).first?.record
        #expect(record?.metadata.map { $0[1].utf8.count } == [120_000, 120_000, 240_004, 120_000])
    }

    @Test func hugeNumbers() {
        let digits = String(repeating: "9", count: 200_000)
        for number in [
            digits, "-" + digits, "0." + digits, digits + "e-" + digits, "1e" + digits, "1e-" + digits,
            "-0e" + digits,
        ] {
            for options in [JSONLinesOptions(), .init(epoch: .seconds), .init(epoch: .microseconds)] {
                #expect(readLines(event(#""duration":\#(number)"#), options).count == 1)
                #expect(readLines(#"{"type":"x","timestamp":\#(number)}"#, options).count == 1)
                #expect(readLines(#"{"kind":"retract","sequence":\#(number)}"#, options).count == 1)
            }
        }
        #expect(readLines(event(#""duration":0.\#(digits)"#)).first?.record?.duration == 1_000_000)
        let same = event(#""duration":1\#(String(repeating: "0", count: 100_000))e-100000"#)
        #expect(readLines(same).first?.record?.duration == 1_000_000)
    }

    @Test func randomBytes() {
        var random = SeededGenerator(seed: 41)
        let alphabet = Array("{}[]\",:\\u0aeE+-.tfn \r\n".utf8) + [0x00, 0x7f, 0x80, 0xc3, 0xed, 0xf0, 0xff]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...80, using: &random)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            _ = readLines(Array("{\"metadata\":{\"a\":".utf8) + bytes, .init(ignoreUnknown: true))
        }
    }
}
