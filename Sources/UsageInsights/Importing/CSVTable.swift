/// Takes a CSV apart into its header and its rows, for a translator that says what they mean: what is before the first
/// row, what isn't UTF-8, and quotation marks that are never closed are dealt with here.
struct CSVTable: Sendable {
    enum Step: Sendable {
        case needsMore
        /// Dealt with: it is no row, or one that is refused.
        case piece(TakenPiece)
        case header([String], bytes: Int, lineBreaks: Int)
        /// `rows` has its cells.
        case row(bytes: Int, lineBreaks: Int)
    }

    private(set) var rows: CSVRowReader
    /// The bytes of the header, without its line end.
    private(set) var header: [UInt8] = []
    /// Nil before the header.
    private(set) var columnCount: Int?
    private var isAtStart = true
    /// Lines before the header.
    private var linesTaken = 0

    init(separator: UInt8 = UInt8(ascii: ",")) { rows = CSVRowReader(separator: separator) }

    /// - Throws: ``InputRefusal`` where there is no header that can be read.
    mutating func next(_ input: UnsafeRawBufferPointer, isEnd: Bool) throws(InputRefusal) -> Step {
        if isAtStart {
            guard input.count >= 3 || isEnd else { return .needsMore }
            let skipped = try Self.beginning(input)
            isAtStart = false
            // Taken by itself, so that a row that isn't whole yet can be looked at again.
            if skipped > 0 { return .piece(TakenPiece(bytes: skipped, lineBreaks: 0, meaning: .nothing)) }
        }
        switch rows.next(input, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .blank(let bytes, let breaks):
            if columnCount == nil { linesTaken += breaks }
            return .piece(TakenPiece(bytes: bytes, lineBreaks: breaks, meaning: .nothing))
        case .refused(let bytes, let breaks, let line, let isWhole, let message):
            if columnCount == nil {
                throw placed(InputRefusal("the header: \(message)", line: line + 1))
            }
            return .piece(
                TakenPiece(
                    bytes: bytes, lineBreaks: breaks, meaning: .refused(message), line: line, isWhole: isWhole
                ))
        case .unclosed(let line, let isWhole):
            let message = "a quotation mark is opened and never closed"
            if columnCount == nil {
                throw placed(InputRefusal("the header: \(message)", line: line + 1))
            }
            return .piece(
                TakenPiece(
                    bytes: input.count, lineBreaks: 0,
                    meaning: .endsHere("\(message); nothing behind it is read"), line: line, isWhole: isWhole)
            )
        case .row(let bytes, let breaks):
            guard columnCount == nil else { return .row(bytes: bytes, lineBreaks: breaks) }
            let names = try readHeader(UnsafeRawBufferPointer(rebasing: input[..<bytes]))
            return .header(names, bytes: bytes, lineBreaks: breaks)
        }
    }

    /// A refusal of the header, which counts lines from there, as the input has them.
    func placed(_ refusal: InputRefusal) -> InputRefusal {
        InputRefusal(refusal.message, line: refusal.line.map { $0 + linesTaken })
    }

    /// How many bytes come before the text.
    private static func beginning(_ input: UnsafeRawBufferPointer) throws(InputRefusal) -> Int {
        if input.starts(with: [0x50, 0x4b, 0x03]) {
            throw InputRefusal("is an Excel workbook or another archive: save the sheet as CSV, in UTF-8")
        }
        if input.starts(with: [0x1f, 0x8b]) {
            throw InputRefusal("is compressed: gunzip -c FILE makes it text")
        }
        return try ByteOrderMark.length(input)
    }

    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer) throws(InputRefusal) -> [String] {
        var names: [String] = []
        for cell in 0..<rows.count {
            guard let name = String(validating: rows.text[rows.range(cell)], as: UTF8.self) else {
                throw placed(InputRefusal("the header is not UTF-8\(Self.encodingHint)", line: 1))
            }
            names.append(name)
        }
        columnCount = names.count
        header = Array(bytes)
        while let last = header.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            header.removeLast()
        }
        return names
    }

    /// Why the cells of a row are none; nil where they are right.
    ///
    /// More cells than columns are none that anyone named, fewer mean that something is missing.
    func checkCells() -> String? {
        let columns = columnCount ?? 0
        if rows.count != columns {
            let isPadded =
                rows.count > columns && (columns..<rows.count).allSatisfy { rows.range($0).isEmpty }
            if !isPadded {
                return
                    "the row has \(rows.count) \(rows.count == 1 ? "cell" : "cells"), the header \(columns)"
            }
        }
        return checkText()
    }

    /// Cells one by one: two halves of a character in two of them are none.
    func checkText() -> String? {
        if rows.text.allSatisfy({ $0 < 0x80 }) { return nil }
        let isValid = (0..<rows.count).allSatisfy {
            String(validating: rows.text[rows.range($0)], as: UTF8.self) != nil
        }
        return isValid ? nil : "is not UTF-8\(Self.encodingHint)"
    }

    private static let encodingHint = " (from Excel? iconv -f WINDOWS-1252 -t UTF-8 makes it)"

    /// Names of columns for a message.
    static func list(_ names: [String]) -> String {
        names.prefix(12).map { QuotedText.quote($0) }.joined(separator: ", ") + (names.count > 12 ? " …" : "")
    }
}

/// Why a row is no record.
struct RowFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

extension TakenPiece {
    /// A row that says nothing.
    static func nothing(bytes: Int, lineBreaks: Int) -> TakenPiece {
        TakenPiece(bytes: bytes, lineBreaks: lineBreaks, meaning: .nothing)
    }
}
