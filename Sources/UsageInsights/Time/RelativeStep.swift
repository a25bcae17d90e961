/// A signed step from now: `-7d`, `+1d`, `-3mo`, `-1y6mo`, `-1d12h`.
///
/// Days, weeks, months and years move the date on the calendar; hours, minutes and seconds are real time.
struct RelativeStep: Hashable {
    var months = 0
    var days = 0
    var microseconds: Int64 = 0

    /// nil where the text has no sign in front, so isn't a step.
    init?(_ text: String) throws(RefusedExpression) {
        var reader = ExpressionReader(text)
        let negative = reader.take("-")
        guard negative || reader.take("+") else { return nil }
        let units = "the units are y, mo, w, d, h, m (minutes) and s"
        var seen: Set<String> = []
        repeat {
            let digits = reader.digits()
            if digits.isEmpty { throw RefusedExpression(text: text, reason: "a number is missing; \(units)") }
            guard let number = ExpressionReader.value(of: digits), number <= RelativeStep.limit else {
                throw RefusedExpression(text: text, reason: "that is too far away")
            }
            let count = Int(number) * (negative ? -1 : 1)
            let unit = reader.letters()
            guard seen.insert(unit).inserted else {
                throw RefusedExpression(text: text, reason: "'\(unit)' stands there twice")
            }
            switch unit {
            case "y": months += 12 * count
            case "mo": months += count
            case "w": days += 7 * count
            case "d": days += count
            case "h": microseconds += Int64(count) * Microseconds.hour
            case "m": microseconds += Int64(count) * Microseconds.minute
            case "s": microseconds += Int64(count) * Microseconds.second
            case "": throw RefusedExpression(text: text, reason: "a unit is missing; \(units)")
            default: throw RefusedExpression(text: text, reason: "unknown unit '\(unit)'; \(units)")
            }
        } while !reader.isAtEnd
    }

    /// No more of any unit: with it, the sums above stay inside Int64, and it holds 9999 years of hours.
    private static let limit: Int64 = 100_000_000

    /// The date after the calendar part of the step; a day that the month lacks becomes its last.
    func moving(day: Int64) -> Int64 {
        let moved = months == 0 ? day : Civil(days: day).adding(months: months).days
        return LocalCalendar.bounded(day: moved &+ Int64(days))
    }
}
