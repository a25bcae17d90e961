import UsageInsights

/// A recap for a terminal: a framed card a few lines high.
struct RecapText {
    private let recap: Recap
    private let color: Bool
    /// Columns inside the frame and its margins.
    private let width: Int

    /// - Parameter columns: of the terminal; 24 at least are used, and 56 at most.
    init(_ recap: Recap, columns: Int, color: Bool) {
        self.recap = recap
        self.color = color
        width = min(max(columns, 24), 56) - 4
    }

    func render() -> String {
        var text = rule("╭", "╮")
        text += centered(recap.title, .bold) + centered(recap.subtitle, .dim) + rule("├", "┤")
        if recap.cards.isEmpty {
            text += line("") + centered(Recap.emptyTitle, .bold)
            for part in wrapped(Recap.emptyText) { text += centered(part, nil) }
            text += line("")
        }
        for (index, card) in recap.cards.enumerated() {
            if index > 0 { text += line("") }
            text += lines(of: card)
        }
        return text + rule("╰", "╯")
    }

    private func lines(of card: InsightResult) -> String {
        let title = TextWidth.sanitized(card.title)
        let value = TextWidth.sanitized(card.value)
        var text: String
        let room = width - TextWidth.columns(title) - 2
        if TextWidth.columns(value) <= room {
            text = pair(title, nil, value, .bold)
        } else {
            // A long value has a line of its own, rather than lose its end.
            text = line(TextWidth.truncated(title, to: width))
            for part in wrapped(value) { text += pair("", nil, part, .bold) }
        }
        let comparison = recap.comparison(card).map { "\(Self.arrow(card.trend)) \($0)" } ?? ""
        let sparkline = card.sparklineData.map { BlockChart.sparkline($0.map(Double.init)) } ?? ""
        let style: TextStyle? =
            switch card.trend {
            case .up: .green
            case .down: .red
            case .stable, .newData: .dim
            }
        if TextWidth.columns(comparison) + TextWidth.columns(sparkline) + 2 <= width {
            if !(comparison + sparkline).isEmpty { text += pair(comparison, style, sparkline, .cyan) }
        } else {
            text += pair(TextWidth.truncated(comparison, to: width), style, "", nil)
            text += pair("", nil, TextWidth.truncated(sparkline, to: width), .cyan)
        }
        return text
    }

    private static func arrow(_ trend: InsightResult.Trend) -> String {
        switch trend {
        case .up: "↑"
        case .down: "↓"
        case .stable: "→"
        case .newData: "✦"
        }
    }

    // MARK: - Lines

    private func rule(_ left: String, _ right: String) -> String {
        left + String(repeating: "─", count: width + 2) + right + "\n"
    }

    private func line(_ text: String) -> String { "│ \(TextWidth.padded(text, to: width)) │\n" }

    private func centered(_ text: String, _ style: TextStyle?) -> String {
        let text = TextWidth.truncated(text, to: width)
        let free = width - TextWidth.columns(text)
        let (before, after) = (free / 2, free - free / 2)
        return "│ \(String(repeating: " ", count: before))\(styled(text, style))"
            + "\(String(repeating: " ", count: after)) │\n"
    }

    /// One text at each end of the line; both are safe for a terminal already.
    private func pair(_ left: String, _ leftStyle: TextStyle?, _ right: String, _ rightStyle: TextStyle?)
        -> String
    {
        let gap = max(0, width - TextWidth.columns(left) - TextWidth.columns(right))
        return
            "│ \(styled(left, leftStyle))\(String(repeating: " ", count: gap))\(styled(right, rightStyle)) │\n"
    }

    private func styled(_ text: String, _ style: TextStyle?) -> String {
        guard color, let style, !text.isEmpty else { return text }
        return style.applied(to: text)
    }

    /// Broken at spaces, and inside words that are wider than a line.
    private func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let joined = line.isEmpty ? String(word) : "\(line) \(word)"
            if TextWidth.columns(joined) <= width {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if TextWidth.columns(line + String(character)) > width {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return lines + [line]
    }
}
