/// `YYYY-MM-DD`, and nothing else.
enum DateExpression {
    /// Whether a text has that form, so that a date which doesn't exist isn't mistaken for something else.
    static func hasForm(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 10
            && bytes.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7
                    ? byte == UInt8(ascii: "-")
                    : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    /// The date's number in days since 1970-01-01; one that doesn't exist is refused with the reason.
    static func day(_ text: String) throws(RefusedExpression) -> Int64 {
        var reader = ExpressionReader(text)
        guard hasForm(text), let year = reader.number(width: 4), reader.take("-"),
            let month = reader.number(width: 2), reader.take("-"), let day = reader.number(width: 2)
        else { throw RefusedExpression(text: text, reason: "a date is written YYYY-MM-DD") }
        let date = Civil(year: year, month: month, day: day)
        if let reason = date.reasonInvalid {
            throw RefusedExpression(text: text, reason: "there is no such date: \(reason)")
        }
        return date.days
    }
}
