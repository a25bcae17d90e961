/// A date of the proleptic Gregorian calendar, and the whole-number arithmetic between dates and day numbers.
///
/// A day number counts days since 1970-01-01. The calendar is Gregorian at all times, also before 1582, as in
/// ISO 8601. No operation traps: years far outside ``years`` give a meaningless date, not a crash.
public struct Civil: Sendable, Hashable, Comparable {
    /// Of the Gregorian calendar; 0 is the year before 1.
    public var year: Int
    /// 1...12
    public var month: Int
    /// 1...31
    public var day: Int

    /// The years that timestamps and dates may have.
    public static let years = 1...9999

    /// Takes the three numbers as they are; a date that doesn't exist is not refused.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date of a day number. O(1).
    ///
    /// Years are counted from 1 March, so that the leap day is a year's last: then a month's place in the year
    /// follows from a straight line through the month lengths, (153 m + 2) / 5.
    public init(days: Int64) {
        let sinceMarch0 = days &+ Civil.daysFromMarch0To1970
        let cycle = floorDivide(sinceMarch0, Civil.daysPerCycle)
        let dayOfCycle = sinceMarch0 &- cycle &* Civil.daysPerCycle
        // Take out the leap days before this day, so that what is left has years of 365 days.
        let leapDays = dayOfCycle / 1460 &- dayOfCycle / 36524 &+ dayOfCycle / 146096
        let yearOfCycle = (dayOfCycle &- leapDays) / 365
        let dayOfYear =
            dayOfCycle &- (365 &* yearOfCycle &+ yearOfCycle / 4 &- yearOfCycle / 100)
        let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
        self.year = Int(truncatingIfNeeded: yearOfCycle &+ cycle &* 400 &+ (month <= 2 ? 1 : 0))
        self.month = Int(truncatingIfNeeded: month)
        self.day = Int(truncatingIfNeeded: dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1)
    }

    /// Days since 1970-01-01. O(1). A day past the month's end runs on into the next month.
    public var days: Int64 {
        let marchYear = Int64(month <= 2 ? year &- 1 : year)
        let cycle = floorDivide(marchYear, 400)
        let yearOfCycle = marchYear &- cycle &* 400
        let monthFromMarch = Int64(month > 2 ? month &- 3 : month &+ 9)
        let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ Int64(day) &- 1
        let dayOfCycle = yearOfCycle &* 365 &+ yearOfCycle / 4 &- yearOfCycle / 100 &+ dayOfYear
        return cycle &* Civil.daysPerCycle &+ dayOfCycle &- Civil.daysFromMarch0To1970
    }

    /// `YYYY-MM-DD`; years over 9999 or below 0 get as many digits as they need.
    public var isoText: String {
        let sign = year < 0 ? "-" : ""
        return sign + Civil.padded(year.magnitude, to: 4) + "-" + Civil.padded(month.magnitude, to: 2) + "-"
            + Civil.padded(day.magnitude, to: 2)
    }

    /// Earlier dates come first.
    public static func < (left: Civil, right: Civil) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    package static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// 28...31; 0 for a month that isn't one.
    package static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: isLeap(year: year) ? 29 : 28
        default: 0
        }
    }

    /// Why there is no such date, ready to be put after "…: "; nil for a date that exists in years 1...9999.
    package var reasonInvalid: String? {
        if !Civil.years.contains(year) { return "the year must be 0001 to 9999" }
        if !(1...12).contains(month) { return "there is no month \(month)" }
        let last = Civil.daysInMonth(year: year, month: month)
        if !(1...last).contains(day) {
            return "\(Civil.monthNames[month - 1]) \(year) has \(last) days"
        }
        return nil
    }

    /// The date `count` months on, or back where negative; a day that the month lacks becomes its last.
    package func adding(months count: Int) -> Civil {
        // More months than the supported years hold can't lead to a supported date, whatever the sign.
        let limit = 12 * 400_000
        let monthsSinceYear0 = Int64(year) &* 12 &+ Int64(month) &- 1 &+ Int64(max(-limit, min(limit, count)))
        let newYear = floorDivide(monthsSinceYear0, 12)
        let newMonth = Int(truncatingIfNeeded: monthsSinceYear0 &- newYear &* 12) &+ 1
        let newYearNumber = Int(truncatingIfNeeded: newYear)
        let last = Civil.daysInMonth(year: newYearNumber, month: newMonth)
        return Civil(year: newYearNumber, month: newMonth, day: min(day, last))
    }

    /// Every 400 years the calendar repeats, weekdays included: 146,097 days are 20,871 whole weeks.
    static let daysPerCycle: Int64 = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysFromMarch0To1970: Int64 = 719_468

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    private static func padded(_ number: UInt, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// Division that rounds toward negative infinity; `divisor` > 0.
@inline(__always)
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient &- 1 : quotient
}

/// The remainder of ``floorDivide(_:_:)``: 0 ..< divisor, also for a negative value.
@inline(__always)
func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder &+ divisor : remainder
}
