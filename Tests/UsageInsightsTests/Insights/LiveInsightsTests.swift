import EventLog
import Foundation
import Testing

@testable import UsageInsights

@Suite struct LiveInsightsTests {
    /// After each append the answers are those of a log that is read anew.
    @Test func keptCurrentEqualsReadAnew() throws {
        let log = try TemporaryLog(segmentLength: 3000)
        var random = SplitMix64(seed: 77)
        let start: Int64 = 1_790_000_000_000_000
        func batch(_ count: Int) -> [Record] {
            (0..<count).map { _ in
                Record(
                    timestamp: start + Int64.random(in: -40...3, using: &random) * 86_400_000_000
                        + Int64.random(in: 0..<86_400_000_000, using: &random),
                    offsetMinutes: 0, name: ["taskCompleted", "openURL"].randomElement(using: &random) ?? "",
                    duration: Bool.random(using: &random) ? 90_000_000 : nil,
                    attributes: Bool.random(using: &random) ? ["category": "work"] : [:])
            }
        }
        try log.append(batch(40))
        let live = try LiveInsights(directory: log.directory)
        let calendar = LocalCalendar(zone: try Zone(named: "America/New_York"))
        for round in 0..<30 {
            try log.append(batch(1 + round % 12))
            for period in InsightPeriod.allCases {
                let anew = try ActivityReader(
                    period, at: start, calendar: calendar, of: try LogSnapshot(directory: log.directory))
                #expect(try live.summary(period, at: start, calendar: calendar) == anew.summary)
            }
        }
        #expect(live.damage.isEmpty)
    }

    @Test func aSnapshotAfterAnotherSeesWhatCameSince() throws {
        let log = try TemporaryLog(segmentLength: 2000)
        var earlier: LogSnapshot?
        for round in 1...60 {
            try log.append((0..<5).map { Record(timestamp: Int64($0), name: "n\(round)") })
            let next = try earlier.map { try LogSnapshot(after: $0) } ?? LogSnapshot(directory: log.directory)
            #expect(next.recordCount == round * 5)
            #expect(next.damage.isEmpty)
            let anew = try LogSnapshot(directory: log.directory)
            #expect(next.segments.map(\.entries) == anew.segments.map(\.entries))
            earlier = next
        }
    }

    @Test func checkInsAndDosesAreKeptCurrentToo() throws {
        let log = try TemporaryLog(segmentLength: 2000)
        try log.append([Record(timestamp: 1, name: "begin")])
        let live = try LiveInsights(directory: log.directory)
        var random = SplitMix64(seed: 5)
        for round in 0..<40 {
            let now = Int64(1_790_000_000_000_000 + round * 1_000_000)
            let levels = WellnessMetric.allCases.map { ($0, Int.random(in: 1...5, using: &random)) }
            let checkIn = try #require(
                Record.checkIn(
                    onDay: Int64.random(in: 20_000...20_010, using: &random),
                    levels: Dictionary(uniqueKeysWithValues: levels), recordedAt: now))
            try log.append([checkIn, .dose(of: "Magnesium", takenAt: now)])
            #expect(try live.wellness() == WellnessReader(log.snapshot()).history)
        }
        #expect(try live.wellness().doses.count == 40)
    }

    @Test func eventsOfAnAppBecomeRecords() throws {
        let event = UsageEvent(
            eventType: UsageEvent.EventType.taskCompleted, timestamp: .init(timeIntervalSince1970: 1.000_001),
            metadata: ["category": "work"], duration: 0.1)
        let record = try #require(Record(event, offsetMinutes: 60))
        #expect(record.timestamp == 1_000_001)
        #expect(record.duration == 100_000)
        #expect(record.attributes == ["category": "work"])
        for bad in [-1, .nan, .infinity, 2e12] {
            #expect(Record(UsageEvent(eventType: "a", duration: bad)) == nil)
        }
        #expect(Record(UsageEvent(eventType: "")) == nil)
        #expect(Record(UsageEvent(eventType: "a", timestamp: .distantPast.addingTimeInterval(-1e12))) == nil)
    }

    @Test func wordsFollowALocaleThatIsAskedFor() {
        let german = InsightWords(locale: "de_DE")
        #expect(german.weekdays.first == "Montag" && german.weekdays.last == "Sonntag")
        #expect(german.months[2] == "März")
        #expect(InsightWords.english.shortMonths[8] == "Sep")
    }
}
