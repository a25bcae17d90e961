import Foundation

@testable import UsageInsights

/// An event as the rules see it.
struct PlainEvent {
    var instant: Int64
    var type: String
    var category: String?
    var duration: Int64?
}

/// Cards, charts and streaks a second time, written from the rules and not from the code: goes over
/// all events for each number. What types and categories are worded as is looked up in tables.
struct PlainInsights {
    struct Card: Equatable {
        var title: String
        var value: String
        var icon: String
        var percentageChange: Double?
        var absoluteChange: Int?
        var shownChange: String?
        var trend: String
        var visualization: String
        var sparkline: [Int]?
    }

    private let calendar: PlainCalendar
    private let reference: Int64
    private let events: [(event: PlainEvent, day: Date)]
    private let today: Date

    init(_ events: [PlainEvent], at reference: Int64, _ calendar: PlainCalendar) {
        self.calendar = calendar
        self.reference = reference
        self.events = events.map { ($0, calendar.day($0.instant)) }
        today = calendar.day(reference)
    }

    // MARK: - Cards

    func cards(_ period: InsightPeriod) -> [Card] {
        let now = events(in: calendar.interval(period, holding: today))
        let stepBack =
            period == .day
            ? calendar.dayBefore(today)
            : calendar.adding(-1, PlainCalendar.component(period), to: today)
        let then = events(in: calendar.interval(period, holding: stepBack))
        let total = comparing(
            now.count, then.count,
            Card(
                title: "Total Events", value: "\(now.count)", icon: "chart.bar.fill", trend: "",
                visualization: "number", sparkline: chart(period).map(\.value)))
        switch period {
        case .day:
            return [total]
                + badge("Peak Hour", most(now.map { calendar.hour($0.instant) }, <), "clock.badge.fill") {
                    Self.hour($0)
                } + time(now, then)
        case .week:
            let average = comparing(
                Int(Double(now.count) / 7 * 10), Int(Double(then.count) / 7 * 10),
                Card(
                    title: "Daily Average", value: String(format: "%.1f", Double(now.count) / 7),
                    icon: "divide.circle.fill", trend: "", visualization: "number"))
            return [total, busiestDay(now), average, streak("Current Streak", currentStreak)]
                + badge("Top Category", most(now.compactMap(\.category), Self.isSmaller), "tag.fill") {
                    Samples.categories[$0] ?? "?"
                } + time(now, then)
        case .month:
            let average = Card(
                title: "Daily Average", value: String(format: "%.1f", Double(now.count) / 30),
                icon: "divide.circle.fill", trend: "stable", visualization: "number")
            return [total, busiestDay(now), average, streak("Current Streak", currentStreak)]
        case .year:
            let days = Set(now.map { calendar.day($0.instant) })
            let active = Card(
                title: "Active Days", value: "\(days.count)", icon: "calendar.badge.checkmark",
                trend: "stable",
                visualization: "number")
            let months = now.map { calendar.paper.component(.month, from: calendar.day($0.instant)) }
            return [total]
                + badge("Best Month", most(months, <), "trophy.fill") { calendar.paper.monthSymbols[$0 - 1] }
                + [streak("Longest Streak", longest(in: days)), active]
                + badge("Top Activity", most(now.map(\.type), Self.isSmaller), "star.fill") {
                    Samples.types[$0] ?? "?"
                }
        }
    }

    private func events(in days: DateInterval) -> [PlainEvent] {
        events.filter { $0.day >= days.start && $0.day < days.end }.map(\.event)
    }

    private func comparing(_ now: Int, _ then: Int, _ card: Card) -> Card {
        var card = card
        card.trend = then == 0 ? "newData" : now > then ? "up" : now < then ? "down" : "stable"
        guard then > 0 else { return card }
        card.percentageChange = Double(now - then) / Double(then)
        card.absoluteChange = now - then
        card.shownChange = now == then ? "Same" : (now > then ? "+" : "") + "\((now - then) * 100 / then)%"
        return card
    }

    private func badge<T>(_ title: String, _ value: T?, _ icon: String, _ text: (T) -> String) -> [Card] {
        value.map {
            [Card(title: title, value: text($0), icon: icon, trend: "stable", visualization: "badge")]
        } ?? []
    }

    private func busiestDay(_ now: [PlainEvent]) -> Card {
        let first = calendar.paper.firstWeekday
        let places = now.map {
            (calendar.paper.component(.weekday, from: calendar.day($0.instant)) - first + 7) % 7
        }
        let busiest = most(places, <).map { calendar.paper.weekdaySymbols[($0 + first - 1) % 7] }
        return Card(
            title: "Most Active Day", value: busiest ?? "—", icon: "calendar.badge.clock",
            trend: busiest == nil ? "newData" : "stable", visualization: "badge")
    }

    private func streak(_ title: String, _ days: Int) -> Card {
        Card(
            title: title, value: days == 1 ? "1 day" : "\(days) days", icon: "flame.fill",
            trend: days > 0 ? "up" : "stable", visualization: "streak")
    }

    private func time(_ now: [PlainEvent], _ then: [PlainEvent]) -> [Card] {
        let sums = [now, then].map { $0.reduce(0) { $0 + ($1.duration ?? 0) } }
        guard sums[0] > 0 else { return [] }
        let seconds = sums.map { Int($0 / 1_000_000) }
        let (hours, minutes) = (seconds[0] / 3600, seconds[0] % 3600 / 60)
        return [
            comparing(
                seconds[0], seconds[1],
                Card(
                    title: "Total Time", value: hours > 0 ? "\(hours)h \(minutes)m" : "\(minutes)m",
                    icon: "clock.fill", trend: "", visualization: "number"))
        ]
    }

    /// What comes most often; of several the first in the given order.
    private func most<T: Hashable>(_ values: [T], _ precedes: (T, T) -> Bool) -> T? {
        let counts = Dictionary(grouping: values) { $0 }.mapValues(\.count)
        return counts.filter { $0.value == counts.values.max() }.keys.min(by: precedes)
    }

    private static func isSmaller(_ a: String, _ b: String) -> Bool {
        a.unicodeScalars.map(\.value).lexicographicallyPrecedes(b.unicodeScalars.map(\.value))
    }

    // MARK: - Charts

    func chart(_ period: InsightPeriod) -> [ChartPoint] {
        switch period {
        case .day:
            let hours = events.filter { $0.day == today }.map { calendar.hour($0.event.instant) }
            return (0..<24).map { hour in
                ChartPoint(label: Self.hour(hour), value: hours.filter { $0 == hour }.count)
            }
        case .week:
            return lastDays(7) {
                calendar.paper.shortWeekdaySymbols[calendar.paper.component(.weekday, from: $0) - 1]
            }
        case .month: return lastDays(30) { "\(calendar.paper.component(.day, from: $0))" }
        case .year:
            let year = calendar.interval(.year, holding: today).start
            return (0..<12).map { month in
                let days = calendar.interval(.month, holding: calendar.adding(month, .month, to: year))
                return ChartPoint(
                    label: calendar.paper.shortMonthSymbols[month], value: events(in: days).count)
            }
        }
    }

    private func lastDays(_ count: Int, _ label: (Date) -> String) -> [ChartPoint] {
        var days = [today]
        while days.count < count { days.insert(calendar.dayBefore(days[0]), at: 0) }
        return days.map { day in
            ChartPoint(label: label(day), value: events.filter { $0.day == day }.count)
        }
    }

    private static func hour(_ hour: Int) -> String {
        ["12", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"][hour % 12] + (hour < 12 ? "am" : "pm")
    }

    // MARK: - Streaks

    /// Days before the reference day, and the reference day where it has an event that isn't after the reference
    /// instant. (Only where clocks go back over midnight can a later instant have an earlier date, or an
    /// earlier instant a later one. There, dates decide.)
    private var activeDays: Set<Date> {
        Set(events.filter { $0.day < today || $0.day == today && $0.event.instant <= reference }.map(\.day))
    }

    var currentStreak: Int {
        let active = activeDays
        var day = active.contains(today) ? today : calendar.dayBefore(today)
        var length = 0
        while active.contains(day) {
            length += 1
            day = calendar.dayBefore(day)
        }
        return length
    }

    var longestStreak: Int { longest(in: activeDays) }
    var activeDayCount: Int { activeDays.count }

    private func longest(in days: Set<Date>) -> Int {
        days.map { last in
            var (day, length) = (last, 0)
            while days.contains(day) {
                length += 1
                day = calendar.dayBefore(day)
            }
            return length
        }.max() ?? 0
    }
}

extension PlainInsights.Card {
    init(_ card: InsightResult) {
        self.init(
            title: card.title, value: card.value, icon: card.iconName,
            percentageChange: card.comparison?.percentageChange,
            absoluteChange: card.comparison?.absoluteChange, shownChange: card.comparison?.displayString,
            trend: card.trend.rawValue, visualization: card.visualizationType.rawValue,
            sparkline: card.sparklineData)
    }
}
