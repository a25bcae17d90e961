import UsageInsights

/// The period picker and, for each period, its chart and cards. All four are in the page; which one shows is a matter of
/// the radio button that is on, so that no script is needed.
struct ReportPeriods {
    let data: ReportData

    var markup: Markup { picker + "\(InsightPeriod.allCases.map(panel))" }

    private var picker: Markup {
        let choices = InsightPeriod.allCases.map { period -> Markup in
            let (id, isOn): (Markup, Markup) = ("p-\(period.key)", period == .week ? " checked" : "")
            return """
                <input type="radio" name="period" id="\(id)" value="\(period.key)"\(isOn)>\
                <label for="\(id)">\(label(period))</label>

                """
        }
        return """
            <fieldset class="picker">
            <legend class="vh">Period</legend>
            \(choices)</fieldset>
            <p class="vh" id="announce" aria-live="polite"></p>

            """
    }

    /// `This Week`, of which a narrow screen shows the second word.
    private func label(_ period: InsightPeriod) -> Markup {
        let words = period.rawValue.split(separator: " ").map(String.init)
        guard words.count == 2 else { return "\(period.rawValue)" }
        return "<span class=\"wide\">\(words[0]) </span>\(words[1])"
    }

    private func panel(_ period: InsightPeriod) -> Markup {
        let days = data.days(period)
        return """
            <section class="panel" data-period="\(period.key)" aria-labelledby="h-\(period.key)">
            <h2 id="h-\(period.key)">\(period.rawValue)<span class="when"> \(ReportText.name(of: period, days))</span></h2>
            \(ReportChart(data: data, period: period).markup)\(ReportCards(cards: data.cards(period)).markup)</section>

            """
    }
}
