import UsageInsights

extension JSONWriter {
    /// The fields of a card, into the object that is open.
    mutating func fields(of card: InsightResult) {
        field("title", card.title)
        field("value", card.value)
        field("iconName", card.iconName)
        key("comparison")
        if let comparison = card.comparison {
            beginObject()
            field("percentageChange", comparison.percentageChange)
            field("absoluteChange", comparison.absoluteChange)
            field("displayString", comparison.displayString)
            endObject()
        } else {
            null()
        }
        field("trend", card.trend.rawValue)
        field("visualizationType", card.visualizationType.rawValue)
        key("sparklineData")
        if let points = card.sparklineData {
            beginArray()
            for point in points { value(point) }
            endArray()
        } else {
            null()
        }
    }
}
