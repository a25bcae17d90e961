import FuzzTargets
import Testing

@testable import UsageInsights

func parseTime(_ text: String) -> RFC3339.Reading {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { RFC3339.parse($0) }
}

@Suite struct RFC3339ParseTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0),
        ("1970-01-01t00:00:00z", 0, 0),
        ("1970-01-01 00:00:00+00:00", 0, 0),
        ("2024-12-03T15:28:23+09:00", 1_733_207_303_000_000, 540),
        ("2024-12-03T15:28:23+0900", 1_733_207_303_000_000, 540),
        ("2024-12-03T15:28:23+09", 1_733_207_303_000_000, 540),
        ("2024-12-03T15:28:23-00:00", 1_733_239_703_000_000, Int(Int16.min)),
        ("2024-12-03T15:28:23-0000", 1_733_239_703_000_000, Int(Int16.min)),
        ("2024-12-03T15:28:23-00", 1_733_239_703_000_000, Int(Int16.min)),
        ("2024-12-03T15:28:23+05:45", 1_733_219_003_000_000, 345),
        ("1970-01-01T00:00:00-23:59", 86_340_000_000, -1_439),
        ("1970-01-01T00:00:00.1Z", 100_000, 0),
        ("1970-01-01T00:00:00.12Z", 120_000, 0),
        ("1970-01-01T00:00:00.123Z", 123_000, 0),
        ("1970-01-01T00:00:00.1234Z", 123_400, 0),
        ("1970-01-01T00:00:00.12345Z", 123_450, 0),
        ("1970-01-01T00:00:00.123456Z", 123_456, 0),
        ("1970-01-01T00:00:00.1234569Z", 123_456, 0),
        ("1970-01-01T00:00:00.999999999Z", 999_999, 0),
        ("1969-12-31T23:59:59.9999999Z", -1, 0),
        ("1969-12-31T23:59:59.0000009Z", -1_000_000, 0),
        ("1969-12-31T23:59:60Z", 0, 0),
        ("1969-12-31T23:59:60.5Z", 500_000, 0),
        ("1970-01-01T00:00:60Z", 60_000_000, 0),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000, 0),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, 0),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, 0),
        ("9999-12-31T23:59:59.9999999Z", 253_402_300_799_999_999, 0),
    ])
    func instants(text: String, microseconds: Int64, offset: Int) {
        #expect(parseTime(text) == .instant(microseconds: microseconds, offsetMinutes: Int16(offset)))
    }

    @Test(arguments: [
        ("1970-01-01T00:00:01", 1_000_000), ("1970-01-01 00:00:01.5", 1_500_000),
        ("0001-01-01T00:00:00", -62_135_596_800_000_000),
        ("9999-12-31T23:59:59.999999", 253_402_300_799_999_999),
    ])
    func wallTimes(text: String, microseconds: Int64) {
        #expect(parseTime(text) == .wallTime(microseconds: microseconds))
    }

    @Test(
        arguments: [
            ("", .notATime), ("1588204800", .notATime), ("now", .notATime),
            ("2024-12-3T15:28:23Z", .notATime),
            ("2024/12/03T15:28:23Z", .notATime), ("2024-12-03_15:28:23Z", .notATime),
            ("2024-12-03T15:28:2xZ", .notATime), ("2024-12-03T15.28.23Z", .notATime),
            ("2024-12-03T15:28:\u{0}3Z", .notATime), ("２024-12-03T15:28:23Z", .notATime),
            ("2024-12-03T9:28:23Z", .notATime), (" 2024-12-03T15:28:23Z", .notATime),
            ("-024-12-03T15:28:23Z", .notATime), ("+2024-12-03T15:28:23Z", .notATime),
            ("12024-12-03T15:28:23Z", .notATime), ("2024-12-03T15:28:23", nil),
            ("20241203T152823Z", .basicFormat), ("20241203", .basicFormat),
            ("2024-12-03T152823Z", .basicFormat),
            ("20241203T152823.123456Z", .basicFormat),
            ("2024-W49-2T15:28:23Z", .weekDate), ("2024W492T152823.00Z", .weekDate), ("2024-337", .notATime),
            ("2024-12-03", .timeIsMissing), ("2024-02-30", .dateDoesNotExist),
            ("2024-12-03T15:28", .secondsAreMissing), ("2024-12-03T15:28Z", .secondsAreMissing),
            ("2024-12-03T15:28+09:00", .secondsAreMissing),
            ("2023-02-29T00:00:00Z", .dateDoesNotExist), ("1900-02-29T00:00:00Z", .dateDoesNotExist),
            ("2025-02-30T00:00:00Z", .dateDoesNotExist), ("2025-04-31T00:00:00Z", .dateDoesNotExist),
            ("2025-13-01T00:00:00Z", .dateDoesNotExist), ("2025-00-01T00:00:00Z", .dateDoesNotExist),
            ("2025-01-00T00:00:00Z", .dateDoesNotExist), ("2025-01-32T00:00:00Z", .dateDoesNotExist),
            ("2025-99-99T00:00:00Z", .dateDoesNotExist),
            ("2025-01-01T24:00:00Z", .timeDoesNotExist), ("2025-01-01T00:60:00Z", .timeDoesNotExist),
            ("2025-01-01T00:00:61Z", .timeDoesNotExist), ("2025-01-01T99:99:99Z", .timeDoesNotExist),
            ("2024-12-03T15:28:23,5+09:00", .commaFraction), ("2025-01-01T00:00:00.Z", .emptyFraction),
            ("2025-01-01T00:00:00.", .emptyFraction), ("2025-01-01T00:00:00.1234567890Z", .longFraction),
            ("2024-12-03T15:28:23 +09:00", .spaceBeforeOffset),
            ("2024-12-03T15:28:23+24:00", .badOffset), ("2024-12-03T15:28:23+09:60", .badOffset),
            ("2024-12-03T15:28:23+9", .badOffset), ("2024-12-03T15:28:23+", .badOffset),
            ("2024-12-03T15:28:23+090", .badOffset), ("2024-12-03T15:28:23+09:", .badOffset),
            ("2024-12-03T15:28:23+09:0", .badOffset), ("2024-12-03T15:28:23+ab:cd", .badOffset),
            ("2024-12-03T15:28:23+09:00:00", .trailingText), ("2024-12-03T15:28:23+09:00 ", .trailingText),
            ("2024-12-03T15:28:23Z ", .trailingText), ("2024-12-03T15:28:23ZZ", .trailingText),
            ("2024-12-03T15:28:23Z[Europe/Berlin]", .trailingText),
            ("2024-12-03T15:28:23 UTC", .spaceBeforeOffset),
            ("2024-12-03T15:28:23PM", .trailingText), ("2024-12-03T15:28:23.5x", .trailingText),
            ("2024-12-03T15:28:23\u{2212}09:00", .trailingText),
            ("0000-01-01T00:00:00Z", .outOfRange), ("0001-01-01T00:00:00+00:01", .outOfRange),
            ("9999-12-31T23:59:59-00:01", .outOfRange), ("9999-12-31T23:59:60Z", .outOfRange),
            ("9999-12-31T23:59:60", .outOfRange), ("9999-12-31T23:59:60+09:00", .outOfRange),
        ] as [(String, RFC3339.Failure?)])
    func refusals(text: String, failure: RFC3339.Failure?) {
        guard let failure else { return }
        #expect(parseTime(text) == .failure(failure))
    }

    @Test func everyDayOfEveryYear() throws {
        var expected = try #require(referenceDay(year: 1, month: 1, day: 1))
        for year in 1...9999 {
            for month in 1...12 {
                for day in 1...31 where RFC3339.dateExists(year: year, month: month, day: day) {
                    guard RFC3339.dayNumber(year: year, month: month, day: day) == expected,
                        RFC3339.date(ofDay: expected) == (year, month, day)
                    else {
                        Issue.record("\(year)-\(month)-\(day)")
                        return
                    }
                    expected += 1
                }
            }
        }
        #expect(expected == referenceDay(year: 9999, month: 12, day: 31).map { $0 + 1 })
    }

    /// Every byte of a time replaced by every value: accepted only where a plain reading accepts it.
    @Test func everyByteReplaced() {
        for text in ["2024-02-29T23:59:59.123Z", "2024-02-29 23:59:59+05:30"] {
            let bytes = Array(text.utf8)
            for index in bytes.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = bytes
                    changed[index] = value
                    let reading = changed.withUnsafeBytes { RFC3339.parse($0) }
                    if reading == referenceReading(changed) { continue }
                    Issue.record("\(changed): \(reading)")
                }
            }
            for count in 0..<bytes.count {
                _ = Array(bytes[..<count]).withUnsafeBytes { RFC3339.parse($0) }
            }
        }
    }

    /// The reading of those two layouts, slowly; any refusal is taken over as it is.
    private func referenceReading(_ bytes: [UInt8]) -> RFC3339.Reading {
        let actual = bytes.withUnsafeBytes { RFC3339.parse($0) }
        func number(_ range: Range<Int>) -> Int? {
            guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        let points = [(4, "-"), (7, "-"), (13, ":"), (16, ":")]
        guard points.allSatisfy({ bytes[$0.0] == $0.1.utf8.first }), "Tt ".utf8.contains(bytes[10]),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let days = referenceDay(year: year, month: month, day: day), hour < 24, minute < 60, second < 61
        else {
            if case .failure = actual { return actual }
            return .failure(.notATime)
        }
        let wall = (days * 86_400 + Int64(hour * 3600 + minute * 60 + second)) * 1_000_000
        if bytes.count == 24, bytes[19] == UInt8(ascii: "."), "Zz".utf8.contains(bytes[23]),
            let milliseconds = number(20..<23)
        {
            return .instant(microseconds: wall + Int64(milliseconds) * 1_000, offsetMinutes: 0)
        }
        if bytes.count == 25, "+-".utf8.contains(bytes[19]), bytes[22] == UInt8(ascii: ":"),
            let hours = number(20..<22), let minutes = number(23..<25), hours < 24, minutes < 60
        {
            let offset = (bytes[19] == UInt8(ascii: "+") ? 1 : -1) * (hours * 60 + minutes)
            return .instant(microseconds: wall - Int64(offset) * 60_000_000, offsetMinutes: Int16(offset))
        }
        // A digit more of fraction, a fraction's end elsewhere and the like: only the layout changes.
        if case .failure = actual { return actual }
        if bytes.count == 24, "Zz".utf8.contains(bytes[23]) { return .failure(.notATime) }
        return actual
    }
}
