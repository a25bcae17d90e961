import Foundation
import Testing

@testable import UsageInsights

/// What holds for runs and periods in every zone.
@Suite struct RunTests {
    /// Around transitions, and at places without: runs touch, hold their instants, and are as long as they can be.
    @Test(arguments: oddZones)
    func runsTileTheTimeLine(name: String) throws {
        var random = SplitMix64(seed: 5)
        let zone = try Zone(named: name)
        var problems: [String] = []
        for centre in centres(of: zone, using: &random) {
            for dayStart in [0, 240, 90, 1439] {
                let calendar = LocalCalendar(zone: zone, dayStartMinutes: dayStart, firstWeekday: .sunday)
                for unit in PeriodUnit.allCases {
                    problems += check(calendar, unit, around: centre, using: &random)
                }
            }
        }
        #expect(problems.isEmpty, "\(name): \(problems.count), \(problems.prefix(5).joined(separator: "\n"))")
    }

    private func centres(of zone: Zone, using random: inout SplitMix64) -> [Int64] {
        var centres: [Int64] = [0, 250_000_000_000_000_000, -60_000_000_000_000_000]
        var next = zone.stretch(around: -4_000_000_000_000_000).range.upperBound
        var transitions: [Int64] = []
        while next < 5_000_000_000_000_000 {
            transitions.append(next)
            next = zone.stretch(around: next).range.upperBound
        }
        centres += transitions.prefix(4) + transitions.shuffled(using: &random).prefix(6)
        return centres
    }

    private func check(
        _ calendar: LocalCalendar, _ unit: PeriodUnit, around centre: Int64, using random: inout SplitMix64
    ) -> [String] {
        var problems: [String] = []
        func expect(_ condition: Bool, _ what: String, _ run: PeriodRun) {
            if !condition { problems.append("\(what): \(unit) \(calendar.text(run.start)) \(run)") }
        }
        let reach: Int64 = unit == .hour ? 3 * Microseconds.hour : 40 * Microseconds.hour
        var run = calendar.run(of: unit, at: centre - reach)
        while run.start <= centre + reach {
            let inside = [run.start, run.end - 1, Int64.random(in: run.start..<run.end, using: &random)]
            for instant in inside {
                expect(calendar.run(of: unit, at: instant) == run, "another run at \(instant)", run)
                expect(calendar.key(of: unit, at: instant) == run.key, "another key at \(instant)", run)
                if unit != .hour {
                    let expected = naiveKey(calendar, unit, at: instant)
                    expect(expected == run.key, "key should be \(expected)", run)
                }
            }
            let next = calendar.run(of: unit, at: run.end)
            expect(next.start == run.end, "a gap after", run)
            expect(next.key != run.key, "could be longer", run)
            let offsets = (
                before: calendar.zone.offsetSeconds(at: run.end - 1),
                after: calendar.zone.offsetSeconds(at: run.end)
            )
            expect(
                next.key > run.key || offsets.after < offsets.before, "goes back without a transition", run)
            let first = calendar.firstInstant(of: unit, key: run.key)
            expect(first <= run.start, "first instant \(first)", run)
            expect(calendar.key(of: unit, at: first) == run.key, "first instant \(first) elsewhere", run)
            if unit != .hour {
                expect(calendar.key(of: unit, at: first - 1) != run.key, "an instant before the first", run)
            } else {
                expect(run.end - run.start <= Microseconds.hour, "over an hour", run)
                let wall = calendar.fields(at: run.start)
                let isCut = isOffsetCut(calendar, at: run.start)
                expect((wall.minute == 0 && wall.second == 0) || isCut, "not on the hour", run)
            }
            run = next
        }
        return problems
    }

    private func isOffsetCut(_ calendar: LocalCalendar, at instant: Int64) -> Bool {
        let before = calendar.zone.offsetSeconds(at: instant - 1)
        return (calendar.zone.offsetSeconds(at: instant) - before) % 3600 != 0
    }

    /// The rule in its plainest words, from the fields.
    private func naiveKey(_ calendar: LocalCalendar, _ unit: PeriodUnit, at instant: Int64) -> Int64 {
        let fields = calendar.fields(at: instant)
        let isBefore = fields.hour * 60 + fields.minute < calendar.dayStartMinutes
        let date = Civil(days: fields.date.days - (isBefore ? 1 : 0))
        switch unit {
        case .hour, .day: return date.days
        case .week: return date.days - Int64(Weekday(ofDay: date.days).rawValue + 1) % 7
        case .month: return Civil(year: date.year, month: date.month, day: 1).days
        case .year: return Civil(year: date.year, month: 1, day: 1).days
        }
    }

    /// The clock of Havana goes back at 01:00 to 00:00, that of St. John's at 00:01 to 23:01 the day before.
    @Test func aDayInTwoRuns() throws {
        let calendar = try calendar("America/St_Johns")
        let change = instant("2010-11-07T00:01:00-02:30")
        #expect(calendar.text(change) == "2010-11-06 23:01:00 -03:30")
        let keys = [change - 61_000_000, change - 1, change, change + 59 * Microseconds.minute].map(
            calendar.day(at:))
        #expect(keys == [day(2010, 11, 6), day(2010, 11, 7), day(2010, 11, 6), day(2010, 11, 7)])
        let minute = calendar.run(of: .day, at: change - 1)
        #expect(minute.end - minute.start == Microseconds.minute)
        #expect(calendar.firstInstant(of: .day, key: day(2010, 11, 7)) == minute.start)
        // Once each, even where the range starts in the middle of the mix-up.
        let days = calendar.periods(of: .day, in: (change - 1)..<(change + Microseconds.day)).map(\.key)
        #expect(days == [day(2010, 11, 6), day(2010, 11, 7)])
        let last = calendar.periods(of: .day, in: (change - Microseconds.hour)..<(change + 1)).map(\.key)
        #expect(last == [day(2010, 11, 6), day(2010, 11, 7)])
    }

    @Test func aMidnightThatIsSkipped() throws {
        let calendar = try calendar("America/Sao_Paulo")
        let start = calendar.firstInstant(of: .day, key: day(2018, 11, 4))
        #expect(calendar.text(start) == "2018-11-04 01:00:00 -02:00")
        #expect(calendar.run(of: .day, at: start).start == start)
    }

    @Test(arguments: oddZones)
    func periodsAreTheRunsWithoutRepeats(name: String) throws {
        let zone = try Zone(named: name)
        let calendar = LocalCalendar(zone: zone, dayStartMinutes: 30)
        let range = instant("2009-12-01T10:00:00Z")..<instant("2012-02-01T10:00:00Z")
        for unit in PeriodUnit.allCases {
            var keys: Set<Int64> = []
            var next = range.lowerBound
            while next < range.upperBound {
                let run = calendar.run(of: unit, at: next)
                keys.insert(run.key)
                next = run.end
            }
            let periods = Array(calendar.periods(of: unit, in: range))
            #expect(periods.map(\.key) == keys.sorted(), "\(name) \(unit)")
            #expect(zip(periods, periods.dropFirst()).allSatisfy { $0.start < $1.start })
        }
    }

    @Test(arguments: ["Australia/Lord_Howe", "Europe/Berlin", "UTC", "Africa/Monrovia"])
    func hourSteps(name: String) throws {
        let calendar = try calendar(name)
        let start = instant("1971-12-01T00:00:00Z")
        for origin in [start, instant("2026-04-01T00:00:00Z"), instant("2026-10-01T00:00:00Z")] {
            let buckets = calendar.periods(of: .hour, in: origin..<(origin + 60 * Microseconds.day)).map(
                \.key)
            let first = try #require(buckets.first)
            let last = try #require(buckets.last)
            for steps in [0, 1, 2, 77, 900, buckets.count - 1] {
                #expect(calendar.key(of: .hour, adding: steps, to: first) == buckets[steps])
                #expect(
                    calendar.key(of: .hour, adding: -steps, to: last) == buckets[buckets.count - 1 - steps])
            }
        }
    }

    @Test func periodSteps() throws {
        let calendar = LocalCalendar(zone: .utc)
        #expect(calendar.key(of: .day, adding: -1, to: 0) == -1)
        #expect(calendar.key(of: .week, adding: 2, to: day(2026, 3, 2)) == day(2026, 3, 16))
        #expect(calendar.key(of: .month, adding: -1, to: day(2026, 1, 1)) == day(2025, 12, 1))
        #expect(calendar.key(of: .year, adding: 1, to: day(2027, 1, 1)) == day(2028, 1, 1))
    }

    @Test func hostileNumbersDoNotTrap() throws {
        let values: [Int64] = [
            .min, .min + 1, -(1 << 62) - 1, -(1 << 62), -1, 0, 1, 1 << 62, (1 << 62) + 1, .max,
        ]
        for name in ["UTC", "Europe/Berlin", "Pacific/Apia", "+23:59"] {
            for dayStart in [Int.min, 0, 1439, Int.max] {
                let calendar = LocalCalendar(
                    zone: try Zone(named: name, covering: .min ... .max), dayStartMinutes: dayStart)
                for value in values {
                    _ = calendar.fields(at: value)
                    _ = calendar.zone.instant(ofWall: value)
                    _ = calendar.zone.stretch(around: value)
                    for unit in PeriodUnit.allCases {
                        let run = calendar.run(of: unit, at: value)
                        #expect(run.start < run.end)
                        _ = calendar.firstInstant(of: unit, key: value)
                        for steps in [Int.min, -1, 0, 1, Int.max] where unit != .hour || steps.magnitude < 2 {
                            _ = calendar.key(of: unit, adding: steps, to: value)
                        }
                        var edge = calendar.periods(of: unit, in: (.max - 10)..<(.max))
                        _ = edge.next()
                        var whole = calendar.periods(of: unit, in: .min ..< .max)
                        _ = whole.next()
                    }
                }
            }
        }
    }
}
