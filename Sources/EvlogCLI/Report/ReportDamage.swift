import EventLog

/// What could not be read, said at the head of the page.
struct ReportDamage {
    let damage: [Damage]

    private static let shown = 10

    var markup: Markup {
        guard !damage.isEmpty else { return Markup() }
        let places = damage.prefix(Self.shown).map { place -> Markup in
            "<li>\(ReportText.cut(place.description))</li>\n"
        }
        let more: Markup =
            damage.count > Self.shown
            ? "<p>And \(ReportText.counted(damage.count - Self.shown, "more place")).</p>\n" : ""
        return """
            <section class="card damage" aria-labelledby="h-damage">
            <h2 id="h-damage">Part of the log could not be read</h2>
            <p>The numbers below are from all that is readable. <code>evlog verify</code> lists every damaged place, and \
            <code>evlog recover --into DIR</code> salvages the rest.</p>
            <ul>
            \(places)</ul>
            \(more)</section>

            """
    }
}
