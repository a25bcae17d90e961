/// Reads CSV: the first row names the columns, each further one is a record.
///
/// An empty cell says nothing. What a row is goes by its `kind`; without one it is an event, or a check-in or a dose
/// where there are columns for what only those have, and none for a type.
package struct CSVTranslator: InputTranslator {
    package struct Options: Sendable {
        package var mapping = CSVMapping()
        package var separator = UInt8(ascii: ",")
        /// Of events whose rows have none.
        package var type: String?
        /// How times are written; ISO 8601 without it.
        package var dateFormat: DatePattern?
        /// Numbers are times.
        package var readsNumbers = false
        package var onlyMapped = false
        /// For lengths between wall times.
        package var zone: Zone

        package init(zone: Zone) { self.zone = zone }
    }

    let options: Options
    var rows: CSVRowReader
    private var plan: CSVPlan?
    private var isAtStart = true
    package private(set) var header: [UInt8] = []
    /// Rows of one kind are written in one way, which is worked out once.
    private var recipes: [RowKind: RowRecipe] = [:]

    package init(_ options: Options) {
        self.options = options
        rows = CSVRowReader(separator: options.separator)
    }

    package var isReady: Bool { plan != nil }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        var skipped = 0
        if isAtStart {
            guard input.count >= 3 || isEnd else { return .needsMore }
            skipped = try Self.byteOrderMark(input)
            isAtStart = false
            // Taken by itself, so that a row that isn't whole yet can be looked at again.
            if skipped > 0 {
                return .taken(TakenPiece(bytes: skipped, lineBreaks: 0, meaning: .nothing))
            }
        }
        switch rows.next(input, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .blank(let bytes, let breaks):
            return .taken(TakenPiece(bytes: bytes, lineBreaks: breaks, meaning: .nothing))
        case .refused(let bytes, let breaks, let message):
            if plan == nil { throw InputRefusal("the header: \(message)", line: 1) }
            return .taken(TakenPiece(bytes: bytes, lineBreaks: breaks, meaning: .refused(message)))
        case .unclosed(let line):
            let message = "a quotation mark is opened and never closed"
            if plan == nil { throw InputRefusal("the header: \(message)", line: line + 1) }
            return .taken(
                TakenPiece(
                    bytes: input.count, lineBreaks: 0,
                    meaning: .endsHere("\(message); nothing behind it is read"),
                    line: line))
        case .row(let bytes, let breaks):
            guard let plan else {
                try readHeader(UnsafeRawBufferPointer(rebasing: input[..<bytes]))
                return .taken(TakenPiece(bytes: bytes, lineBreaks: breaks, meaning: .nothing))
            }
            let refusal = write(plan, &line)
            return .taken(
                TakenPiece(
                    bytes: bytes, lineBreaks: breaks, meaning: refusal.map { .refused($0) } ?? .record))
        }
    }

    private static func byteOrderMark(_ input: UnsafeRawBufferPointer) throws(InputRefusal) -> Int {
        if input.starts(with: [0xef, 0xbb, 0xbf]) { return 3 }
        if input.starts(with: [0xff, 0xfe]) || input.starts(with: [0xfe, 0xff]) {
            throw InputRefusal("is UTF-16, not UTF-8 (iconv -f UTF-16 -t UTF-8 makes it)", line: 1)
        }
        return 0
    }

    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer) throws(InputRefusal) {
        var names: [String] = []
        for cell in 0..<rows.count {
            guard let name = String(validating: rows.text[rows.range(cell)], as: UTF8.self) else {
                throw InputRefusal("the header is not UTF-8", line: 1)
            }
            names.append(name)
        }
        plan = try CSVPlan(names, options.mapping, needsTime: true)
        header = Array(bytes)
        while let last = header.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
            header.removeLast()
        }
    }

    /// Writes the row as a record; gives back why it is none.
    private mutating func write(_ plan: CSVPlan, _ line: inout [UInt8]) -> String? {
        if let wrong = checkCells(plan) { return wrong }
        let kind: RowKind
        do throws(RowFailure) {
            kind = try self.kind(plan)
        } catch { return error.message }
        let recipe = recipes[kind] ?? RowRecipe(kind, plan, options)
        recipes[kind] = recipe
        do throws(RowFailure) {
            try write(recipe, plan, &line)
            return nil
        } catch {
            line.removeAll()
            return error.message
        }
    }

    /// More cells than columns are none that anyone named, fewer mean that something is missing.
    private func checkCells(_ plan: CSVPlan) -> String? {
        if rows.count != plan.columnCount {
            let isPadded =
                rows.count > plan.columnCount
                && (plan.columnCount..<rows.count).allSatisfy { rows.range($0).isEmpty }
            if !isPadded {
                return "the row has \(rows.count) cells, the header \(plan.columnCount)"
            }
        }
        let isPlain = rows.text.allSatisfy { $0 < 0x80 }
        if !isPlain && String(validating: rows.text, as: UTF8.self) == nil { return "is not UTF-8" }
        return nil
    }
}

/// Why a row is no record.
struct RowFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
