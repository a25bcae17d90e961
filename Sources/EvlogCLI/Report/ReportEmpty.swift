/// What stands where there is nothing to draw: a sentence, and what to do about it.
enum ReportEmpty {
    static let noEvents: Markup = """
        <section class="card empty" aria-labelledby="h-empty">
        <h2 id="h-empty">No activity yet</h2>
        <p>Record what you do, and your insights appear here the next time this report is made:</p>
        <p><code>evlog append taskCompleted --meta category=work</code></p>
        </section>

        """

    /// A sentence in place of a drawing.
    static func note(_ text: Markup) -> Markup { "<p class=\"nothing\">\(text)</p>\n" }
}
