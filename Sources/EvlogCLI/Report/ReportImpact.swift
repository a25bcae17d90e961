import UsageInsights

/// Ratings before and after each supplement's first dose, with the 95 % intervals drawn on one scale.
struct ReportImpact {
    let data: ReportData
    private let groups: [(supplement: String, rows: [ImpactTable.Row])]
    private let hidden: Int
    /// The end of the scale, in points.
    private let reach: Double

    private static let shownSupplements = 8

    init(data: ReportData) {
        self.data = data
        var groups: [(supplement: String, rows: [ImpactTable.Row])] = []
        for row in data.impact.rows {
            if groups.last?.supplement == row.impact.supplement {
                groups[groups.count - 1].rows.append(row)
            } else {
                groups.append((row.impact.supplement, [row]))
            }
        }
        // Those that most can be said about come first; of equals, by name.
        let ranked = groups.enumerated().sorted { a, b in
            let (left, right) = (Self.evidence(a.element.rows), Self.evidence(b.element.rows))
            return left == right ? a.offset < b.offset : left > right
        }
        self.groups = ranked.prefix(Self.shownSupplements).map(\.element)
        hidden = max(0, groups.count - Self.shownSupplements)
        let bounds = self.groups.flatMap(\.rows).flatMap { row -> [Double] in
            [row.impact.difference, row.impact.interval?.lowerBound, row.impact.interval?.upperBound]
                .compactMap {
                    $0.map(abs)
                }
        }
        reach = max(1, (bounds.max() ?? 1).rounded(.up))
    }

    private static func evidence(_ rows: [ImpactTable.Row]) -> Int {
        rows.reduce(0) {
            $0 + ($1.impact.difference == nil ? 0 : 1) + ($1.impact.interval == nil ? 0 : 10)
                + ($1.standsOut ? 100 : 0)
        }
    }

    var markup: Markup {
        let body: Markup =
            groups.isEmpty
            ? ReportEmpty.note(
                "No doses yet. <code>evlog dose Magnesium --amount \"200 mg\"</code> records one; with check-ins before and after, it is compared here."
            )
            : """
            <p class="sub">Check-ins of the 28 days before each first dose against days 7 to 34 after it, as <code>evlog \
            query impact \(ReportData.impactQuestion)</code> has them. What goes along with a supplement need not come \
            from it.</p>
            <div class="impacts">
            \(groups.map(group))</div>
            \(more)<p class="sub">● is the difference of the means in points, the line its 95 % interval; ★ stands out \
            among all that was compared (Benjamini-Hochberg, 5 %). NAP is the chance that a day after beats a day before.</p>

            """
        return """
            <section class="card" aria-labelledby="h-impact">
            <h2 id="h-impact">Supplement impact</h2>
            \(body)</section>

            """
    }

    private var more: Markup {
        hidden == 0
            ? Markup()
            : "<p class=\"nothing\">And \(ReportText.counted(hidden, "more supplement")): <code>evlog query impact</code> lists all.</p>\n"
    }

    // MARK: - One supplement

    private func group(_ group: (supplement: String, rows: [ImpactTable.Row])) -> Markup {
        let name = ReportText.cut(group.supplement, to: 120)
        let first: Markup =
            group.rows.first?.impact.day0.map {
                "<p class=\"sub\">first taken on \(ReportText.dated($0))</p>"
            } ?? ""
        return """
            <div class="impact">
            <h3 class="clip" title="\(name)">\(name)</h3>\(first)
            \(table(group.rows, name))\(confounders(group.rows))</div>

            """
    }

    private func table(_ rows: [ImpactTable.Row], _ name: String) -> Markup {
        guard rows.contains(where: { $0.impact.difference != nil }) else {
            return ReportEmpty.note("\(rows.first.map { Self.missing($0.impact) } ?? "")")
        }
        return """
            <table class="forest"><caption class="vh">\(name): difference of ratings after the first dose</caption>
            <thead><tr><th scope="col">Metric</th><th scope="col">Points</th><th scope="col" class="scale">\
            <span class="vh">95 % interval</span>\(scale)</th></tr></thead>
            <tbody>
            \(rows.map(row))</tbody></table>

            """
    }

    private func row(_ row: ImpactTable.Row) -> Markup {
        let impact = row.impact
        let star: Markup =
            row.standsOut ? " <span class=\"star\">★<span class=\"vh\"> stands out</span></span>" : ""
        return """
            <tr class="\(Markup(trusted: Self.direction(row)))"><th scope="row"><span class="emoji" \
            aria-hidden="true">\(impact.metric.emoji)</span> \(impact.metric.rawValue)</th>
            <td class="points">\(impact.difference.map(ImpactCommand.signed) ?? "—")\(star)</td>
            <td class="interval">\(plot(impact))</td></tr>
            <tr><td class="how" colspan="3">\(detail(impact))</td></tr>

            """
    }

    private static func direction(_ row: ImpactTable.Row) -> String {
        guard row.standsOut, let difference = row.impact.difference else { return "open" }
        return difference > 0 ? "better" : "worse"
    }

    private func x(_ points: Double) -> Double { 50 + 46 * points / reach }

    private var scale: Markup {
        let ticks = [-reach, 0, reach].map { value -> Markup in
            let text = value == 0 ? "0" : (value < 0 ? "−" : "+") + "\(Int(abs(value)))"
            return "<text x=\"\(x(value))%\" y=\"12\">\(text)</text>"
        }
        return "<svg class=\"ticks\" aria-hidden=\"true\" focusable=\"false\">\(ticks)</svg>"
    }

    private func plot(_ impact: SupplementImpact) -> Markup {
        guard let difference = impact.difference else { return Markup() }
        let interval: Markup =
            impact.interval.map {
                """
                <line class="range" x1="\(x($0.lowerBound))%" x2="\(x($0.upperBound))%" y1="50%" y2="50%"/>\
                <line class="range" x1="\(x($0.lowerBound))%" x2="\(x($0.lowerBound))%" y1="30%" y2="70%"/>\
                <line class="range" x1="\(x($0.upperBound))%" x2="\(x($0.upperBound))%" y1="30%" y2="70%"/>
                """
            } ?? ""
        return """
            <svg class="row-plot" role="img" aria-label="\(sentence(impact, difference))">\
            <line class="zero" x1="50%" x2="50%" y1="0" y2="100%"/>\(interval)\
            <circle class="\(Markup(trusted: impact.interval == nil ? "loose" : "mean"))" cx="\(x(difference))%" cy="50%" \
            r="4.5"/></svg>
            """
    }

    /// The drawing for those who hear it.
    private func sentence(_ impact: SupplementImpact, _ difference: Double) -> String {
        var text = "\(impact.metric.rawValue): \(ImpactCommand.signed(difference)) points"
        if let interval = impact.interval {
            text +=
                ", 95 % interval \(ImpactCommand.signed(interval.lowerBound)) to"
                + " \(ImpactCommand.signed(interval.upperBound))"
        }
        return text
    }

    /// What stands under the drawing: the numbers it is made of.
    private func detail(_ impact: SupplementImpact) -> [Markup] {
        guard impact.difference != nil, let before = impact.before, let after = impact.after else {
            return ["<span>\(Self.missing(impact))</span>"]
        }
        var parts: [String] = []
        if let interval = impact.interval {
            parts.append(
                "\(ImpactCommand.signed(interval.lowerBound)) to \(ImpactCommand.signed(interval.upperBound))"
            )
        } else {
            parts.append(
                impact.status == .coverageTooLow
                    ? "too many days without a check-in for an interval" : "too few check-ins for an interval"
            )
        }
        if let from = before.mean, let to = after.mean {
            parts.append("\(ImpactCommand.hundredths(from)) → \(ImpactCommand.hundredths(to))")
        }
        parts.append("\(before.count) and \(after.count) check-ins")
        if let nap = impact.nonoverlap { parts.append("NAP \(ImpactCommand.hundredths(nap))") }
        return parts.map { "<span>\($0)</span> " }
    }

    private static func missing(_ impact: SupplementImpact) -> String {
        guard case .missingCheckIns(let before, let after) = impact.status else {
            return "Nothing to compare."
        }
        let parts = [(before, "before"), (after, "after")].filter { $0.0 > 0 }.map { count, side in
            "\(ReportText.counted(count, "more check-in")) \(side)"
        }
        return "Needs \(parts.joined(separator: " and ")) the first dose to say anything."
    }

    private func confounders(_ rows: [ImpactTable.Row]) -> Markup {
        guard let impact = rows.first?.impact, impact.isConfounded, impact.difference != nil else {
            return Markup()
        }
        let names = impact.confounders.prefix(3).map { ReportText.cut($0.supplement, to: 40) }
        let rest = impact.confounders.count - names.count
        return
            "<p class=\"caution\">Confounded: in the same weeks you began \(names.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "").</p>\n"
    }
}
