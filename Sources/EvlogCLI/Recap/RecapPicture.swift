import UsageInsights

/// The picture to share: one SVG of 390 × 690 points, with the first four cards of a recap.
///
/// It holds no script, no style and no reference to anything outside, and the identifiers in it begin with
/// `recap-`, so that it can stand inside a page.
struct RecapPicture {
    static let width = 390
    static let height = 690
    /// What text is drawn in: the system's font, else one of those that Linux distributions have.
    static let fonts =
        "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Inter, Cantarell, 'Noto Sans', 'Liberation Sans',"
        + " 'DejaVu Sans', sans-serif"

    private let recap: Recap
    private let colors: RecapColors

    /// The white card, and the margin inside it.
    private static let (left, right, inset) = (24.0, 366.0, 20.0)
    private static let (top, bottom) = (124.0, 636.0)
    private static let rowHeight = 82.0

    init(_ recap: Recap) {
        self.recap = recap.drawable
        colors = RecapColors(recap.period)
    }

    func render() -> String {
        var shapes = background() + header()
        let cards = Array(recap.cards.prefix(Recap.sharedCount))
        if let first = cards.first {
            let others = cards.dropFirst()
            let heroBottom = Self.bottom - Double(others.count) * Self.rowHeight
            shapes += panel(Self.top, Self.bottom) + hero(first, bottom: heroBottom)
            for (index, card) in others.enumerated() {
                shapes += row(card, top: heroBottom + Double(index) * Self.rowHeight)
            }
        } else {
            shapes += emptyPanel()
        }
        shapes += text("Generated with evlog", x: 195, y: 664, size: 12, fill: "#fff", anchor: "middle")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(Self.height)" \
            viewBox="0 0 \(Self.width) \(Self.height)" role="img" aria-labelledby="recap-title recap-text" \
            font-family="\(Self.fonts)">
            <title id="recap-title">\(MarkupText.escaped("\(recap.title), \(recap.subtitle)"))</title>
            <desc id="recap-text">\(MarkupText.escaped(description(cards)))</desc>
            \(shapes)</svg>

            """
    }

    /// What is to be seen, in words.
    private func description(_ cards: [InsightResult]) -> String {
        if cards.isEmpty { return Recap.emptyText }
        return cards.map { card in
            "\(card.title): \(card.value)" + (recap.comparison(card).map { ", \($0)" } ?? "")
        }.joined(separator: ". ")
    }

    // MARK: - Parts

    private func background() -> String {
        """
        <defs><linearGradient id="recap-sky" x1="0" y1="0" x2="1" y2="1">\
        <stop offset="0" stop-color="\(colors.gradient.from)"/>\
        <stop offset="1" stop-color="\(colors.gradient.to)"/></linearGradient></defs>
        <rect width="390" height="690" fill="url(#recap-sky)"/>
        <g fill="#fff"><circle cx="352" cy="38" r="120" fill-opacity=".07"/>\
        <circle cx="372" cy="20" r="66" fill-opacity=".08"/>\
        <circle cx="10" cy="640" r="130" fill-opacity=".06"/></g>

        """
    }

    private func header() -> String {
        text(recap.title, x: 195, y: 68, size: 30, weight: 800, fill: "#fff", anchor: "middle")
            + text(recap.subtitle, x: 195, y: 98, size: 15, fill: "#fff", anchor: "middle")
    }

    private func panel(_ top: Double, _ bottom: Double) -> String {
        "<rect x=\"\(Self.left.short)\" y=\"\(top.short)\" width=\"\((Self.right - Self.left).short)\""
            + " height=\"\((bottom - top).short)\" rx=\"22\" fill=\"#fff\"/>\n"
    }

    private func emptyPanel() -> String {
        panel(254, 474) + icon("chart.bar.xaxis", x: 173, y: 290, size: 44)
            + text(Recap.emptyTitle, x: 195, y: 376, size: 22, weight: 700, anchor: "middle")
            + MeasuredText.wrapped(Recap.emptyText, size: 14, width: 260, lines: 2).enumerated().map {
                text($1.text, x: 195, y: 406 + 20 * Double($0), size: 14, fill: Self.faint, anchor: "middle")
            }.joined()
    }

    /// The first card is drawn large, with its numbers as bars.
    private func hero(_ card: InsightResult, bottom: Double) -> String {
        let (left, right) = (Self.left + Self.inset, Self.right - Self.inset)
        var shapes = badge(card.iconName, x: left, y: Self.top + 20)
        shapes += text(
            card.title, x: left + 46, y: Self.top + 43, size: 17, weight: 600, width: right - left - 46)
        if MeasuredText.ems(of: card.value) * 30 <= right - left {
            let value = MeasuredText.fitted(card.value, size: 60, minimum: 30, width: right - left)
            shapes += text(value.text, x: left, y: Self.top + 112, size: value.size, weight: 800)
        } else {
            let lines = MeasuredText.wrapped(card.value, size: 24, width: right - left, lines: 2)
            for (index, line) in lines.enumerated() {
                let y = Self.top + 110 - 30 * Double(lines.count - 1 - index)
                shapes += text(line.text, x: left, y: y, size: line.size, weight: 800)
            }
        }
        var end = Self.top + 124
        if let comparison = recap.comparison(card) {
            shapes +=
                trend(card.trend, x: left, y: Self.top + 126, size: 14)
                + text(
                    comparison, x: left + 20, y: Self.top + 138, size: 14, fill: Self.faint,
                    width: right - left - 20)
            end = Self.top + 150
        }
        if let points = card.sparklineData, points.contains(where: { $0 > 0 }), bottom - end > 50 {
            shapes += RecapBars(points: points, labels: recap.labels, color: colors.accent)
                .draw(left: left, right: right, top: end + 8, bottom: min(bottom - 16, end + 180))
        }
        return shapes
    }

    private func row(_ card: InsightResult, top: Double) -> String {
        let (left, right) = (Self.left + Self.inset, Self.right - Self.inset)
        let middle = top + Self.rowHeight / 2
        var shapes =
            "<path d=\"M\(left.short) \(top.short)H\(right.short)\" stroke=\"#e3e3ea\"/>\n"
            + badge(card.iconName, x: left, y: middle - 17)
        let (start, room) = (left + 46, right - left - 46)
        let title = MeasuredText.fitted(card.title, size: 15, minimum: 11, width: room)
        let rest = room - MeasuredText.ems(of: title.text) * title.size - 10
        let comparison = recap.comparison(card)
        if MeasuredText.ems(of: card.value) * 16 <= rest {
            let value = MeasuredText.fitted(card.value, size: 20, minimum: 16, width: rest)
            let shift = comparison == nil ? 0.0 : -9.0
            shapes += text(title.text, x: start, y: middle + 5 + shift, size: title.size)
            shapes += text(
                value.text, x: right, y: middle + 6 + shift, size: value.size, weight: 700, anchor: "end")
            if let comparison {
                shapes +=
                    trend(card.trend, x: start, y: middle + 5, size: 12)
                    + text(
                        comparison, x: start + 17, y: middle + 15, size: 12, fill: Self.faint,
                        width: room - 17)
            }
            return shapes
        }
        // Too long to stand beside its title.
        let lines =
            MeasuredText.ems(of: card.value) * 14 <= room
            ? [MeasuredText.fitted(card.value, size: 20, minimum: 14, width: room)]
            : MeasuredText.wrapped(card.value, size: 14, width: room, lines: 2)
        let first = middle - (lines.count > 1 ? 16 : 6)
        shapes += text(title.text, x: start, y: first, size: min(title.size, 13), fill: Self.faint)
        for (index, line) in lines.enumerated() {
            shapes += text(
                line.text, x: start, y: first + 21 + 17 * Double(index), size: line.size, weight: 700)
        }
        return shapes
    }

    // MARK: - Marks

    private static let ink = "#1c1c24"
    private static let faint = "#5c5c68"

    private func badge(_ name: String, x: Double, y: Double) -> String {
        "<circle cx=\"\((x + 17).short)\" cy=\"\((y + 17).short)\" r=\"17\" fill=\"\(colors.accent)\""
            + " fill-opacity=\".12\"/>" + icon(name, x: x + 7, y: y + 7, size: 20)
    }

    private func icon(_ name: String, x: Double, y: Double, size: Double, color: String? = nil) -> String {
        let color = color ?? colors.accent
        return
            "<g transform=\"translate(\(x.short) \(y.short)) scale(\((size / 24).short))\" fill=\"\(color)\""
            + " color=\"\(color)\">\(SymbolIcon.shapes(of: name))</g>\n"
    }

    private func trend(_ trend: InsightResult.Trend, x: Double, y: Double, size: Double) -> String {
        let color =
            switch trend {
            case .up: "#1a7f37"
            case .down: "#b42318"
            case .stable, .newData: Self.faint
            }
        return icon(trend.iconName, x: x, y: y, size: size, color: color)
    }

    /// A line of text; where `width` is given it is made to fit that, else the picture.
    private func text(
        _ text: String, x: Double, y: Double, size: Double, weight: Int = 400, fill: String = ink,
        anchor: String = "start", width: Double? = nil
    ) -> String {
        let fitted = MeasuredText.fitted(
            text, size: size, minimum: min(size, 10), width: width ?? Double(Self.width) - 48)
        return "<text x=\"\(x.short)\" y=\"\(y.short)\" font-size=\"\(fitted.size.short)\""
            + (weight == 400 ? "" : " font-weight=\"\(weight)\"")
            + (anchor == "start" ? "" : " text-anchor=\"\(anchor)\"")
            + " fill=\"\(fill)\">\(MarkupText.escaped(fitted.text))</text>\n"
    }
}

extension Double {
    /// At most two places behind the point, as coordinates need.
    var short: String {
        let rounded = (self * 100).rounded() / 100
        let text = "\(rounded)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
