/// Says which hour, day, week, month and year an instant belongs to: the only place that decides it.
///
/// Everything goes by the wall clock of one zone. A time of day before `dayStartMinutes` belongs to the day
/// before, and weeks, months and years are made of such days. Instants are µs since 1970-01-01 UTC,
/// days are numbered from 1970-01-01 in the proleptic Gregorian calendar, periods are half-open.
/// A value without shared state: use it from any thread.
///
/// For records by their own recorded offset, use a calendar of ``Zone/utc`` and give it wall times
/// (instant plus offset) in place of instants.
public struct LocalCalendar: Sendable, Equatable {
    /// Whose wall clock counts.
    public let zone: Zone
    /// Minutes after midnight at which a day begins, 0 ..< 1440.
    public let dayStartMinutes: Int
    /// The day that weeks begin on.
    public let firstWeekday: Weekday
    /// The start of the day in µs after midnight.
    let dayStart: Int64

    /// The calendar of a zone. O(1).
    /// - Parameters:
    ///   - zone: whose wall clock counts.
    ///   - dayStartMinutes: minutes after midnight at which a day begins; taken into 0 ..< 1440, modulo a day.
    ///   - firstWeekday: the day that weeks begin on.
    public init(zone: Zone, dayStartMinutes: Int = 0, firstWeekday: Weekday = .monday) {
        self.zone = zone
        self.dayStart = floorRemainder(Int64(dayStartMinutes), 1440) &* Microseconds.minute
        self.dayStartMinutes = Int(truncatingIfNeeded: dayStart / Microseconds.minute)
        self.firstWeekday = firstWeekday
    }

    /// The number of the local day that an instant belongs to, in days since 1970-01-01. O(log transitions).
    ///
    /// Everything that asks for a day asks here.
    @inline(__always)
    public func day(at instant: Int64) -> Int64 {
        let instant = Microseconds.bounded(instant)
        return floorDivide(instant &+ zone.offset(at: instant) &- dayStart, Microseconds.day)
    }

    /// The number of the day that an instant belongs to by an offset of its own, and this calendar's day
    /// start. O(1).
    package func day(at instant: Int64, offsetMinutes: Int) -> Int64 {
        let wall = Microseconds.bounded(instant) &+ Int64(offsetMinutes) &* Microseconds.minute
        return floorDivide(wall &- dayStart, Microseconds.day)
    }

    /// The key of the period that an instant belongs to; see ``PeriodRun/key``. O(log transitions).
    package func key(of unit: PeriodUnit, at instant: Int64) -> Int64 {
        if unit == .hour { return run(of: .hour, at: instant).key }
        return days(of: unit, holding: day(at: instant)).lowerBound
    }

    /// The days of the period that holds a day; for hours, that day.
    @inline(__always)
    func days(of unit: PeriodUnit, holding day: Int64) -> Range<Int64> {
        switch unit {
        case .hour, .day:
            return day..<(day &+ 1)
        case .week:
            let first = day &- floorRemainder(day &+ 3 &- Int64(firstWeekday.rawValue), 7)
            return first..<(first &+ 7)
        case .month:
            let date = Civil(days: day)
            let first = day &- Int64(date.day) &+ 1
            return first..<(first &+ Int64(Civil.daysInMonth(year: date.year, month: date.month)))
        case .year:
            let year = Civil(days: day).year
            let first = Civil(year: year, month: 1, day: 1).days
            return first..<(first &+ (Civil.isLeap(year: year) ? 366 : 365))
        }
    }

    /// The wall times in µs of the period that holds a day.
    @inline(__always)
    func walls(ofDays days: Range<Int64>) -> Range<Int64> {
        (days.lowerBound &* Microseconds.day &+ dayStart)..<(days.upperBound &* Microseconds.day &+ dayStart)
    }

    /// Day numbers beyond this many are read as this many; it lies outside the bounds of instants.
    private static let dayBound: Int64 = 53_400_000

    @inline(__always)
    static func bounded(day: Int64) -> Int64 { max(-dayBound, min(dayBound, day)) }
}
