import Testing

@testable import UsageInsights

@Suite struct CaseFileTests {
    private func lines(_ name: String, _ options: JSONLinesOptions = .init()) throws -> [LineResult] {
        let text = try #require(CaseFiles.inline[name])
        if let file = CaseFiles.shared(name) { #expect(file == Array(text.utf8)) }
        return readLines(text, options)
    }

    /// The lines that are stored, and the messages of the others.
    private func check(
        _ name: String, _ options: JSONLinesOptions = .init(), stored: [Int], refused: [Int: String] = [:]
    ) throws {
        let results = try lines(name, options)
        let records = results.indices.filter { results[$0].record != nil }
        #expect(records.map { $0 + 1 } == stored)
        let failures = results.compactMap(\.failure)
        #expect(Dictionary(uniqueKeysWithValues: failures.map { ($0.lineNumber, $0.message) }) == refused)
    }

    @Test func records() throws {
        try check(
            "03_negative_gap_and_negative_duration", stored: [1, 2], refused: [3: "duration is negative"])
        try check("04_true_duplicates_must_survive", stored: [1, 2, 3])
        try check("06_two_events_only", stored: [1, 2])
        try check("18_nul_filled_after_crash", stored: [1, 3], refused: [2: "not a JSON object"])
        try check("19_end_before_start", stored: [], refused: [1: #"unknown field "end""#])
        try check(
            "20_vertical_tab_and_control_chars", stored: [1],
            refused: [2: #"invalid JSON: raw \u000b in a string at byte 72"#])
        try check("37_streak_over_dst", stored: Array(1...7))
        try check("42_nonstring_metadata", stored: [], refused: [1: "duration is not a number"])
        try check("43_truncated_last_line", stored: [1], refused: [2: "last line is cut short"])
    }

    @Test func beforeTheEpoch() throws {
        let times = try lines("16_before_epoch").map { $0.record?.time }
        #expect(times[0] == .instant(microseconds: -3_600_000_000, offsetMinutes: 0))
        #expect(times[1] == .instant(microseconds: -3_600_000_000, offsetMinutes: 60))
    }

    @Test func controlCharactersAreWrittenAsTheyCame() throws {
        let value = try #require(
            try lines("20_vertical_tab_and_control_chars").first?.record?.metadata.first?[1])
        #expect(value == "a\u{b}b")
        #expect(escaped(Array(value.utf8)) == #"a\u000bb"#)
    }

    @Test func fractions() throws {
        let whole: Int64 = 1_534_472_042_000_000
        let expected: [Int64] = [0, 600_000, 660_000, 662_000, 662_700, 662_762, 662_762]
        let times = try lines("25_fraction_digits_0_to_9").map { $0.record?.time }
        #expect(times == expected.map { .instant(microseconds: whole + $0, offsetMinutes: 0) })
    }

    @Test func offsets() throws {
        try check(
            "26_offset_spellings", stored: [1, 2, 3, 5, 6, 7, 8, 10],
            refused: [
                4: #"space before the offset: "2024-12-03T15:28:23 +09:00""#,
                9: #"fraction after a comma, not a point: "2024-12-03T15:28:23,5+09:00""#,
                11: #"date without hyphens or time without colons: "20241203T152823Z""#,
                12: #"week dates are not RFC 3339: "2024-W49-2T15:28:23Z""#,
            ])
        let times = try lines("26_offset_spellings").compactMap { $0.record?.time }
        let wall: Int64 = 1_733_239_703_000_000
        let inTokyo = ParsedRecord.Time.instant(microseconds: wall - 9 * 3_600_000_000, offsetMinutes: 540)
        #expect(Array(times[..<4]) == Array(repeating: inTokyo, count: 4))
        #expect(times[4] == .instant(microseconds: wall, offsetMinutes: 0))
        #expect(times[5] == .instant(microseconds: wall, offsetMinutes: RFC3339.unknownOffset))
        #expect(times[6] == .wallTime(microseconds: wall))
        #expect(times[7] == .instant(microseconds: wall - 345 * 60_000_000, offsetMinutes: 345))
    }

    @Test func epochs() throws {
        let name = "34_seconds_or_milliseconds"
        let isNumber = "timestamp is a number: say --epoch s, ms or us"
        let noTime = #"not an RFC 3339 time: "1588204800""#
        try check(
            name, stored: [],
            refused: [1: isNumber, 2: isNumber, 3: isNumber, 4: noTime, 5: isNumber, 6: isNumber])
        try check(
            name, .init(epoch: .seconds), stored: [1, 5, 6],
            refused: [
                2: #"timestamp "1588204800000" is outside the years 0001 to 9999"#,
                3: #"timestamp "1588204800000000" is outside the years 0001 to 9999"#,
                4: noTime,
            ])
        let times = try lines(name, .init(epoch: .seconds)).map { $0.record?.time }
        let first = ParsedRecord.Time.instant(
            microseconds: 1_588_204_800_000_000, offsetMinutes: RFC3339.unknownOffset)
        #expect(times[0] == first && times[5] == first)
        #expect(
            times[4]
                == .instant(
                    microseconds: 1_588_204_800_250_000, offsetMinutes: RFC3339.unknownOffset))
    }

    @Test func keyOrder() throws {
        var records = try lines("41_identical_line_reordered_keys").compactMap(\.record)
        #expect(records.count == 2)
        for index in records.indices { records[index].metadata.sort { $0[0] < $1[0] } }
        #expect(records[0] == records[1])
    }

    @Test func metadataThatIsNotText() throws {
        let line = try #require(CaseFiles.inline["42_nonstring_metadata"])
        let record = readLines(line.replacing(#""duration":"12""#, with: #""duration":12"#)).first?.record
        #expect(
            record?.metadata == [
                ["tabCount", "10"], ["audible", "false"], ["tags", #"["a"]"#], ["nested", #"{"a":1}"#],
                ["", "empty key"],
            ])
        #expect(record?.duration == 12_000_000)
    }
}
