import Testing

/// The rules of time, T1 to T9 of the semantics, as far as rollups and listings show them.
@Suite(.timeLimit(.minutes(10)))
struct TimeRuleTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func store(_ times: String..., arguments: [String] = []) throws {
        try scratch.appendLines(eventLines(times.map { ("x", $0) }), arguments)
    }

    @Test func t1WallTimesWithoutOffset() throws {
        try store(
            "2026-03-08T02:30:00", "2026-11-01T01:30:00", arguments: ["--tz", "America/New_York"])
        let times = try scratch.events("--tz", "America/New_York").map(\.timestamp)
        // Skipped: moved forward by the gap. Twice: the first.
        #expect(times == ["2026-03-08T03:30:00-04:00", "2026-11-01T01:30:00-04:00"])
        #expect(
            try scratch.run("append", "y", "--at", "2026-03-08T02:30:00", "--tz", "America/New_York").status
                == 0)
        #expect(try scratch.events("--type", "y").map(\.timestamp) == ["2026-03-08T07:30:00+00:00"])
    }

    @Test func t1LeapSecondAndFractions() throws {
        try store(
            "2016-12-31T23:59:60Z", "1969-12-31T23:59:59.9999999Z", "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999Z")
        #expect(
            try scratch.events().map(\.timestamp) == [
                "0001-01-01T00:00:00+00:00", "1969-12-31T23:59:59.999999+00:00", "2017-01-01T00:00:00+00:00",
                "9999-12-31T23:59:59.999999+00:00",
            ])
        #expect(try scratch.rollup("--by", "year").map(\.count) == [1, 1, 1, 1])
        // The ends of time lie outside the range of years elsewhere; nothing may be lost there.
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
            #expect(try scratch.rollup("--by", "day", "--tz", zone).map(\.count) == [1, 1, 1, 1])
        }
    }

    @Test func t2PeriodsAreHalfOpen() throws {
        try store("2026-11-30T00:00:00-05:00")
        let zone = ["--tz", "America/New_York", "--at", "2026-11-30T12:00:00-05:00"]
        #expect(try scratch.rollup(["--by", "day", "--from", "today"] + zone).map(\.count) == [1])
        #expect(try scratch.rollup(["--by", "day", "--from", "yesterday", "--to", "today"] + zone).isEmpty)
        #expect(try scratch.events(["--from", "2026-11-29", "--to", "2026-11-30"] + zone).isEmpty)
        #expect(
            try scratch.events(["--from", "2026-11-30", "--to", "2026-11-30T00:00:00.000001"] + zone).count
                == 1)
    }

    @Test func t3DaysOfTheZone() throws {
        try store(
            "2026-03-07T23:00:00-05:00", "2026-03-07T23:00:00-05:00", "2026-03-07T23:00:00-05:00",
            "2026-03-07T23:00:00-05:00", "2026-03-07T23:00:00-05:00", "2026-03-08T09:00:00-04:00",
            "2026-03-08T09:00:00-04:00", "2026-03-08T09:00:00-04:00")
        let days = try scratch.rollup(
            "--by", "day", "--tz", "America/New_York", "--from", "2026-03-07", "--to", "2026-03-10", "--fill")
        #expect(days.map(\.count) == [5, 3, 0])
        #expect(
            days.map(\.start)
                == ["2026-03-07T00:00:00-05:00", "2026-03-08T00:00:00-05:00", "2026-03-09T00:00:00-04:00"])
    }

    @Test func t3UnusualOffsets() throws {
        // Lord Howe moves its clocks by half an hour; Apia had no 30 December 2011; Kathmandu is at +05:45.
        try store(
            "2026-04-04T14:59:59Z", "2026-04-04T15:00:00Z", "2011-12-30T09:59:59Z", "2011-12-30T10:00:00Z",
            "2026-01-01T18:14:59Z", "2026-01-01T18:15:00Z")
        let howe = try scratch.rollup(
            "--by", "hour", "--tz", "Australia/Lord_Howe", "--from", "2026-04-04", "--to", "2026-04-07")
        #expect(howe.reduce(0) { $0 + $1.count } == 2)
        let apia = try scratch.rollup(
            "--by", "day", "--tz", "Pacific/Apia", "--from", "2011-12-29", "--to", "2012-01-01", "--fill")
        #expect(apia.map(\.day) == ["2011-12-29", "2011-12-31"] && apia.map(\.count) == [1, 1])
        let kathmandu = try scratch.rollup(
            "--by", "day", "--tz", "Asia/Kathmandu", "--from", "2026-01-01", "--to", "2026-01-03")
        #expect(kathmandu.map(\.start) == ["2026-01-01T00:00:00+05:45", "2026-01-02T00:00:00+05:45"])
    }

    @Test func t4RecordedOffsets() throws {
        try store(
            "2026-05-01T23:30:00+09:00", "2026-05-01T23:30:00-07:00", "2026-05-01T12:00:00",
            arguments: ["--tz", "Europe/Berlin"])
        #expect(try scratch.rollup("--by", "day", "--tz", "recorded").map(\.count) == [3])
        #expect(
            try scratch.rollup("--by", "day", "--tz", "Asia/Tokyo").map(\.day) == [
                "2026-05-01", "2026-05-02",
            ])
        let table = try scratch.run("query", "events", "--tz", "recorded")
        #expect(table.text.split(separator: "\n").filter { $0.contains("2026-05-01 23:30:00") }.count == 2)
    }

    /// By recorded offsets an event may lie on a day outside of the range that was asked for; it stays.
    @Test func t4FillLosesNothing() throws {
        try store("2026-01-02T10:00:00+14:00", "2025-12-31T20:00:00-10:00", "2026-01-01T12:00:00Z")
        let range = ["--by", "day", "--tz", "recorded", "--from", "2026-01-01", "--to", "2026-01-02"]
        for fill in [[], ["--fill"]] {
            let rows = try scratch.rollup(range + fill)
            #expect(rows.map(\.day) == ["2025-12-31", "2026-01-01", "2026-01-02"], "\(fill)")
            #expect(rows.map(\.count) == [1, 1, 1], "\(fill)")
        }
    }

    @Test func t5DayStart() throws {
        try store(
            "2026-11-30T01:30:00Z", "2026-11-30T03:59:59.999999Z", "2026-11-30T04:00:00Z",
            "2026-12-01T00:00:00Z")
        let days = try scratch.rollup("--by", "day", "--day-start", "04:00")
        #expect(days.map(\.start) == ["2026-11-29T04:00:00+00:00", "2026-11-30T04:00:00+00:00"])
        #expect(days.map(\.count) == [2, 2])
        let weeks = try scratch.rollup("--by", "week", "--day-start", "04:00", "--week-start", "monday")
        #expect(weeks.map(\.start) == ["2026-11-23T04:00:00+00:00", "2026-11-30T04:00:00+00:00"])
        let months = try scratch.rollup("--by", "month", "--day-start", "04:00")
        #expect(months.map(\.count) == [4] && months.map(\.start) == ["2026-11-01T04:00:00+00:00"])
        #expect(try scratch.rollup("--by", "hour", "--day-start", "04:00").map(\.count) == [1, 1, 1, 1])
        let today = ["--day-start", "04:00", "--at", "2026-11-30T01:45:00Z"]
        #expect(try scratch.events(["--from", "today"] + today).count == 4)
        for refused in ["24:00", "4", "04:60", "-1:00", "x"] {
            #expect(try scratch.run("query", "rollup", "--by", "day", "--day-start", refused).status == 2)
        }
    }

    @Test func t6WeekStart() throws {
        // A Sunday.
        try store("2026-11-29T12:00:00Z")
        let starts = [
            "monday": "2026-11-23", "tuesday": "2026-11-24", "wednesday": "2026-11-25",
            "thursday": "2026-11-26", "friday": "2026-11-27", "saturday": "2026-11-28",
            "sunday": "2026-11-29",
        ]
        for (weekday, day) in starts {
            #expect(try scratch.rollup("--by", "week", "--week-start", weekday).map(\.day) == [day])
        }
        for (locale, day) in [("en_US.UTF-8", "sunday"), ("de_DE.UTF-8", "monday"), ("C", "monday")] {
            let outcome = try scratch.run(
                ["query", "rollup", "--by", "week", "--format", "csv"], environment: ["LC_ALL": locale])
            #expect(outcome.lines.last?.hasPrefix(starts[day] ?? "?") == true, "\(locale)")
        }
    }

    @Test func t7HoursOfADayOfClockChange() throws {
        try store(
            "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-25T12:00:00+01:00",
            "2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00")
        let berlin = ["--by", "hour", "--tz", "Europe/Berlin", "--fill"]
        let autumn = try scratch.rollup(berlin + ["--from", "2026-10-25", "--to", "2026-10-26"])
        #expect(autumn.count == 25 && autumn.reduce(0) { $0 + $1.count } == 3)
        #expect(autumn[2].start == "2026-10-25T02:00:00+02:00" && autumn[2].count == 1)
        #expect(autumn[3].start == "2026-10-25T02:00:00+01:00" && autumn[3].count == 1)
        let spring = try scratch.rollup(berlin + ["--from", "2026-03-29", "--to", "2026-03-30"])
        #expect(spring.count == 23 && spring.reduce(0) { $0 + $1.count } == 2)
        #expect(spring[1].count == 1 && spring[2].count == 1)
        #expect(spring[2].start == "2026-03-29T03:00:00+02:00")
        #expect(Set(autumn.map(\.start)).count == 25 && Set(spring.map(\.start)).count == 23)
    }

    @Test func t8TheFutureCountsInItsRange() throws {
        try store("2026-11-29T12:00:00Z", "2026-11-30T12:00:00Z", "2099-01-01T00:00:00Z")
        let reference = ["--by", "year", "--at", "2026-11-30T13:00:00Z"]
        #expect(try scratch.rollup(reference).map(\.count) == [2, 1])
        #expect(try scratch.rollup(reference + ["--to", "now"]).map(\.count) == [2])
        #expect(try scratch.rollup(reference + ["--from", "now"]).map(\.day) == ["2099-01-01"])
    }

    @Test func t9LateEventsLandInTheirOwnTime() throws {
        try store("2026-01-03T00:00:00Z")
        try store("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
        try store("2026-01-01T00:00:00Z")
        #expect(try scratch.rollup("--by", "day").map(\.count) == [2, 1, 1])
        // Same time: in the order of arrival.
        #expect(try scratch.events().map(\.sequence) == [2, 4, 3, 1])
        #expect(try scratch.events("--reverse").map(\.sequence) == [1, 3, 4, 2])
    }
}
