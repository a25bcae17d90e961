import EventLog
import Foundation
import LogFormat
import Testing

@testable import UsageInsights

/// A real history of 106,301 events and what must come out, which lie beside the repository on some machines.
@Suite struct RealHistoryTests {
    /// `shared/data` in a folder above the package, if there is one.
    private static let data: URL? = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path().count > 1 {
            folder = folder.deletingLastPathComponent()
            let found = folder.appending(path: "shared/data")
            if FileManager.default.fileExists(atPath: found.appending(path: "events_git.jsonl.gz").path()) {
                return found
            }
        }
        return nil
    }()

    @Test(.enabled(if: data != nil, "skipped: there is no ../shared/data"))
    func insightsAndStreaks() throws {
        let data = try #require(Self.data)
        let object = try JSONSerialization.jsonObject(
            with: Data(contentsOf: data.appending(path: "events_git.expected.json")))
        let expected = try #require(object as? [String: Any])
        let log = try Self.log(of: data.appending(path: "events_git.jsonl.gz")).snapshot()
        #expect(log.recordCount == expected["records"] as? Int)
        for (zone, longest) in try #require(expected["longest streak"] as? [String: Int]) {
            let days = try #require(expected["days with events"] as? [String: Int])
            let streaks = try log.answer(.month, at: "2030-01-01T00:00:00Z", try calendar(zone)).streaks
            #expect(streaks.longest?.length == longest)
            #expect(streaks.activeDays == days[zone])
        }
        let projection = ActivityProjection()
        #expect(try projection.refresh(log).isEmpty)
        var answers = 0
        for (question, cards) in expected where question.hasPrefix("insights ") {
            answers += 1
            let words = question.split(separator: " ").map(String.init)
            func option(_ name: String) throws -> String {
                words[try #require(words.firstIndex(of: name)) + 1]
            }
            let period = try #require(InsightPeriod(key: try option("--period")))
            let zone = try calendar(
                try option("--tz"), firstWeekday: try #require(Weekday(parsing: try option("--week-start"))))
            let answer = try log.answer(period, at: try option("--at"), zone)
            let expectedCards = try #require(cards as? [[String: Any]])
            #expect(answer.cards.count == expectedCards.count)
            for (card, expected) in zip(answer.cards, expectedCards) { try Self.expect(card, expected) }
            let summary = projection.cells.summary(period, at: instant(try option("--at")), calendar: zone)
            #expect(summary == answer.summary)
        }
        #expect(answers == 2)
    }

    private static func expect(_ card: InsightResult, _ expected: [String: Any]) throws {
        #expect(card.title == expected["title"] as? String)
        #expect(card.value == expected["value"] as? String)
        #expect(card.trend.rawValue == expected["trend"] as? String)
        #expect(card.visualizationType.rawValue == expected["visualizationType"] as? String)
        #expect(card.sparklineData == expected["sparklineData"] as? [Int])
        let comparison = expected["comparison"] as? [String: Any]
        #expect(card.comparison?.absoluteChange == comparison?["absoluteChange"] as? Int)
        #expect(card.comparison?.displayString == comparison?["displayString"] as? String)
    }

    private static func log(of file: URL) throws -> TemporaryLog {
        let unpacked = FileManager.default.temporaryDirectory.appending(
            path: "evlog-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: unpacked) }
        #expect(FileManager.default.createFile(atPath: unpacked.path(), contents: nil))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", file.path()]
        process.standardOutput = try FileHandle(forWritingTo: unpacked)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let log = try TemporaryLog(segmentLength: 200_000)
        try log.append(lines: [UInt8](Data(contentsOf: unpacked)))
        return log
    }
}

extension TemporaryLog {
    /// Appends JSON lines, a few thousand a frame.
    func append(lines: [UInt8]) throws {
        let options = AppendOptions(zone: .utc, now: 0)
        let source = LinesInMemory(lines)
        let writer = try LogWriter(directory: directory, options: smallSegments)
        let outcome = try BulkAppend(writer: writer, source: source, options: options).run()
        guard outcome.rejected == 0 else {
            throw LogError(.invalid, "\(outcome.rejected) lines were refused")
        }
    }

    private var smallSegments: LogOptions {
        var options = LogOptions()
        options.segmentLength = 200_000
        options.isDurable = false
        return options
    }
}

/// Chunks of whole lines out of an array. Unchecked: the bytes never change, and `BulkAppend` fills one chunk at a
/// time.
private final class LinesInMemory: ChunkSource, @unchecked Sendable {
    private let bytes: [UInt8]
    private var offset = 0
    let chunkCapacity = 1 << 18

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Nothing waits here.
    func cancel() {}

    func fill(_ chunk: InputChunk) throws(LogError) -> Bool {
        let part = bytes[offset..<min(bytes.count, offset + chunkCapacity)]
        guard let end = part.lastIndex(of: UInt8(ascii: "\n")) else { return false }
        bytes[offset...end].withUnsafeBytes { chunk.memory.copyMemory(from: $0) }
        chunk.count = end + 1 - offset
        chunk.isStartOfInput = offset == 0
        offset = end + 1
        return true
    }
}
