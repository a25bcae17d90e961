/// Makes cards out of activity. Pure: the same summary gives the same cards.
public struct InsightCalculator: Sendable {
    /// Says which day an instant belongs to.
    public let calendar: LocalCalendar
    /// The names of weekdays and months.
    public let words: InsightWords

    /// A calculator for one calendar and language.
    public init(calendar: LocalCalendar, words: InsightWords = .english) {
        self.calendar = calendar
        self.words = words
    }

    /// The cards of a period, in their fixed order.
    /// - Parameters:
    ///   - period: which cards.
    ///   - reference: the instant that the period holds, in microseconds since 1970-01-01 UTC.
    ///   - summary: taken for the same period, instant and calendar.
    public func cards(_ period: InsightPeriod, at reference: Int64, of summary: ActivitySummary)
        -> [InsightResult]
    {
        let days = InsightDays(period: period, reference: reference, calendar: calendar)
        let cards = CardMaker(summary: summary, days: days, words: words)
        return switch period {
        case .day: cards.daily()
        case .week: cards.weekly()
        case .month: cards.monthly()
        case .year: cards.yearly()
        }
    }

    /// The points of a period's chart, in the order of time, ``InsightPeriod/chartPointCount`` of them.
    /// - Parameters:
    ///   - period: which chart.
    ///   - reference: the instant that the period holds, in microseconds since 1970-01-01 UTC.
    ///   - summary: taken for the same period, instant and calendar.
    public func chart(_ period: InsightPeriod, at reference: Int64, of summary: ActivitySummary)
        -> [ChartPoint]
    {
        let days = InsightDays(period: period, reference: reference, calendar: calendar)
        return CardMaker(summary: summary, days: days, words: words).chart(period)
    }
}

/// One bar of a chart.
public struct ChartPoint: Sendable, Equatable {
    /// An hour (`9am`), a weekday, a day of the month or a month.
    public var label: String
    /// Events.
    public var value: Int
}

/// One period's cards.
private struct CardMaker {
    let summary: ActivitySummary
    let days: InsightDays
    let words: InsightWords

    private func count(_ range: Range<Int64>) -> Int {
        summary.days.reduce(0) { range.contains($1.key) ? $0 + $1.value : $0 }
    }

    // MARK: - Periods

    func daily() -> [InsightResult] {
        var cards = [totalEvents(sparkline: summary.hours)]
        if let hour = Self.indexOfLargest(summary.hours) {
            cards.append(badge("Peak Hour", InsightText.hour(hour), "clock.badge.fill"))
        }
        if let time = totalTime() { cards.append(time) }
        return cards
    }

    func weekly() -> [InsightResult] {
        var cards = [totalEvents(sparkline: counts(lastDays(7))), mostActiveDay()]
        let (current, previous) = (count(days.current), count(days.previous))
        cards.append(
            InsightResult(
                title: "Daily Average", value: InsightText.tenths(of: current, over: 7),
                iconName: "divide.circle.fill",
                comparison: .init(current: current * 10 / 7, previous: previous * 10 / 7),
                trend: Self.trend(current * 100 / 7, previous * 100 / 7), visualizationType: .number))
        cards.append(currentStreak())
        if let category = Self.mostFrequent(summary.current.categories) {
            cards.append(badge("Top Category", InsightText.capitalized(category), "tag.fill"))
        }
        if let time = totalTime() { cards.append(time) }
        return cards
    }

    func monthly() -> [InsightResult] {
        [
            totalEvents(sparkline: counts(lastDays(30))), mostActiveDay(),
            InsightResult(
                title: "Daily Average", value: InsightText.tenths(of: count(days.current), over: 30),
                iconName: "divide.circle.fill", trend: .stable, visualizationType: .number),
            currentStreak(),
        ]
    }

    func yearly() -> [InsightResult] {
        let months = monthCounts()
        let active = summary.days.keys.filter { days.current.contains($0) }
        let longest = Streaks.runs(active.sorted(), days.calendar).map(\.length).max() ?? 0
        var cards = [totalEvents(sparkline: months)]
        if let month = Self.indexOfLargest(months) {
            cards.append(badge("Best Month", words.months[month], "trophy.fill"))
        }
        cards.append(streak("Longest Streak", longest))
        cards.append(
            InsightResult(
                title: "Active Days", value: "\(active.count)", iconName: "calendar.badge.checkmark",
                trend: .stable, visualizationType: .number))
        if let type = Self.mostFrequent(summary.current.types) {
            cards.append(badge("Top Activity", InsightText.words(type), "star.fill"))
        }
        return cards
    }

    // MARK: - Cards

    private func totalEvents(sparkline: [Int]) -> InsightResult {
        let (current, previous) = (count(days.current), count(days.previous))
        return InsightResult(
            title: "Total Events", value: "\(current)", iconName: "chart.bar.fill",
            comparison: .init(current: current, previous: previous), trend: Self.trend(current, previous),
            visualizationType: .number, sparklineData: sparkline)
    }

    private func mostActiveDay() -> InsightResult {
        var weekdays = [Int](repeating: 0, count: 7)
        let first = days.calendar.firstWeekday.rawValue
        for (day, count) in summary.days where days.current.contains(day) {
            weekdays[(Weekday(ofDay: day).rawValue - first + 7) % 7] += count
        }
        let busiest = Self.indexOfLargest(weekdays).flatMap { Weekday(rawValue: ($0 + first) % 7) }
        return InsightResult(
            title: "Most Active Day",
            value: busiest.map { words.weekdays[$0.rawValue] } ?? InsightResult.noValue,
            iconName: "calendar.badge.clock",
            trend: busiest == nil ? .newData : .stable, visualizationType: .badge)
    }

    private func currentStreak() -> InsightResult {
        let streaks = Streaks(
            days: summary.days.keys, referenceDay: days.referenceDay,
            isReferenceDayActive: summary.isReferenceDayActive, calendar: days.calendar)
        return streak("Current Streak", streaks.current?.length ?? 0)
    }

    private func streak(_ title: String, _ length: Int) -> InsightResult {
        InsightResult(
            title: title, value: "\(length) day\(length == 1 ? "" : "s")", iconName: "flame.fill",
            trend: length > 0 ? .up : .stable, visualizationType: .streak)
    }

    private func totalTime() -> InsightResult? {
        guard summary.current.duration > 0 else { return nil }
        let current = Int(clamping: summary.current.duration / 1_000_000)
        let previous = Int(clamping: summary.previous.duration / 1_000_000)
        return InsightResult(
            title: "Total Time", value: InsightText.duration(seconds: current), iconName: "clock.fill",
            comparison: .init(current: current, previous: previous), trend: Self.trend(current, previous),
            visualizationType: .number)
    }

    private func badge(_ title: String, _ value: String, _ icon: String) -> InsightResult {
        InsightResult(title: title, value: value, iconName: icon, trend: .stable, visualizationType: .badge)
    }

    // MARK: - Series

    /// The last so many days that the zone had, ending on the reference day.
    private func lastDays(_ count: Int) -> [Int64] {
        var last = [days.referenceDay]
        while last.count < count { last.append(days.calendar.day(before: last[last.count - 1])) }
        return last.reversed()
    }

    private func counts(_ days: [Int64]) -> [Int] { days.map { summary.days[$0] ?? 0 } }

    /// The twelve months of the reference day's year.
    private func monthCounts() -> [Int] {
        let year = Civil(days: days.referenceDay).year
        var months = [Int](repeating: 0, count: 12)
        for (day, count) in summary.days {
            let date = Civil(days: day)
            if date.year == year { months[date.month - 1] += count }
        }
        return months
    }

    func chart(_ period: InsightPeriod) -> [ChartPoint] {
        func points(_ count: Int, _ label: (Civil, Weekday) -> String) -> [ChartPoint] {
            lastDays(count).map { day in
                ChartPoint(
                    label: label(Civil(days: day), Weekday(ofDay: day)), value: summary.days[day] ?? 0)
            }
        }
        return switch period {
        case .day:
            summary.hours.enumerated().map { ChartPoint(label: InsightText.hour($0), value: $1) }
        case .week: points(7) { _, weekday in words.shortWeekdays[weekday.rawValue] }
        case .month: points(30) { date, _ in "\(date.day)" }
        case .year:
            monthCounts().enumerated().map {
                ChartPoint(label: words.shortMonths[$0], value: $1)
            }
        }
    }

    // MARK: - Rules

    private static func trend(_ current: Int, _ previous: Int) -> InsightResult.Trend {
        guard previous > 0 else { return .newData }
        return current > previous ? .up : current < previous ? .down : .stable
    }

    /// The earliest place of the largest number; nil if all are 0.
    private static func indexOfLargest(_ numbers: [Int]) -> Int? {
        guard let largest = numbers.max(), largest > 0 else { return nil }
        return numbers.firstIndex(of: largest)
    }

    /// The name with the largest count; of several the smallest in Unicode scalar order.
    private static func mostFrequent(_ counts: [String: Int]) -> String? {
        counts.max { a, b in
            a.value != b.value
                ? a.value < b.value : b.key.unicodeScalars.lexicographicallyPrecedes(a.key.unicodeScalars)
        }?.key
    }
}
