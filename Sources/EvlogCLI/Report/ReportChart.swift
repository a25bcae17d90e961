import UsageInsights

/// A period's activity as bars: 24 hours, 7 or 30 days, 12 months.
///
/// Everything is placed in percent of the drawing, so that bars stretch with the page and letters don't.
struct ReportChart {
    let data: ReportData
    let period: InsightPeriod
    private let points: [ChartPoint]
    /// What each bar is, in full.
    private let names: [String]
    /// The bar that holds the reference date, where that is one of them.
    private let now: Int?

    private static let (top, bottom) = (12.0, 86.0)

    init(data: ReportData, period: InsightPeriod) {
        self.data = data
        self.period = period
        let points = data.chart(period)
        self.points = points
        let date = Civil(days: data.referenceDay)
        switch period {
        case .day:
            names = points.indices.map { "\(points[$0].label) to \(points[($0 + 1) % points.count].label)" }
            now = data.calendar.fields(at: data.reference).hour
        case .week, .month:
            var days = [data.referenceDay]
            while days.count < points.count { days.append(data.calendar.day(before: days[days.count - 1])) }
            names = days.reversed().map(ReportText.short)
            now = points.count - 1
        case .year:
            names = points.map { "\($0.label) \(date.year)" }
            now = date.month - 1
        }
    }

    var markup: Markup {
        let largest = points.map(\.value).max() ?? 0
        guard largest > 0 else {
            return
                "<figure class=\"card chart\">\n<figcaption><h3>Activity</h3></figcaption>\n\(ReportEmpty.note(Self.nothing(period)))</figure>\n"
        }
        let axis = Self.axis(upTo: largest)
        return """
            <figure class="card chart">
            <figcaption><h3>Activity</h3><p class="sub">\(caption)</p></figcaption>
            <div class="plot">
            <svg class="axis" aria-hidden="true" focusable="false">\(axis.map(label))</svg>
            <svg class="bars tips n\(points.count)" role="img" aria-label="\(sentence)">
            \(axis.map(grid))\(points.indices.map(bar))</svg>
            </div>
            \(table)</figure>

            """
    }

    private var caption: String {
        switch period {
        case .day: "events by hour"
        case .week: "events by day, the last 7 days"
        case .month: "events by day, the last 30 days"
        case .year: "events by month"
        }
    }

    private static func nothing(_ period: InsightPeriod) -> Markup {
        let days =
            switch period {
            case .day: "No events on this day"
            case .week: "No events in the last 7 days"
            case .month: "No events in the last 30 days"
            case .year: "No events in this year"
            }
        return "\(days). <code>evlog append TYPE</code> records one; another period may have some."
    }

    /// The drawing for those who hear it.
    private var sentence: String {
        let total = points.reduce(0) { $0 + $1.value }
        let most = points.indices.max {
            points[$0].value < points[$1].value || points[$0].value == points[$1].value && $0 > $1
        }
        let peak =
            most.map { ", most of them \(names[$0]) with \(ReportText.grouped(points[$0].value))" } ?? ""
        return
            "Activity chart showing \(period.rawValue.lowercased()) breakdown: \(ReportText.counted(total, "event"))\(peak)"
    }

    // MARK: - Bars

    private func height(_ value: Int, _ largest: Int) -> Double {
        value == 0 ? 0 : max(0.8, (Self.bottom - Self.top) * Double(value) / Double(largest))
    }

    private func bar(_ index: Int) -> Markup {
        let step = 100 / Double(points.count)
        let point = points[index]
        let height = height(point.value, Self.axis(upTo: points.map(\.value).max() ?? 0).last ?? 1)
        let middle = step * (Double(index) + 0.5)
        let isLabelled = points.count <= 12 && point.value > 0
        let number: Markup =
            isLabelled
            ? "<text class=\"num\" x=\"\(middle)%\" y=\"\(Self.bottom - height - 2)%\">\(Self.compact(point.value))</text>"
            : ""
        return """
            <g><title>\(names[index]): \(ReportText.counted(point.value, "event"))</title>\
            <rect class="hit" x="\(step * Double(index))%" y="0" width="\(step)%" height="\(Self.bottom)%"/>\
            <rect class="bar\(Markup(trusted: index == now ? " now" : ""))" x="\(middle - step * 0.32)%" \
            y="\(Self.bottom - height)%" width="\(step * 0.64)%" height="\(height)%" rx="3"/>\(number)\
            <text class="tick \(Markup(trusted: rank(index)))" x="\(middle)%" y="96%">\(point.label)</text></g>

            """
    }

    /// Which labels stay where there is less room: `a` always, `b` on wide screens, `c` never.
    private func rank(_ index: Int) -> String {
        switch period {
        case .day: index % 6 == 0 ? "a" : index % 3 == 0 ? "b" : "c"
        case .month:
            (points.count - 1 - index) % 6 == 0 ? "a" : (points.count - 1 - index) % 2 == 0 ? "b" : "c"
        case .year: index % 2 == 0 ? "a" : "b"
        case .week: "a"
        }
    }

    /// Numbers above bars stay short: what is exact stands in the table.
    private static func compact(_ value: Int) -> String {
        value < 10_000 ? ReportText.grouped(value) : Readable.count(UInt64(value))
    }

    // MARK: - The axis

    /// Nothing, the half and the whole of a round number that is large enough.
    static func axis(upTo largest: Int) -> [Int] {
        if largest <= 2 { return [0, 1, 2] }
        var unit = 1
        while unit < Int.max / 100 {
            for tenths in [10, 15, 20, 25, 30, 40, 50, 60, 80]
            where tenths * unit % 10 == 0 && tenths * unit / 5 >= largest {
                return [0, tenths * unit / 10, tenths * unit / 5]
            }
            unit *= 10
        }
        return [0, largest]
    }

    private func y(_ value: Int, of axis: [Int]) -> Double {
        Self.bottom - (Self.bottom - Self.top) * Double(value) / Double(max(1, axis.last ?? 1))
    }

    private func label(_ value: Int) -> Markup {
        let axis = Self.axis(upTo: points.map(\.value).max() ?? 0)
        return "<text x=\"100%\" y=\"\(y(value, of: axis))%\" dy=\"4\">\(Self.compact(value))</text>"
    }

    private func grid(_ value: Int) -> Markup {
        let at = y(value, of: Self.axis(upTo: points.map(\.value).max() ?? 0))
        return "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"\(at)%\" y2=\"\(at)%\"/>"
    }

    // MARK: - In numbers

    private var table: Markup {
        let rows = points.indices.map { index -> Markup in
            "<tr><th scope=\"row\">\(names[index])</th><td>\(ReportText.grouped(points[index].value))</td></tr>\n"
        }
        return """
            <details><summary>The chart in numbers</summary>
            <div class="scroll pair" role="region" tabindex="0" aria-label="Activity \(period.rawValue.lowercased()) in numbers">
            <table class="numbers"><thead><tr><th scope="col">When</th><th scope="col">Events</th></tr></thead>
            <tbody>
            \(rows)</tbody></table></div></details>

            """
    }
}
