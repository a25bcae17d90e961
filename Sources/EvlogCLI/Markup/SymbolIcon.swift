/// Simple drawings for the symbols that cards name, on a square of 24 units.
enum SymbolIcon {
    /// The inside of an `svg` or `g` element that sets the colour as `fill` and `currentColor`. A symbol that has
    /// no drawing gets a filled circle.
    static func shapes(of name: String) -> String {
        drawings[name] ?? "<circle cx=\"12\" cy=\"12\" r=\"8\"/>"
    }

    static let names = drawings.keys.sorted()

    private static let drawings: [String: String] = [
        "chart.bar.fill": bars,
        "chart.bar.xaxis": bars + stroke("M2 23h20"),
        "calendar.badge.clock": calendar + stroke("M12 12.5v3.5l2.5 1.5"),
        "calendar.badge.checkmark": calendar + stroke("M8.3 15.3l2.7 2.7 5-5.2"),
        "divide.circle.fill": holed(
            disc + "M7 11h10v2H7z" + circle(12, 7.5, 1.6) + circle(12, 16.5, 1.6)),
        "flame.fill": holed(
            "M12.5 1.5c.4 4.1 6.5 6.8 6.5 13.1a7 7 0 0 1-14 0c0-3 1.5-5.2 3.2-6.7"
                + ".2 1.7.9 2.8 2 3.3-.2-3.7.3-6.9 2.3-9.7z"
                + "M12.2 12.5c-1.9 1.7-3 3-3 4.9a2.9 2.9 0 0 0 5.8 0c0-1.9-1.7-2.7-2.8-4.9z"),
        "tag.fill": holed(
            "M3 4.5A1.5 1.5 0 0 1 4.5 3h7.2a2 2 0 0 1 1.4.6l7.8 7.8a2 2 0 0 1 0 2.8l-6.7 6.7"
                + "a2 2 0 0 1-2.8 0l-7.8-7.8A2 2 0 0 1 3 11.7z" + circle(7.6, 7.6, 1.7)),
        "clock.fill": holed(disc + "M11 6h2v5.5l3.8 2.2-1 1.7L11 12.7z"),
        "clock.badge.fill": holed(
            "M11 4a9 9 0 1 0 9 9 9 9 0 0 0-.5-3A4.5 4.5 0 0 1 14 4.5 9 9 0 0 0 11 4z"
                + "M10 8h2v4.5l3.2 1.9-1 1.7-4.2-2.5z" + circle(18.7, 5.3, 3.2)),
        "trophy.fill": holed(
            "M7 3h10v1.5h4V7a5 5 0 0 1-4.3 5A5.5 5.5 0 0 1 13 15.4V18h2.5A1.5 1.5 0 0 1 17 19.5V21H7"
                + "v-1.5A1.5 1.5 0 0 1 8.5 18H11v-2.6A5.5 5.5 0 0 1 7.3 12 5 5 0 0 1 3 7V4.5h4z"
                + "M5 6.5V7a3 3 0 0 0 2 2.8V6.5zM19 6.5h-2v3.3A3 3 0 0 0 19 7z"),
        "star.fill": holed(
            "M12 2l3 6.3 6.9.9-5.1 4.8 1.3 6.9-6.1-3.4-6.1 3.4 1.3-6.9-5.1-4.8 6.9-.9z"),
        "arrow.up.right": stroke("M6 18L18 6M8.5 6H18v9.5"),
        "arrow.down.right": stroke("M6 6l12 12M18 8.5V18H8.5"),
        "arrow.right": stroke("M4 12h16M13.5 5.5L20 12l-6.5 6.5"),
        "sparkles": holed(
            "M10 5l1.9 5.1L17 12l-5.1 1.9L10 19l-1.9-5.1L3 12l5.1-1.9z"
                + "M18.5 2l.9 2.6 2.6.9-2.6.9-.9 2.6-.9-2.6-2.6-.9 2.6-.9z"
                + "M18.5 16l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8z"),
    ]

    private static let bars =
        "<rect x=\"3\" y=\"12\" width=\"4.5\" height=\"9\" rx=\"1.2\"/>"
        + "<rect x=\"9.75\" y=\"7\" width=\"4.5\" height=\"14\" rx=\"1.2\"/>"
        + "<rect x=\"16.5\" y=\"3\" width=\"4.5\" height=\"18\" rx=\"1.2\"/>"
    private static let calendar =
        holed(
            "M5 4h14a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z"
                + "M4 9.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1V9.5z") + stroke("M7.5 2v3M16.5 2v3")
    private static let disc = circle(12, 12, 10)

    /// Where outlines overlap there is a hole.
    private static func holed(_ path: String) -> String { "<path fill-rule=\"evenodd\" d=\"\(path)\"/>" }

    private static func stroke(_ path: String) -> String {
        "<path d=\"\(path)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\""
            + " stroke-linejoin=\"round\"/>"
    }

    private static func circle(_ x: Double, _ y: Double, _ r: Double) -> String {
        "M\(x - r) \(y)a\(r) \(r) 0 1 0 \(2 * r) 0a\(r) \(r) 0 1 0 \(-2 * r) 0z"
    }
}
