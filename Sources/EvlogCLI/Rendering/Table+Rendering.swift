extension Table {
    /// The table as lines of text, each ended by a line break and none with spaces at its end.
    ///
    /// - Parameters:
    ///   - width: columns that a line may take; nil when there is no limit, as in a pipe. What is still too long
    ///     after cutting what may be cut, and moving what yields beneath its row, ends in `…`.
    ///   - color: titles are bold and cells have their styles; else a rule stands under the titles.
    func render(width: Int?, color: Bool) -> String {
        let layout = TableLayout(self, width: width)
        let maxima = columns.indices.map { column in
            fullBar ?? rows.compactMap { column < $0.count ? $0[column].amount : nil }.filter(\.isFinite)
                .max() ?? 0
        }
        let drawing = RowDrawing(columns: columns, layout: layout, maxima: maxima, limit: width, color: color)
        var text = ""
        if columns.contains(where: { !$0.title.isEmpty }) {
            text += drawing.lines(columns.map { Cell($0.title, style: .bold) })
            if !color { text += drawing.rule() }
        }
        for row in rows { text += drawing.lines(row) }
        return text
    }
}

/// Draws rows of one table.
private struct RowDrawing {
    let columns: [Table.Column]
    let layout: TableLayout
    /// The amount that fills each column's bars.
    let maxima: [Double]
    let limit: Int?
    let color: Bool

    func lines(_ cells: [Table.Cell]) -> String {
        var text = line(cells, layout.head)
        for places in layout.beneath where places.contains(where: { isFilled($0, cells) }) {
            text += line(cells, places)
        }
        return text
    }

    /// A rule under the titles.
    func rule() -> String {
        let rules = columns.indices.map { column in
            let width = layout.head.first { $0.column == column }?.width ?? 0
            return Table.Cell(String(repeating: "─", count: width))
        }
        return line(rules, layout.head)
    }

    private func isFilled(_ place: TableLayout.Place, _ cells: [Table.Cell]) -> Bool {
        place.column < cells.count && !cells[place.column].text.isEmpty
    }

    private func line(_ cells: [Table.Cell], _ places: [TableLayout.Place]) -> String {
        var line = ""
        var used = 0
        for place in places where place.column < cells.count {
            let cell = cells[place.column]
            var shown = cell.text
            if let amount = cell.amount {
                shown = BlockChart.bar(amount, maximum: maxima[place.column], width: place.width)
            }
            shown = TextWidth.truncated(shown, to: place.width)
            guard !shown.isEmpty else { continue }
            var length = TextWidth.columns(shown)
            let isRight = columns[place.column].alignment == .right
            let from = isRight ? place.start + place.width - length : place.start
            if let limit, from + length > limit {
                shown = TextWidth.truncated(shown, to: limit - from)
                // No room even for the sign: the cell before already reaches the edge.
                guard !shown.isEmpty else { break }
                length = TextWidth.columns(shown)
            }
            line += String(repeating: " ", count: max(0, from - used))
            line += color ? cell.style?.applied(to: shown) ?? shown : shown
            used = from + length
        }
        return line + "\n"
    }
}
