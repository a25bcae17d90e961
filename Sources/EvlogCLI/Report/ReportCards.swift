import UsageInsights

/// A period's cards: icon, value, title, trend, comparison and sparkline.
struct ReportCards {
    let cards: [InsightResult]

    var markup: Markup { "<ul class=\"cards k\(cards.count)\">\n\(cards.map(card))</ul>\n" }

    private func card(_ card: InsightResult) -> Markup {
        let value = ReportText.cut(card.value)
        let long: Markup = value.count > 11 ? " long" : value.count > 7 ? " mid" : ""
        return """
            <li class="card insight \(card.visualizationType.rawValue)">
            <p class="vh">\(Self.sentence(card))</p>
            <div class="face" aria-hidden="true">
            <div class="row">\(ReportIcons.reference(card.iconName))\(card.hasValue ? trend(card.trend) : Markup())</div>
            <p class="value\(long)" title="\(value)">\(value)</p>
            <p class="title">\(card.title)</p>
            \(comparison(card))\(sparkline(card.sparklineData))</div>
            </li>

            """
    }

    /// The card for those who hear it.
    static func sentence(_ card: InsightResult) -> String {
        guard card.hasValue else { return "\(card.title): none" }
        var text = "\(card.title): \(ReportText.cut(card.value))"
        if let comparison = card.comparison {
            text += ", \(comparison.displayString) compared to last period"
        }
        switch card.trend {
        case .up: text += ", trending up"
        case .down: text += ", trending down"
        case .stable: text += ", stable"
        case .newData: text += ", new data"
        }
        return text
    }

    private func trend(_ trend: InsightResult.Trend) -> Markup {
        switch trend {
        case .up: "<span class=\"trend up\">↗</span>"
        case .down: "<span class=\"trend down\">↘</span>"
        case .stable: "<span class=\"trend stable\">→</span>"
        case .newData: "<span class=\"trend new\">New!</span>"
        }
    }

    private func comparison(_ card: InsightResult) -> Markup {
        guard let comparison = card.comparison else { return Markup() }
        return
            "<p class=\"versus\">vs last period: <b class=\"\(card.trend.rawValue)\">\(comparison.displayString)</b></p>\n"
    }

    /// A line over its area, with a dot at the newest value. It is drawn in percent, so that it fits every card.
    private func sparkline(_ values: [Int]?) -> Markup {
        guard let values, values.count > 1, let largest = values.max() else { return Markup() }
        let (top, bottom) = (8.0, 92.0)
        let points = values.enumerated().map { index, value in
            ReportCurve.Point(
                x: 2 + 96 * Double(index) / Double(values.count - 1),
                y: bottom - (bottom - top) * Double(value) / Double(max(1, largest)))
        }
        let line = ReportCurve.path(through: points, within: top...bottom)
        let last = points[points.count - 1]
        return """
            <svg class="spark" focusable="false"><svg viewBox="0 0 100 100" preserveAspectRatio="none">\
            <path class="area" d="\(line)V100H2z"/><path class="line" d="\(line)"/></svg>\
            <circle cx="\(last.x)%" cy="\(last.y)%" r="3"/></svg>

            """
    }
}
