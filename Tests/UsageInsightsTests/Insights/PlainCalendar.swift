import Foundation

@testable import UsageInsights

/// Which day and hour an instant belongs to, from Foundation's calendar alone.
///
/// Foundation says what calendar and clock show in the zone. The rest is reckoned on paper, with dates that have
/// no time of day (midnights of a calendar at GMT): near shifts of a zone by a whole day, and where clocks go
/// back over midnight, Foundation's intervals in the zone itself contradict its own dates (see
/// `CalendarAgainstFoundationTests`). Everywhere else `disagrees` checks the two against each other.
struct PlainCalendar {
    private let zoned: Calendar
    let paper: Calendar
    private let dayStartMinutes: Int

    init(timeZone: TimeZone, dayStartMinutes: Int, firstWeekday: Weekday) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US")
        // Foundation counts from Sunday, 1.
        calendar.firstWeekday = (firstWeekday.rawValue + 1) % 7 + 1
        calendar.minimumDaysInFirstWeek = 1
        calendar.timeZone = timeZone
        zoned = calendar
        calendar.timeZone = .gmt
        paper = calendar
        self.dayStartMinutes = dayStartMinutes
    }

    private static func date(_ instant: Int64) -> Date {
        Date(timeIntervalSince1970: (Double(instant) / 1_000_000).rounded(.down))
    }

    func hour(_ instant: Int64) -> Int { zoned.component(.hour, from: Self.date(instant)) }

    /// The local day of an instant, as a date on paper.
    func day(_ instant: Int64) -> Date {
        let shown = zoned.dateComponents([.year, .month, .day, .hour, .minute], from: Self.date(instant))
        let date = paper.date(
            from: DateComponents(year: shown.year, month: shown.month, day: shown.day))
        let isBefore = (shown.hour ?? 0) * 60 + (shown.minute ?? 0) < dayStartMinutes
        return adding(isBefore ? -1 : 0, .day, to: date ?? .distantPast)
    }

    func adding(_ count: Int, _ component: Calendar.Component, to day: Date) -> Date {
        paper.date(byAdding: component, value: count, to: day) ?? .distantPast
    }

    /// The day before that the zone had: stepping back by days in the zone, a skipped day doesn't count.
    func dayBefore(_ day: Date) -> Date {
        let before = adding(-1, .day, to: day)
        return exists(before) ? before : adding(-1, .day, to: before)
    }

    /// Whether any instant belongs to the day; tried out, every quarter of an hour.
    private func exists(_ day: Date) -> Bool {
        let offsets = [-172_800.0, 172_800].map { zoned.timeZone.secondsFromGMT(for: day + $0) }
        guard abs(offsets[0] - offsets[1]) > 20 * 3600 else { return true }
        let midnight = Int64(day.timeIntervalSince1970)
        return stride(from: midnight - 172_800, to: midnight + 259_200, by: 900).contains {
            self.day($0 * 1_000_000) == day
        }
    }

    /// The days of the period that holds a day; the end is excluded.
    func interval(_ period: InsightPeriod, holding day: Date) -> DateInterval {
        paper.dateInterval(of: Self.component(period), for: day) ?? DateInterval()
    }

    static func component(_ period: InsightPeriod) -> Calendar.Component {
        switch period {
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .year: .year
        }
    }

    /// Whether Foundation's interval in the zone, half-open, says otherwise about an instant than the dates do.
    func disagrees(_ period: InsightPeriod, at reference: Int64, about instant: Int64) -> Bool {
        guard dayStartMinutes == 0,
            let zone = zoned.dateInterval(of: Self.component(period), for: Self.date(reference))
        else { return false }
        let date = Self.date(instant)
        let days = interval(period, holding: day(reference))
        let isInside = day(instant) >= days.start && day(instant) < days.end
        guard isInside != (date >= zone.start && date < zone.end) else { return false }
        return ![date, Self.date(reference), zone.start, zone.end].contains(where: changesDate)
    }

    /// Whether a transition within a week leads to another date, or to the same one a second time.
    private func changesDate(near date: Date) -> Bool {
        var next = zoned.timeZone.nextDaylightSavingTimeTransition(after: date - 8 * 86_400)
        while let transition = next, transition < date + 8 * 86_400 {
            let sides = [transition - 1, transition]
            let dates = sides.map { zoned.component(.day, from: $0) }
            let offsets = sides.map { zoned.timeZone.secondsFromGMT(for: $0) }
            if dates[0] != dates[1] || abs(offsets[0] - offsets[1]) > 20 * 3600 { return true }
            next = zoned.timeZone.nextDaylightSavingTimeTransition(after: transition)
        }
        return false
    }
}
