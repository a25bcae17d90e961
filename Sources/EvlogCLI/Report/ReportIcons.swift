/// The icons of cards, drawn once in the page and referred to by name, in the colour of the text.
enum ReportIcons {
    static let definitions: Markup = {
        var icons: Markup = "<svg class=\"defs\" aria-hidden=\"true\" focusable=\"false\">\n"
        for name in SymbolIcon.names {
            let shapes = Markup(trusted: SymbolIcon.shapes(of: name))
            icons += "<symbol id=\"\(id(of: name))\" viewBox=\"0 0 24 24\">\(shapes)</symbol>\n"
        }
        icons += "</svg>\n\n"
        return icons
    }()

    /// The drawing that stands for an SF Symbol's name; bars for one that has none.
    static func reference(_ iconName: String) -> Markup {
        let name = SymbolIcon.names.contains(iconName) ? iconName : "chart.bar.fill"
        return """
            <svg class="icon" aria-hidden="true" focusable="false"><use href="#\(id(of: name))"/></svg>
            """
    }

    private static func id(of name: String) -> String {
        "i-" + String(name.map { $0 == "." ? "-" : $0 })
    }
}
