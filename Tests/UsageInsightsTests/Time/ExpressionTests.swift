import Testing

@testable import UsageInsights

@Suite struct ExpressionTests {
    private let now = instant("2026-03-31T12:34:56Z")

    private func parse(_ text: String, _ calendar: LocalCalendar? = nil, now: Int64? = nil) throws -> Int64 {
        try InstantExpression.parse(
            text, now: now ?? self.now, calendar: calendar ?? LocalCalendar(zone: .utc),
            timestamp: { $0 == "2026-01-01T00:00:00Z" ? instant($0) : nil })
    }

    @Test(arguments: [
        ("now", "2026-03-31T12:34:56Z"), ("today", "2026-03-31T00:00:00Z"),
        ("Yesterday", "2026-03-30T00:00:00Z"),
        ("2026-02-28", "2026-02-28T00:00:00Z"), ("-7d", "2026-03-24T12:34:56Z"),
        ("-1mo", "2026-02-28T12:34:56Z"),
        ("-3mo", "2025-12-31T12:34:56Z"), ("-2w", "2026-03-17T12:34:56Z"), ("-1y", "2025-03-31T12:34:56Z"),
        ("-12h", "2026-03-31T00:34:56Z"), ("-30m", "2026-03-31T12:04:56Z"), ("+1d", "2026-04-01T12:34:56Z"),
        ("-1y1mo1d", "2025-02-27T12:34:56Z"), ("-1d12h", "2026-03-30T00:34:56Z"),
        ("-90s", "2026-03-31T12:33:26Z"),
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"), ("2026-01-01T00:00Z", "2026-01-01T00:00:00Z"),
    ])
    func instants(text: String, expected: String) throws {
        #expect(try parse(text) == instant(expected))
    }

    @Test func stepsKeepTheWallTime() throws {
        let berlin = try calendar("Europe/Berlin")
        let noon = instant("2026-03-30T02:30:00+02:00")
        #expect(try berlin.text(parse("-7d", berlin, now: noon)) == "2026-03-23 02:30:00 +01:00")
        // The step ends in the hour that is skipped.
        #expect(try berlin.text(parse("-1d", berlin, now: noon)) == "2026-03-29 03:30:00 +02:00")
        #expect(try berlin.text(parse("-24h", berlin, now: noon)) == "2026-03-29 01:30:00 +01:00")
        // Real time stays real in the hour that occurs twice.
        let second = instant("2026-10-25T02:30:00+01:00")
        #expect(try parse("-10m", berlin, now: second) == second - 10 * Microseconds.minute)
    }

    @Test func daysBeginAtTheDayStart() throws {
        let berlin = try calendar("Europe/Berlin", dayStart: 240)
        let night = instant("2026-03-31T01:30:00+02:00")
        #expect(try berlin.text(parse("today", berlin, now: night)) == "2026-03-30 04:00:00 +02:00")
        #expect(try berlin.text(parse("2026-03-31", berlin, now: night)) == "2026-03-31 04:00:00 +02:00")
        #expect(try berlin.text(parse("-1d", berlin, now: night)) == "2026-03-30 01:30:00 +02:00")
        #expect(try DayExpression.parse("today", now: night, calendar: berlin) == day(2026, 3, 30))
        #expect(try DayExpression.parse("-1mo", now: night, calendar: berlin) == day(2026, 2, 28))
    }

    @Test(arguments: [
        ("2026-02-30", "February 2026 has 28 days"), ("2026-13-01", "there is no month 13"),
        ("0000-01-01", "year"),
        ("tomorrowish", "not an instant"), ("", "not an instant"), ("-", "a number is missing"),
        ("-7", "a unit is missing"), ("-7x", "unknown unit 'x'"), ("-7d7d", "twice"),
        ("-99999999999d", "too far"),
        ("-9000000y", "outside the years"), ("-3000y", "outside the years"), ("-7d ", "a number is missing"),
        ("2026-01-01T00:0", "not an instant"), ("2026-01-01T00:00:Z", "not an instant"),
        ("2026-01-01T00:00Zé", "not an instant"), ("2026-01-01x00x00Z", "not an instant"),
        ("7d", "not an instant"), ("-١d", "a number is missing"), ("2026-2-3", "not an instant"),
        ("-100000000y100000000mo100000000w100000000d100000000h100000000m", "outside the years"),
    ])
    func refusedInstants(text: String, reason: String) {
        do {
            let found = try parse(text)
            Issue.record("\(text) gives \(found)")
        } catch {
            #expect("\(error)".contains(reason), "\(error)")
        }
    }

    @Test func days() throws {
        let calendar = LocalCalendar(zone: .utc)
        for (text, expected) in [
            ("today", day(2026, 3, 31)), ("yesterday", day(2026, 3, 30)), ("2024-02-29", day(2024, 2, 29)),
            ("-7d", day(2026, 3, 24)), ("-1mo", day(2026, 2, 28)), ("+1y", day(2027, 3, 31)),
        ] {
            #expect(try DayExpression.parse(text, now: now, calendar: calendar) == expected)
        }
        for text in ["2026-02-30", "-3h", "now", "20260331", "2026-03-31T00:00:00Z", "-9999y", "２０２６-01-01"] {
            #expect(throws: RefusedExpression.self) {
                try DayExpression.parse(text, now: now, calendar: calendar)
            }
        }
    }

    @Test(arguments: [
        ("90s", 90_000_000), ("45m", 2_700_000_000), ("1h20m", 4_800_000_000), ("365d", 31_536_000_000_000),
        ("1.5h", 5_400_000_000), ("2w", 1_209_600_000_000), ("500ms", 500_000), ("45", 45_000_000),
        ("45.0", 45_000_000), ("0", 0), ("-0", 0), ("0.1", 100_000), ("0.000001", 1), ("0.0000019", 1),
        ("1.1h", 3_960_000_000), ("27h 48m", 100_080_000_000), ("3us", 3), ("3µs", 3),
        ("0h30m", 1_800_000_000),
        ("1000000000000", 1_000_000_000_000_000_000), ("0.333333333333333333333333333333w", 201_599_999_999),
    ])
    func durations(text: String, expected: Int64) throws {
        #expect(try DurationExpression.parse(text) == expected)
    }

    @Test(arguments: [
        ("-5", "negative"), ("-1h", "negative"), ("inf", "finite"), ("-Infinity", "finite"),
        ("NaN", "finite"),
        ("1000000000000.000001", "at most"), ("99999999999999999999", "at most"), ("1653439154w", "at most"),
        ("999999999999s1001ms", "at most"), ("", "not a duration"), ("abc", "not a duration"),
        (" 5s", "not a duration"),
        ("5s ", "not a duration"), ("1h20", "a unit is missing"), ("20m1h", "large to small"),
        ("1h1h", "large to small"),
        ("5x", "unknown unit 'x'"), ("3mo", "write days"), ("1.", "after the point"),
        (".5", "not a duration"),
        ("1e3", "unknown unit 'e'"), ("1,5h", "not a duration"), ("5 5", "not a duration"),
        ("0x10", "unknown unit"), ("--5", "not a duration"),
        ("1:30", "not a duration"),
    ])
    func refusedDurations(text: String, reason: String) {
        do {
            let found = try DurationExpression.parse(text)
            Issue.record("\(text) gives \(found)")
        } catch {
            #expect(error.reason.contains(reason), "\(error)")
        }
    }

    @Test func dayStarts() throws {
        #expect(try DayStart.parse("04:00") == 240)
        #expect(try DayStart.parse("4:05") == 245)
        #expect(try DayStart.parse("23:59") == 1439)
        for text in ["24:00", "04:60", "4", "04:0", "-1:00", "04:00:00", "", "004:00", "a:b"] {
            #expect(throws: RefusedExpression.self) { try DayStart.parse(text) }
        }
    }

    @Test func weekdays() {
        #expect(Weekday(parsing: "monday") == .monday)
        #expect(Weekday(parsing: "SUN") == .sunday)
        #expect(
            Weekday(parsing: "m") == nil && Weekday(parsing: "") == nil && Weekday(parsing: "mond") == nil)
        #expect(Weekday(ofDay: 0) == .thursday)
    }

    @Test(arguments: [
        ([:], Weekday.monday), (["LANG": "en_US.UTF-8"], .sunday), (["LANG": "de_DE.UTF-8@euro"], .monday),
        (["LC_ALL": "", "LC_TIME": "ar_EG", "LANG": "de_DE"], .saturday),
        (["LC_ALL": "C", "LANG": "en_US"], .monday),
        (["LANG": "C.UTF-8"], .monday), (["LANG": "POSIX"], .monday), (["LANG": "xx_YY"], .monday),
        (["LC_TIME": "en_GB", "LANG": "en_US"], .monday),
    ])
    func firstWeekdayOfTheLocale(environment: [String: String], expected: Weekday) {
        #expect(Weekday.firstOfLocale(environment: environment) == expected)
    }

    /// Whatever the text: an answer inside the limits or a reason, never a trap.
    @Test func junk() throws {
        var random = SplitMix64(seed: 3)
        let parts = [
            "-", "+", "1", "9", "0", "99999999999999999999", "100000000", "d", "w", "mo", "y", "h", "m", "s",
            "ms",
            ".", ":", " ", "inf", "2026", "-02-", "T", "Z", "<", ">", "GMT", "é", "\u{0}", "µ",
        ]
        let berlin = try calendar("Europe/Berlin", dayStart: 90)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...6, using: &random)
            let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
            let now = [Int64.min, 0, self.now, .max].randomElement(using: &random) ?? 0
            if let found = try? parse(text, berlin, now: now) {
                #expect(Microseconds.supported.contains(found))
            }
            _ = try? DayExpression.parse(text, now: now, calendar: berlin)
            if let found = try? DurationExpression.parse(text) {
                #expect((0...DurationExpression.limit).contains(found))
            }
            _ = try? DayStart.parse(text)
            _ = try? Zone(named: text)
            _ = try? Zone.current(environment: ["TZ": text])
            _ = Weekday(parsing: text)
        }
    }
}
