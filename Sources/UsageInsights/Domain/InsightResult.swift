/// One card: a value with what it is compared to and how to draw it.
public struct InsightResult: Sendable, Equatable {
    /// Which way a value went since the period before.
    public enum Trend: String, Sendable {
        case up, down, stable
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
        case number, chart, badge, streak
    }

    public var title: String
    public var value: String
    /// The name of an SF Symbol.
    public var iconName: String
    public var comparison: PeriodComparison?
    public var trend: Trend
    public var visualizationType: Visualization
    public var sparklineData: [Int]?

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
