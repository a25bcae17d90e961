extension RFC3339.Reading {
    /// As a JSON line has it; a wall time without an offset.
    var written: String {
        let (instant, offset): (Int64, Int16) =
            switch self {
            case .instant(let microseconds, let offsetMinutes): (microseconds, offsetMinutes)
            case .wallTime(let microseconds): (microseconds, 0)
            case .failure: (0, 0)
            }
        let text = withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 8) { buffer in
            let count = RFC3339.format(instant, offsetMinutes: Int(offset), into: buffer)
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
        if case .wallTime = self { return String(text.dropLast("+00:00".count)) }
        return text
    }

    /// Within the years that a log has.
    var isRepresentable: Bool {
        switch self {
        case .instant(let microseconds, _), .wallTime(let microseconds):
            RFC3339.isRepresentable(microseconds)
        case .failure: false
        }
    }

    /// When the clock next shows that time of day, at the same offset if one is known.
    func next(secondOfDay: Int64) -> RFC3339.Reading {
        func next(_ wall: Int64) -> Int64 {
            let ofDay = ((wall % Microseconds.day) + Microseconds.day) % Microseconds.day
            let found = wall - ofDay + secondOfDay * Microseconds.second
            return found < wall ? found + Microseconds.day : found
        }
        switch self {
        case .wallTime(let wall): return .wallTime(microseconds: next(wall))
        case .instant(let microseconds, let offset):
            let shift = offset == RFC3339.unknownOffset ? 0 : Int64(offset) * Microseconds.minute
            return .instant(microseconds: next(microseconds + shift) - shift, offsetMinutes: offset)
        case .failure: return self
        }
    }

    func instant(_ zone: Zone) -> Int64 {
        switch self {
        case .instant(let microseconds, _): microseconds
        case .wallTime(let microseconds): zone.instant(ofWall: microseconds)
        case .failure: 0
        }
    }
}

/// Dates and times of day in cells of their own, as exports have them.
enum ImportedTime {
    /// The wall time of a day, `YYYY-MM-DD`, and a time of day.
    static func read(date: String, time: String) throws(RowFailure) -> RFC3339.Reading {
        let day = try day(date)
        guard let second = secondOfDay(time) else {
            throw RowFailure("time \(QuotedText.quote(time)) is none such as 20:39 or 8:39 PM")
        }
        return .wallTime(microseconds: day * Microseconds.day + second * Microseconds.second)
    }

    /// Days since 1970-01-01.
    static func day(_ text: String) throws(RowFailure) -> Int64 {
        var text = text
        switch text.withUTF8({ RFC3339.parseDay(UnsafeRawBufferPointer($0)) }) {
        case .success(let day): return day
        case .failure(.notATime): throw RowFailure("date \(QuotedText.quote(text)) is not written YYYY-MM-DD")
        case .failure(let failure): throw RowFailure("date \(QuotedText.quote(text)): \(failure)")
        }
    }

    /// `20:39`, `20.39`, `8:39 PM` or `8:39 p.m.`, each with or without seconds; nil for anything else.
    static func secondOfDay(_ text: String) -> Int64? {
        var reader = ExpressionReader(text)
        guard let hour = ExpressionReader.value(of: reader.digits(upTo: 2)), reader.place > 0,
            let minute = sixtieth(&reader)
        else { return nil }
        var second: Int64 = 0
        if reader.next == UInt8(ascii: ":") || reader.next == UInt8(ascii: ".") {
            guard let found = sixtieth(&reader) else { return nil }
            second = found
        }
        let past = minute * 60 + second
        if reader.isAtEnd { return hour <= 23 ? hour * 3600 + past : nil }
        guard (1...12).contains(hour), let isAfternoon = isAfternoon(reader.rest) else { return nil }
        return (hour % 12 + (isAfternoon ? 12 : 0)) * 3600 + past
    }

    private static func sixtieth(_ reader: inout ExpressionReader) -> Int64? {
        guard reader.take(":") || reader.take(".") else { return nil }
        let digits = reader.digits(upTo: 2)
        guard digits.count == 2, let value = ExpressionReader.value(of: digits), value < 60 else {
            return nil
        }
        return value
    }

    /// Newer systems put a no-break space before AM and PM, a narrow one at that.
    private static func isAfternoon(_ text: String) -> Bool? {
        let blanks: Set<Unicode.Scalar> = [" ", "\u{a0}", "\u{202f}"]
        let word = text.unicodeScalars.drop { blanks.contains($0) }
        switch String(word).lowercased() {
        case "am", "a.m.": return false
        case "pm", "p.m.": return true
        default: return nil
        }
    }
}
