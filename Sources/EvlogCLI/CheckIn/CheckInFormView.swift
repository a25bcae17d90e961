import UsageInsights

/// Draws a check-in form as lines for a terminal of so many columns and rows.
///
/// Wide, each slider stands between its labels on one line; narrower, the labels stand below it; narrow or low, only
/// those of the row that has the keys are shown. No line takes the last column: some terminals wrap there.
struct CheckInFormView {
    /// The smallest terminal that shows the whole form.
    static let minimum = TerminalSize(columns: 28, rows: 8)

    let size: TerminalSize
    let color: Bool

    private enum Layout { case wide, tall, compact }

    /// Columns that a line may take.
    private var width: Int { max(1, size.columns - 1) }

    private var layout: Layout {
        if width >= 70 && size.rows >= 11 { return .wide }
        if width >= 39 && size.rows >= 15 { return .tall }
        return .compact
    }

    /// At most as many lines as the terminal has rows, none wider than it is.
    func lines(_ form: CheckInForm) -> [String] {
        var lines = heading(form)
        for metric in WellnessMetric.allCases { lines += slider(metric, form) }
        let gap = layout == .compact ? [] : [""]
        lines += gap + [noteLine(form)] + gap + [buttons(form)]
        // Narrow sliders have no room for their labels.
        if layout == .compact, case .level(let metric) = form.row { lines.append(ends(of: metric)) }
        if lines.count < size.rows { lines.append(hint(form)) }
        guard lines.count > size.rows else { return lines }
        // Too low for all of it: the row that has the keys, alone.
        switch form.row {
        case .level(let metric): return [compactSlider(metric, form)]
        case .note: return [noteLine(form)]
        case .save, .skip: return [buttons(form)]
        }
    }

    // MARK: - Parts

    private func styled(_ text: String, _ style: TextStyle?) -> String {
        guard color, let style, !text.isEmpty else { return text }
        return style.applied(to: text)
    }

    private func heading(_ form: CheckInForm) -> [String] {
        let title = TextWidth.sanitized((width >= 36 ? "Daily Check-In" : "Check-In") + " · \(form.day)")
        let question =
            form.replaces.map { "Checked in at \($0) already. Saving replaces that." }
            ?? "How are you feeling?"
        let first = styled(TextWidth.truncated(title, to: width), .bold)
        if layout == .compact && form.replaces == nil { return [first] }
        let short = layout == .compact ? "Saving replaces \(form.replaces ?? "")." : question
        let second = styled(TextWidth.truncated(TextWidth.sanitized(short), to: width), .dim)
        return layout == .compact ? (size.rows > 8 ? [first, second] : [first]) : [first, second, ""]
    }

    /// The sign before the row that has the keys, and the name. `columns` of it are filled.
    private func name(_ text: String, _ emoji: String, isFocused: Bool, columns: Int) -> String {
        let padded = TextWidth.padded(text, to: columns)
        return styled(isFocused ? "›" : " ", .cyan) + " \(emoji) " + styled(padded, isFocused ? .bold : nil)
    }

    private func slider(_ metric: WellnessMetric, _ form: CheckInForm) -> [String] {
        let isFocused = form.row == .level(metric)
        let level = form.level(metric)
        let name = name(metric.rawValue, metric.emoji, isFocused: isFocused, columns: 6)
        let value = value(level)
        switch layout {
        case .compact: return [compactSlider(metric, form)]
        case .wide:
            let low = TextWidth.padded(metric.lowLabel, to: 14, alignment: .right)
            let high = TextWidth.padded(metric.highLabel, to: 15)
            return [
                "\(name)  \(label(low, isNear: level == 1))  \(track(level, step: 4))"
                    + "  \(label(high, isNear: level == 5))  \(value)"
            ]
        case .tall:
            let gap = 30 - TextWidth.columns(metric.lowLabel) - TextWidth.columns(metric.highLabel)
            return [
                "\(name)   \(track(level, step: 4))   \(value)",
                "     \(label(metric.lowLabel, isNear: level == 1))\(String(repeating: " ", count: max(1, gap)))"
                    + label(metric.highLabel, isNear: level == 5),
            ]
        }
    }

    private func compactSlider(_ metric: WellnessMetric, _ form: CheckInForm) -> String {
        let level = form.level(metric)
        let name = name(metric.rawValue, metric.emoji, isFocused: form.row == .level(metric), columns: 6)
        return width >= 27 ? "\(name) \(track(level, step: 2)) \(value(level))" : narrowSlider(metric, level)
    }

    /// For what is narrower than a form should be: cut where it must be, but never wrapped.
    private func narrowSlider(_ metric: WellnessMetric, _ level: Int) -> String {
        TextWidth.truncated("\(metric.rawValue) \(level) \(WellnessMetric.face(ofLevel: level))", to: width)
    }

    private func ends(of metric: WellnessMetric) -> String {
        styled(TextWidth.truncated("\(metric.lowLabel) → \(metric.highLabel)", to: width), .dim)
    }

    private func label(_ text: String, isNear: Bool) -> String { styled(text, isNear ? nil : .dim) }

    private func value(_ level: Int) -> String {
        "\(WellnessMetric.face(ofLevel: level)) " + styled("\(level)", TextStyle(ofLevel: level))
    }

    /// `━━━━●────────`: five places, `step` columns apart.
    private func track(_ level: Int, step: Int) -> String {
        let filled = (level - WellnessMetric.levels.lowerBound) * step
        let rest = (WellnessMetric.levels.upperBound - level) * step
        return styled(String(repeating: "━", count: filled) + "●", TextStyle(ofLevel: level))
            + styled(String(repeating: "─", count: rest), .dim)
    }

    // MARK: - Note

    private func noteLine(_ form: CheckInForm) -> String {
        let isFocused = form.row == .note
        if width < 27 {
            return TextWidth.truncated(
                "Note \(isFocused ? shownTail(form.note.before, width - 6) + "_" : "")", to: width)
        }
        let name = name("Note", "📝", isFocused: isFocused, columns: 6)
        let room = width - 13
        guard isFocused else {
            if form.note.isEmpty {
                return name + "  " + styled(TextWidth.truncated("optional", to: room), .dim)
            }
            // The first of a long text is enough: the rest doesn't fit.
            let start = TextWidth.sanitized(String(form.note.text.prefix(room + 1)))
            return name + "  " + TextWidth.truncated(start, to: room)
        }
        return name + "  " + edited(form.note, room)
    }

    /// As much of the text around the caret as fits; the caret is the character that is shown reversed.
    private func edited(_ note: NoteField, _ room: Int) -> String {
        let under = note.after.first.map { TextWidth.sanitized(String($0)) } ?? " "
        let caret = TextWidth.columns(under) <= room ? under : " "
        var tail = shownTail(note.before, room - TextWidth.columns(caret))
        var left = room - TextWidth.columns(tail) - TextWidth.columns(caret)
        // A few characters behind the caret stay in sight.
        let behind = note.after.dropFirst()
        if !behind.isEmpty && left < 8 {
            tail = shownTail(note.before, max(0, room - TextWidth.columns(caret) - 8))
            left = room - TextWidth.columns(tail) - TextWidth.columns(caret)
        }
        let rest = TextWidth.sanitized(String(behind.prefix(left + 1)))
        return tail + TextStyle.reversed(caret) + TextWidth.truncated(rest, to: left)
    }

    /// The end of `text` in at most `room` columns, with `…` before it where something is left out. O(room).
    private func shownTail(_ text: String, _ room: Int) -> String {
        var pieces: [String] = []
        var used = 0
        var isCut = false
        for character in text.reversed() {
            let piece = TextWidth.sanitized(String(character))
            let columns = TextWidth.columns(piece)
            if used + columns > room {
                isCut = true
                break
            }
            pieces.append(piece)
            used += columns
        }
        while isCut, used > room - 1, let dropped = pieces.popLast() { used -= TextWidth.columns(dropped) }
        return (isCut && room > 0 ? "…" : "") + pieces.reversed().joined()
    }

    // MARK: - Buttons and keys

    private func buttons(_ form: CheckInForm) -> String {
        let save = size.columns >= 40 ? "[ Save Check-In ]" : "[ Save ]"
        let shown = [(save, CheckInForm.Row.save), ("[ Skip ]", .skip)].map { text, row in
            form.row == row ? TextStyle.reversed(text) : text
        }
        let sign = form.row == .save || form.row == .skip ? styled("›", .cyan) : " "
        guard width >= 21 else {
            return TextWidth.truncated(form.row == .skip ? "[Skip]" : "[Save]", to: width)
        }
        return "\(sign) \(shown[0])  \(shown[1])"
    }

    private func hint(_ form: CheckInForm) -> String {
        if form.noteIsFull {
            return styled(
                TextWidth.truncated("The note is full: \(NoteField.limit) bytes at most", to: width), .red)
        }
        var parts: [String]
        switch form.row {
        case .level: parts = ["←→ or 1–5 rate", "↑↓ move", "^S save", "Esc skip"]
        case .note: parts = ["type a note", "Enter next", "^S save", "Esc done"]
        case .save: parts = ["Enter save", "→ skip", "↑ back"]
        case .skip: parts = ["Enter skip", "← save", "↑ back"]
        }
        let separator = width >= 60 ? "   " : "  "
        while parts.count > 1, TextWidth.columns(parts.joined(separator: separator)) > width - 2 {
            parts.remove(at: parts.count / 2)
        }
        return styled(TextWidth.truncated("  " + parts.joined(separator: separator), to: width), .dim)
    }
}

extension TextStyle {
    /// How a level is coloured, for all four metrics alike.
    init(ofLevel level: Int) {
        switch level {
        case 1, 2: self = .red
        case 3: self = .yellow
        default: self = .green
        }
    }

    /// Light and dark exchanged, which is no colour: used where a place is marked.
    static func reversed(_ text: String) -> String { "\u{1B}[7m\(text)\u{1B}[0m" }
}
