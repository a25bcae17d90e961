import UsageInsights

/// Activity as a heat map for a terminal: weeks as columns, weekdays as rows, months above, and what the shades mean below.
struct HeatMapText {
    let calendar: ActivityCalendar
    /// Columns that a line may take; nil for no limit. Where it is short, the newest weeks are shown.
    let width: Int?
    let usesColor: Bool

    /// `Mon `
    private static let gutter = 4
    private static let shades = ["·", "░", "▒", "▓", "█"]
    /// Of the 256 colours, from dull to bright: what both dark and light grounds tell apart.
    private static let colors = [nil, 65, 71, 40, 46]

    /// Columns that a week takes: two, or one where only then all of them fit.
    private var cellWidth: Int {
        guard let width else { return 2 }
        return Self.gutter + calendar.weeks * 2 - 1 <= width ? 2 : 1
    }

    private var shown: Range<Int> {
        guard let width else { return 0..<calendar.weeks }
        let room = max(1, (width - Self.gutter + cellWidth - 1) / cellWidth)
        return max(0, calendar.weeks - room)..<calendar.weeks
    }

    func render() -> String {
        let days = calendar.days(inColumns: shown)
        var levels = [[Int?]](repeating: Array(repeating: nil, count: shown.count), count: 7)
        for day in days {
            let column = calendar.column(of: day.day) - shown.lowerBound
            levels[calendar.row(of: day.day)][column] = calendar.level(of: day.count)
        }
        var text = monthLine + "\n"
        for row in 0..<7 {
            let weekday = Weekday(rawValue: (calendar.firstWeekday.rawValue + row) % 7) ?? .monday
            var line = "\(InsightWords.english.shortWeekdays[weekday.rawValue]) "
            line += levels[row].map(cell).joined(separator: cellWidth == 2 ? " " : "")
            while line.hasSuffix(" ") { line.removeLast() }
            text += line + "\n"
        }
        return text + "\n" + wrapped(legend, gap: "   ") + wrapped(summary(days), gap: " ")
    }

    private func cell(_ level: Int?) -> String {
        guard let level else { return " " }
        guard usesColor else { return Self.shades[level] }
        guard let color = Self.colors[level] else { return TextStyle.dim.applied(to: Self.shades[0]) }
        return "\u{1B}[38;5;\(color)m\(cellWidth == 2 ? "■" : "█")\u{1B}[0m"
    }

    /// A name over the first column of its month, where it has room before the next one.
    private var monthLine: String {
        var line = String(repeating: " ", count: Self.gutter)
        let months = calendar.months
        for (index, month) in months.enumerated() where shown.contains(month.column) {
            let next = index + 1 < months.count ? months[index + 1].column : calendar.weeks + 1
            let place = Self.gutter + (month.column - shown.lowerBound) * cellWidth
            guard (next - month.column) * cellWidth > 3, line.count <= place else { continue }
            line += String(repeating: " ", count: place - line.count)
            line += InsightWords.english.shortMonths[month.month - 1]
        }
        if let width, line.count > width { line = String(line.prefix(width)) }
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    /// The parts in lines that fit; `columns` is what a part takes when it is shown.
    private func wrapped(_ parts: [(text: String, columns: Int)], gap: String) -> String {
        var text = ""
        var used = 0
        for part in parts {
            if used == 0 {
                used = part.columns
            } else if used + gap.count + part.columns <= width ?? .max {
                text += gap
                used += gap.count + part.columns
            } else {
                text += "\n"
                used = part.columns
            }
            text += part.text
        }
        return text + "\n"
    }

    private var legend: [(text: String, columns: Int)] {
        let top = ActivityCalendar.levelCount - 1
        return (0...top).compactMap { level in
            guard let counts = calendar.counts(ofLevel: level) else { return nil }
            let range =
                level == 0
                ? "none"
                : level == top
                    ? "\(counts.lowerBound)+"
                    : counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)-\(counts.upperBound)"
            return ("\(cell(level)) \(range)", 2 + range.count)
        }
    }

    private func summary(_ days: ArraySlice<ActivityCalendar.Day>) -> [(text: String, columns: Int)] {
        guard let first = days.first, let last = days.last else { return [] }
        let total = days.reduce(0) { $0 + $1.count }
        let active = days.count { $0.count > 0 }
        let text =
            "\(Civil(days: first.day).isoText) to \(Civil(days: last.day).isoText):"
            + " \(Plural.counted(total, "event")) on \(Plural.counted(active, "day"))"
        return text.split(separator: " ").map { (String($0), $0.count) }
    }
}
