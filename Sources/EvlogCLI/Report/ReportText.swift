import UsageInsights

/// How a report words dates, numbers and long texts.
enum ReportText {
    private static let words = InsightWords.english

    /// `Monday, 30 November 2026`
    static func long(_ day: Int64) -> String {
        "\(words.weekdays[Weekday(ofDay: day).rawValue]), \(dated(day))"
    }

    /// `30 November 2026`
    static func dated(_ day: Int64) -> String {
        let date = Civil(days: day)
        return "\(date.day) \(words.months[date.month - 1]) \(date.year)"
    }

    /// `Mon 30 Nov 2026`
    static func short(_ day: Int64) -> String {
        let date = Civil(days: day)
        let weekday = words.shortWeekdays[Weekday(ofDay: day).rawValue]
        return "\(weekday) \(date.day) \(words.shortMonths[date.month - 1]) \(date.year)"
    }

    /// `30 Nov`
    static func brief(_ day: Int64) -> String {
        let date = Civil(days: day)
        return "\(date.day) \(words.shortMonths[date.month - 1])"
    }

    /// `23 – 29 November 2026`, `28 December 2025 – 3 January 2026`
    static func span(_ days: ClosedRange<Int64>) -> String {
        let (first, last) = (Civil(days: days.lowerBound), Civil(days: days.upperBound))
        if first == last { return dated(days.lowerBound) }
        if first.year != last.year { return "\(dated(days.lowerBound)) – \(dated(days.upperBound))" }
        if first.month != last.month {
            return "\(first.day) \(words.months[first.month - 1]) – \(dated(days.upperBound))"
        }
        return "\(first.day) – \(dated(days.upperBound))"
    }

    /// What a period that holds the reference date is called in full.
    static func name(of period: InsightPeriod, _ days: InsightDays) -> String {
        let date = Civil(days: days.referenceDay)
        return switch period {
        case .day: long(days.referenceDay)
        case .week: span(days.current.lowerBound...(days.current.upperBound - 1))
        case .month: "\(words.months[date.month - 1]) \(date.year)"
        case .year: "\(date.year)"
        }
    }

    static func monthName(_ month: Int) -> String { words.shortMonths[month - 1] }
    static func weekdayName(_ weekday: Weekday) -> String { words.shortWeekdays[weekday.rawValue] }

    /// `12,345 events`
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `12,345`
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A text from the log, cut where it is longer than anybody reads on a page.
    static func cut(_ text: String, to limit: Int = 240) -> String {
        guard text.utf8.count > limit, text.count > limit else { return text }
        return text.prefix(limit - 1) + "…"
    }
}
