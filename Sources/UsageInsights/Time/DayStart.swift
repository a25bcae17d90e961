/// The time of day at which a day begins, as `--day-start` takes it.
package enum DayStart {
    /// Reads `HH:MM`, 00:00 to 23:59, to minutes after midnight; a single digit for the hour will do.
    package static func parse(_ text: String) throws(RefusedExpression) -> Int {
        var reader = ExpressionReader(text)
        let hourDigits = reader.digits()
        guard (1...2).contains(hourDigits.count), let hour = ExpressionReader.value(of: hourDigits),
            reader.take(":"), let minute = reader.number(width: 2), reader.isAtEnd
        else { throw RefusedExpression(text: text, reason: "a time of day is written HH:MM") }
        guard hour < 24, minute < 60 else {
            throw RefusedExpression(text: text, reason: "a day starts between 00:00 and 23:59")
        }
        return Int(hour) * 60 + minute
    }
}
