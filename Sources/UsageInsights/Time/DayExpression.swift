/// Calendar days as options take them: `--date`.
package enum DayExpression {
    /// Reads `today`, `yesterday`, `YYYY-MM-DD`, or a step from today: `-7d`, `-2w`, `-3mo`, `+1d`.
    ///
    /// - Parameter now: the reference instant in µs; today is its day by the calendar's day start.
    /// - Returns: the day's number in days since 1970-01-01, in years 1...9999.
    package static func parse(
        _ text: String, now: Int64, calendar: LocalCalendar
    ) throws(RefusedExpression) -> Int64 {
        let today = calendar.day(at: now)
        switch text.lowercased() {
        case "today": return today
        case "yesterday": return today - 1
        default: break
        }
        guard let step = try RelativeStep(text) else { return try DateExpression.day(text) }
        if step.microseconds != 0 {
            throw RefusedExpression(text: text, reason: "a day is a step in d, w, mo or y, not in hours")
        }
        let day = step.moving(day: today)
        guard Civil.years.contains(Civil(days: day).year) else {
            throw RefusedExpression(text: text, reason: "outside the years 0001 to 9999")
        }
        return day
    }
}
