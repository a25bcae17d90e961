extension DatePattern {
    /// What a text in this form says; nil where it isn't in this form, or the date or time doesn't exist. Second 60 is
    /// the next second; digits of a second beyond the sixth are cut.
    package func read(_ text: some StringProtocol) -> RFC3339.Reading? {
        var reader = ExpressionReader(text)
        var fields = Fields()
        while reader.take(" ") {}
        for (index, part) in parts.enumerated() {
            // Numbers without anything between them have all their digits, and no more.
            let isTight =
                index + 1 < parts.count && parts[index + 1].isNumber || index > 0 && parts[index - 1].isNumber
            guard take(part, isTight: isTight, &reader, &fields) else { return nil }
            // The dot of a name that is shortened, unless it is one of the form.
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            if part == .monthName, next != .literal([UInt8(ascii: ".")]) { _ = reader.take(".") }
        }
        while reader.take(" ") {}
        guard reader.isAtEnd else { return nil }
        return fields.reading
    }

    private func take(
        _ part: Part, isTight: Bool, _ reader: inout ExpressionReader, _ fields: inout Fields
    ) -> Bool {
        func number(_ digits: ClosedRange<Int>) -> Int? {
            let found = reader.digits(upTo: digits.upperBound)
            guard found.count >= (isTight ? digits.upperBound : digits.lowerBound) else { return nil }
            return ExpressionReader.value(of: found).map(Int.init)
        }
        switch part {
        case .year(let digits):
            guard let year = number(digits...digits) else { return false }
            fields.year = digits == 2 ? 2000 + year : year
        case .month:
            guard let month = number(1...2) else { return false }
            fields.month = month
        case .monthName:
            guard let month = Self.month(reader.letters()) else { return false }
            fields.month = month
        case .day:
            guard let day = number(1...2) else { return false }
            fields.day = day
        case .hour:
            guard let hour = number(1...2) else { return false }
            fields.hour = hour
        case .hourOfHalf:
            guard let hour = number(1...2), (1...12).contains(hour) else { return false }
            fields.hour += hour % 12
        case .half:
            // Newer systems put a no-break space before AM and PM, a narrow one at that.
            for blank in ["\u{202f}", "\u{a0}"] { _ = reader.take(text: blank) }
            switch reader.letters().lowercased() {
            case "am": break
            case "pm": fields.hour += 12
            default: return false
            }
        case .minute:
            guard let minute = number(1...2) else { return false }
            fields.minute = minute
        case .second:
            guard let second = number(1...2) else { return false }
            fields.second = second
        case .fraction:
            let digits = reader.digits(upTo: 9)
            guard !digits.isEmpty else { return false }
            let six = Array((digits + [UInt8](repeating: UInt8(ascii: "0"), count: 6)).prefix(6))
            fields.fraction = ExpressionReader.value(of: six[...]) ?? 0
        case .weekday:
            let name = reader.letters()
            return Self.weekdays.contains { Self.isName(name, $0) }
        case .offset:
            guard let offset = Self.offset(&reader) else { return false }
            fields.offset = offset
        case .literal(let bytes):
            for byte in bytes where !reader.take(byte) { return false }
        case .blank:
            let isOtherBlank = reader.take(text: "\u{202f}") || reader.take(text: "\u{a0}")
            guard isOtherBlank || reader.take(" ") else { return false }
            while reader.take(" ") {}
        }
        return true
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private static func month(_ text: String) -> Int? {
        months.firstIndex { isName(text, $0) }.map { $0 + 1 }
    }

    /// Whole, or shortened to three letters or more.
    private static func isName(_ text: String, _ name: String) -> Bool {
        text.utf8.count >= 3 && name.hasPrefix(text.lowercased())
    }

    private static func offset(_ reader: inout ExpressionReader) -> Int? {
        if reader.take("Z") || reader.take("z") { return 0 }
        let isWest = reader.take("-")
        guard isWest || reader.take("+") else { return nil }
        let hours = reader.digits(upTo: 2)
        guard hours.count == 2, let hour = ExpressionReader.value(of: hours) else { return nil }
        let hasColon = reader.take(":")
        let minutes = reader.digits(upTo: 2)
        guard minutes.count == 2 || (minutes.isEmpty && !hasColon) else { return nil }
        let minute = ExpressionReader.value(of: minutes) ?? 0
        guard hour <= 23, minute <= 59 else { return nil }
        return Int(hour * 60 + minute) * (isWest ? -1 : 1)
    }

    private struct Fields {
        var year = 0
        var month = 0
        var day = 0
        var hour = 0
        var minute = 0
        var second = 0
        var fraction: Int64 = 0
        var offset: Int?

        var reading: RFC3339.Reading? {
            guard RFC3339.dateExists(year: year, month: month, day: day), hour <= 23, minute <= 59,
                second <= 60
            else { return nil }
            let days = RFC3339.dayNumber(year: year, month: month, day: day)
            let seconds = Int64(hour * 3600 + minute * 60 + second)
            let wall = days * Microseconds.day + seconds * Microseconds.second + fraction
            guard let offset else { return .wallTime(microseconds: wall) }
            return .instant(
                microseconds: wall - Int64(offset) * Microseconds.minute, offsetMinutes: Int16(offset))
        }
    }
}

extension DatePattern.Part {
    fileprivate var isNumber: Bool {
        switch self {
        case .year, .month, .day, .hour, .hourOfHalf, .minute, .second, .fraction: true
        case .monthName, .half, .weekday, .offset, .literal, .blank: false
        }
    }
}
