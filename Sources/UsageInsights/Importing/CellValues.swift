/// Times as cells have them.
enum CellTime {
    /// A time in the form that was given, or in ISO 8601, where the time of day, or its seconds, may be left out.
    static func read(
        _ text: String, _ name: String, _ format: DatePattern?
    ) throws(RowFailure) -> RFC3339.Reading {
        if let format {
            guard let reading = format.read(text), reading.isRepresentable else {
                throw RowFailure(
                    "\(name) \(QuotedText.quote(text)) is not as --date-format says, or doesn't exist")
            }
            return reading
        }
        var whole = text
        switch parse(text) {
        case .failure(.timeIsMissing): whole += "T00:00:00"
        case .failure(.secondsAreMissing):
            whole.insert(contentsOf: ":00", at: whole.utf8.index(whole.startIndex, offsetBy: 16))
        default: break
        }
        let reading = parse(whole)
        guard case .failure(let failure) = reading else { return reading }
        let hint =
            isNumber(text)
            ? "--epoch s, ms or us says what a number counts"
            : "--date-format says how times are written, such as 'dd/MM/yyyy HH:mm'"
        throw RowFailure("\(name) \(QuotedText.quote(text)): \(failure) (\(hint))")
    }

    private static func parse(_ text: String) -> RFC3339.Reading {
        var text = text
        return text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0)) }
    }

    /// Digits, perhaps behind a sign and with a fraction, as JSON has them.
    static func isNumber(_ text: String) -> Bool {
        var reader = ExpressionReader(text)
        _ = reader.take("-")
        let whole = reader.digits()
        guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return false }
        if reader.take(".") && reader.digits().isEmpty { return false }
        return reader.isAtEnd
    }
}

/// Lengths as cells have them.
enum CellDuration {
    /// `1h20m`, `H:MM:SS`, or a number of so many microseconds each; gives back microseconds.
    static func read(_ text: String, unit: Int64 = Microseconds.second) throws(RowFailure) -> Int64 {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 {
            guard let seconds = seconds(parts[2]), let hours = number(parts[0]),
                let minutes = number(parts[1]),
                parts[1].count == 2, minutes < 60, hours < 1_000_000_000
            else { throw RowFailure("duration \(QuotedText.quote(text)) is neither seconds nor H:MM:SS") }
            return hours * Microseconds.hour + minutes * Microseconds.minute + seconds
        }
        if parts.count == 2 {
            throw RowFailure(
                "duration \(QuotedText.quote(text)) could be hours and minutes, or minutes and seconds:"
                    + " write H:MM:SS")
        }
        do throws(RefusedExpression) {
            let suffix =
                switch unit {
                case Microseconds.minute where isPlain(text): "m"
                case Microseconds.hour where isPlain(text): "h"
                default: ""
                }
            return try DurationExpression.parse(text + suffix)
        } catch {
            throw RowFailure("duration \(QuotedText.quote(text)): \(error.reason)")
        }
    }

    /// Digits alone, perhaps with a fraction.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// Two digits below 60, and a fraction perhaps.
    private static func seconds(_ text: Substring) -> Int64? {
        guard text.prefix(while: { $0 != "." }).utf8.count == 2,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let value = try? DurationExpression.parse(String(text)), value < Microseconds.minute
        else { return nil }
        return value
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}
