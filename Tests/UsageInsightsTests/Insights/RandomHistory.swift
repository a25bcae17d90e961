import EventLog
import Foundation
import LogFormat

@testable import UsageInsights

/// Names, and what they must look like on a card.
enum Samples {
    static let types = [
        "taskCompleted": "Task Completed", "openURL": "Open URL", "screenViewed": "Screen Viewed",
        "commit": "Commit", "HTMLExported": "HTML Exported", "focus session": "Focus Session",
        "über": "Über", "Zoom": "Zoom",
    ]
    static let categories = [
        "work": "Work", "deep work": "Deep Work", "HOME": "Home", "été": "Été", "Zoo": "Zoo",
        "deep-work": "Deep-Work",
        "": "",
    ]
}

/// A random history around a moment at which calendars are difficult.
struct RandomHistory {
    let zoneName: String
    let timeZone: TimeZone
    let dayStart: Int
    let firstWeekday: Weekday
    let references: [Int64]
    /// In the order of arrival.
    let records: [Record]

    var description: String {
        "\(zoneName), days from \(dayStart) min, weeks from \(firstWeekday), at \(references)"
    }

    var plainEvents: [PlainEvent] {
        records.filter { $0.kind == .event }.map {
            PlainEvent(
                instant: $0.timestamp, type: $0.name, category: $0.attributes["category"],
                duration: $0.duration)
        }
    }

    init(using random: inout SplitMix64) throws {
        zoneName = oddZones.randomElement(using: &random) ?? "UTC"
        guard let timeZone = TimeZone(identifier: zoneName) else { throw ZoneError.unknown(zoneName) }
        self.timeZone = timeZone
        dayStart = [0, 0, 0, 240, 7, 1410].randomElement(using: &random) ?? 0
        firstWeekday = Weekday.allCases.randomElement(using: &random) ?? .monday
        let centre = Self.centre(timeZone, using: &random)
        references = [0, 3_600, 100_000].map { reach in
            centre + Int64.random(in: -reach...reach, using: &random) * 1_000_000
                + (Bool.random(using: &random) ? Int64.random(in: -1...999_999, using: &random) : 0)
        }
        records = Self.records(around: references[1], centre, timeZone, dayStart, using: &random)
    }

    /// A transition, a boundary of a day, month or year, or any moment.
    private static func centre(_ zone: TimeZone, using random: inout SplitMix64) -> Int64 {
        let any = Date(timeIntervalSince1970: .random(in: -3_000_000_000...3_000_000_000, using: &random))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let year = Int.random(in: 1930...2040, using: &random)
        func at(_ year: Int, _ month: Int, _ day: Int) -> Date? {
            calendar.date(from: DateComponents(year: year, month: month, day: day))
        }
        let dates: [Date?] = [
            any, zone.nextDaylightSavingTimeTransition(after: any),
            zone.nextDaylightSavingTimeTransition(after: any),
            at(year, 1, 1), at(year / 4 * 4, 2, 29), at(year, Int.random(in: 1...12, using: &random), 1),
            shiftByADay(zone),
        ]
        let date = dates.compactMap { $0 }.randomElement(using: &random) ?? any
        return Int64(date.timeIntervalSince1970.rounded()) * 1_000_000
    }

    private static func shiftByADay(_ zone: TimeZone) -> Date? {
        var next = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: -5_000_000_000))
        while let date = next, date.timeIntervalSince1970 < 1_500_000_000 {
            if abs(zone.secondsFromGMT(for: date) - zone.secondsFromGMT(for: date - 1)) > 72_000 {
                return date
            }
            next = zone.nextDaylightSavingTimeTransition(after: date)
        }
        return nil
    }

    private static func records(
        around reference: Int64, _ centre: Int64, _ zone: TimeZone, _ dayStart: Int,
        using random: inout SplitMix64
    ) -> [Record] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let reach = [3, 8, 40, 400].randomElement(using: &random) ?? 3
        var instants: [Int64] = []
        for _ in 0..<Int.random(in: 0...50, using: &random) {
            let days = Int64(Int.random(in: -reach...reach, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                instants.append(reference + Int64.random(in: -3_600_000_000...3_600_000_000, using: &random))
            case 1: instants.append(centre + Int64.random(in: -1...1, using: &random))
            case 2:
                // The start of a day, by Foundation, and the microsecond before.
                let date = Date(timeIntervalSince1970: Double(reference / 1_000_000 + days * 86_400))
                let start = Int64(calendar.startOfDay(for: date).timeIntervalSince1970.rounded())
                let shift = Int64(dayStart * 60) - Int64.random(in: 0...1, using: &random) * 3600 * 24
                instants.append((start + shift) * 1_000_000 - Int64.random(in: 0...1, using: &random))
            case 3:
                instants.append(centre + Int64.random(in: -200_000_000_000...200_000_000_000, using: &random))
            default:
                let time = Int64.random(in: -43_200_000_000...43_200_000_000, using: &random)
                instants.append(reference + days * 86_400_000_000 + time)
            }
        }
        // A streak, up to today or not quite, with a gap perhaps.
        let (newest, oldest) = (
            Int64.random(in: 0...3, using: &random), Int64.random(in: 0...60, using: &random)
        )
        for back in newest..<max(newest, oldest) where Int.random(in: 0..<30, using: &random) > 0 {
            let time = Int64.random(in: 0...20_000_000_000, using: &random)
            instants.append(reference - back * 86_400_000_000 - time)
        }
        if Int.random(in: 0..<4, using: &random) == 0 { instants.append(4_070_908_800_000_000) }
        // The same twice is two events.
        instants += instants.prefix(Int.random(in: 0...3, using: &random))
        return instants.shuffled(using: &random).map { record(at: $0, using: &random) }
    }

    private static func record(at instant: Int64, using random: inout SplitMix64) -> Record {
        let type = Samples.types.keys.sorted().prefix(Int.random(in: 1...8, using: &random)).randomElement(
            using: &random)
        var record = Record(timestamp: instant, name: type ?? "commit")
        // A few records that are no events, with all that an event may have.
        if Int.random(in: 0..<12, using: &random) == 0 {
            record.kind = Bool.random(using: &random) ? .dose : .checkIn
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            record.duration = Int64.random(in: 0...9_000_000_000, using: &random)
        }
        if Bool.random(using: &random) {
            record.attributes["category"] = Samples.categories.keys.sorted().randomElement(using: &random)
        }
        if Int.random(in: 0..<4, using: &random) == 0 { record.attributes["screen"] = "editor" }
        return record
    }
}
