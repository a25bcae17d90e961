import EventLog
import LogFormat
import Testing

@testable import UsageInsights

/// A process that has a log open while others compact and prune it.
@Suite struct LiveKeepingTests {
    private let calendar = LocalCalendar(zone: .utc)
    private let reference = instant("2026-06-10T12:00:00Z")

    private func expectCurrent(_ live: LiveInsights, _ log: ScratchLog, _ when: String) throws {
        let snapshot = try log.snapshot()
        for period in InsightPeriod.allCases {
            let anew = try ActivityReader(period, at: reference, calendar: calendar, of: snapshot)
            #expect(
                try live.summary(period, at: reference, calendar: calendar) == anew.summary,
                "\(period) \(when)")
        }
        #expect(try live.wellness() == WellnessReader(snapshot).history, "\(when)")
        #expect(live.damage.isEmpty, "\(when)")
    }

    private func fill(_ log: ScratchLog) throws {
        for day in 1...10 {
            let noon = instant("2026-06-01T12:00:00Z") + Int64(day - 1) * Microseconds.day
            let checkIn = try #require(
                Record.checkIn(
                    onDay: calendar.day(at: noon), levels: [.focus: 3, .sleep: 3, .energy: 3, .stress: 3],
                    recordedAt: noon))
            try log.append(
                Record(timestamp: noon, name: "commit", attributes: ["category": "work"]),
                Record(timestamp: noon + 1, name: "review"), checkIn, .dose(of: "Magnesium", takenAt: noon))
        }
    }

    @Test func whatIsPrunedBesideItIsGone() throws {
        let log = try ScratchLog(segmentLength: 600)
        try fill(log)
        let live = try LiveInsights(directory: log.directory)
        try expectCurrent(live, log, "before")
        let all: Set<RecordKind> = [.event, .dose, .checkIn]
        // By whole segments, from within one, and all of it; nothing is appended in between.
        for (text, left) in [
            ("2026-06-05T12:00:00Z", 6), ("2026-06-08T12:00:00Z", 3), ("2026-07-01T00:00:00Z", 0),
        ] {
            #expect(try log.prune(before: instant(text), all).droppedRecords > 0)
            try expectCurrent(live, log, "before \(text)")
            #expect(try live.wellness().doses.count == left)
            #expect(
                try live.summary(.month, at: reference, calendar: calendar).days.values.reduce(0, +) == left
                    * 2)
        }
        try log.append(Record(timestamp: reference, name: "next"))
        try expectCurrent(live, log, "after the next event")
    }

    /// It never sees the retraction: that is gone with what it took back before it looks again.
    @Test(arguments: [false, true]) func whatIsRetractedAndCompactedBetweenTwoLooksIsGone(isFollowed: Bool)
        throws
    {
        let log = try ScratchLog(segmentLength: 600)
        try fill(log)
        let live = try LiveInsights(directory: log.directory)
        try expectCurrent(live, log, "before")
        _ = try log.retract(.sequence(1), .sequence(4), .sequence(39))
        #expect(try log.keeping().compact().droppedRecords == 4)
        // Merged into one frame with what is new.
        if isFollowed {
            try log.append(Record(timestamp: reference, name: "next"))
            _ = try log.retract(.sequence(2))
            #expect(try log.keeping().compact().droppedRecords == 2)
        }
        try expectCurrent(live, log, "after")
        #expect(try live.wellness().doses.count == 9)
    }

    @Test func compactionAloneIsNoReasonToReadAnew() throws {
        let log = try ScratchLog(segmentLength: 600)
        try fill(log)
        let before = try log.snapshot()
        #expect(try log.keeping().compact().segmentsBefore > 3)
        try log.append(Record(timestamp: reference, name: "next"))
        #expect(try !log.snapshot().lacksRecords(of: before))
        try log.prune(before: instant("2026-06-02T00:00:00Z"))
        #expect(try log.snapshot().lacksRecords(of: before))
    }
}
