import Foundation
import Testing

@testable import UsageInsights

@Suite struct ZoneTests {
    @Test func unknownNamesAreRefused() {
        for name in [
            "X", "Europe/Nowhere", "", "europe/berlin", "Etc/Unknown", "../etc", "+25:00", "+1", "+01:5x",
        ] {
            #expect(throws: ZoneError.unknown(name)) { try Zone(named: name) }
        }
        #expect(ZoneError.unknown("X").description == "unknown time zone 'X'")
        let long = String(repeating: "x", count: 100_000)
        #expect(throws: ZoneError.unknown(long)) { try Zone(named: long) }
    }

    @Test func namesThatCanBeReadTwoWaysAreRefused() {
        for name in ["BST", "IST", "PST", "CST", "GMT+3", "UTC-5", "EST5"] {
            do {
                _ = try Zone(named: name)
                Issue.record("\(name) accepted")
            } catch {
                guard case .ambiguous(name, _) = error else {
                    Issue.record("\(name): \(error)")
                    continue
                }
            }
        }
    }

    @Test(arguments: [
        ("UTC", 0), ("GMT", 0), ("Z", 0), ("UTC0", 0), ("+05:30", 19_800), ("-0800", -28_800), ("+01", 3600),
        ("Etc/GMT+3", -10_800), ("EST", -18_000), ("Asia/Calcutta", 19_800), ("Europe/Kyiv", 7200),
    ])
    func namedOffsets(name: String, offset: Int) throws {
        #expect(try Zone(named: name).offsetSeconds(at: instant("2026-01-15T12:00:00Z")) == offset)
    }

    @Test(arguments: [
        ("Europe/Berlin", 3600), (":Europe/Berlin", 3600), ("", 0), ("UTC0", 0), ("EST5EDT", -18_000),
        ("JST-9", 32_400), ("<+0330>-3:30", 12_600), ("GMT+3", -10_800),
        ("/usr/share/zoneinfo/Europe/Berlin", 3600), ("posix/Europe/Berlin", 3600),
    ])
    func variable(setting: String, offset: Int) throws {
        let zone = try Zone.current(environment: ["TZ": setting])
        #expect(zone.offsetSeconds(at: instant("2026-01-15T12:00:00Z")) == offset)
    }

    @Test func aWrongVariableIsAnError() {
        for setting in ["Nowhere", "CET-1CEST,M3.5.0,M10.5.0/3", ":", "/etc/localtime"] where setting != ":" {
            #expect(throws: ZoneError.self) { try Zone.current(environment: ["TZ": setting]) }
        }
    }

    @Test func withoutTheVariableTheSystemDecides() throws {
        let now = Int64(Date().timeIntervalSince1970) * 1_000_000
        let zone = try Zone.current(environment: [:])
        if ProcessInfo.processInfo.environment["TZ"] == nil {
            #expect(zone.offsetSeconds(at: now) == TimeZone.current.secondsFromGMT())
        }
    }

    @Test func fixedOffsets() {
        #expect(Zone(fixedOffsetSeconds: 19_800)?.identifier == "+05:30")
        #expect(Zone(fixedOffsetSeconds: -86_399)?.offsetSeconds(at: .max) == -86_399)
        #expect(Zone(fixedOffsetSeconds: 86_400) == nil)
        #expect(Zone(fixedOffsetSeconds: .min) == nil)
    }

    /// The table stops asking Foundation at 2104 and repeats 400 years from then on.
    @Test func theFarFutureIsFoundationsToo() throws {
        var random = SplitMix64(seed: 1)
        for name in oddZones where name != "UTC" {
            let zone = try Zone(named: name)
            let timeZone = try #require(TimeZone(identifier: name))
            var wrong: [Int64] = []
            for _ in 0..<300 {
                let seconds = Int64.random(in: 4_000_000_000...253_402_300_799, using: &random)
                let date = Date(timeIntervalSince1970: Double(seconds))
                var probes = [seconds]
                if let next = timeZone.nextDaylightSavingTimeTransition(after: date) {
                    let transition = Int64(next.timeIntervalSince1970)
                    probes += [transition - 1, transition]
                    let stretch = zone.stretch(around: seconds * 1_000_000).range
                    if stretch.upperBound != transition * 1_000_000 { wrong.append(seconds) }
                }
                for probe in probes {
                    let expected = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(probe)))
                    if zone.offsetSeconds(at: probe * 1_000_000) != expected { wrong.append(probe) }
                }
            }
            #expect(wrong.isEmpty, "\(name)")
        }
    }

    /// Foundation names its method after daylight saving time; the tables rely on it to report every change.
    @Test func noChangeOfOffsetIsMissed() throws {
        for name in [
            "Africa/Monrovia", "Pacific/Apia", "Africa/Casablanca", "Asia/Pyongyang", "America/Caracas",
        ] {
            let timeZone = try #require(TimeZone(identifier: name))
            let zone = try Zone(named: name, covering: -5_000_000_000_000_000...4_200_000_000_000_000)
            var wrong = 0
            for seconds in stride(from: Int64(-5_000_000_000), to: 4_200_000_000, by: 100_000) {
                let expected = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
                if zone.offsetSeconds(at: seconds * 1_000_000) != expected { wrong += 1 }
            }
            #expect(wrong == 0, "\(name)")
        }
    }

    /// The range is about cost only.
    @Test func aNarrowRangeGivesTheSameAnswers() throws {
        let middle = instant("2026-06-01T00:00:00Z")
        for name in oddZones {
            let narrow = LocalCalendar(zone: try Zone(named: name, covering: middle...middle))
            let wide = LocalCalendar(zone: try Zone(named: name, covering: Microseconds.supported))
            for probe in [middle, 0, -4_000_000_000_000_000, 4_000_000_000_000_000, .min, .max] {
                #expect(narrow.zone.offsetSeconds(at: probe) == wide.zone.offsetSeconds(at: probe))
                #expect(narrow.zone.stretch(around: probe).range == wide.zone.stretch(around: probe).range)
                for unit in PeriodUnit.allCases {
                    #expect(narrow.run(of: unit, at: probe) == wide.run(of: unit, at: probe))
                }
            }
        }
    }

    @Test func stretches() throws {
        let zone = try Zone(named: "Africa/Monrovia")
        let found = zone.stretch(around: instant("1950-01-01T00:00:00Z"))
        #expect(found.offsetSeconds == -2670)
        #expect(found.range == instant("1919-03-01T00:43:08Z")..<instant("1972-01-07T00:44:30Z"))
        #expect(
            zone.stretch(around: instant("2026-01-01T00:00:00Z")).range.upperBound
                > instant("9999-12-31T00:00:00Z"))
    }

    @Test func everyZoneOfFoundation() throws {
        var random = SplitMix64(seed: 2)
        let names = TimeZone.knownTimeZoneIdentifiers
        #expect(names.count > 300)
        for name in names {
            let timeZone = try #require(TimeZone(identifier: name))
            let zone = try Zone(named: name)
            let wrong = (0..<200).filter { round in
                let range: ClosedRange<Int64> =
                    round % 2 == 0 ? -4_000_000_000...4_200_000_000 : -62_135_596_800...253_402_300_799
                let seconds = Int64.random(in: range, using: &random)
                let date = Date(timeIntervalSince1970: Double(seconds))
                return zone.offsetSeconds(at: seconds * 1_000_000) != timeZone.secondsFromGMT(for: date)
            }
            #expect(wrong.isEmpty, "\(name)")
        }
    }
}
