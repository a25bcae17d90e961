/// Charts drawn with Unicode block elements.
enum BlockChart {
    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
    private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A horizontal bar: `maximum` fills `width` columns, to the eighth of a column.
    ///
    /// A value above 0 shows at least an eighth, so that little differs from nothing; one that isn't above 0,
    /// or isn't finite, shows nothing.
    static func bar(_ value: Double, maximum: Double, width: Int) -> String {
        guard value.isFinite, value > 0, maximum.isFinite, maximum > 0, width > 0 else { return "" }
        let width = min(width, 10_000)
        let length = max(1, Int((min(value / maximum, 1) * Double(width * 8)).rounded()))
        var bar = String(repeating: eighths[7], count: length / 8)
        if length % 8 > 0 { bar.append(eighths[length % 8 - 1]) }
        return bar
    }

    /// A column for each value, from 0 (or the smallest, when below) up to the largest. Gaps are spaces.
    ///
    /// Zero is the lowest mark and only zero is, so equal values are all high unless they are all zero. A value
    /// that isn't finite counts as a gap.
    static func sparkline(_ values: [Double?]) -> String {
        let known = values.compactMap { $0 }.filter(\.isFinite)
        let low = min(known.min() ?? 0, 0)
        let high = known.max() ?? 0
        return String(
            values.map { value -> Character in
                guard let value, value.isFinite else { return " " }
                guard value > low else { return levels[0] }
                // Halved first: the distance itself may be more than a Double holds.
                let share = (value / 2 - low / 2) / (high / 2 - low / 2)
                guard share.isFinite, share > 0 else { return levels[1] }
                return levels[min(7, max(1, Int((share * 7).rounded(.up))))]
            })
    }

    /// `sparkline` of values without gaps.
    static func sparkline(_ values: [Double]) -> String { sparkline(values.map(Optional.some)) }
}
