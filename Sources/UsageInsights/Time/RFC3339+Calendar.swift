extension RFC3339 {
    static let microsecondsPerSecond: Int64 = 1_000_000
    static let secondsPerDay: Int64 = 86_400

    /// Days from 0000-03-01, where a year that starts in March begins, to 1970-01-01.
    private static let epochShiftDays: Int64 = 719_468

    /// Whether a date is one of the proleptic Gregorian calendar, years 0001 to 9999.
    @inline(__always)
    package static func dateExists(year: Int, month: Int, day: Int) -> Bool {
        guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return false }
        return day <= 28 || day <= daysInMonth(year: year, month: month)
    }

    @inline(__always)
    static func daysInMonth(year: Int, month: Int) -> Int {
        guard month == 2 else {
            // Long months alternate, and the alternation turns over at August.
            return 30 + ((month + (month >> 3)) & 1)
        }
        let isLeap = year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)
        return isLeap ? 29 : 28
    }

    /// Days since 1970-01-01 of a date that exists.
    ///
    /// Counting years from March puts the leap day last, so that a month's first day is a linear formula:
    /// five months are always 153 days.
    @inline(__always)
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int64 {
        let startsBeforeMarch = month <= 2
        let marchYear = UInt32(truncatingIfNeeded: startsBeforeMarch ? year &- 1 : year)
        let marchMonth = UInt32(truncatingIfNeeded: startsBeforeMarch ? month &+ 9 : month &- 3)
        let yearDays = marchYear &* 365 &+ marchYear / 4 &- marchYear / 100 &+ marchYear / 400
        let monthDays = (marchMonth &* 153 &+ 2) / 5
        return Int64(yearDays &+ monthDays) &+ Int64(day) &- 1 &- epochShiftDays
    }

    /// The date of a day since 1970-01-01, for days in the years 0000 to 10000.
    static func date(ofDay dayNumber: Int64) -> (year: Int, month: Int, day: Int) {
        let daysPerEra: Int64 = 146_097
        // One era ahead keeps every quantity below positive for the year 0000.
        let shifted = dayNumber &+ epochShiftDays &+ daysPerEra
        let era = shifted / daysPerEra
        let dayOfEra = shifted &- era &* daysPerEra
        let leapCorrection = dayOfEra / 1_460 &- dayOfEra / 36_524 &+ dayOfEra / 146_096
        let yearOfEra = (dayOfEra &- leapCorrection) / 365
        let dayOfYear = dayOfEra &- (yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100)
        let marchMonth = (dayOfYear &* 5 &+ 2) / 153
        let day = dayOfYear &- (marchMonth &* 153 &+ 2) / 5 &+ 1
        let month = marchMonth < 10 ? marchMonth &+ 3 : marchMonth &- 9
        let year = yearOfEra &+ (era &- 1) &* 400 &+ (month <= 2 ? 1 : 0)
        return (Int(year), Int(month), Int(day))
    }
}
