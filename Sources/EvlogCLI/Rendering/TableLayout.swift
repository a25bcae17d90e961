/// Shares a line's width out among the columns of a table.
struct TableLayout {
    /// Spaces between two columns.
    static let gap = 2

    let widths: [Int]

    /// - Parameter width: columns that a line may take; nil for no limit.
    init(_ table: Table, width: Int?) {
        var widths = Self.naturalWidths(table)
        let bars = table.columns.indices.filter { Self.barBounds(table.columns[$0]) != nil }
        guard let width else {
            self.widths = widths
            return
        }
        let available = width - Self.gap * max(0, widths.count - 1)
        // Bars yield first: they say nothing that the numbers don't.
        var spare = available - widths.reduce(0, +)
        for bar in bars where spare < 0 {
            let minimum = Self.barBounds(table.columns[bar])?.minimum ?? 0
            let yielded = min(
                -spare, max(0, widths[bar] - max(minimum, TextWidth.columns(table.columns[bar].title))))
            widths[bar] -= yielded
            spare += yielded
        }
        if spare < 0 { Self.truncate(&widths, of: table, by: -spare) }
        self.widths = widths
    }

    private static func naturalWidths(_ table: Table) -> [Int] {
        var widths = table.columns.map { TextWidth.columns($0.title) }
        for row in table.rows {
            for (index, cell) in row.prefix(widths.count).enumerated() {
                widths[index] = max(widths[index], TextWidth.columns(cell.text))
            }
        }
        for (index, column) in table.columns.enumerated() {
            if let bounds = barBounds(column) { widths[index] = max(widths[index], bounds.maximum) }
        }
        return widths
    }

    private static func barBounds(_ column: Table.Column) -> (minimum: Int, maximum: Int)? {
        guard case .bar(let minimum, let maximum) = column.fit else { return nil }
        return (minimum, maximum)
    }

    /// Takes `excess` columns from those that may be cut: the widest give first, down to one common width.
    private static func truncate(_ widths: inout [Int], of table: Table, by excess: Int) {
        var cuttable: [(index: Int, minimum: Int)] = []
        for (index, column) in table.columns.enumerated() {
            if case .truncates(let minimum) = column.fit {
                cuttable.append((index, min(minimum, widths[index])))
            }
        }
        let natural = widths
        func width(_ column: (index: Int, minimum: Int), at level: Int) -> Int {
            min(natural[column.index], max(level, column.minimum))
        }
        let target = cuttable.reduce(0) { $0 + natural[$1.index] } - excess
        var low = 0
        var high = cuttable.map { natural[$0.index] }.max() ?? 0
        while low < high {
            let middle = (low + high + 1) / 2
            if cuttable.reduce(0, { $0 + width($1, at: middle) }) <= target {
                low = middle
            } else {
                high = middle - 1
            }
        }
        var left = target
        for column in cuttable {
            widths[column.index] = width(column, at: low)
            left -= widths[column.index]
        }
        // One common width rarely comes out even.
        for column in cuttable where left > 0 && widths[column.index] < natural[column.index] {
            widths[column.index] += 1
            left -= 1
        }
    }
}
