import UsageInsights

/// A recap as one page of HTML that needs nothing else: a card fills the window, and one pages through them by
/// swiping, by buttons, by the dots below and, where scripts run, by the arrow keys.
struct RecapPage {
    private let recap: Recap
    private let colors: RecapColors

    init(_ recap: Recap) {
        self.recap = recap.drawable
        colors = RecapColors(recap.period)
    }

    func render() -> String {
        let style = style()
        // Only our own style and script are let in, each by its hash; nothing at all is fetched.
        let policy =
            "default-src 'none'; style-src 'sha256-\(SHA256.base64(of: style))';"
            + " script-src 'sha256-\(SHA256.base64(of: Self.script))'; base-uri 'none'; form-action 'none'"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>\(MarkupText.escaped("\(recap.title), \(recap.subtitle)"))</title>
            <style>\(style)</style>
            </head>
            <body>
            <header><h1>\(MarkupText.escaped(recap.title))</h1>\
            <p>\(MarkupText.escaped(recap.subtitle))</p></header>
            \(recap.cards.isEmpty ? emptyMain() : main())
            <script>\(Self.script)</script>
            </body>
            </html>

            """
    }

    // MARK: - Pages

    private struct Page {
        /// What links to it are called.
        var name: String
        var content: String
    }

    private func pages() -> [Page] {
        var pages = recap.cards.enumerated().map { Page(name: $1.title, content: content(of: $1, index: $0)) }
        pages.append(
            Page(
                name: "The picture to share",
                content: "<h2 class=\"unseen\">The picture to share</h2>\n<div class=\"picture\">"
                    + "\(RecapPicture(recap).render())</div>"))
        return pages
    }

    private func main() -> String {
        let pages = pages()
        let sections = pages.indices.map { section(pages, $0) }.joined()
        let dots = pages.enumerated().map { index, page in
            "<li><a href=\"#page-\(index + 1)\"\(index == 0 ? " aria-current=\"true\"" : "")>"
                + "<span class=\"unseen\">\(index + 1): \(MarkupText.escaped(page.name))</span></a></li>"
        }.joined()
        return """
            <main id="pages" tabindex="0" role="region" aria-label="\(pages.count) pages side by side">
            \(sections)</main>
            <nav aria-label="Pages"><ol>\(dots)</ol></nav>
            """
    }

    private func section(_ pages: [Page], _ index: Int) -> String {
        let name = MarkupText.escaped(pages[index].name)
        func link(_ other: Int, _ word: String, _ path: String, _ kind: String) -> String {
            guard pages.indices.contains(other) else { return "" }
            return "<a class=\"turn \(kind)\" href=\"#page-\(other + 1)\""
                + " aria-label=\"\(word): \(MarkupText.escaped(pages[other].name))\">"
                + "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg></a>\n"
        }
        return """
            <section id="page-\(index + 1)" aria-label="\(index + 1) of \(pages.count): \(name)">
            <div class="card">\(pages[index].content)</div>
            \(link(index - 1, "Previous", "M15 5l-7 7 7 7", "back"))\
            \(link(index + 1, "Next", "M9 5l7 7-7 7", "on"))\
            <p class="count" aria-hidden="true">\(index + 1) of \(pages.count)</p>
            </section>

            """
    }

    private func content(of card: InsightResult, index: Int) -> String {
        var html = Self.icon(card.iconName, "icon")
        html += "<h2>\(MarkupText.escaped(card.title))</h2>\n"
        html +=
            "<p class=\"value\" id=\"value-\(index + 1)\"><bdi>\(MarkupText.escaped(card.value))</bdi></p>\n"
        if let comparison = recap.comparison(card) {
            html +=
                "<p class=\"trend\">\(Self.icon(card.trend.iconName, "arrow"))"
                + "\(MarkupText.escaped(comparison))</p>\n"
        }
        if let points = card.sparklineData, points.contains(where: { $0 > 0 }) {
            html += "<svg class=\"bars\" viewBox=\"0 0 320 140\" role=\"img\""
            html += " aria-label=\"\(MarkupText.escaped(spoken(points)))\">"
            html += RecapBars(points: points, labels: recap.labels, color: "currentColor")
                .draw(left: 0, right: 320, top: 4, bottom: 136)
            html += "</svg>\n"
        }
        return html
    }

    /// The bars in words: all of them while they are few, else the highest.
    private func spoken(_ points: [Int]) -> String {
        guard recap.labels.count == points.count, let most = points.max(),
            let place = points.firstIndex(of: most)
        else { return "Activity over time" }
        if points.count <= 12 {
            return "Activity: " + zip(recap.labels, points).map { "\($0) \($1)" }.joined(separator: ", ")
        }
        return "Activity at \(points.count) points in time, at most \(most) at \(recap.labels[place])"
    }

    private func emptyMain() -> String {
        "<main id=\"pages\"><section><div class=\"card\">\(Self.icon("chart.bar.xaxis", "icon"))"
            + "<h2>\(Recap.emptyTitle)</h2>\n<p>\(Recap.emptyText)</p></div></section></main>"
    }

    private static func icon(_ name: String, _ kind: String) -> String {
        "<svg class=\"\(kind)\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\(SymbolIcon.shapes(of: name))</svg>\n"
    }

    // MARK: - Style

    /// Each value is as large as it can be at 320 points, and half as large at the least; what is longer than that
    /// is broken.
    private func style() -> String {
        let sizes = recap.cards.enumerated().map { index, card in
            let size = min(56, max(28, 272 / max(1, MeasuredText.ems(of: card.value))))
            return "#value-\(index + 1){font-size:\((size / 16).short)rem}"
        }.joined()
        return RecapPageAssets.style
            .replacingMarks([
                "FONTS": RecapPicture.fonts, "PALE1": colors.paleGradient.from,
                "PALE2": colors.paleGradient.to,
                "ACCENT": colors.accent, "DEEP1": colors.gradient.from, "DEEP2": colors.gradient.to,
            ]) + sizes
    }

    static let script = RecapPageAssets.script
}

extension String {
    /// Each `$NAME$` of the text replaced.
    fileprivate func replacingMarks(_ values: [String: String]) -> String {
        split(separator: "$", omittingEmptySubsequences: false).enumerated().map { index, part in
            index % 2 == 1 ? values[String(part)] ?? "" : String(part)
        }.joined()
    }
}
