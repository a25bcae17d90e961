import Foundation
import Testing

/// The real history of two projects, where it lies beside the repository or where `$EVLOG_SHARED` says.
private enum RealHistory {
    static let folder: String? = {
        let variable = ProcessInfo.processInfo.environment["EVLOG_SHARED"]
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let shared = variable ?? root.appendingPathComponent("../shared").path
        let path = shared + "/data"
        let isThere = FileManager.default.fileExists(atPath: path + "/events_git.jsonl.gz")
        return isThere && unzip != nil ? path : nil
    }()

    static let unzip = ["/usr/bin/gunzip", "/bin/gunzip"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isThere: Bool { folder != nil }

    static func bytes(_ scratch: Scratch) throws -> [UInt8] {
        let process = try EvlogProcess(
            #require(unzip), ["-c"], environment: scratch.environment,
            inputPath: #require(folder) + "/events_git.jsonl.gz", scratch: scratch.directory)
        return try process.wait().output
    }

    /// A log with the whole file in it.
    static func log() throws -> Scratch {
        let scratch = try Scratch()
        let path = try scratch.file("history.jsonl", bytes(scratch))
        #expect(try scratch.append(["--file", path]) == AppendAnswer(records, 1...records))
        return scratch
    }

    static let records = 106_301

    struct Expected: Decodable {
        var records: Int
        var months: [String: Int]
        var lastDays: [String: Int]
        var activeDays: [String: Int]
        var activeHours: Int
        var streaks: [String: Int]

        enum CodingKeys: String, CodingKey {
            case records
            case months = "rollup --by month --tz UTC"
            case lastDays = "rollup --by day --tz America/New_York, last 60 days"
            case activeDays = "days with events"
            case activeHours = "hours with events, UTC"
            case streaks = "longest streak"
        }
    }

    static func expected() throws -> Expected {
        let path = try #require(folder) + "/events_git.expected.json"
        let data = try #require(FileManager.default.contents(atPath: path))
        return try JSONDecoder().decode(Expected.self, from: data)
    }
}

@Suite(
    .enabled(if: RealHistory.isThere, "skipped: ../shared/data is not beside the repository"),
    .timeLimit(.minutes(10)))
struct RealHistoryTests {
    @Test func figuresAreThoseExpected() throws {
        let scratch = try RealHistory.log()
        let expected = try RealHistory.expected()
        #expect(expected.records == RealHistory.records)

        let months = try scratch.rollup("--by", "month", "--tz", "UTC")
        #expect(
            Dictionary(uniqueKeysWithValues: months.map { (String($0.start.prefix(7)), $0.count) })
                == expected.months)

        let days = try scratch.rollup("--by", "day", "--tz", "America/New_York")
        let counts = Dictionary(uniqueKeysWithValues: days.suffix(60).map { ($0.day, $0.count) })
        #expect(counts == expected.lastDays)
        #expect(counts["2026-07-12"] == nil && counts["2026-08-14"] == nil)

        let filled = try scratch.rollup(
            "--by", "day", "--tz", "America/New_York", "--from", "2026-06-22", "--to", "2026-08-23", "--fill")
        #expect(filled.count == 62)
        for row in filled { #expect(row.count == expected.lastDays[row.day] ?? 0, "\(row.day)") }

        #expect(days.count == expected.activeDays["America/New_York"])
        #expect(try scratch.rollup("--by", "day").count == expected.activeDays["UTC"])
        #expect(try scratch.rollup("--by", "hour").count == expected.activeHours)
        for (zone, streak) in expected.streaks {
            let filled = try scratch.rollup("--by", "day", "--tz", zone, "--fill")
            #expect(filled.split { $0.count == 0 }.map(\.count).max() == streak, "\(zone)")
        }
    }

    /// Whatever the zone, the day's start and the week's: no event is lost or counted twice.
    @Test func everyRollupAddsUp() throws {
        let scratch = try RealHistory.log()
        let zones = [
            "UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu",
            "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "recorded",
        ]
        for zone in zones {
            for unit in ["hour", "day", "week", "month", "year"] {
                for start in [[], ["--day-start", "04:00"]] {
                    try check(scratch, ["--by", unit, "--tz", zone] + start)
                }
            }
        }
        for day in ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] {
            let rows = try check(scratch, ["--by", "week", "--tz", "Europe/Berlin", "--week-start", day])
            #expect(Set(rows.map(\.start)).count == rows.count)
        }
    }

    @discardableResult
    private func check(_ scratch: Scratch, _ arguments: [String]) throws -> [RollupAnswer] {
        let rows = try scratch.rollup(arguments)
        #expect(rows.reduce(0) { $0 + $1.count } == RealHistory.records, "\(arguments)")
        return rows
    }

    /// Exported, appended to a new log and exported again: the same bytes.
    @Test func exportIsLossless() throws {
        let scratch = try RealHistory.log()
        let path = scratch.directory + "/exported.jsonl"
        #expect(try scratch.run("export", "--out", path).status == 0)
        let copy = scratch.directory + "/copy"
        #expect(try scratch.run("--log", copy, "append", "--file", path).status == 0)
        let again = scratch.directory + "/again.jsonl"
        #expect(try scratch.run("--log", copy, "export", "--out", again).status == 0)
        let first = try #require(scratch.contents("exported.jsonl"))
        #expect(first.count { $0 == UInt8(ascii: "\n") } == RealHistory.records)
        #expect(scratch.contents("again.jsonl") == first)
    }

    @Test func groupsAddUp() throws {
        let scratch = try RealHistory.log()
        let months = try scratch.rollup("--by", "month")
        for groups in [["type"], ["repo"], ["author"], ["repo", "author"], ["author", "type", "repo"]] {
            let rows = try check(
                scratch, ["--by", "month"] + groups.flatMap { ["--group", $0] })
            var sums: [String: Int] = [:]
            for row in rows {
                sums[row.start, default: 0] += row.count
                #expect(Set(row.groups.keys) == Set(groups))
            }
            #expect(sums == Dictionary(uniqueKeysWithValues: months.map { ($0.start, $0.count) }))
        }
        // What one group says is what a filter for it says.
        let all = try scratch.rollup("--by", "year", "--group", "repo")
        for repo in Set(all.compactMap { $0.groups["repo"] ?? nil }) {
            let alone = try scratch.rollup("--by", "year", "--where", "repo=\(repo)")
            let grouped = all.filter { $0.groups["repo"] == repo }
            #expect(alone.map(\.count) == grouped.map(\.count) && alone.map(\.start) == grouped.map(\.start))
        }
    }

    /// T9: newest first, oldest first, shuffled or in pieces, the answer has the same bytes.
    @Test func orderOfArrivalChangesNothing() throws {
        let scratch = try RealHistory.log()
        let questions = [
            ["--by", "month", "--tz", "Europe/Berlin"], ["--by", "day", "--tz", "recorded"],
            ["--by", "hour", "--tz", "Asia/Kathmandu", "--format", "csv"],
            ["--by", "week", "--group", "repo", "--group", "author", "--format", "jsonl"],
            ["--by", "year", "--group", "author", "--fill", "--format", "json"],
        ]
        func answers(_ log: String) throws -> [[UInt8]] {
            try questions.map { question in
                let outcome = try scratch.run(["--log", log, "query", "rollup"] + question)
                #expect(outcome.status == 0 && outcome.errors.isEmpty)
                return outcome.output
            }
        }
        let expected = try answers(scratch.log)
        let text = try #require(scratch.contents("history.jsonl"))
        let lines = text.split(separator: UInt8(ascii: "\n"))
        var generator = SeededNumbers(seed: 20_261_130)
        let orders = [("reversed", lines.reversed()), ("shuffled", lines.shuffled(using: &generator))]
        for (name, order) in orders {
            let path = try scratch.file(name + ".jsonl", Array(order.joined(separator: [10])))
            let log = scratch.directory + "/" + name
            #expect(try scratch.run("--log", log, "append", "--file", path).status == 0)
            #expect(try answers(log) == expected, "\(name)")
        }
        let log = scratch.directory + "/pieces"
        for start in stride(from: 0, to: lines.count, by: 1000) {
            let piece = lines[start..<min(start + 1000, lines.count)].joined(separator: [10])
            let path = try scratch.file("piece.jsonl", Array(piece))
            let outcome = try scratch.run("--log", log, "append", "--file", path)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try answers(log) == expected, "in pieces")
        // All of it again, from another order, is nothing new.
        let again = try scratch.append([
            "--file", scratch.directory + "/shuffled.jsonl", "--skip-existing", "--log", log,
        ])
        #expect(again == AppendAnswer(0, duplicates: RealHistory.records))
    }
}
