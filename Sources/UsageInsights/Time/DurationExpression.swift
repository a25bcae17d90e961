/// Durations as options take them.
package enum DurationExpression {
    /// 10^12 seconds, over 31,000 years, in µs.
    package static let limit: Int64 = 1_000_000_000_000 * Microseconds.second

    /// Reads `90s`, `1h20m`, `1.5h`, `365d`, `2w`, `500ms`, or plain seconds: `45`, `45.0`.
    ///
    /// Units go from large to small, each at most once: w, d, h, m, s, ms, us (or µs); a blank may stand
    /// between them. A day is 24 hours. Decimal fractions are exact; what is finer than a microsecond is cut.
    ///
    /// - Returns: whole microseconds, 0 ... ``limit``.
    package static func parse(_ text: String) throws(RefusedExpression) -> Int64 {
        func refused(_ reason: String) -> RefusedExpression { RefusedExpression(text: text, reason: reason) }
        var reader = ExpressionReader(text)
        let negative = reader.take("-")
        if !negative { _ = reader.take("+") }
        if ["inf", "infinity", "nan"].contains(reader.rest.lowercased()) {
            throw refused("a duration must be finite")
        }
        var total: Int64 = 0
        var largestAllowed = Int64.max
        repeat {
            let whole = reader.digits()
            if whole.isEmpty { throw refused("not a duration: write 90s, 45m, 1h20m, 365d or plain seconds") }
            var fraction: ArraySlice<UInt8> = []
            if reader.take(".") {
                fraction = reader.digits()
                if fraction.isEmpty { throw refused("digits are missing after the point") }
            }
            let name = reader.letters()
            // A number without a unit is seconds, but only by itself.
            let isPlain = name.isEmpty && total == 0 && largestAllowed == .max && reader.isAtEnd
            if name.isEmpty && !isPlain {
                throw refused(reader.isAtEnd ? "a unit is missing at the end" : junk)
            }
            guard let unit = isPlain ? Microseconds.second : unit(name) else {
                let isCalendar = ["mo", "y"].contains(name)
                throw refused(
                    isCalendar ? "months and years differ in length: write days" : "unknown unit '\(name)'")
            }
            guard unit < largestAllowed else {
                throw refused("units go from large to small, each once, as in 1h20m")
            }
            largestAllowed = unit
            guard let part = microseconds(whole, fraction, unit: unit), part <= limit - total else {
                throw refused("a duration must be at most 1000000000000 seconds")
            }
            total += part
            if reader.take(" "), reader.isAtEnd { throw refused(junk) }
        } while !reader.isAtEnd
        if negative && total > 0 { throw refused("a duration can't be negative") }
        return total
    }

    private static let junk = "not a duration: write 90s, 45m, 1h20m, 365d or plain seconds"

    private static func unit(_ name: String) -> Int64? {
        switch name {
        case "w": 7 * Microseconds.day
        case "d": Microseconds.day
        case "h": Microseconds.hour
        case "m", "min": Microseconds.minute
        case "s": Microseconds.second
        case "ms": 1000
        // The micro sign and the Greek letter look the same.
        case "us", "\u{b5}s", "\u{3bc}s": 1
        default: nil
        }
    }

    /// whole.fraction × unit, rounded down; nil where it is over the limit.
    private static func microseconds(
        _ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, unit: Int64
    ) -> Int64? {
        guard let count = ExpressionReader.value(of: whole), count <= limit / unit else { return nil }
        // From the last digit on: ⌊(n + y) / 10⌋ = ⌊(n + ⌊y⌋) / 10⌋, so cutting at each digit loses nothing.
        var part: Int64 = 0
        for digit in fraction.reversed() {
            part = (Int64(digit &- UInt8(ascii: "0")) * unit + part) / 10
        }
        return count * unit + part
    }
}
