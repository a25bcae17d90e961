/// What insights are about: the period that holds the reference date.
public enum InsightPeriod: String, CaseIterable, Sendable {
    case day = "Today"
    case week = "This Week"
    case month = "This Month"
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

    public init?(key: String) {
        guard let period = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = period
    }

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
