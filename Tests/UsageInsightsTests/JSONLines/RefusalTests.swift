import TestSupport
import Testing

@testable import UsageInsights

@Suite struct RefusalTests {
    @Test(arguments: [
        (#"{"kind":"task"}"#, #"unknown kind "task""#),
        (#"{"kind":1}"#, "kind is not a string"),
        (event(#""end":"2025-01-01T00:00:00Z""#), #"unknown field "end""#),
        (event(#""focus":4"#), #"unknown field "focus""#),
        (event(#""Type":"x""#), #"unknown field "Type""#),
        (event(#""":"x""#), #"unknown field """#),
        (event(#""a\u001b[31m\u202e\u009b":1"#), #"unknown field "a\u001b[31m\u202e\u009b""#),
        (event(#""type":"y""#), #"field "type" is there twice"#),
        (event(#""typ\u0065":"x""#), #"field "type" is there twice"#),
        (event(#""metadata":{"a":"1","\u0061":"2"}"#), #"metadata key "a" is there twice"#),
        (event(#""metadata":{"a":null,"a":"2"}"#), #"metadata key "a" is there twice"#),
        (event(#""metadata":[]"#), "metadata is not an object"),
        (event(#""metadata":"a""#), "metadata is not an object"),
        (event(#""duration":"12""#), "duration is not a number"),
        (event(#""duration":true"#), "duration is not a number"),
        (event(#""duration":-3"#), "duration is negative"),
        (event(#""duration":-1e-400"#), "duration is negative"),
        (event(#""duration":-1e99"#), "duration is negative"),
        (event(#""duration":1000000000000.0000001"#), "duration is over 10^12 s"),
        (event(#""duration":1e400"#), "duration is over 10^12 s"),
        (event(#""duration":1e999999999999999999999"#), "duration is over 10^12 s"),
        (event(#""duration":NaN"#), #"invalid JSON: unexpected "N" at byte 59"#),
        (event(#""id":7"#), "id is not a string"),
        (event(#""id":"""#), "id is empty"),
        (#"{}"#, "type is missing"),
        (#"{"timestamp":"2025-01-01T00:00:00Z"}"#, "type is missing"),
        (#"{"type":null,"timestamp":"2025-01-01T00:00:00Z"}"#, "type is missing"),
        (#"{"type":"","timestamp":"2025-01-01T00:00:00Z"}"#, "type is empty"),
        (#"{"type":"x"}"#, "timestamp is missing"),
        (#"{"type":"x","timestamp":null}"#, "timestamp is missing"),
        (#"{"type":"x","timestamp":true}"#, "timestamp is not a string"),
        (#"{"type":"x","timestamp":1}"#, "timestamp is a number: say --epoch s, ms or us"),
        (
            #"{"type":"x","timestamp":"2025-02-30T00:00:00Z"}"#,
            #"date does not exist: "2025-02-30T00:00:00Z""#
        ),
        (
            #"{"type":"x","timestamp":"2024-12-03T15:28:23 +09:00"}"#,
            #"space before the offset: "2024-12-03T15:28:23 +09:00""#
        ),
        (#"{"kind":"checkin","focus":1,"sleep":1,"energy":1,"stress":1}"#, "date is missing"),
        (
            #"{"kind":"checkin","date":"2026-11-31","focus":1,"sleep":1,"energy":1,"stress":1}"#,
            #"date does not exist: "2026-11-31""#
        ),
        (
            #"{"kind":"checkin","date":"today","focus":1,"sleep":1,"energy":1,"stress":1}"#,
            #"not a date as YYYY-MM-DD: "today""#
        ),
        (
            #"{"kind":"checkin","date":"2026-11-30","focus":1,"sleep":6,"energy":1,"stress":1}"#,
            #"sleep is "6": a level is a whole number from 1 to 5"#
        ),
        (
            #"{"kind":"checkin","date":"2026-11-30","focus":1,"sleep":2.5,"energy":1,"stress":1}"#,
            #"sleep is "2.5": a level is a whole number from 1 to 5"#
        ),
        (
            #"{"kind":"checkin","date":"2026-11-30","focus":-1,"sleep":2,"energy":1,"stress":1}"#,
            #"focus is "-1": a level is a whole number from 1 to 5"#
        ),
        (#"{"kind":"checkin","date":"2026-11-30","focus":1,"sleep":1,"energy":1}"#, "stress is missing"),
        (
            #"{"kind":"checkin","date":"2026-11-30","focus":"4","sleep":1,"energy":1,"stress":1}"#,
            "focus is not a number"
        ),
        (#"{"kind":"dose","takenAt":"2025-01-01T00:00:00Z"}"#, "supplement is missing"),
        (#"{"kind":"dose","supplement":"s"}"#, "takenAt is missing"),
        (
            #"{"kind":"dose","supplement":"s","takenAt":"2025-01-01T00:00:00Z","amount":200}"#,
            "amount is not a string"
        ),
        (
            #"{"kind":"dose","supplement":"s","takenAt":"2025-01-01T00:00:00Z","metadata":{}}"#,
            #"unknown field "metadata""#
        ),
        (#"{"kind":"retract"}"#, "retract needs sequence, id or checkIn"),
        (#"{"kind":"retract","sequence":1,"id":"a"}"#, "retract takes only one of sequence, id and checkIn"),
        (#"{"kind":"retract","sequence":1.5}"#, "sequence is not a whole number"),
        (#"{"kind":"retract","sequence":-1}"#, "sequence is not a whole number"),
        (#"{"kind":"retract","sequence":18446744073709551616}"#, "sequence is not a whole number"),
        (#"{"kind":"retract","checkIn":"2025-02-29"}"#, #"date does not exist: "2025-02-29""#),
    ])
    func notARecord(line: String, message: String) throws {
        let failure = try #require(try readLine(line + "\n").failure)
        #expect(failure.message == message)
    }

    @Test(
        arguments: [
            ("x", .notAnObject), ("[]", .notAnObject), ("\"a\"", .notAnObject), ("\0\0\0", .notAnObject),
            ("{", .endsEarly), (#"{"type":"x"#, .endsEarly), (#"{"type":"x\"#, .endsEarly),
            (#"{"type":tru"#, .endsEarly),
            (#"{"type":-"#, .endsEarly), (#"{"type":"\u00"#, .endsEarly), (#"{"type":"\ud800\"#, .endsEarly),
            (#"{"type":"\ud800"#, .endsEarly), (#"{"type""#, .endsEarly), (#"{"type":[1,"#, .endsEarly),
            (good + " x", .textAfterRecord), (good + good, .textAfterRecord), (good + ",", .textAfterRecord),
            (good + "\0", .textAfterRecord), ("{,}", .unexpectedByte), (#"{"type":"x",}"#, .unexpectedByte),
            (#"{"type" "x"}"#, .unexpectedByte), (#"{"type":}"#, .unexpectedByte),
            (#"{type:"x"}"#, .unexpectedByte),
            (#"{"type":'x'}"#, .unexpectedByte), (#"{"type":"x";}"#, .unexpectedByte),
            (#"{"type":True}"#, .unexpectedByte),
            (#"{"type":nul}"#, .unexpectedByte), (#"{"duration":01}"#, .unexpectedByte),
            (#"{"duration":+1}"#, .unexpectedByte),
            (#"{"duration":1.}"#, .unexpectedByte), (#"{"duration":.5}"#, .unexpectedByte),
            (#"{"duration":1e}"#, .unexpectedByte),
            (#"{"duration":-}"#, .unexpectedByte), (#"{"duration":0x10}"#, .unexpectedByte),
            (#"{"duration":1e+}"#, .unexpectedByte),
            (#"{"duration":Infinity}"#, .unexpectedByte), (#"{"duration":1 2}"#, .unexpectedByte),
            (#"{"a":1}/**/"#, .unknownField),
            (#"{"metadata":{"a":[1,]}}"#, .unexpectedByte),
            (#"{"metadata":{"a":{"b":1,}}}"#, .unexpectedByte),
            (#"{"metadata":{"a":[1}}"#, .unexpectedByte), (#"{"metadata":{"a":{"b"]}}"#, .unexpectedByte),
            (#"{"metadata":{"a":{1:2}}}"#, .unexpectedByte), (#"{"metadata":{"a":[,]}}"#, .unexpectedByte),
            (#"{"metadata":{"a":[}}"#, .unexpectedByte), (#"{"metadata":{"a":{]}}"#, .unexpectedByte),
            (#"{"metadata":{"a":"b",}}"#, .unexpectedByte),
            ("{\"metadata\":{\"a\":[\"\t\"]}}", .rawControlCharacter),
            ("{\u{b}}", .unexpectedByte), ("{\u{a0}}", .unexpectedByte),
            ("{\"type\":\"a\u{1}\"}", .rawControlCharacter),
            ("{\"type\":\"a\0\"}", .rawControlCharacter), ("{\"type\":\"a\r\"}", .rawControlCharacter),
            (#"{"type":"\x"}"#, .badEscape), (#"{"type":"\u12g4"}"#, .badEscape),
            (#"{"type":"\U0041"}"#, .badEscape),
            (#"{"type":"\u+123"}"#, .badEscape), (#"{"type":"\ud800"}"#, .loneSurrogate),
            (#"{"type":"\udc00"}"#, .loneSurrogate),
            (#"{"type":"\ud800\n"}"#, .loneSurrogate), (#"{"type":"\ud800\ud800"}"#, .loneSurrogate),
            (#"{"type":"\ud800\u0041"}"#, .loneSurrogate),
            (#"{"metadata":{"a":["\udfff"]}}"#, .loneSurrogate),
            (#"{"\ud800":1}"#, .loneSurrogate),
        ] as [(String, JSONLineReason)])
    func notJSON(line: String, reason: JSONLineReason) throws {
        #expect(try readLine(line + "\n").failure?.reason == reason)
        #expect(readLines(line + "\n" + good).last?.record != nil)
    }

    @Test(
        arguments: [
            [0x80], [0xff], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf],
            [0xed, 0xa0, 0x80],
            [0xed, 0xbf, 0xbf], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80],
            [0xf5, 0x80, 0x80, 0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc3, 0x28],
            [0xe2, 0x28, 0xa1],
            [0xfc, 0x80, 0x80, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        for padding in 0..<9 {
            let pad = [UInt8](repeating: 0x61, count: padding)
            for place in [(#"{"type":""#, #""}"#), (#"{""#, #"":1}"#), (#"{"metadata":{"a":[""#, #""]}}"#)] {
                let line = Array(place.0.utf8) + pad + bytes + Array(place.1.utf8)
                #expect(readLines(line + [0x0a]).first?.failure?.reason == .invalidUTF8)
            }
        }
    }

    @Test func everyScalarComesThrough() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<3_000 {
            let value = UInt32.random(in: 0x20...0x10_ffff, using: &random)
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            let line = event(#""id":"a\#(String(scalar))""#)
            #expect(
                readLines(line).first?.record?.id.map { Array($0.utf8) } == Array("a\(String(scalar))".utf8))
        }
    }

    @Test func cutShort() {
        #expect(readLines(#"{"type":"x"#).first?.failure?.description == "line 1: last line is cut short")
        for tail: [UInt8] in [
            [0xc3], [0xe0], [0xe0, 0xa0], [0xed], [0xed, 0x9f], [0xf0, 0x90], [0xf4, 0x8f, 0xbf],
        ] {
            #expect(readLines(Array(#"{"type":"x"#.utf8) + tail).first?.failure?.reason == .cutShort)
        }
        #expect(readLines(Array(#"{"type":"x"#.utf8) + [0xed, 0xa0]).first?.failure?.reason == .invalidUTF8)
        #expect(readLines(good).first?.record != nil)
    }
}
