extension CSVRowReader {
    /// The text of a cell, without blanks around it.
    func cell(_ column: Int) -> String {
        String(decoding: text[range(column)], as: UTF8.self).trimmingBlanks()
    }
}

extension RecordLine {
    /// Writes a cell as it is.
    mutating func text(_ name: String, cell column: Int, of row: CSVRowReader) {
        row.text.withUnsafeBytes { text in
            self.text(name, UnsafeRawBufferPointer(rebasing: text[row.range(column)]))
        }
    }
}

extension String {
    func trimmingBlanks() -> String {
        guard first == " " || last == " " || first == "\t" || last == "\t" else { return self }
        let start = drop { $0 == " " || $0 == "\t" }
        var end = start
        while let last = end.last, last == " " || last == "\t" { end.removeLast() }
        return String(end)
    }
}
