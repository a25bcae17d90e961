import Foundation
import TestSupport
import Testing

@testable import UsageInsights

func formatTime(_ microseconds: Int64, _ offset: Int, zulu: Bool = false) -> String {
    withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 1) { buffer in
        let count = RFC3339.format(microseconds, offsetMinutes: offset, zulu: zulu, into: buffer)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

func formatTime(_ microseconds: Int64, seconds: Int) -> String {
    withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 1) { buffer in
        let count = RFC3339.format(microseconds, offsetSeconds: seconds, into: buffer)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

@Suite struct RFC3339FormatTests {
    @Test(arguments: [
        (0, 0, false, "1970-01-01T00:00:00+00:00"),
        (0, 0, true, "1970-01-01T00:00:00Z"),
        (0, Int(RFC3339.unknownOffset), false, "1970-01-01T00:00:00-00:00"),
        (0, Int(RFC3339.unknownOffset), true, "1970-01-01T00:00:00-00:00"),
        (0, -210, true, "1969-12-31T20:30:00-03:30"),
        (-1, 0, true, "1969-12-31T23:59:59.999999Z"),
        (1_000, 0, true, "1970-01-01T00:00:00.001Z"),
        (100_000, 0, true, "1970-01-01T00:00:00.100Z"),
        (1_010, 0, true, "1970-01-01T00:00:00.001010Z"),
        (-62_135_596_800_000_000, 0, true, "0001-01-01T00:00:00Z"),
        (-62_135_596_800_000_000, -300, true, "0001-01-01T00:00:00Z"),
        (253_402_300_799_999_999, 60, false, "9999-12-31T23:59:59.999999+00:00"),
        (0, 1_440, false, "1970-01-01T00:00:00+00:00"),
        (253_402_300_800_000_000, 0, false, ""),
        (Int64.min, 0, false, ""), (Int64.max, Int.max, false, ""),
        (0, Int.min, false, "1970-01-01T00:00:00+00:00"),
    ])
    func texts(microseconds: Int64, offset: Int, zulu: Bool, text: String) {
        #expect(formatTime(microseconds, offset, zulu: zulu) == text)
    }

    /// Amsterdam before 1937 was 19 min 32 s ahead; Monrovia before 1972 44 min 30 s behind.
    @Test func offsetsWithSeconds() {
        #expect(formatTime(0, seconds: 1_172) == "1970-01-01T00:20:00+00:20")
        #expect(formatTime(0, seconds: -2_670) == "1969-12-31T23:15:00-00:45")
        #expect(formatTime(0, seconds: 29) == "1970-01-01T00:00:00+00:00")
        #expect(formatTime(0, seconds: -29) == "1970-01-01T00:00:00+00:00")
        #expect(formatTime(0, seconds: Int.min) == "1970-01-01T00:00:00+00:00")
        #expect(formatTime(0, seconds: 86_399) == "1970-01-01T00:00:00+00:00")
    }

    @Test func tooSmallABuffer() {
        withUnsafeTemporaryAllocation(byteCount: 31, alignment: 1) { buffer in
            #expect(RFC3339.format(0, offsetMinutes: 0, into: buffer) == 0)
        }
    }

    @Test func roundTrips() {
        var random = SeededGenerator(seed: 3339)
        let range = RFC3339.earliestMicroseconds...RFC3339.latestMicroseconds
        let day: Int64 = 86_400_000_000
        for round in 0..<200_000 {
            var instant = Int64.random(in: round % 2 == 0 ? range : -day...day, using: &random)
            if round % 3 == 0 { instant = (instant / 1_000_000) * 1_000_000 }
            if round % 5 == 0 { instant = max((instant / 1_000) * 1_000, range.lowerBound) }
            var offset = Int.random(in: -1_439...1_439, using: &random)
            if round % 7 == 0 { offset = Int(RFC3339.unknownOffset) }
            let text = formatTime(instant, offset)
            guard case .instant(let read, let readOffset) = parseTime(text), read == instant else {
                Issue.record("\(instant) \(offset) \(text)")
                return
            }
            let isNearEdge = instant < range.lowerBound + day || instant > range.upperBound - day
            #expect(Int(readOffset) == offset || isNearEdge)
        }
    }

    @Test func agreesWithFoundation() {
        var random = SeededGenerator(seed: 8601)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
        for _ in 0..<5_000 {
            // From 1600 on: Foundation's calendar may be the Julian one before.
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
            let expected = style.format(Date(timeIntervalSince1970: Double(seconds)))
            #expect(formatTime(seconds * 1_000_000, 0, zulu: true) == expected)
            #expect(parseTime(expected) == .instant(microseconds: seconds * 1_000_000, offsetMinutes: 0))
        }
    }

    @Test func days() throws {
        for day: Int64 in [-719_162, -1, 0, 20_423, 2_932_896] {
            let text = withUnsafeTemporaryAllocation(byteCount: 10, alignment: 1) { buffer in
                String(decoding: buffer[..<RFC3339.formatDay(day, into: buffer)], as: UTF8.self)
            }
            #expect(try Array(text.utf8).withUnsafeBytes { try RFC3339.parseDay($0).get() } == day)
        }
        #expect(
            Array("2025-02-29".utf8).withUnsafeBytes { RFC3339.parseDay($0) } == .failure(.dateDoesNotExist))
        #expect(Array("2025-2-09x".utf8).withUnsafeBytes { RFC3339.parseDay($0) } == .failure(.notATime))
        #expect(Array("0000-01-01".utf8).withUnsafeBytes { RFC3339.parseDay($0) } == .failure(.outOfRange))
    }
}
