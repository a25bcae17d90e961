/// One row of Loop's `Checkmarks.csv`: which habits were done on that day.
///
/// A mark is a word, or in older versions a number: `YES_MANUAL` (2) was done; `YES_AUTO` (1) was not, but needn't have
/// been; `NO` (0), `SKIP` (3) and `UNKNOWN` (-1) were not. A habit that is counted has its amount in thousandths.
/// Amounts of 0.001 to 0.003 can't be told from marks; the app itself can't either. Whether an amount reached the
/// habit's goal the file doesn't say: each that isn't 0 counts as done, and its value is kept.
struct LoopDay {
    struct Done {
        var habit: Int
        /// The amount, where the habit is counted.
        var value: String?
    }

    let start: RFC3339.Reading
    private(set) var done: [Done] = []

    /// - Parameter columns: of the header, with those that have no name behind the habits.
    init(_ row: CSVRowReader, _ habits: [String], columns: Int) throws(RowFailure) {
        let cells = Self.cells(row, columns)
        guard cells.count == columns else {
            // The app doesn't quote names.
            let hint =
                cells.count < columns
                ? " (a habit with a comma in its name must stand in quotation marks in the header)" : ""
            throw RowFailure("the row has \(cells.count) cells, the header \(columns)\(hint)")
        }
        guard cells[(habits.count + 1)...].allSatisfy(\.isEmpty) else {
            throw RowFailure("the row has a mark in a column without a name")
        }
        start = .wallTime(microseconds: try ImportedTime.day(cells[0]) * Microseconds.day)
        for (habit, name) in habits.enumerated() {
            switch Self.mark(cells[habit + 1]) {
            case .notDone: break
            case .done: done.append(Done(habit: habit))
            case .amount(let thousandths): done.append(Done(habit: habit, value: Self.decimal(thousandths)))
            case .score:
                throw RowFailure(
                    "\(QuotedText.quote(cells[habit + 1])) is a score: this is Scores.csv, the days are in Checkmarks.csv"
                )
            case nil:
                throw RowFailure(
                    "\(QuotedText.quote(name)) is \(QuotedText.quote(cells[habit + 1])), which is no mark of Loop"
                        + " (YES_MANUAL, NO and the like, or a whole number)")
            }
        }
    }

    /// Whether a row that was refused shows that all others will be, too.
    static func isOfAnotherFile(_ row: CSVRowReader, columns: Int) -> Bool {
        let cells = cells(row, columns)
        return cells.count < columns || cells.contains { mark($0) == .score }
    }

    /// The cells, of which empty ones behind the last column are left out. Version 2.0 wrote a mark as
    /// `Entry(timestamp=…, value=2)`, which is two cells and stands for one.
    private static func cells(_ row: CSVRowReader, _ columns: Int) -> [String] {
        var cells: [String] = []
        var at = 0
        while at < row.count {
            let cell = row.cell(at)
            at += 1
            guard cell.hasPrefix("Entry(timestamp="), at < row.count else {
                cells.append(cell)
                continue
            }
            let rest = row.cell(at)
            guard rest.hasPrefix("value="), rest.hasSuffix(")") else {
                cells.append(cell)
                continue
            }
            cells.append(String(rest.dropFirst("value=".count).dropLast()))
            at += 1
        }
        while cells.count > columns && cells.last == "" { cells.removeLast() }
        return cells
    }

    private enum Mark: Equatable {
        case notDone, done, score
        case amount(thousandths: Int64)
    }

    private static func mark(_ text: String) -> Mark? {
        switch text {
        case "YES_MANUAL": return .done
        case "", "YES_AUTO", "NO", "SKIP", "UNKNOWN", "-1": return .notDone
        default: break
        }
        var reader = ExpressionReader(text)
        let digits = reader.digits()
        guard !digits.isEmpty else { return nil }
        if reader.isAtEnd {
            switch ExpressionReader.value(of: digits) {
            case nil: return nil
            case 2?: return .done
            case 0?, 1?, 3?: return .notDone
            case let value?: return .amount(thousandths: value)
            }
        }
        let isScore = digits.count == 1 && reader.take(".") && reader.digits().count == 4 && reader.isAtEnd
        return isScore ? .score : nil
    }

    private static func decimal(_ thousandths: Int64) -> String {
        var fraction = Substring(String(1000 + thousandths % 1000).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(fraction)"
    }
}

/// The header of Loop's `Checkmarks.csv`, which has no other sign than that it begins with `Date`.
enum LoopHeader {
    /// The names of the habits.
    /// - Throws: ``InputRefusal`` if it is that of something else.
    static func habits(_ header: [String]) throws(InputRefusal) -> [String] {
        var names = header.map { $0.trimmingBlanks() }
        let oneHabit =
            "this is one habit's file, which doesn't name it: import the Checkmarks.csv beside the folders"
        switch names {
        case ["Date", "Value"], ["Date", "Value", "Notes"]: throw refusal(oneHabit)
        case ["Date", "Score"]: throw refusal("this is Scores.csv, the days are in Checkmarks.csv")
        default: break
        }
        if names.contains("Position") && names.contains("Name") {
            throw refusal("this is Habits.csv, the list of the habits, and Checkmarks.csv has their days")
        }
        if (try? ImportedTime.day(names[0])) != nil { throw refusal("the header is missing, or \(oneHabit)") }
        // The app ends each row with a comma.
        while names.count > 1 && names.last == "" { names.removeLast() }
        guard names.count > 1, names.removeFirst() == "Date" else {
            throw refusal("expected a column Date and one for each habit, but found \(CSVTable.list(header))")
        }
        for name in names {
            if name.isEmpty { throw refusal("a habit has no name") }
            if name.utf8.count > JSONLinesLimits.nameBytes {
                throw refusal(
                    "the habit \(QuotedText.quote(name)) has a name longer than \(JSONLinesLimits.nameBytes) bytes"
                )
            }
        }
        return names
    }

    private static func refusal(_ reason: String) -> InputRefusal {
        InputRefusal("is no Checkmarks.csv of Loop Habit Tracker: \(reason)", line: 1)
    }
}
