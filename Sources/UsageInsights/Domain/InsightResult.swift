/// One card: a value with what it is compared to and how to draw it.
public struct InsightResult: Sendable, Equatable {
    /// Which way a value went since the period before.
    public enum Trend: String, Sendable {
        /// More than before; for a streak, that there is one.
        case up
        /// Less than before.
        case down
        /// As much as before, or nothing that could be compared.
        case stable
        /// There is no period before to compare with.
        case newData

        /// The name of an SF Symbol.
        public var iconName: String {
            switch self {
            case .up: "arrow.up.right"
            case .down: "arrow.down.right"
            case .stable: "arrow.right"
            case .newData: "sparkles"
            }
        }
    }

    /// The difference from the period before.
    public struct PeriodComparison: Sendable, Equatable {
        /// 0.12 for 12 percent more.
        public var percentageChange: Double
        /// The value less the one before, in the card's unit; for averages in tenths.
        public var absoluteChange: Int
        /// `+12%`, `-5%` or `Same`.
        public var displayString: String

        /// Compares whole numbers; nil if there was nothing before. The percentage shown is
        /// (current − previous) × 100 / previous in whole numbers, truncated toward zero.
        public init?(current: Int, previous: Int) {
            guard previous > 0 else { return nil }
            absoluteChange = current - previous
            percentageChange = Double(absoluteChange) / Double(previous)
            let percent = Int128(absoluteChange) * 100 / Int128(previous)
            displayString = absoluteChange == 0 ? "Same" : "\(absoluteChange > 0 ? "+" : "")\(percent)%"
        }
    }

    /// How a card wants to be drawn.
    public enum Visualization: String, Sendable {
        /// A number, with its comparison and its sparkline where it has them.
        case number
        /// A chart of its sparkline. No card of this library asks for it.
        case chart
        /// A word, such as a weekday or a category.
        case badge
        /// A number of days in a row.
        case streak
    }

    /// The heading, in English.
    public var title: String
    /// What the card says, ready to show: `1234`, `27h 48m`, `3 days`, `Monday`.
    public var value: String
    /// The name of an SF Symbol.
    public var iconName: String
    /// The difference from the period before; nil if there was nothing, or the card compares nothing.
    public var comparison: PeriodComparison?
    /// Which way the value went.
    public var trend: Trend
    /// How the card wants to be drawn.
    public var visualizationType: Visualization
    /// Events by hour, day or month, in the order of time, for a small curve; nil for cards without one.
    public var sparklineData: [Int]?

    /// What stands for a value where there is none, such as the most active day of an empty week.
    package static let noValue = "—"
    package var hasValue: Bool { value != Self.noValue }

    /// Takes the values as they are.
    public init(
        title: String, value: String, iconName: String, comparison: PeriodComparison? = nil, trend: Trend,
        visualizationType: Visualization, sparklineData: [Int]? = nil
    ) {
        self.title = title
        self.value = value
        self.iconName = iconName
        self.comparison = comparison
        self.trend = trend
        self.visualizationType = visualizationType
        self.sparklineData = sparklineData
    }
}
