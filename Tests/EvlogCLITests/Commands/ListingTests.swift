import Testing

/// `query events` and `query rollup`: filters, order, formats.
@Suite(.timeLimit(.minutes(10)))
struct ListingTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.appendLines(
            """
            {"type":"run","timestamp":"2026-01-02T10:00:00+01:00","metadata":{"place":"park","km":5},"duration":1800}
            {"type":"read","timestamp":"2026-01-01T20:00:00Z","metadata":{"place":"home"},"duration":0.5,"id":"r1"}
            {"type":"run","timestamp":"2026-01-01T06:00:00Z","metadata":{"place":""}}
            {"type":"Run","timestamp":"2026-01-03T00:00:00Z"}
            {"type":"run","timestamp":"2026-01-03T00:00:00Z","metadata":{"place":"park, \\"north\\""},"duration":60}

            """)
    }

    private func sequences(_ arguments: String...) throws -> [Int] {
        try scratch.events(arguments).map(\.sequence)
    }

    @Test func orderAndLimit() throws {
        #expect(try sequences() == [3, 2, 1, 4, 5])
        #expect(try sequences("--reverse") == [5, 4, 1, 2, 3])
        #expect(try sequences("--limit", "2") == [3, 2])
        #expect(try sequences("-n", "2", "-r") == [5, 4])
        #expect(try sequences("--limit", "0") == [])
        #expect(try sequences("--limit", "99") == [3, 2, 1, 4, 5])
    }

    @Test func filters() throws {
        #expect(try sequences("--type", "run") == [3, 1, 5])
        #expect(try sequences("--type", "run", "--type", "read") == [3, 2, 1, 5])
        #expect(try sequences("--type", "absent") == [])
        #expect(try sequences("--where", "place=park") == [1])
        #expect(try sequences("--where", "place=") == [3])
        #expect(try sequences("--where", "place=park", "--where", "km=5") == [1])
        #expect(try sequences("--where", "place=park", "--where", "km=6") == [])
        #expect(try sequences("--where", "absent=") == [])
        #expect(try sequences("--where", #"place=park, "north""#) == [5])
        #expect(try sequences("--from", "2026-01-01T20:00:00Z", "--to", "2026-01-03") == [2, 1])
        #expect(try sequences("--from", "2026-01-03") == [4, 5])
        #expect(try sequences("--to", "2026-01-01T06:00:00Z") == [])
        #expect(try sequences("--to", "2026-01-01T06:00:00.000001Z") == [3])
        #expect(try sequences("--from", "-1d", "--at", "2026-01-03T12:00:00Z") == [4, 5])
        #expect(try sequences("--from", "2026-01-01T20:00:00Z", "--to", "2026-01-01T20:00:00Z") == [])
    }

    @Test func eventsInEveryFormat() throws {
        let jsonl = try scratch.run("query", "events", "--format", "jsonl", "--tz", "recorded")
        #expect(
            jsonl.lines == [
                #"{"sequence":3,"timestamp":"2026-01-01T06:00:00+00:00","type":"run","metadata":{"place":""},"duration":null}"#,
                #"{"sequence":2,"timestamp":"2026-01-01T20:00:00+00:00","type":"read","metadata":{"place":"home"},"duration":0.5,"id":"r1"}"#,
                #"{"sequence":1,"timestamp":"2026-01-02T10:00:00+01:00","type":"run","metadata":{"km":"5","place":"park"},"duration":1800}"#,
                #"{"sequence":4,"timestamp":"2026-01-03T00:00:00+00:00","type":"Run","metadata":{},"duration":null}"#,
                #"{"sequence":5,"timestamp":"2026-01-03T00:00:00+00:00","type":"run","metadata":{"place":"park, \"north\""},"duration":60}"#,
            ])
        #expect(
            fieldNames(jsonl.lines[1]) == ["sequence", "timestamp", "type", "metadata", "duration", "id"])
        let csv = try scratch.run("query", "events", "--format", "csv", "--where", "place=home")
        #expect(
            csv.lines == [
                "sequence,timestamp,type,duration,id,metadata",
                #"2,2026-01-01T20:00:00+00:00,read,0.5,r1,"{""place"":""home""}""#,
            ])
        #expect(try scratch.run("query", "events", "--type", "absent", "--format", "json").text == "[]\n")
        #expect(try scratch.run("query", "events", "--type", "absent", "--format", "jsonl").text == "")
        #expect(
            try scratch.run("query", "events", "--type", "absent", "--format", "csv").text
                == "sequence,timestamp,type,duration,id,metadata\n")
        let table = try scratch.run("query", "events")
        #expect(table.lines.count == 7 && table.text.contains("km=5  place=park"))
    }

    @Test func rollupsInEveryFormat() throws {
        let arguments = [
            "query", "rollup", "--by", "day", "--group", "type", "--group", "place", "--to", "2026-01-02",
        ]
        let jsonl = try scratch.run(arguments + ["--format", "jsonl"])
        #expect(
            jsonl.lines == [
                #"{"start":"2026-01-01T00:00:00+00:00","groups":{"type":"read","place":"home"},"count":1,"duration":0.5}"#,
                #"{"start":"2026-01-01T00:00:00+00:00","groups":{"type":"run","place":""},"count":1,"duration":0}"#,
            ])
        #expect(fieldNames(jsonl.lines[0]) == ["start", "groups", "count", "duration"])
        let csv = try scratch.run(arguments + ["--format", "csv"])
        #expect(
            csv.lines == [
                "start,type,place,count,duration", "2026-01-01T00:00:00+00:00,read,home,1,0.5",
                #"2026-01-01T00:00:00+00:00,run,"",1,0"#,
            ])
        #expect(try scratch.run(arguments).lines.count == 4)
        let json = try scratch.rollup("--by", "month")
        #expect(json.map(\.count) == [5] && json.map(\.duration) == [1860.5] && json.map(\.groups) == [[:]])
    }

    @Test func groupsWithoutAValueComeLast() throws {
        let rows = try scratch.rollup("--by", "year", "--group", "place")
        #expect(rows.map { $0.groups["place"] ?? nil } == ["", "home", "park", #"park, "north""#, nil])
        #expect(rows.map(\.count) == [1, 1, 1, 1, 1])
        let unknown = try scratch.rollup("--by", "year", "--group", "absent")
        #expect(unknown.count == 1 && unknown.first?.groups == ["absent": nil])
    }

    @Test func emptyBucketsOnlyWithFill() throws {
        #expect(try scratch.rollup("--by", "hour").count == 4)
        let hours = try scratch.rollup("--by", "hour", "--fill")
        #expect(hours.count == 43 && hours.reduce(0) { $0 + $1.count } == 5)
        let days = try scratch.rollup("--by", "day", "--fill", "--from", "2025-12-30", "--to", "2026-01-05")
        #expect(days.map(\.count) == [0, 0, 2, 1, 2, 0])
        let groups = try scratch.rollup("--by", "day", "--fill", "--group", "type", "--to", "2026-01-04")
        #expect(groups.count == 9 && groups.map(\.count) == [0, 1, 1, 0, 0, 1, 1, 0, 1])
        #expect(
            groups.map { $0.groups["type"] ?? nil }
                == Array(repeating: ["Run", "read", "run"], count: 3).flatMap { $0 })
        // A range in the middle of a period still shows that period whole.
        let part = try scratch.rollup(
            "--by", "day", "--fill", "--from", "2026-01-01T12:00:00Z", "--to", "2026-01-02T00:00:01Z")
        #expect(part.map(\.day) == ["2026-01-01", "2026-01-02"] && part.map(\.count) == [1, 0])
    }

    @Test func fillWhereNothingIs() throws {
        let range = ["--by", "day", "--fill", "--from", "2020-01-01", "--to", "2020-01-03"]
        #expect(try scratch.rollup(range).map(\.count) == [0, 0])
        let grouped = try scratch.rollup(range + ["--group", "type"])
        #expect(grouped.map(\.count) == [0, 0] && grouped.allSatisfy { $0.groups == ["type": nil] })
        #expect(try scratch.rollup("--by", "day", "--fill", "--type", "absent").isEmpty)
        #expect(
            try scratch.rollup("--by", "day", "--fill", "--from", "2020-01-01", "--to", "2020-01-01").isEmpty)
    }

    @Test func fillOverAClockChangeWithGroups() throws {
        let log = ["--log", scratch.directory + "/clocks"]
        try scratch.appendLines(
            eventLines([("a", "2026-10-25T00:30:00Z"), ("b", "2026-10-25T01:30:00Z")]), log)
        let arguments = ["--by", "hour", "--group", "type", "--fill", "--tz", "Europe/Berlin"] + log
        let rows = try scratch.rollup(arguments + ["--from", "2026-10-25", "--to", "2026-10-26"])
        #expect(rows.count == 50)
        #expect(
            rows.filter { $0.count > 0 }.map(\.start) == [
                "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00",
            ])
        let spring = try scratch.rollup(arguments + ["--from", "2026-03-29", "--to", "2026-03-30"])
        #expect(spring.count == 23)
    }

    /// More rows than a table holds at once: each piece has its titles, and the bars of all are measured alike.
    @Test func aFilledTableComesInPieces() throws {
        let log = ["--log", scratch.directory + "/filled"]
        let events = [("2024-01-01T00:30:00Z", 4), ("2025-06-01T00:30:00Z", 1)].flatMap { at, count in
            Array(repeating: (type: "x", timestamp: at), count: count)
        }
        try scratch.appendLines(eventLines(events), log)
        let lines = try scratch.run(["query", "rollup", "--by", "hour", "--fill"] + log).lines
        let hours = (366 + 31 + 28 + 31 + 30 + 31) * 24 + 1
        #expect(lines.filter { $0.hasPrefix("hour") }.count == 2)
        #expect(lines.filter { $0.hasPrefix("20") }.count == hours && lines.count == hours + 4)
        #expect(lines[2].hasSuffix("4            " + String(repeating: "█", count: 40)))
        #expect(lines.last?.hasSuffix("1            " + String(repeating: "█", count: 10)) == true)
    }

    @Test func durationsAddUpExactly() throws {
        let log = ["--log", scratch.directory + "/durations"]
        let text = (0..<1000).map { _ in
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","duration":0.1}"# + "\n"
        }.joined()
        try scratch.appendLines(text, log)
        let csv = try scratch.run(["query", "rollup", "--by", "day", "--format", "csv"] + log)
        #expect(csv.lines.last == "2026-01-01T00:00:00+00:00,1000,100")
    }

    @Test func statisticsOfTheLog() throws {
        let outcome = try scratch.run("stats", "--format", "json")
        #expect(
            fieldNames(outcome.text) == [
                "directory", "bytes", "records", "kinds", "bytesPerRecord", "segments", "frames", "oldest",
                "newest", "outOfOrder", "future", "reclaimableBytes",
            ])
        #expect(outcome.text.contains(#""records":5,"#) && outcome.text.contains(#""outOfOrder":2,"#))
        #expect(
            outcome.text.contains(
                #""oldest":"2026-01-01T06:00:00+00:00","newest":"2026-01-03T00:00:00+00:00""#))
    }
}
