import Testing

@testable import UsageInsights

/// The examples of the rules about time, by the rules' names.
@Suite struct SemanticsTimeTests {
    @Test func t1SkippedWallTimeMovesForwardByTheGap() throws {
        let calendar = try calendar("America/New_York")
        let found = calendar.zone.instant(ofWall: wall("2026-03-08T02:30:00"))
        #expect(calendar.text(found) == "2026-03-08 03:30:00 -04:00")
        let apia = try UsageInsightsTests.calendar("Pacific/Apia")
        let skipped = apia.zone.instant(ofWall: wall("2011-12-30T12:00:00"))
        #expect(apia.text(skipped) == "2011-12-31 12:00:00 +14:00")
    }

    @Test func t1WallTimeThatOccursTwiceIsTheFirst() throws {
        let calendar = try calendar("Europe/Berlin")
        let found = calendar.zone.instant(ofWall: wall("2026-10-25T02:30:00"))
        #expect(found == instant("2026-10-25T02:30:00+02:00"))
        let lordHowe = try UsageInsightsTests.calendar("Australia/Lord_Howe")
        let first = lordHowe.zone.instant(ofWall: wall("2026-04-05T01:45:00"))
        #expect(lordHowe.text(first) == "2026-04-05 01:45:00 +11:00")
    }

    @Test func t2AnEventOnTheBoundaryIsInOnePeriod() throws {
        let calendar = try calendar("America/New_York")
        let monday = instant("2026-03-09T00:00:00-04:00")
        #expect(calendar.day(at: monday) == day(2026, 3, 9))
        #expect(calendar.day(at: monday - 1) == day(2026, 3, 8))
        let run = calendar.run(of: .day, at: monday)
        #expect(run.start == monday && calendar.run(of: .day, at: monday - 1).end == monday)
        #expect(calendar.run(of: .week, at: monday).start == monday)
    }

    @Test func t3DaysAreThoseOfTheZone() throws {
        let calendar = try calendar("America/New_York")
        let events =
            Array(repeating: calendar.zone.instant(ofWall: wall("2026-03-07T23:00:00")), count: 5)
            + Array(repeating: calendar.zone.instant(ofWall: wall("2026-03-08T09:00:00")), count: 3)
        let counts = Dictionary(grouping: events, by: calendar.day(at:)).mapValues(\.count)
        #expect(counts == [day(2026, 3, 7): 5, day(2026, 3, 8): 3])
    }

    @Test func t3OffsetsThatAreNoWholeHours() throws {
        let kathmandu = try calendar("Asia/Kathmandu")
        #expect(kathmandu.firstInstant(of: .day, key: day(2026, 1, 1)) == instant("2025-12-31T18:15:00Z"))
        #expect(try calendar("Asia/Kolkata").day(at: instant("2026-01-01T18:30:00Z")) == day(2026, 1, 2))
    }

    @Test func t3ADayThatTheZoneSkips() throws {
        let calendar = try calendar("Pacific/Apia")
        let jump = instant("2011-12-30T10:00:00Z")
        #expect(calendar.day(at: jump - 1) == day(2011, 12, 29))
        #expect(calendar.day(at: jump) == day(2011, 12, 31))
        #expect(calendar.firstInstant(of: .day, key: day(2011, 12, 30)) == jump)
        #expect(calendar.firstInstant(of: .day, key: day(2011, 12, 31)) == jump)
        let days = calendar.periods(of: .day, in: (jump - 1)..<(jump + 1)).map(\.key)
        #expect(days == [day(2011, 12, 29), day(2011, 12, 31)])
    }

    @Test func t4EachRecordedOffsetIsAZone() throws {
        let instant = instant("2026-01-01T20:00:00-05:00")
        let home = LocalCalendar(zone: try #require(Zone(fixedOffsetSeconds: -5 * 3600)))
        let trip = LocalCalendar(zone: try #require(Zone(fixedOffsetSeconds: 9 * 3600)))
        #expect(home.day(at: instant) == day(2026, 1, 1))
        #expect(trip.day(at: instant) == day(2026, 1, 2))
        let byWallTime = LocalCalendar(zone: .utc)
        #expect(byWallTime.day(at: instant - 5 * Microseconds.hour) == day(2026, 1, 1))
    }

    @Test func t5BeforeTheDayStartIsYesterday() throws {
        let calendar = try calendar("Europe/Berlin", dayStart: 240)
        #expect(calendar.day(at: instant("2026-06-02T01:30:00+02:00")) == day(2026, 6, 1))
        #expect(calendar.day(at: instant("2026-06-02T04:00:00+02:00")) == day(2026, 6, 2))
        // Every boundary moves: that of week, month and year too.
        let newYear = instant("2029-01-01T03:59:59+01:00")
        #expect(calendar.key(of: .year, at: newYear) == day(2028, 1, 1))
        #expect(calendar.key(of: .month, at: newYear) == day(2028, 12, 1))
        #expect(calendar.run(of: .year, at: newYear).end == instant("2029-01-01T04:00:00+01:00"))
        let monday = instant("2026-06-01T02:00:00+02:00")
        #expect(calendar.key(of: .week, at: monday) == day(2026, 5, 25))
    }

    @Test func t5TheDaysAddUpAcrossTransitions() throws {
        let calendar = try calendar("Europe/Berlin", dayStart: 150)
        // 02:30 is skipped on 2026-03-29 and occurs twice on 2026-10-25.
        let spring = calendar.firstInstant(of: .day, key: day(2026, 3, 29))
        #expect(spring == instant("2026-03-29T01:00:00Z"))
        var covered: Int64 = 0
        var next = instant("2026-10-20T00:00:00Z")
        let end = instant("2026-11-01T00:00:00Z")
        var keys: [Int64] = []
        while next < end {
            let run = calendar.run(of: .day, at: next)
            #expect(run.start <= next && run.end > next)
            covered += min(run.end, end) - next
            next = run.end
            keys.append(run.key)
        }
        #expect(covered == 12 * Microseconds.day)
        // By the wall clock, 02:00 to 02:30 the second time is the 24th again.
        #expect(keys.filter { $0 == day(2026, 10, 24) }.count == 2)
    }

    @Test func t6WeeksStartWhenToldTo() throws {
        let sunday = instant("2026-03-08T12:00:00Z")
        for (first, expected) in [
            (Weekday.monday, day(2026, 3, 2)), (.sunday, day(2026, 3, 8)), (.saturday, day(2026, 3, 7)),
        ] {
            let calendar = LocalCalendar(zone: .utc, firstWeekday: first)
            #expect(calendar.key(of: .week, at: sunday) == expected)
        }
    }

    @Test func t7HourBucketsOfADayWithAChange() throws {
        let calendar = try calendar("Europe/Berlin")
        for (date, count) in [
            (day(2026, 10, 25), 25), (day(2026, 3, 29), 23), (day(2026, 6, 1), 24),
        ] {
            let start = calendar.firstInstant(of: .day, key: date)
            let end = calendar.firstInstant(of: .day, key: date + 1)
            let buckets = Array(calendar.periods(of: .hour, in: start..<end))
            #expect(buckets.count == count)
            #expect(buckets.allSatisfy { $0.key == $0.start && ($0.start - start) % Microseconds.hour == 0 })
            #expect(end - start == Int64(count) * Microseconds.hour)
            // Chart points are clock hours.
            let clockHours = Set(buckets.map { calendar.fields(at: $0.start).hour })
            #expect(clockHours.count == min(count, 24))
        }
    }

    @Test func t7HalfHourShiftsCutABucket() throws {
        let calendar = try calendar("Australia/Lord_Howe")
        // 02:00 +11:00 becomes 01:30 +10:30.
        let autumn = instant("2026-04-04T15:00:00Z")
        let half = calendar.run(of: .hour, at: autumn)
        #expect(half.start == autumn && half.end == autumn + 30 * Microseconds.minute)
        #expect(calendar.run(of: .hour, at: autumn - 1).start == autumn - Microseconds.hour)
        // 02:00 +10:30 becomes 02:30 +11:00.
        let spring = instant("2026-10-03T15:30:00Z")
        #expect(calendar.run(of: .hour, at: spring).end == spring + 30 * Microseconds.minute)
        #expect(calendar.run(of: .hour, at: spring - 1).start == spring - Microseconds.hour)
        // Buckets start on the zone's hours, whatever its offset.
        let kathmandu = try UsageInsightsTests.calendar("Asia/Kathmandu")
        #expect(
            kathmandu.run(of: .hour, at: instant("2026-01-01T00:00:00Z")).start
                == instant("2025-12-31T23:15:00Z"))
    }

    @Test func t8AFutureInstantHasItsOwnDay() throws {
        #expect(try calendar("America/New_York").day(at: instant("2099-07-01T03:59:59Z")) == day(2099, 6, 30))
        #expect(try calendar("America/New_York").day(at: instant("9999-07-01T03:59:59Z")) == day(9999, 6, 30))
    }

    @Test func t9OrderDoesNotMatter() throws {
        let calendar = try calendar("Europe/Berlin")
        let instants = (0..<500).map { Int64($0) * 7_654_321_000_000 }
        let forward = instants.map { calendar.key(of: .week, at: $0) }
        #expect(Array(instants.reversed().map { calendar.key(of: .week, at: $0) }.reversed()) == forward)
    }
}
