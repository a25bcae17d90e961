import Testing

@testable import UsageInsights

let good = #"{"type":"x","timestamp":"2025-01-01T00:00:00Z"}"#

func event(_ fields: String) -> String { #"{"type":"x","timestamp":"2025-01-01T00:00:00Z",\#(fields)}"# }

@Suite struct JSONLinesReaderTests {
    @Test func everyFieldOfAnEvent() throws {
        let line = """
            {"type":"taskCompleted","timestamp":"2026-11-30T09:15:00+01:00",\
            "metadata":{"category":"work","b":"ü"},"duration":45.0,"id":"optional"}
            """
        let record = try #require(try readLine(line).record)
        #expect(record.kind == .event)
        #expect(record.name == "taskCompleted")
        #expect(record.time == .instant(microseconds: 1_796_026_500_000_000, offsetMinutes: 60))
        #expect(record.metadata == [["category", "work"], ["b", "ü"]])
        #expect(record.duration == 45_000_000)
        #expect(record.id == "optional")
        let shuffled = """
             { "id" : "optional" , "duration" : 45.0 ,\t"metadata" : { "category" : "work" , "b" : "\\u00fc" } ,\r\
            "timestamp" : "2026-11-30T09:15:00+01:00" , "kind" : "event" , "ty\\u0070e" : "taskCompleted" }\t\r\n
            """
        #expect(try readLine(shuffled).record == record)
    }

    @Test func theOtherKinds() throws {
        let checkIn = """
            {"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3.0,"energy":50e-1,"stress":2,"mood":"so\\nso"}
            """
        let first = try #require(try readLine(checkIn).record)
        #expect(first.kind == .checkIn)
        #expect(first.date == "2026-11-30" && first.day == 20_787)
        #expect(first.levels == .init(focus: 4, sleep: 3, energy: 5, stress: 2))
        #expect(first.mood == "so\nso" && first.id == nil && first.time == .none)
        let dose = """
            {"supplement":"Magnesium","takenAt":"2026-11-30T08:00:00+01:00","amount":"200 mg","id":"d","kind":"dose"}
            """
        let second = try #require(try readLine(dose).record)
        #expect(second.kind == .dose && second.name == "Magnesium" && second.amount == "200 mg")
        #expect(second.time == .instant(microseconds: 1_796_022_000_000_000, offsetMinutes: 60))
        #expect(second.id == "d")
        #expect(try readLine(#"{"kind":"retract","sequence":42}"#).record?.target == "sequence 42")
        let largest = #"{"kind":"retract","sequence":18446744073709551615}"#
        #expect(try readLine(largest).record?.target == "sequence 18446744073709551615")
        #expect(try readLine(#"{"kind":"retract","id":"a","sequence":null}"#).record?.target == "id a")
        #expect(try readLine(#"{"kind":"retract","checkIn":"1970-01-02"}"#).record?.target == "day 1")
    }

    /// What one line had must not show up in the next.
    @Test func nothingStaysFromTheLineBefore() throws {
        let lines = """
            {"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2,"mood":"m","id":"i"}
            {"kind":"dose","supplement":"s","takenAt":"2025-01-01T00:00:00Z","amount":"a","id":"j"}
            {"kind":"retract","sequence":1}
            \(event(#""metadata":{"a":"b"},"duration":1,"id":"k""#))
            \(good)
            {"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2}
            {"kind":"dose","supplement":"s","takenAt":"2025-01-01T00:00:00Z"}
            {"kind":"retract","id":"a"}
            """
        let results = readLines(lines)
        #expect(results.count == 8)
        for (index, line) in lines.split(separator: "\n").enumerated() {
            #expect(results[index] == (try readLine(String(line))))
        }
    }

    @Test func linesBlanksAndMarks() {
        let input = "\u{feff}\(good)\r\n\r\n \t\n\n\(good)\n  \(good)  \nx\n\(good)"
        let results = readLines(input)
        #expect(results.map { $0.record != nil } == [true, true, true, false, true])
        #expect(results[3].failure?.lineNumber == 7)
        let failure = results[3].failure
        #expect(failure.map { Array(input.utf8)[$0.byteRange] }.map(Array.init) == Array("x".utf8))
        #expect(readLines("").isEmpty && readLines("\n\r\n  ").isEmpty && readLines("\u{feff}").isEmpty)
        #expect(readLines("\(good)\n\u{feff}\(good)")[1].failure?.reason == .notAnObject)
    }

    @Test func partsOfAnInput() {
        let input = Array("\u{feff}\(good)\n".utf8)
        input.withUnsafeBytes { bytes in
            var record = ParsedRecord()
            var reader = JSONLinesReader(bytes, isStartOfInput: false)
            guard case .refused = reader.next(into: &record) else {
                Issue.record("a mark in the middle of an input")
                return
            }
            #expect(reader.lineNumber == 1 && reader.offset == bytes.count)
        }
        let part = Array("a\nb\ncd".utf8)
        #expect(part.withUnsafeBytes { JSONLinesReader.countOfWholeLines(in: $0) } == 4)
        #expect(Array("cd".utf8).withUnsafeBytes { JSONLinesReader.countOfWholeLines(in: $0) } == 0)
        #expect(JSONLinesReader.countOfWholeLines(in: .init(start: nil, count: 0)) == 0)
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("-0.0e5", 0), ("60", 60_000_000), ("3546.1", 3_546_100_000), ("1e-6", 1),
        ("0.0000005", 1), ("0.00000049999999999999999999999999", 0), ("0.0000015", 2), ("1.5e0", 1_500_000),
        ("1E3", 1_000_000_000), ("1e12", 1_000_000_000_000_000_000),
        ("1000000000000", 1_000_000_000_000_000_000),
        ("0.001e15", 1_000_000_000_000_000_000), ("1e-400", 0), ("0e999999999999999999999", 0),
        ("999999999999.9999995", 1_000_000_000_000_000_000), ("123456789.123456789", 123_456_789_123_457),
    ])
    func durations(text: String, microseconds: Int64) throws {
        #expect(try readLine(event(#""duration":\#(text)"#)).record?.duration == microseconds)
    }

    @Test(
        arguments: [
            (.seconds, "1588204800", 1_588_204_800_000_000),
            (.seconds, "1588204800.25", 1_588_204_800_250_000),
            (.seconds, "1.5882048e9", 1_588_204_800_000_000),
            (.milliseconds, "1588204800123.4567", 1_588_204_800_123_456),
            (.microseconds, "1588204800123456", 1_588_204_800_123_456), (.microseconds, "1.9", 1),
            (.microseconds, "-0.1", -1), (.microseconds, "-1", -1), (.seconds, "-0.0000001", -1),
            (.seconds, "-0", 0),
            (.seconds, "253402300799.9999999", 253_402_300_799_999_999),
            (.seconds, "-62135596800", -62_135_596_800_000_000),
            (.seconds, "15882048000000000e-7", 1_588_204_800_000_000),
        ] as [(JSONLinesOptions.EpochUnit, String, Int64)])
    func epochs(unit: JSONLinesOptions.EpochUnit, text: String, microseconds: Int64) throws {
        let line = #"{"type":"x","timestamp":\#(text)}"#
        let time = ParsedRecord.Time.instant(microseconds: microseconds, offsetMinutes: RFC3339.unknownOffset)
        #expect(try readLine(line, .init(epoch: unit)).record?.time == time)
        #expect(try readLine(line).failure?.message == "timestamp is a number: say --epoch s, ms or us")
    }

    @Test(arguments: [
        "253402300800", "-62135596800.0000001", "1e300", "-1e300", "1e99999999999999999999", "1588204800000",
    ])
    func epochsOutOfRange(text: String) throws {
        let line = #"{"type":"x","timestamp":\#(text)}"#
        #expect(try readLine(line, .init(epoch: .seconds)).failure?.reason == .outOfRange)
    }

    @Test func metadataValues() throws {
        let line = event(
            #""metadata":{"i":10,"f":-1.50E+2,"b":false,"t":true,"a":[ 1 , "a b" ],"o":{ "k" : [ ] , "\" \\" : { } },"#
                + #""n":null,"":"empty","nul":"\u0000","e":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","raw":["\u000b"]}"#
        )
        let expected = [
            ["i", "10"], ["f", "-1.50E+2"], ["b", "false"], ["t", "true"], ["a", #"[1,"a b"]"#],
            ["o", #"{"k":[],"\" \\":{}}"#], ["", "empty"], ["nul", "\0"],
            ["e", "\"\\/\u{8}\u{c}\n\r\té😀"], ["raw", #"["\u000b"]"#],
        ]
        #expect(try readLine(line).record?.metadata == expected)
        #expect(try readLine(event(#""metadata":null"#)).record?.metadata == [])
        #expect(try readLine(event(#""metadata":{}"#)).record?.metadata == [])
    }

    @Test func nullIsAbsent() throws {
        let record = try #require(
            try readLine(event(#""duration":null,"id":null,"metadata":null,"kind":null"#)).record)
        #expect(record == (try readLine(good).record))
    }

    @Test func ignoreUnknown() throws {
        let options = JSONLinesOptions(ignoreUnknown: true)
        let line = event(#""end":{"deep":[1,{"a":null}]},"focus":"high","sequence":true,"a\u0000":"\n""#)
        #expect(try readLine(line, options).record == (try readLine(good).record))
        #expect(try readLine(event(#""end":[1,}"#), options).failure?.reason == .unexpectedByte)
        let dose = #"{"kind":"dose","supplement":"s","takenAt":"2025-01-01T00:00:00Z","metadata":{"a":"b"}}"#
        #expect(try readLine(dose, options).record?.metadata == [])
    }
}
