import UsageInsights

/// The dashboard as one page that needs nothing beside itself.
struct ReportPage {
    let data: ReportData

    /// What tells a report from any other file, within its first bytes.
    static let mark = "<meta name=\"generator\" content=\"evlog"
    /// A page begins so, and has its mark within this many bytes.
    static let markReach = 512

    /// The whole page. O(days drawn + check-ins drawn), whatever the size of the log.
    func render() -> Markup {
        let style = ReportStyle.text
        let script = ReportScript.text
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="generator" content="evlog \(Tool.version)">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy(style: style, script: script))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>Insights, \(ReportText.dated(data.referenceDay))</title>
            <style>\(Markup(trusted: style))</style>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the insights</a>
            \(ReportIcons.definitions)\(header)<main id="main">
            \(ReportDamage(damage: data.damage).markup)\(sections)</main>
            \(footer)<script>\(Markup(trusted: script))</script>
            </body>
            </html>

            """
    }

    /// Nothing may be loaded from anywhere, and only this very style and script may count.
    static func policy(style: String, script: String) -> Markup {
        "default-src 'none'; style-src 'sha256-\(Markup(trusted: SHA256.base64(of: style)))'; script-src 'sha256-\(Markup(trusted: SHA256.base64(of: script)))'; base-uri 'none'; form-action 'none'"
    }

    private var sections: Markup {
        if data.eventCount == 0 {
            return
                "\(ReportEmpty.noEvents)\(ReportTrends(data: data).markup)\(ReportImpact(data: data).markup)"
                + ReportFacts(data: data).storage
        }
        return "\(ReportPeriods(data: data).markup)\(ReportHeatMap(calendar: data.year).markup)"
            + ReportFacts(data: data).streaks
            + "\(ReportTrends(data: data).markup)\(ReportImpact(data: data).markup)"
            + ReportFacts(data: data).storage
    }

    private var header: Markup {
        let zone = data.calendar.zone.identifier
        let first = data.summary(.month).days.keys.min()
        let since: Markup = first.map { " since \(ReportText.dated($0))" } ?? ""
        return """
            <header class="top">
            <h1>Insights</h1>
            <p class="lead">\(ReportText.long(data.referenceDay))</p>
            <p class="sub">\(ReportText.counted(data.eventCount, "event"))\(since) <span class="dot-sep">·</span> days of \
            \(zone)</p>
            </header>

            """
    }

    private var footer: Markup {
        let made = InstantText.plain(data.madeAt, data.calendar, seconds: false)
        return """
            <footer>
            <p>Made by evlog \(Tool.version) on \(made). Everything on this page came from the log on this machine; it loads \
            nothing and sends nothing.</p>
            </footer>

            """
    }
}

extension Markup {
    static func + (left: Markup, right: Markup) -> Markup { "\(left)\(right)" }
}
