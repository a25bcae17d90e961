/// Takes rows off the front of a CSV (RFC 4180): cells between separators, in quotation marks where they hold a
/// separator, a line break or a quotation mark, which is doubled. A row ends at LF, CRLF or a lone CR; in quotation
/// marks line breaks are kept as they are. A quotation mark inside a cell that doesn't begin with one stands for itself.
///
/// What it finds doesn't depend on how the input comes. A row that isn't whole yet is looked at again from its start; one
/// over `longestRow` is passed by as it comes, so that memory is bounded.
struct CSVRowReader: Sendable {
    enum Step: Equatable {
        case needsMore
        /// `cells` has the row.
        case row(bytes: Int, lineBreaks: Int)
        /// No row: an empty line, one of nothing but separators, or a part of a row that is too long.
        case blank(bytes: Int, lineBreaks: Int)
        /// `line`: where the row began, from the first line of these bytes; below 0 where it was begun before, and then
        /// the bytes are not all of it.
        case refused(bytes: Int, lineBreaks: Int, line: Int, isWhole: Bool, String)
        /// A quotation mark is never closed; `line` as in `refused`, of that mark.
        case unclosed(line: Int, isWhole: Bool)
    }

    let separator: UInt8
    static let longestRow = JSONLinesLimits.lineBytes

    /// The text of all cells of the row, one after the other, and where each of them ends.
    private(set) var text: [UInt8] = []
    private(set) var ends: [Int] = []
    /// Of each cell, whether it stood in quotation marks.
    private(set) var quoted: [Bool] = []
    private var passing: PassedRow?

    init(separator: UInt8) { self.separator = separator }

    var count: Int { ends.count }

    func range(_ cell: Int) -> Range<Int> { (cell == 0 ? 0 : ends[cell - 1])..<ends[cell] }

    static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

    mutating func next(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        if passing != nil { return passBy(input, isEnd: isEnd) }
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        quoted.removeAll(keepingCapacity: true)
        var at = 0
        var breaks = 0
        var isStray = false
        while true {
            let isQuoted = at < input.count && input[at] == Self.quote
            quoted.append(isQuoted)
            if isQuoted {
                let opened = breaks
                guard let end = quotedCell(input, from: at + 1, breaks: &breaks) else {
                    if input.count > Self.longestRow { return beginToPass(input, isEnd: isEnd) }
                    return isEnd ? .unclosed(line: opened, isWhole: true) : .needsMore
                }
                at = end
                // Text behind the mark is read on, so that it is known where the row ends.
                if at < input.count, input[at] != separator, !Self.isLineEnd(input[at]) { isStray = true }
            }
            let start = at
            while at < input.count, input[at] != separator, !Self.isLineEnd(input[at]) { at += 1 }
            text.append(contentsOf: input[start..<at])
            ends.append(text.count)
            if at > Self.longestRow { return beginToPass(input, isEnd: isEnd) }
            if at < input.count, input[at] == separator {
                at += 1
                continue
            }
            // The row may go on, or what looks like a closing quotation mark be the first of two.
            if at == input.count && !isEnd { return .needsMore }
            guard let end = Self.lineEnd(input, at, isEnd: isEnd) else { return .needsMore }
            breaks += end > at ? 1 : 0
            if isStray {
                return .refused(
                    bytes: end, lineBreaks: breaks, line: 0, isWhole: true,
                    "text stands behind a closing quotation mark (a quotation mark in a cell is doubled)")
            }
            // One cell in quotation marks is there, though it is empty.
            let isBlank = (ends.count > 1 || !quoted[0]) && text.allSatisfy { $0 == UInt8(ascii: " ") }
            return isBlank ? .blank(bytes: end, lineBreaks: breaks) : .row(bytes: end, lineBreaks: breaks)
        }
    }

    /// The byte after a line end, or `at` at the end of the input; nil where a line feed may follow that wasn't read yet.
    static func lineEnd(_ input: UnsafeRawBufferPointer, _ at: Int, isEnd: Bool) -> Int? {
        guard at < input.count else { return at }
        guard input[at] == carriageReturn else { return at + 1 }
        guard at + 1 < input.count else { return isEnd ? at + 1 : nil }
        return input[at + 1] == lineFeed ? at + 2 : at + 1
    }

    /// Appends the cell to `text`; gives back the byte after its closing quotation mark, nil where there is none.
    private mutating func quotedCell(
        _ input: UnsafeRawBufferPointer, from start: Int, breaks: inout Int
    ) -> Int? {
        var at = start
        var pending = start
        while at < input.count {
            let byte = input[at]
            if byte == Self.quote {
                text.append(contentsOf: input[pending..<at])
                guard at + 1 < input.count, input[at + 1] == Self.quote else { return at + 1 }
                pending = at + 1
                at += 2
                continue
            }
            let isSecond = byte == Self.lineFeed && at > start && input[at - 1] == Self.carriageReturn
            if Self.isLineEnd(byte) && !isSecond { breaks += 1 }
            at += 1
        }
        return nil
    }

    private mutating func beginToPass(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        text = []
        ends = []
        passing = PassedRow(separator: separator)
        return passBy(input, isEnd: isEnd)
    }

    /// Its last byte is left until it is known what follows, so that the end of the input is not missed.
    private mutating func passBy(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        guard var row = passing, isEnd || input.count > 1 else { return .needsMore }
        let piece = isEnd ? input : UnsafeRawBufferPointer(rebasing: input.dropLast())
        let before = row.lineBreaks
        let end = row.take(piece, isEnd: isEnd)
        let breaks = row.lineBreaks - before
        passing = end == nil && !isEnd ? row : nil
        if let end { return tooLong(end, breaks, before) }
        guard isEnd else { return .blank(bytes: piece.count, lineBreaks: breaks) }
        if let opened = row.openedAt { return .unclosed(line: opened - before, isWhole: false) }
        return tooLong(piece.count, breaks, before)
    }

    private func tooLong(_ bytes: Int, _ breaks: Int, _ before: Int) -> Step {
        .refused(
            bytes: bytes, lineBreaks: breaks, line: -before, isWhole: false,
            "the row is longer than \(Self.longestRow) bytes")
    }
}
