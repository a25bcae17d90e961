import Foundation
import Testing

/// The audit finds what is wrong: a page without faults, with one fault put in at a time.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Chromium.path != nil, Comment(rawValue: Chromium.skipped)))
struct PageAuditTests {
    private static let good = """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><style>
        body { color: #333; background: #fff; } .vh { position: absolute; width: 1px; height: 1px; overflow: hidden; }
        svg { width: 200px; height: 40px; } .wide { width: 3000px; } .pale { color: #bbb; } .faint { fill: #bbb; }
        .clip { width: 50px; overflow: hidden; white-space: nowrap; } label { display: block; height: 30px; }
        </style></head><body><header><h1>Head</h1></header><main><h2>Part</h2>
        <fieldset><legend>Choose</legend><input type="radio" id="a"><label for="a">A</label></fieldset>
        <svg role="img" aria-label="name"><text x="10" y="20">one</text><text x="120" y="20">two</text></svg>
        <table><thead><tr><th scope="col">When</th></tr></thead><tbody><tr><th scope="row">x</th></tr></tbody></table>
        <p>text</p></main><footer>foot</footer></body></html>
        """

    private static let faults: [(audit: String, from: String, to: String, finding: String)] = [
        (PageAudit.accessibility, " lang=\"en\"", "", "no language"),
        (PageAudit.accessibility, "<h2>Part</h2>", "<h3>Part</h3>", "heading skips a level"),
        (PageAudit.accessibility, "<h2>Part</h2>", "<h1>Part</h1>", "2 h1"),
        (PageAudit.accessibility, " role=\"img\"", "", "drawing without role and name"),
        (PageAudit.accessibility, " for=\"a\"", "", "input without label"),
        (PageAudit.accessibility, "<legend>Choose</legend>", "", "fieldset without legend"),
        (PageAudit.accessibility, " scope=\"col\"", "", "table without headers"),
        (PageAudit.accessibility, "<p>text</p>", "<p id=\"a\">text</p>", "id twice: a"),
        (PageAudit.accessibility, "<p>text</p>", "<button></button>", "empty button"),
        (PageAudit.accessibility, "<p>text</p>", "<p tabindex=\"0\">text</p>", "region without name"),
        (PageAudit.accessibility, "height: 30px", "height: 12px", "small target"),
        (PageAudit.contrast, "<p>text</p>", "<p class=\"pale\">text</p>", "<p pale> text"),
        (PageAudit.contrast, "<text x=\"10\"", "<text class=\"faint\" x=\"10\"", "<text faint> one"),
        (PageAudit.layout, "<p>text</p>", "<p class=\"wide\">text</p>", "outside of the page"),
        (PageAudit.layout, "x=\"120\"", "x=\"20\"", "overlap: <text > one and <text > two"),
        (PageAudit.layout, "x=\"120\"", "x=\"190\"", "cut: <text > two"),
        (PageAudit.layout, "<p>text</p>", "<p class=\"clip\">text that is far too long</p>", "cut: <p clip>"),
    ]

    @Test func everyFaultIsFound() throws {
        let scratch = try Scratch("evlog-audit")
        let tab = try BrowserTab(try Chromium(in: scratch))
        try tab.show(width: 820)
        func findings(_ html: String, _ audit: String) throws -> [String] {
            try tab.open(try scratch.file("page.html", html))
            return try tab.evaluate(audit)
        }
        for audit in [PageAudit.accessibility, PageAudit.contrast, PageAudit.layout] {
            #expect(try findings(Self.good, audit) == [])
        }
        for fault in Self.faults {
            let html = Self.good.replacingOccurrences(of: fault.from, with: fault.to)
            #expect(html != Self.good, "\(fault.from)")
            let found = try findings(html, fault.audit)
            #expect(found.contains { $0.contains(fault.finding) }, "\(fault.finding): \(found)")
        }
    }

    @Test func whatAPageDoesIsSeen() throws {
        let scratch = try Scratch("evlog-audit")
        let tab = try BrowserTab(try Chromium(in: scratch))
        try tab.open(try scratch.file("page.html", Self.good))
        #expect(tab.problems.isEmpty, "\(tab.problems)")
        for (script, sign) in [
            ("alert(1)", "dialog: 1"), ("console.log('x')", "console: "), ("undefined.x", "exception: "),
            ("fetch('http://127.0.0.1:9/').catch(() => 0)", "request: http://127.0.0.1:9/"),
        ] {
            try tab.open(try scratch.file("page.html", Self.good + "<script>\(script)</script>"))
            _ = try tab.evaluate("1", as: Int.self)
            #expect(tab.problems.contains { $0.contains(sign) }, "\(script): \(tab.problems)")
        }
    }
}
