/// The icons of cards and metrics, drawn once in the page and referred to by name. 24 × 24, in the colour of the text.
enum ReportIcons {
    static let definitions: Markup = """
        <svg class="defs" aria-hidden="true" focusable="false">
        <symbol id="i-bars" viewBox="0 0 24 24"><path d="M4 13h4v8H4zM10 8h4v13h-4zM16 3h4v18h-4z"/></symbol>
        <symbol id="i-calendar" viewBox="0 0 24 24"><path fill-rule="evenodd" d="M7 2h2v2h6V2h2v2h2a2 2 0 0 1 2 \
        2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2zM5 9v10h14V9zm6.9 2v2.6l1.9 1.9-1 1-2.4-2.3V11z"/></symbol>
        <symbol id="i-check" viewBox="0 0 24 24"><path fill-rule="evenodd" d="M7 2h2v2h6V2h2v2h2a2 2 0 0 1 2 \
        2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2zM5 9v10h14V9zm10.6 1.8 1.3 1.3-5.4 5.4-3.2-3.2 1.3-1.3 1.9 \
        1.9z"/></symbol>
        <symbol id="i-divide" viewBox="0 0 24 24"><path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 \
        0-20zm0 4.2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM6.5 11v2h11v-2zM12 14.8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 \
        0-3z"/></symbol>
        <symbol id="i-flame" viewBox="0 0 24 24"><path d="M12.8 1.5c.6 3.4 5.7 6 5.7 12.1a6.5 6.5 0 0 1-13 .2c0-3 \
        1.4-4.6 2.6-6.6.6 1.1 1 1.8 2 2.5.2-3.4 1.2-6 2.7-8.2z"/></symbol>
        <symbol id="i-tag" viewBox="0 0 24 24"><path fill-rule="evenodd" d="M3 3h8.5L22 13.5 13.5 22 3 11.5zm4.5 \
        3a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z"/></symbol>
        <symbol id="i-clock" viewBox="0 0 24 24"><path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 \
        0-20zm-1 4v6.5l4.6 3.4 1.2-1.6-3.8-2.8V6z"/></symbol>
        <symbol id="i-trophy" viewBox="0 0 24 24"><path d="M7 3h10v2h4v2.5a4.5 4.5 0 0 1-4.4 4.5A5 5 0 0 1 13 \
        14.9V18h3v3H8v-3h3v-3.1A5 5 0 0 1 7.4 12 4.5 4.5 0 0 1 3 7.5V5h4zm-2 4v.5A2.5 2.5 0 0 0 7 10V7zm14 0h-2v3a2.5 2.5 0 \
        0 0 2-2.5z"/></symbol>
        <symbol id="i-star" viewBox="0 0 24 24"><path d="m12 2 3 6.6 7.2.8-5.4 4.8 1.6 7.1L12 17.6l-6.4 3.7 \
        1.6-7.1L1.8 9.4 9 8.6z"/></symbol>
        </svg>

        """

    /// The drawing that stands for an SF Symbol's name.
    static func reference(_ iconName: String) -> Markup {
        let name =
            switch iconName {
            case "calendar.badge.clock": "calendar"
            case "calendar.badge.checkmark": "check"
            case "divide.circle.fill": "divide"
            case "flame.fill": "flame"
            case "tag.fill": "tag"
            case "clock.fill", "clock.badge.fill": "clock"
            case "trophy.fill": "trophy"
            case "star.fill": "star"
            default: "bars"
            }
        return "<svg class=\"icon\" aria-hidden=\"true\" focusable=\"false\"><use href=\"#i-\(name)\"/></svg>"
    }
}
