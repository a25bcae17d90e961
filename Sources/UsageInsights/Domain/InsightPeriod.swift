/// What insights are about: the period that holds the reference date.
public enum InsightPeriod: String, CaseIterable, Sendable {
    /// Cards: total with the hours of the day, peak hour, total time.
    case day = "Today"
    /// Cards: total with the last 7 days, most active day, daily average, current streak, top category, total time.
    case week = "This Week"
    /// Cards: total with the last 30 days, most active day, daily average, current streak.
    case month = "This Month"
    /// Cards: total with the months, best month, longest streak, active days, top activity.
    case year = "This Year"

    /// The name on the command line.
    public var key: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }

    /// The period of a ``key``, such as `week`; nil for anything else.
    public init?(key: String) {
        guard let period = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = period
    }

    /// The same period as rollups count by it.
    public var unit: PeriodUnit {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }

    /// Points of a chart: hours of a day, days, months of a year.
    public var chartPointCount: Int {
        switch self {
        case .day: 24
        case .week: 7
        case .month: 30
        case .year: 12
        }
    }
}
