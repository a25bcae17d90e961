import EventLog
import Foundation
import Testing
import UsageInsights

/// Runs the code of the article "Record and ask from an app".
@Suite struct JournalTests {
    private let journal: Journal
    private let folder = ScratchFolder()

    init() throws {
        journal = try Journal(directory: folder.path, zone: try Zone(named: "Europe/Berlin"))
    }

    @Test func cardsCountWhatWasRecorded() throws {
        try journal.reportWasSent()
        let cards = try journal.week(at: .now)
        #expect(cards.first == "Total Events: 3")
        #expect(cards.contains("Top Category: Work"))
        #expect(cards.contains("Current Streak: 1 day"))
    }

    @Test func rollupsAddUpByDayAndCategory() throws {
        let noon = Date(timeIntervalSince1970: 1_796_036_400)
        try journal.importWalk(endedAt: noon, minutes: 30)
        try journal.importWalk(endedAt: noon.addingTimeInterval(3600), minutes: 12.5)
        try journal.importWalk(endedAt: noon.addingTimeInterval(86_400), minutes: 1)
        try journal.recorder.record(UsageEvent(eventType: "rest", timestamp: noon))
        try journal.recorder.flush()
        let rows = try journal.days(from: noon, to: noon.addingTimeInterval(86_401))
        #expect(
            rows == [
                "2026-11-30 health: 2, 2550 s", "2026-11-30 none: 1, 0 s", "2026-12-01 health: 1, 60 s",
            ])
    }

    @Test func streaksGoOnWhileTodayIsEmpty() throws {
        let noon = Date(timeIntervalSince1970: 1_796_036_400)
        for day in 0..<4 {
            try journal.importWalk(endedAt: noon.addingTimeInterval(Double(day) * 86_400), minutes: 5)
        }
        try journal.recorder.flush()
        let streaks = try journal.streaks(at: noon.addingTimeInterval(4 * 86_400))
        #expect(streaks.current?.length == 4)
        #expect(streaks.longest == streaks.current)
    }

    @Test func checkInsAndDosesAreThereAtOnce() throws {
        let noon = Date(timeIntervalSince1970: 1_796_036_400)
        for day in 0..<40 {
            let date = noon.addingTimeInterval(Double(day) * 86_400)
            let sleep = day < 20 ? 2 : 4
            #expect(
                try journal.checkIn(
                    at: date, levels: [.focus: 3, .sleep: sleep, .energy: 3, .stress: 3], note: "day \(day)"))
        }
        #expect(try journal.checkIn(at: noon, levels: [.focus: 3]) == false)
        try journal.took("Magnesium", amount: "200 mg", at: noon.addingTimeInterval(20 * 86_400))
        #expect(
            try journal.sleepAround("Magnesium").hasPrefix(
                "Magnesium is associated with sleep 2.0 points higher (2.0 before, 4.0 after, +100%)."))
        #expect(journal.unreadable().isEmpty)
    }

    @Test func pruningKeepsTotalsAndClosingEndsRecording() throws {
        try journal.importWalk(endedAt: .now.addingTimeInterval(-900 * 86_400), minutes: 5)
        try journal.importWalk(endedAt: .now, minutes: 5)
        #expect(try journal.forgetOldEvents() == 1)
        #expect(try journal.insights.summary(.day, at: 0, calendar: journal.calendar).days.count == 2)
        try journal.recorder.recordScreenView("last")
        try journal.shutDown()
        #expect(try LogSnapshot(directory: folder.path).nextSequence == 4)
        #expect(throws: LogError.self) { try journal.reportWasSent() }
    }
}

/// A path for a log, removed with the object.
final class ScratchFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "evlog-article-\(UUID().uuidString)")
        .path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
