import Testing

@testable import UsageInsights

@Suite struct CivilTests {
    @Test func knownDates() {
        #expect(day(1970, 1, 1) == 0)
        #expect(day(2000, 2, 29) == 11_016)
        #expect(day(1, 1, 1) == -719_162)
        #expect(day(9999, 12, 31) == 2_932_896)
        #expect(Civil(days: -1).isoText == "1969-12-31")
        #expect(Civil(year: 7, month: 3, day: 4).isoText == "0007-03-04")
    }

    /// Counts through every date of the supported years by the rules for month lengths.
    @Test func everyDayOfTheSupportedYears() {
        var days: Int64 = -719_162
        var wrong: [String] = []
        for year in 1...9999 {
            // All days of four centuries, then the months' first and last days.
            let all = (1599...2000).contains(year)
            for month in 1...12 {
                let last = Civil.daysInMonth(year: year, month: month)
                for number in all ? Array(1...last) : [1, last] {
                    let date = Civil(year: year, month: month, day: number)
                    if date.days != days + Int64(number) - 1 || Civil(days: date.days) != date {
                        wrong.append(date.isoText)
                    }
                }
                days += Int64(last)
            }
        }
        #expect(wrong.isEmpty)
        #expect(days == 2_932_897)
    }

    @Test func datesThatDoNotExist() {
        #expect(Civil(year: 2026, month: 2, day: 30).reasonInvalid == "February 2026 has 28 days")
        #expect(Civil(year: 2026, month: 13, day: 1).reasonInvalid == "there is no month 13")
        #expect(Civil(year: 0, month: 1, day: 1).reasonInvalid != nil)
        #expect(Civil(year: 1900, month: 2, day: 29).reasonInvalid != nil)
        #expect(Civil(year: 2000, month: 2, day: 29).reasonInvalid == nil)
        #expect(Civil(year: 2000, month: 1, day: 0).reasonInvalid != nil)
    }

    @Test func monthsAreClampedToTheirEnd() {
        let date = Civil(year: 2026, month: 3, day: 31)
        #expect(date.adding(months: -1).isoText == "2026-02-28")
        #expect(date.adding(months: 1).isoText == "2026-04-30")
        #expect(date.adding(months: -25).isoText == "2024-02-29")
        #expect(date.adding(months: 12).isoText == "2027-03-31")
    }

    @Test func nothingTraps() {
        for number in [Int.min, -1, 0, 1, Int.max] {
            _ = Civil(year: number, month: number, day: number).days
            _ = Civil(year: number, month: number, day: number).isoText
            _ = Civil(year: number, month: number, day: number).reasonInvalid
            _ = Civil(year: 2026, month: 1, day: 1).adding(months: number)
            _ = Civil(days: Int64(number))
        }
    }
}
