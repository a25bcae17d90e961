import EventLog
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
}
