/// Rows in aligned columns, for people.
///
/// All rows are held, because widths depend on them. Every text is made safe for a terminal on the way in.
struct Table {
    /// What may happen to a column when the table is wider than it should be.
    enum Fit: Sendable, Equatable {
        /// Nothing: cutting a number would change it.
        case whole
        /// It is cut with `…`, but not below so many columns.
        case truncates(minimum: Int)
        /// It holds bars, which take what the others leave within these bounds.
        case bar(minimum: Int, maximum: Int)
    }

    struct Column: Sendable {
        let title: String
        let alignment: TextWidth.Alignment
        let fit: Fit

        init(_ title: String, alignment: TextWidth.Alignment = .left, fit: Fit = .whole) {
            self.title = TextWidth.sanitized(title)
            self.alignment = alignment
            self.fit = fit
        }

        /// Text that may be cut with `…`.
        static func text(_ title: String, minimum: Int = 8) -> Column {
            Column(title, fit: .truncates(minimum: minimum))
        }

        static func number(_ title: String) -> Column { Column(title, alignment: .right) }

        static func bar(_ title: String = "", minimum: Int = 5, maximum: Int = 40) -> Column {
            Column(title, fit: .bar(minimum: minimum, maximum: maximum))
        }
    }

    struct Cell: Sendable, ExpressibleByStringLiteral {
        let text: String
        /// The length of a bar; the largest of the column fills its width.
        let amount: Double?
        /// Used where colour is.
        let style: TextStyle?

        init(_ text: String, style: TextStyle? = nil) {
            self.text = TextWidth.sanitized(text)
            self.amount = nil
            self.style = style
        }

        init(bar amount: Double, style: TextStyle? = nil) {
            self.text = ""
            self.amount = amount
            self.style = style
        }

        init(_ number: some BinaryInteger, style: TextStyle? = nil) {
            self.init("\(number)", style: style)
        }

        init(stringLiteral value: String) { self.init(value) }
    }

    let columns: [Column]
    private(set) var rows: [[Cell]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row. Cells that are missing are empty; those beyond the last column are dropped.
    mutating func addRow(_ cells: [Cell]) { rows.append(cells) }

    /// The table as lines of text, each ended by a line break and none with spaces at its end.
    ///
    /// - Parameters:
    ///   - width: columns that a line may take; nil when there is no limit, as in a pipe. What is still too long
    ///     after cutting what may be cut ends in `…`.
    ///   - color: titles are bold and cells have their styles; else a rule stands under the titles.
    func render(width: Int?, color: Bool) -> String {
        let widths = TableLayout(self, width: width).widths
        let maxima = columns.indices.map { column in
            rows.compactMap { column < $0.count ? $0[column].amount : nil }.filter(\.isFinite).max() ?? 0
        }
        var text = ""
        if columns.contains(where: { !$0.title.isEmpty }) {
            let titles = columns.map { Cell($0.title, style: .bold) }
            text += line(titles, widths, maxima, limit: width, color: color)
            if !color {
                let rules = widths.map { Cell(String(repeating: "─", count: $0)) }
                text += line(rules, widths, maxima, limit: width, color: color)
            }
        }
        for row in rows { text += line(row, widths, maxima, limit: width, color: color) }
        return text
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ maxima: [Double], limit: Int?, color: Bool)
        -> String
    {
        var line = ""
        var used = 0
        var start = 0
        for (index, cell) in cells.prefix(columns.count).enumerated() {
            defer { start += widths[index] + TableLayout.gap }
            var shown = cell.text
            if let amount = cell.amount {
                shown = BlockChart.bar(amount, maximum: maxima[index], width: widths[index])
            }
            shown = TextWidth.truncated(shown, to: widths[index])
            guard !shown.isEmpty else { continue }
            var length = TextWidth.columns(shown)
            let from = columns[index].alignment == .right ? start + widths[index] - length : start
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
