import EventLog
import Foundation
import UsageInsights

// The code of the article RecordAndAsk.md, as it stands there. It uses the public interface alone: .ci/docs builds it
// as an app would.

struct Journal {
    let directory: String
    let calendar: LocalCalendar
    let writer: LogWriter
    let recorder: UsageEventRecorder
    let insights: LiveInsights

    init(directory: String, zone: Zone) throws {
        self.directory = directory
        calendar = LocalCalendar(zone: zone, firstWeekday: .monday)
        writer = try LogWriter(directory: directory)
        recorder = UsageEventRecorder(writer: writer, zone: zone) {
            print("not on the disk yet, will be tried again: \($0)")
        }
        insights = try LiveInsights(directory: directory)
    }
}

extension Journal {
    func reportWasSent() throws {
        try recorder.recordScreenView("reports")
        try recorder.recordTaskCompleted(category: "work")
        try recorder.record(
            "exported", metadata: ["format": "pdf"], duration: 1.5)
    }

    func importWalk(endedAt date: Date, minutes: Double) throws {
        try recorder.record(
            UsageEvent(
                eventType: "walk", timestamp: date,
                metadata: ["category": "health"], duration: minutes * 60))
    }
}

extension Journal {
    func week(at date: Date) throws -> [String] {
        try recorder.flush()
        let cards = try insights.cards(
            .week, at: instant(of: date), calendar: calendar)
        return cards.map { card in
            let line = "\(card.title): \(card.value)"
            guard let change = card.comparison else { return line }
            return line + " (\(change.displayString))"
        }
    }

    func instant(of date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
    }
}

extension Journal {
    func days(from start: Date, to end: Date) throws -> [String] {
        var query = RollupQuery(unit: .day, calendar: calendar)
        query.groupings = [.key("category")]
        query.filter.from = instant(of: start)
        query.filter.to = instant(of: end)
        let snapshot = try LogSnapshot(directory: directory)
        let rollup = try Rollup(query, of: snapshot)
        return rollup.rows.map { row in
            let day = Civil(days: row.key).isoText
            let category = rollup.groups[row.group][0] ?? "none"
            let seconds = row.duration / 1_000_000
            return "\(day) \(category): \(row.count), \(seconds) s"
        }
    }
}

extension Journal {
    func streaks(at date: Date) throws -> Streaks {
        let now = instant(of: date)
        let summary = try insights.summary(.day, at: now, calendar: calendar)
        return Streaks(
            days: summary.days.keys, referenceDay: calendar.day(at: now),
            isReferenceDayActive: summary.isReferenceDayActive,
            calendar: calendar)
    }
}

extension Journal {
    func checkIn(
        at date: Date, levels: [WellnessMetric: Int], note: String? = nil
    ) throws -> Bool {
        let now = instant(of: date)
        let record = Record.checkIn(
            onDay: calendar.day(at: now), levels: levels, mood: note,
            recordedAt: now)
        guard let record else { return false }
        try writer.append([record])
        return true
    }

    func took(_ supplement: String, amount: String, at date: Date) throws {
        let dose = Record.dose(
            of: supplement, amount: amount, takenAt: instant(of: date))
        try writer.append([dose])
    }

    func sleepAround(_ supplement: String) throws -> String {
        let history = try insights.wellness()
        let impact = SupplementImpact(
            of: supplement, on: .sleep, in: history, calendar: calendar)
        return impact.summary
    }
}

extension Journal {
    func forgetOldEvents() throws -> Int {
        try recorder.pruneEvents(olderThanDays: 730, keepsRollups: true)
    }

    func unreadable() -> [String] {
        insights.damage.map { "\($0)" }
    }

    func shutDown() throws {
        try recorder.close()
    }
}
