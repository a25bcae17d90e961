import Testing

extension ReportBrowserTests {
    /// Every width, light and dark, every period, with all tables open. What a drawing is called doesn't depend on the
    /// screen, and what colour it has not on the width, so those are asked less often.
    func expectGoodLooks() throws {
        _ = try tab.evaluate(
            "document.querySelectorAll('details').forEach((d) => { d.open = true; }) ?? 1", as: Int.self)
        let periods = try tab.evaluate(
            "[...document.querySelectorAll('input[name=period]')].map((r) => r.id)", as: [String].self)
        for period in periods.isEmpty ? [""] : periods {
            if !period.isEmpty {
                _ = try tab.evaluate(
                    "(document.getElementById('\(period)').checked = true) && 1", as: Int.self)
            }
            for isDark in [false, true] {
                for width in [360, 820, 1440] {
                    try tab.show(width: width, isDark: isDark)
                    try expectNothing(
                        PageAudit.layout, "\(width) px, \(isDark ? "dark" : "light"), \(period)")
                }
                try expectNothing(PageAudit.contrast, "\(isDark ? "dark" : "light"), \(period)")
            }
            try expectNothing(PageAudit.accessibility, period)
        }
    }

    private func expectNothing(_ audit: String, _ place: String) throws {
        let found = try tab.evaluate(audit, as: [String].self)
        #expect(found.isEmpty, "\(place): \(found.joined(separator: "\n"))")
    }
}
