/// What the CSV of one tool is made of: its columns, and what a row of it is as a record.
protocol CSVExport: Sendable {
    /// Finds the columns.
    /// - Throws: ``InputRefusal`` if the header isn't that of this tool.
    mutating func begin(_ columns: ExportColumns) throws(InputRefusal)

    /// Writes the row, whose cells are as many as the columns, as a record.
    func write(_ row: CSVRowReader, _ line: inout RecordLine) throws(RowFailure)
}

/// Reads the CSV of a tool whose rows are a record each.
package struct ExportTranslator: InputTranslator {
    private var export: any CSVExport
    private var table = CSVTable()
    package private(set) var isReady = false

    init(_ export: any CSVExport) { self.export = export }

    package var header: [UInt8] { table.header }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        switch try table.next(input, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .piece(let piece): return .taken(piece)
        case .header(let names, let bytes, let breaks):
            do throws(InputRefusal) {
                try export.begin(ExportColumns(names))
            } catch { throw table.placed(error) }
            isReady = true
            return .taken(.nothing(bytes: bytes, lineBreaks: breaks))
        case .row(let bytes, let breaks):
            let refusal = write(&line)
            return .taken(
                TakenPiece(bytes: bytes, lineBreaks: breaks, meaning: refusal.map { .refused($0) } ?? .record)
            )
        }
    }

    /// Writes the row as a record; gives back why it is none.
    private func write(_ target: inout [UInt8]) -> String? {
        if let wrong = table.checkCells() { return wrong }
        var line = RecordLine(in: &target)
        do throws(RowFailure) {
            try export.write(table.rows, &line)
        } catch { return error.message }
        target = line.finish()
        return nil
    }
}

/// The columns of an export, by their names. How these are capitalised doesn't matter: it differs between versions.
struct ExportColumns: Sendable {
    /// Without blanks around them.
    let names: [String]
    private let places: [String: Int]

    /// - Throws: ``InputRefusal`` if a name is there twice. Columns without a name may be many: spreadsheets leave such.
    init(_ header: [String]) throws(InputRefusal) {
        names = header.map { $0.trimmingBlanks() }
        var places: [String: Int] = [:]
        for (place, name) in names.enumerated() where !name.isEmpty {
            if places.updateValue(place, forKey: name.lowercased()) != nil {
                throw InputRefusal("the header has the column \(QuotedText.quote(name)) twice", line: 1)
            }
        }
        self.places = places
    }

    func place(_ name: String) -> Int? { places[name.lowercased()] }

    /// The place of a column that must be there.
    /// - Parameter what: which file it is of, for the message.
    func place(_ name: String, of what: String) throws(InputRefusal) -> Int {
        if let place = place(name) { return place }
        let isOtherwiseSeparated = names.count == 1 && names[0].contains { ";\t".contains($0) }
        let hint = isOtherwiseSeparated ? " (its cells must stand between commas)" : ""
        throw InputRefusal(
            "is not \(what): there is no column \(QuotedText.quote(name)), but \(CSVTable.list(names))\(hint)",
            line: 1)
    }
}
