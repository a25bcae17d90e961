import Foundation
import Testing

@testable import UsageInsights

@Suite struct CalendarAgainstFoundationTests {
    private static let probesPerZone = 4000

    @Test(arguments: oddZones)
    func randomInstants(name: String) throws {
        var random = SplitMix64(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let timeZone = try #require(TimeZone(identifier: name))
        let foundation = FoundationCalendar(timeZone: timeZone)
        let ours = LocalCalendar(zone: try Zone(named: name), firstWeekday: .sunday)
        let transitions = Self.transitions(of: timeZone)
        var wrong: [String] = []
        for round in 0..<Self.probesPerZone {
            let seconds: Int64
            switch round % 3 {
            case 0:
                seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
            case 1:
                seconds = Int64.random(in: -3_000_000_000...4_200_000_000, using: &random)
            default:
                let transition = transitions.randomElement(using: &random) ?? 0
                let reach: Int64 = Bool.random(using: &random) ? 4 : 200_000
                seconds = transition + Int64.random(in: -reach...reach, using: &random)
            }
            let instant = seconds * 1_000_000 + Int64.random(in: 0...999_999, using: &random)
            let fields = ours.fields(at: instant)
            let expected = foundation.fields(at: instant)
            if fields != expected { wrong.append("\(instant): \(fields), Foundation \(expected)") }
            // From Foundation's date and time of day.
            let dayStart = Int.random(in: 0..<1440, using: &random)
            let shifted = LocalCalendar(zone: ours.zone, dayStartMinutes: dayStart)
            let isBefore = expected.hour * 60 + expected.minute < dayStart
            if shifted.day(at: instant) != expected.date.days - (isBefore ? 1 : 0) {
                wrong.append("day start \(dayStart) at \(instant)")
            }
            guard seconds > FoundationCalendar.cutover else { continue }
            wrong += Self.differences(of: ours, from: foundation, at: instant, round)
        }
        #expect(wrong.isEmpty, "\(name): \(wrong.count) wrong, \(wrong.prefix(5).joined(separator: "\n"))")
    }

    private static func differences(
        of ours: LocalCalendar, from foundation: FoundationCalendar, at instant: Int64, _ round: Int
    ) -> [String] {
        let units: [PeriodUnit] = [.day, .week, .month, .year]
        let unit = units[round / 3 % 4]
        let key = ours.key(of: unit, at: instant)
        let expected = foundation.interval(of: unit, at: instant)
        let start = ours.firstInstant(of: unit, key: key)
        let end = ours.firstInstant(of: unit, key: ours.key(of: unit, adding: 1, to: key))
        if start == expected.lowerBound && end == expected.upperBound { return [] }
        let found = ours.text(start) + " to " + ours.text(end)
        let text = "\(unit) at \(instant): \(found), Foundation \(expected)"
        guard foundation.isOff(unit, expected, around: instant) else { return [text] }
        return Self.follows(ours, foundation, unit, start..<end) ? [] : ["by the rule: " + text]
    }

    /// Our rule, said again in terms of nothing but Foundation's offsets: inside the period, and not just
    /// outside of it, the wall clock shows one of its dates.
    private static func follows(
        _ ours: LocalCalendar, _ foundation: FoundationCalendar, _ unit: PeriodUnit, _ range: Range<Int64>
    ) -> Bool {
        let key = ours.key(of: unit, at: range.lowerBound)
        let days = key..<ours.key(of: unit, adding: 1, to: key)
        let hourly = stride(from: range.lowerBound, to: range.upperBound, by: 3_600_000_000)
        return hourly.allSatisfy { days.contains(foundation.fields(at: $0).date.days) }
            && days.contains(foundation.fields(at: range.upperBound - 1).date.days)
            && !days.contains(foundation.fields(at: range.lowerBound - 1).date.days)
            && !days.contains(foundation.fields(at: range.upperBound).date.days)
    }

    private static func transitions(of timeZone: TimeZone) -> [Int64] {
        var date = Date(timeIntervalSince1970: -5_000_000_000)
        var found: [Int64] = []
        while let next = timeZone.nextDaylightSavingTimeTransition(after: date),
            next.timeIntervalSince1970 < 4_200_000_000
        {
            found.append(Int64(next.timeIntervalSince1970))
            date = next
        }
        return found
    }
}

/// Foundation's answers in this module's units.
struct FoundationCalendar {
    /// Before 15 October 1582, every calendar of Foundation that could be used (`.gregorian`, `.iso8601`) is
    /// Julian: 1019-05-04 of the proleptic calendar comes out as 1019-04-28. There, the same wall time 1600
    /// years on (four whole cycles) gives the date.
    static let cutover: Int64 = -12_180_000_000

    private let zoned: Calendar
    private let universal: Calendar
    private let timeZone: TimeZone

    init(timeZone: TimeZone) {
        self.timeZone = timeZone
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US")
        calendar.firstWeekday = 1
        calendar.minimumDaysInFirstWeek = 1
        calendar.timeZone = timeZone
        zoned = calendar
        calendar.timeZone = .gmt
        universal = calendar
    }

    func fields(at instant: Int64) -> LocalFields {
        let seconds = floorDivide(instant, 1_000_000)
        let date = Date(timeIntervalSince1970: Double(seconds))
        let offset = timeZone.secondsFromGMT(for: date)
        let names: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second, .weekday]
        let isEarly = seconds < Self.cutover
        let components =
            isEarly
            ? universal.dateComponents(names, from: date + Double(offset) + 4 * 146_097 * 86_400)
            : zoned.dateComponents(names, from: date)
        return LocalFields(
            date: Civil(
                year: (components.year ?? 0) - (isEarly ? 1600 : 0), month: components.month ?? 0,
                day: components.day ?? 0),
            hour: components.hour ?? -1, minute: components.minute ?? -1, second: components.second ?? -1,
            microsecond: Int(instant - seconds * 1_000_000),
            weekday: Weekday(rawValue: ((components.weekday ?? 0) + 5) % 7) ?? .monday, offsetSeconds: offset)
    }

    func interval(of unit: PeriodUnit, at instant: Int64) -> Range<Int64> {
        let component: Calendar.Component =
            switch unit {
            case .hour: .hour
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        guard let found = zoned.dateInterval(of: component, for: Self.date(instant)) else { return 0..<0 }
        let start = Int64(found.start.timeIntervalSince1970.rounded()) * 1_000_000
        return start..<max(start, Int64(found.end.timeIntervalSince1970.rounded()) * 1_000_000)
    }

    /// Whether Foundation contradicts itself about a period near a shift of the zone by a whole day.
    ///
    /// Seen at Apia 1892 and 2011, Kwajalein 1993, Kiritimati 1994, Manila 1844 and Juneau 1867, and nowhere
    /// else: a day that occurs twice gets an empty interval, and a week with a day more or less ends at the
    /// start of a day that isn't a first weekday, by Foundation's own reckoning.
    func isOff(_ unit: PeriodUnit, _ interval: Range<Int64>, around instant: Int64) -> Bool {
        let reach: Int64 = 8 * 86_400_000_000
        let shift =
            timeZone.secondsFromGMT(for: Self.date(instant + reach))
            - timeZone.secondsFromGMT(for: Self.date(instant - reach))
        guard shift.magnitude > 20 * 3600 else { return false }
        switch unit {
        case .day: return interval.isEmpty
        case .week: return fields(at: interval.upperBound).weekday != .sunday
        case .hour, .month, .year: return false
        }
    }

    private static func date(_ instant: Int64) -> Date {
        Date(timeIntervalSince1970: Double(floorDivide(instant, 1_000_000)))
    }
}
