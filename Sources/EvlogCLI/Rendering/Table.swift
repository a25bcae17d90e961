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
        /// Of several columns the one with the highest rank yields first; 0 never does.
        private(set) var rank = 0

        init(_ title: String, alignment: TextWidth.Alignment = .left, fit: Fit = .whole) {
            self.title = TextWidth.sanitized(title)
            self.alignment = alignment
            self.fit = fit
        }

        /// Text that may be cut with `…`.
        static func text(_ title: String, minimum: Int = 8) -> Column {
            Column(title, fit: .truncates(minimum: minimum))
        }

        /// The same column, but where the table is too narrow even for what may be cut, it moves to a line of its own
        /// beneath each row. Nothing is lost that way, so whatever matters less than its row's head yields.
        func yielding(_ rank: Int) -> Column {
            var column = self
            column.rank = rank
            return column
        }

        static func number(_ title: String) -> Column { Column(title, alignment: .right) }

        static func bar(_ title: String = "", minimum: Int = 5, maximum: Int = 40) -> Column {
            Column(title, fit: .bar(minimum: minimum, maximum: maximum))
        }
    }

    struct Cell: Sendable, ExpressibleByStringLiteral {
        let text: String
        /// The length of a bar.
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
    /// The amount that fills a bar's width; nil for the largest of its column.
    var fullBar: Double?

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row. Cells that are missing are empty; those beyond the last column are dropped.
    mutating func addRow(_ cells: [Cell]) { rows.append(cells) }
}
