import Foundation
import Testing

/// `evlog query calendar`.
@Suite(.timeLimit(.minutes(10)))
struct CalendarCommandTests {
    private let scratch: Scratch

    private struct Day: Decodable, Equatable {
        var date: String
        var count: Int
        var duration: Double
    }

    init() throws {
        scratch = try Scratch()
        try scratch.appendLines(
            """
            {"type":"a","timestamp":"2026-11-30T10:00:00Z","duration":90}
            {"type":"b","timestamp":"2026-11-30T23:30:00Z"}
            {"type":"a","timestamp":"2026-11-29T22:00:00-05:00","duration":0.5}
            {"type":"a","timestamp":"2025-11-24T10:00:00Z"}
            {"type":"a","timestamp":"2025-12-31T10:00:00Z"}
            """)
    }

    private func days(_ arguments: String...) throws -> [Day] {
        let outcome = try scratch.run(
            ["query", "calendar", "--format", "json", "--at", "2026-11-30T12:00:00Z"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONDecoder().decode([Day].self, from: Data(outcome.output))
    }

    @Test func theLastWeeksHaveARowForEveryDay() throws {
        let days = try days()
        // 52 whole weeks and the Monday of the reference date.
        #expect(days.count == 365 && days.first?.date == "2025-12-01")
        #expect(days.last == Day(date: "2026-11-30", count: 3, duration: 90.5))
        #expect(days.map(\.count).reduce(0, +) == 4)
        #expect(try self.days("--week-start", "sunday").first?.date == "2025-11-30")
    }

    @Test func zonesTypesAndYears() throws {
        #expect(try days("--tz", "America/New_York").suffix(2).map(\.count) == [1, 2])
        #expect(try days("--tz", "recorded").suffix(2).map(\.count) == [1, 2])
        #expect(try days("--tz", "Asia/Tokyo").suffix(1).map(\.count) == [2])
        #expect(try days("--type", "b").suffix(1) == [Day(date: "2026-11-30", count: 1, duration: 0)])
        let year = try days("--year", "2025")
        #expect(year.count == 365 && year.last?.count == 1 && year.first?.date == "2025-01-01")
        #expect(try days("--year", "2024").count == 366)
        // Samoa has no 30 December 2011.
        #expect(try days("--year", "2011", "--tz", "Pacific/Apia").count == 364)
        for year in ["0", "10000", "x", "-5"] {
            #expect(try scratch.run("query", "calendar", "--year", year).status == 2)
        }
    }

    @Test func fewerWeeksWhereThereIsLessRoom() throws {
        for columns in [20, 30, 57, 80, 109, 110, 200] {
            let outcome = try scratch.run(
                ["query", "calendar", "--at", "2026-11-30T12:00:00Z"], environment: ["COLUMNS": "\(columns)"])
            let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for line in lines { #expect(line.count <= columns, "\(columns): \(line)") }
            // The newest week is there whatever the room: its Monday has the highest level.
            #expect(lines[1].hasPrefix("Mon ") && lines[1].hasSuffix("█"), "\(columns): \(lines[1])")
            #expect(lines[1].count == (columns >= 109 ? 109 : min(57, columns)), "\(columns)")
            #expect(outcome.text.contains("· none"))
        }
    }

    @Test func colourOnlyWhereItIsWanted() throws {
        let arguments = ["query", "calendar", "--at", "2026-11-30T12:00:00Z"]
        #expect(try !scratch.run(arguments).text.contains("\u{1B}"))
        #expect(try scratch.run(arguments + ["--color", "always"]).text.contains("\u{1B}[38;5;46m■"))
        #expect(try !scratch.run(arguments + ["--color", "never"]).text.contains("\u{1B}"))
    }

    @Test func otherFormats() throws {
        let csv = try scratch.run("query", "calendar", "--format", "csv", "--at", "2026-11-30T12:00:00Z")
        #expect(csv.lines.first == "date,count,duration" && csv.lines.last == "2026-11-30,3,90.5")
        let lines = try scratch.run("query", "calendar", "--format", "jsonl", "--at", "2026-11-30T12:00:00Z")
        #expect(lines.lines.last == #"{"date":"2026-11-30","count":3,"duration":90.5}"#)
    }
}
