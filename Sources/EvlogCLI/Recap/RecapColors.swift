import UsageInsights

/// The colours of a period's recap: deep enough that white text can be read on them.
struct RecapColors {
    /// From the upper left corner to the lower right one.
    let gradient: (from: String, to: String)
    /// The same, pale, for dark text.
    let paleGradient: (from: String, to: String)
    /// Of pictures on white.
    let accent: String

    init(_ period: InsightPeriod) {
        switch period {
        case .day:
            gradient = ("#0b57d0", "#0a7f9e")
            paleGradient = ("#b3d7ff", "#d3eef8")
            accent = "#0b57d0"
        case .week:
            gradient = ("#8427b5", "#1d5be0")
            paleGradient = ("#e7cff4", "#cce4ff")
            accent = "#7a2bb0"
        case .month:
            gradient = ("#b8500b", "#c01f3c")
            paleGradient = ("#ffdfb3", "#ffd8d6")
            accent = "#b3420f"
        case .year:
            gradient = ("#3a35b8", "#8d2fb8")
            paleGradient = ("#bcbbef", "#e7cff4")
            accent = "#4a3fc4"
        }
    }
}
