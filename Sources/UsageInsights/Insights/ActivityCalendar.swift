/// Activity day by day, as a calendar shows it: every day of a range, with five levels of how much there was. A plain
/// value; use it from any thread.
public struct ActivityCalendar: Sendable, Equatable {
    /// What happened on one day.
    public struct Day: Sendable, Equatable {
        /// In days since 1970-01-01.
        public var day: Int64
        /// Events.
        public var count: Int
        /// Microseconds, exactly; none where it wasn't asked for.
        public var duration: Int128?
    }

    /// In the order of time; a day that the zone skips is left out.
    public let days: [Day]
    /// The day that its weeks begin on.
    public let firstWeekday: Weekday
    /// The count from which a day has the highest level. 95 % of the active days have no more: one day out of all
    /// bounds must not make every other one look empty. 0 without an active day.
    public let cap: Int

    /// Levels 0, none, to 4.
    public static let levelCount = 5
    /// Weeks of a rolling year, the running one included.
    public static let weekCount = 53

    /// The calendar of a range of days. O(days of the range × log days).
    /// - Parameters:
    ///   - range: in days since 1970-01-01, both ends included.
    ///   - counts: events by day; what lies outside of the range is left out.
    ///   - durations: microseconds by day, if they are wanted.
    ///   - calendar: knows which days the zone skips, and which weekday comes first.
    public init(
        _ range: ClosedRange<Int64>, counts: [Int64: Int], durations: [Int64: Int128]? = nil,
        calendar: LocalCalendar
    ) {
        firstWeekday = calendar.firstWeekday
        days = range.lazy.filter { calendar.first(of: .day, key: $0).exists }.map { day in
            Day(day: day, count: counts[day] ?? 0, duration: durations.map { $0[day] ?? 0 })
        }
        let active = days.map(\.count).filter { $0 > 0 }.sorted()
        // The nearest rank.
        cap = active.isEmpty ? 0 : active[(active.count * 95 + 99) / 100 - 1]
    }

    /// The days of the last 53 weeks: whole ones, and the running one up to a day.
    public static func recentDays(until day: Int64, calendar: LocalCalendar) -> ClosedRange<Int64> {
        let thisWeek = calendar.days(of: .week, holding: day).lowerBound
        return (thisWeek - Int64(7 * (weekCount - 1)))...day
    }

    /// The days of a year of the Gregorian calendar.
    public static func days(ofYear year: Int) -> ClosedRange<Int64> {
        Civil(year: year, month: 1, day: 1).days...Civil(year: year, month: 12, day: 31).days
    }

    /// How much a count is: 0 for none, 1 to 4 for each begun quarter of the cap.
    public func level(of count: Int) -> Int {
        guard count > 0, cap > 0 else { return 0 }
        guard count < cap else { return Self.levelCount - 1 }
        return (count * 4 + cap - 1) / cap
    }

    /// The counts that have a level; none where no whole number has it. The highest is open: it has no upper bound.
    public func counts(ofLevel level: Int) -> ClosedRange<Int>? {
        if level == 0 { return 0...0 }
        let first = (level - 1) * cap / 4 + 1
        let last = level * cap / 4
        return first <= last ? first...last : nil
    }

    /// How many columns of weeks the days take.
    public var weeks: Int { days.last.map { column(of: $0.day) + 1 } ?? 0 }

    /// The column of a day's week, from 0.
    public func column(of day: Int64) -> Int {
        guard let first = days.first?.day else { return 0 }
        return Int((day - first + Int64(row(of: first))) / 7)
    }

    /// The row of a day's weekday, from 0 for the first one of the week to 6.
    public func row(of day: Int64) -> Int { (Weekday(ofDay: day).rawValue - firstWeekday.rawValue + 7) % 7 }

    /// The days of some columns of weeks.
    public func days(inColumns columns: Range<Int>) -> ArraySlice<Day> {
        let first = days.firstIndex { column(of: $0.day) >= columns.lowerBound } ?? days.endIndex
        let last = days[first...].firstIndex { column(of: $0.day) >= columns.upperBound } ?? days.endIndex
        return days[first..<last]
    }

    /// The column under which each month's name stands: that of its first day that is shown.
    public var months: [(month: Int, year: Int, column: Int)] {
        var months: [(month: Int, year: Int, column: Int)] = []
        for entry in days {
            let date = Civil(days: entry.day)
            if months.last.map({ $0.month == date.month && $0.year == date.year }) != true {
                months.append((date.month, date.year, column(of: entry.day)))
            }
        }
        return months
    }
}
