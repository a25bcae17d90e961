/// Shares a line's width out among the columns of a table.
///
/// What is too wide gives way in this order: bars shrink, texts are cut, bars shrink further; columns yield by their rank to lines beneath;
/// titles wider than their cells are cut; bars go. Only then is anything cut at the edge.
struct TableLayout {
    /// Where on a line a column stands.
    struct Place: Equatable {
        var column: Int
        var start: Int
        var width: Int
    }

    /// Spaces between two columns.
    static let gap = 2
    /// Spaces before what stands beneath a row.
    static let indent = 2
    /// A title is not cut below so many columns.
    static let minimumTitle = 6

    /// The columns of a row's first line.
    let head: [Place]
    /// Those of the lines beneath it.
    let beneath: [[Place]]

    /// - Parameter width: columns that a line may take; nil for no limit.
    init(_ table: Table, width: Int?) {
        let measures = Measures(table)
        var head = Array(table.columns.indices)
        guard let width else {
            self.head = Self.places(head, measures.natural, start: 0)
            beneath = []
            return
        }
        var yielded: [Int] = []
        while measures.needed(by: head) > width, head.count > 1,
            let next = head.filter({ table.columns[$0].rank > 0 }).max(by: {
                (table.columns[$0].rank, $0) < (table.columns[$1].rank, $1)
            })
        {
            head.removeAll { $0 == next }
            yielded.append(next)
        }
        if measures.needed(by: head, cutsTitles: true) > width { head.removeAll(where: measures.isBar) }
        self.head = Self.places(head, measures.shared(head, width), start: 0)
        beneath = Self.lines(yielded.sorted(), measures, width)
    }

    private static func places(_ columns: [Int], _ widths: [Int], start: Int) -> [Place] {
        var start = start
        return columns.map { column in
            defer { start += widths[column] + gap }
            return Place(column: column, start: start, width: widths[column])
        }
    }

    /// As many columns a line as find room.
    private static func lines(_ columns: [Int], _ measures: Measures, _ width: Int) -> [[Place]] {
        let room = max(1, width - indent)
        var lines: [[Int]] = []
        for column in columns {
            if let last = lines.last, measures.needed(by: last + [column]) <= room {
                lines[lines.count - 1].append(column)
            } else {
                lines.append([column])
            }
        }
        return lines.map { places($0, measures.shared($0, room), start: indent) }
    }
}

/// How wide the columns of a table would be, and may be.
private struct Measures {
    private let columns: [Table.Column]
    private static let readableBar = 8

    /// With room for everything.
    let natural: [Int]
    /// With bars and texts as short as they may be.
    private let short: [Int]
    /// With titles cut, too.
    private let minimum: [Int]

    init(_ table: Table) {
        columns = table.columns
        var cells = [Int](repeating: 0, count: table.columns.count)
        for row in table.rows {
            for (index, cell) in row.prefix(cells.count).enumerated() {
                cells[index] = max(cells[index], TextWidth.columns(cell.text))
            }
        }
        var (natural, short, minimum) = (cells, cells, cells)
        for (index, column) in table.columns.enumerated() {
            let title = TextWidth.columns(column.title)
            natural[index] = max(cells[index], title)
            switch column.fit {
            case .whole:
                short[index] = natural[index]
                minimum[index] = max(cells[index], min(title, TableLayout.minimumTitle))
            case .truncates(let least):
                short[index] = min(least, natural[index])
                minimum[index] = short[index]
            case .bar(let least, let most):
                natural[index] = max(natural[index], most)
                short[index] = max(least, title)
                minimum[index] = short[index]
            }
        }
        self.natural = natural
        self.short = short
        self.minimum = minimum
    }

    func isBar(_ column: Int) -> Bool { if case .bar = columns[column].fit { true } else { false } }

    private func isText(_ column: Int) -> Bool {
        if case .truncates = columns[column].fit { true } else { false }
    }

    /// The least that these columns take beside each other.
    func needed(by columns: [Int], cutsTitles: Bool = false) -> Int {
        columns.reduce(0) { $0 + (cutsTitles ? minimum : short)[$1] } + TableLayout.gap
            * max(0, columns.count - 1)
    }

    /// Their widths, by column, beside each other in `width` columns, or as near to that as can be.
    func shared(_ columns: [Int], _ width: Int) -> [Int] {
        var widths = natural
        let available = width - TableLayout.gap * max(0, columns.count - 1)
        func excess() -> Int { columns.reduce(0) { $0 + widths[$1] } - available }
        // Bars yield first, as far as they stay readable: they say nothing that the numbers don't.
        func shrinkBars(to readable: Int) {
            for bar in columns where isBar(bar) && excess() > 0 {
                widths[bar] -= min(excess(), max(0, widths[bar] - max(readable, minimum[bar])))
            }
        }
        shrinkBars(to: Self.readableBar)
        if excess() > 0 { level(&widths, columns.filter(isText), by: excess()) }
        shrinkBars(to: 0)
        if excess() > 0 { level(&widths, columns.filter { !isText($0) && !isBar($0) }, by: excess()) }
        return widths
    }

    /// Takes `excess` columns from those given: the widest give first, down to one common width.
    private func level(_ widths: inout [Int], _ columns: [Int], by excess: Int) {
        func width(_ column: Int, at level: Int) -> Int {
            min(natural[column], max(level, minimum[column]))
        }
        let target = columns.reduce(0) { $0 + natural[$1] } - excess
        var low = 0
        var high = columns.map { natural[$0] }.max() ?? 0
        while low < high {
            let middle = (low + high + 1) / 2
            if columns.reduce(0, { $0 + width($1, at: middle) }) <= target {
                low = middle
            } else {
                high = middle - 1
            }
        }
        var left = target
        for column in columns {
            widths[column] = width(column, at: low)
            left -= widths[column]
        }
        // One common width rarely comes out even.
        for column in columns where left > 0 && widths[column] < natural[column] {
            widths[column] += 1
            left -= 1
        }
    }
}
