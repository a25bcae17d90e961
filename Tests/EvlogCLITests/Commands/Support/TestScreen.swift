@testable import EvlogCLI

/// What a terminal would show: just enough of one for what evlog writes. Anything it doesn't know is counted, so that
/// a test can see that there was none.
struct TestScreen {
    private(set) var columns: Int
    private(set) var rows: Int
    /// A character a cell; what is wide leaves the next cell empty.
    private var cells: [[String]]
    private var row = 0
    private var column = 0
    private var wraps = true
    /// Wrapping is off: a painting has begun whose end has not come.
    var isBeingPainted: Bool { !wraps }
    private(set) var showsCursor = true
    private(set) var marksPastes = false
    private(set) var colors = 0
    /// Characters for which a line had no room while wrapping was off.
    private(set) var cut = 0
    private(set) var unknown: [String] = []
    private var sequence = ""

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    var lines: [String] {
        cells.map { line in
            var text = line.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// What a terminal does that doesn't break lines anew: what doesn't fit is gone, and the cursor stays in sight.
    mutating func resize(columns: Int, rows: Int) {
        while cells.count > rows && row >= rows {
            cells.removeFirst()
            row -= 1
        }
        cells = Array(cells.prefix(rows)).map { line in
            Array((line + Array(repeating: " ", count: columns)).prefix(columns))
        }
        while cells.count < rows { cells.append(Array(repeating: " ", count: columns)) }
        (self.columns, self.rows) = (columns, rows)
        row = min(row, rows - 1)
        column = min(column, columns - 1)
    }

    mutating func show(_ text: String) {
        for character in text {
            if !sequence.isEmpty {
                // A mark that follows directly is one character with the letter that ends the sequence.
                for scalar in character.unicodeScalars { takeInSequence(scalar) }
            } else if character.unicodeScalars.first == "\u{1B}" {
                sequence = "\u{1B}"
            } else {
                put(character)
            }
        }
    }

    private mutating func takeInSequence(_ scalar: Unicode.Scalar) {
        guard !sequence.isEmpty else { return put(Character(scalar)) }
        sequence.unicodeScalars.append(scalar)
        guard sequence.unicodeScalars.count > 2, (0x40...0x7E).contains(scalar.value) else { return }
        act(String(sequence.dropFirst(2).dropLast()), Character(scalar))
        sequence = ""
    }

    private mutating func act(_ parameters: String, _ final: Character) {
        switch (parameters, final) {
        case ("?25", "h"): showsCursor = true
        case ("?25", "l"): showsCursor = false
        case ("?2004", "h"): marksPastes = true
        case ("?2004", "l"): marksPastes = false
        case ("?7", "h"): wraps = true
        case ("?7", "l"): wraps = false
        case ("", "K"): clear(row, from: column)
        case ("", "J"):
            clear(row, from: column)
            for below in (row + 1)..<max(rows, row + 1) { clear(below, from: 0) }
        case (_, "A"): row = max(0, row - (Int(parameters) ?? 1))
        case (_, "m"): if (30...37).contains(Int(parameters) ?? 0) { colors += 1 }
        default: unknown.append(parameters + String(final))
        }
    }

    private mutating func clear(_ row: Int, from column: Int) {
        for place in min(column, columns)..<columns { cells[row][place] = " " }
    }

    private mutating func put(_ character: Character) {
        switch character {
        case "\r": column = 0
        case "\n": lineFeed()
        case "\r\n":
            column = 0
            lineFeed()
        case "\u{8}": column = max(0, column - 1)
        case "\u{7}": break
        default:
            let width = TextWidth.columns(String(character))
            if column + width > columns {
                if wraps {
                    column = 0
                    lineFeed()
                } else {
                    column = max(0, columns - width)
                    cut += 1
                }
            }
            guard width > 0, column + width <= columns else { return }
            cells[row][column] = String(character)
            for place in 1..<max(1, width) { cells[row][column + place] = "" }
            column += width
        }
    }

    private mutating func lineFeed() {
        if row < rows - 1 {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: " ", count: columns))
        }
    }
}
