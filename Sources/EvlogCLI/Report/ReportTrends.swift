import UsageInsights

/// Check-ins of the last twelve weeks: a drawing a metric, with each day's rating as a dot, the 7-day average as a line,
/// and days without a check-in shaded.
struct ReportTrends {
    let data: ReportData

    private var trends: WellnessTrends { data.trends }
    private var dayCount: Int { trends.days.count }
    private var ratedDays: Int { trends.series.first?.values.count { $0 != nil } ?? 0 }

    var markup: Markup {
        let body: Markup
        if data.wellness.checkIns.isEmpty {
            body = ReportEmpty.note(
                "No check-ins yet. <code>evlog check-in</code> asks four questions a day, and the answers are drawn here."
            )
        } else if ratedDays == 0 {
            body = ReportEmpty.note(nothingRecent)
        } else {
            body = """
                <p class="sub">\(ReportText.span(trends.days)), \(ratedDays) of \(dayCount) days with a check-in; 1 is low, \
                5 is high</p>
                <ul class="legend">
                <li><svg class="key" aria-hidden="true" focusable="false"><circle class="dot" cx="6" cy="6" r="3"/></svg>a \
                day’s rating</li>
                <li><svg class="key wide-key" aria-hidden="true" focusable="false"><path class="average" d="M0 \
                6h22"/></svg>7-day average</li>
                <li><svg class="key" aria-hidden="true" focusable="false"><rect class="gap" width="12" height="12"/></svg>no \
                check-in</li>
                </ul>
                <div class="metrics">
                \(trends.series.map(metric))</div>
                \(ReportCheckInTable(data: data).markup)
                """
        }
        return """
            <section class="card" aria-labelledby="h-trends">
            <h2 id="h-trends">Check-ins</h2>
            \(body)</section>

            """
    }

    private var nothingRecent: Markup {
        let newest = data.wellness.checkIns.last { $0.day <= trends.days.upperBound }
        let last: Markup = newest.map { "; the newest is of \(ReportText.dated($0.day))" } ?? ""
        return
            "No check-in in the last \(dayCount / 7) weeks\(last). <code>evlog check-in</code> adds today’s."
    }

    // MARK: - One metric

    private func metric(_ series: WellnessTrends.Series) -> Markup {
        let latest = series.movingAverages.last.flatMap { $0 }
        let now: Markup =
            latest.map { average in
                """
                <p class="latest"><b>\(StatsCommand.tenths(average))</b> <span class="emoji" aria-hidden="true">\
                \(WellnessMetric.face(ofLevel: Int(average.rounded())))</span> 7-day average</p>
                """
            } ?? "<p class=\"latest\">No check-in in the last 7 days</p>"
        return """
            <figure class="metric">
            <figcaption><h3><span class="emoji" aria-hidden="true">\(series.metric.emoji)</span> \
            \(series.metric.rawValue)</h3>\(now)</figcaption>
            <p class="end">5 \(series.metric.highLabel)</p>
            <svg class="trend-plot tips" role="img" aria-label="\(sentence(series))">
            \(gaps(series))\((1...5).map(grid))<svg viewBox="0 0 100 100" preserveAspectRatio="none">\
            <path class="average" d="\(line(series))"/></svg>
            \(dots(series))</svg>
            <p class="end">1 \(series.metric.lowLabel)</p>
            <svg class="dates" aria-hidden="true" focusable="false">\(dates)</svg>
            </figure>

            """
    }

    private func x(_ index: Int) -> Double { 100 * (Double(index) + 0.5) / Double(dayCount) }
    private func y(_ level: Double) -> Double { 94 - 88 * (level - 1) / 4 }

    private func grid(_ level: Int) -> Markup {
        "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(y(Double(level)))%\" y2=\"\(y(Double(level)))%\"/>"
    }

    private func line(_ series: WellnessTrends.Series) -> Markup {
        ReportCurve.brokenPath(
            through: series.movingAverages.enumerated().map { index, average in
                average.map { ReportCurve.Point(x: x(index), y: y($0)) }
            })
    }

    private func dots(_ series: WellnessTrends.Series) -> [Markup] {
        series.values.enumerated().compactMap { index, value in
            guard let value else { return nil }
            let day = ReportText.short(trends.days.lowerBound + Int64(index))
            let average =
                series.movingAverages[index].map { ", 7-day average \(StatsCommand.tenths($0))" } ?? ""
            return """
                <circle class="dot" cx="\(x(index))%" cy="\(y(Double(value)))%" r="2.4"><title>\(day): \
                \(value)\(average)</title></circle>

                """
        }
    }

    /// A band over each run of days without a check-in.
    private func gaps(_ series: WellnessTrends.Series) -> [Markup] {
        var bands: [Markup] = []
        var index = 0
        while index < dayCount {
            let first = index
            while index < dayCount && series.values[index] == nil { index += 1 }
            if index > first {
                let (start, width) = (
                    100 * Double(first) / Double(dayCount), 100 * Double(index - first) / Double(dayCount)
                )
                let days = trends.days.lowerBound + Int64(first)...trends.days.lowerBound + Int64(index - 1)
                bands.append(
                    """
                    <rect class="gap" x="\(start)%" y="0" width="\(width)%" height="100%"><title>\
                    \(ReportText.span(days)): no check-in</title></rect>

                    """)
            }
            index += 1
        }
        return bands
    }

    /// Every fourth week, counted back from the last day.
    private var dates: [Markup] {
        stride(from: 0, to: dayCount, by: 28).map { index in
            "<text x=\"\(x(index))%\" y=\"12\">\(ReportText.brief(trends.days.lowerBound + Int64(index)))</text>"
        } + ["<text class=\"last\" x=\"100%\" y=\"12\">\(ReportText.brief(trends.days.upperBound))</text>"]
    }

    /// A drawing for those who hear it.
    private func sentence(_ series: WellnessTrends.Series) -> String {
        let averages = series.movingAverages.compactMap { $0 }
        var text =
            "\(series.metric.rawValue) over \(dayCount / 7) weeks: \(ratedDays) of \(dayCount) days have a check-in"
        if let first = averages.first, let last = averages.last, let low = averages.min(),
            let high = averages.max()
        {
            text +=
                "; the 7-day average went from \(StatsCommand.tenths(first)) to \(StatsCommand.tenths(last)), between"
                + " \(StatsCommand.tenths(low)) and \(StatsCommand.tenths(high))"
        }
        return text
    }
}

/// The check-ins that are drawn, as a table, with their notes.
struct ReportCheckInTable {
    let data: ReportData

    var markup: Markup {
        let trends = data.trends
        let rows = trends.days.reversed().compactMap { day -> Markup? in
            guard let checkIn = data.wellness.checkIn(onDay: day) else { return nil }
            let index = Int(day - trends.days.lowerBound)
            let cells = trends.series.map { series -> Markup in
                let average: Markup =
                    series.movingAverages[index].map { " <small>(\(StatsCommand.tenths($0)))</small>" } ?? ""
                return "<td>\(checkIn[series.metric])\(average)</td>"
            }
            let note = checkIn.mood.map { ReportText.cut($0, to: 160) } ?? ""
            return
                "<tr><th scope=\"row\">\(ReportText.short(day))</th>\(cells)<td class=\"note\">\(note)</td></tr>\n"
        }
        let titles = WellnessMetric.allCases.map { metric -> Markup in
            "<th scope=\"col\">\(metric.rawValue)</th>"
        }
        return """
            <details><summary>The check-ins in numbers</summary>
            <div class="scroll" role="region" tabindex="0" aria-label="Check-ins by day, with the 7-day average in brackets">
            <table class="numbers"><thead><tr><th scope="col">Day</th>\(titles)<th scope="col" class="note">Note</th></tr></thead>
            <tbody>
            \(rows)</tbody></table></div></details>

            """
    }
}
