import UsageInsights

/// The last 53 weeks, a square a day. Two halves stand beside each other on a wide screen and below each other on a
/// narrow one, so that squares stay large enough to be seen.
struct ReportHeatMap {
    let calendar: ActivityCalendar

    private static let firstHalf = 27

    var markup: Markup {
        let total = calendar.days.reduce(0) { $0 + $1.count }
        let active = calendar.days.count { $0.count > 0 }
        return """
            <section class="card" aria-labelledby="h-heat">
            <h2 id="h-heat">The last 53 weeks</h2>
            <p class="sub">\(ReportText.counted(total, "event")) on \(ReportText.counted(active, "day"))</p>
            <div class="heat">
            \(half(0..<Self.firstHalf, "first"))\(half(Self.firstHalf..<max(Self.firstHalf + 1, calendar.weeks), "second"))\
            </div>
            \(legend)\(table)</section>

            """
    }

    // MARK: - Squares

    private func half(_ columns: Range<Int>, _ name: String) -> Markup {
        let days = calendar.days(inColumns: columns)
        let months = calendar.months
        // A name that would run into the next one is left out: a month that only just shows.
        let names = months.enumerated().compactMap { index, month -> Markup? in
            let next = index + 1 < months.count ? months[index + 1].column : calendar.weeks + 1
            guard columns.contains(month.column), next - month.column >= 3 else { return nil }
            let x = 100 * Double(month.column - columns.lowerBound) / Double(columns.count)
            return "<text x=\"\(x)%\" y=\"12\">\(ReportText.monthName(month.month))</text>"
        }
        let weekdays = (0..<7).map { row -> Markup in
            let weekday = Weekday(rawValue: (calendar.firstWeekday.rawValue + row) % 7) ?? .monday
            let y = 100 * (Double(row) + 0.5) / 7
            return
                "<text class=\"\(Markup(trusted: row % 2 == 0 ? "odd" : "even"))\" x=\"0\" y=\"\(y)%\" dy=\"4\">\(ReportText.weekdayName(weekday))</text>"
        }
        return """
            <div class="half \(name)">
            <svg class="months" aria-hidden="true" focusable="false">\(names)</svg>
            <svg class="weekdays" aria-hidden="true" focusable="false">\(weekdays)</svg>
            <svg class="cells tips" role="img" aria-label="\(sentence(days))">
            \(days.map { square($0, columns) })</svg>
            </div>

            """
    }

    private func square(_ day: ActivityCalendar.Day, _ columns: Range<Int>) -> Markup {
        let (width, height) = (100 / Double(columns.count), 100 / 7.0)
        let x = width * (Double(calendar.column(of: day.day) - columns.lowerBound) + 0.07)
        let y = height * (Double(calendar.row(of: day.day)) + 0.07)
        return """
            <rect class="l\(calendar.level(of: day.count))" x="\(x)%" y="\(y)%" width="\(width * 0.86)%" \
            height="\(height * 0.86)%" rx="2"><title>\(ReportText.short(day.day)): \
            \(ReportText.counted(day.count, "event"))</title></rect>

            """
    }

    /// A half for those who hear it.
    private func sentence(_ days: ArraySlice<ActivityCalendar.Day>) -> String {
        guard let first = days.first, let last = days.last else { return "Activity heat map without days" }
        let range = "\(ReportText.dated(first.day)) to \(ReportText.dated(last.day))"
        let active = days.count { $0.count > 0 }
        let total = days.reduce(0) { $0 + $1.count }
        let busiest = days.max { ($0.count, -$0.day) < ($1.count, -$1.day) }
        var text =
            "Activity heat map from \(range): \(ReportText.counted(total, "event")) on \(ReportText.counted(active, "day"))"
        if let busiest, busiest.count > 0 {
            text += ", most on \(ReportText.dated(busiest.day)) with \(ReportText.grouped(busiest.count))"
        }
        return text
    }

    // MARK: - What the shades mean

    private var legend: Markup {
        let top = ActivityCalendar.levelCount - 1
        let steps = (0...top).compactMap { level -> Markup? in
            guard let counts = calendar.counts(ofLevel: level) else { return nil }
            let range =
                level == 0
                ? "none"
                : level == top
                    ? "\(ReportText.grouped(counts.lowerBound)) or more"
                    : counts.count == 1
                        ? ReportText.grouped(counts.lowerBound)
                        : "\(ReportText.grouped(counts.lowerBound)) – \(ReportText.grouped(counts.upperBound))"
            return
                "<li><svg class=\"key\" aria-hidden=\"true\" focusable=\"false\"><rect class=\"l\(level)\" width=\"12\" height=\"12\" rx=\"2\"/></svg>\(range)</li>\n"
        }
        return "<ul class=\"legend\" aria-label=\"Events a day\">\n\(steps)</ul>\n"
    }

    // MARK: - In numbers

    private var table: Markup {
        let weekdays = (0..<7).map { row -> Markup in
            let weekday = Weekday(rawValue: (calendar.firstWeekday.rawValue + row) % 7) ?? .monday
            return "<th scope=\"col\">\(ReportText.weekdayName(weekday))</th>"
        }
        let rows = (0..<calendar.weeks).reversed().map { column -> Markup in
            let days = calendar.days(inColumns: column..<(column + 1))
            var cells = [Markup](repeating: "<td></td>", count: 7)
            for day in days { cells[calendar.row(of: day.day)] = "<td>\(ReportText.grouped(day.count))</td>" }
            let total = days.reduce(0) { $0 + $1.count }
            return
                "<tr><th scope=\"row\">\(Civil(days: days.first?.day ?? 0).isoText)</th>\(cells)<td class=\"sum\">\(ReportText.grouped(total))</td></tr>\n"
        }
        return """
            <details><summary>The weeks in numbers</summary>
            <div class="scroll" role="region" tabindex="0" aria-label="Events by week and weekday">
            <table class="numbers weeks"><thead><tr><th scope="col">Week of</th>\(weekdays)<th scope="col">Sum</th></tr></thead>
            <tbody>
            \(rows)</tbody></table></div></details>

            """
    }
}
