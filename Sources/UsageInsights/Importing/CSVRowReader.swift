/// Takes rows off the front of a CSV (RFC 4180): cells between separators, in quotation marks where they hold a
/// separator, a line break or a quotation mark, which is doubled. A row ends at LF, CRLF or a lone CR; in quotation
/// marks line breaks are kept as they are. A quotation mark inside a cell that doesn't begin with one stands for itself.
struct CSVRowReader: Sendable {
    enum Step: Equatable {
        case needsMore
        /// `cells` has the row.
        case row(bytes: Int, lineBreaks: Int)
        case blank(bytes: Int, lineBreaks: Int)
        case refused(bytes: Int, lineBreaks: Int, String)
        /// A quotation mark is never closed; it is on that line of the row, from 0.
        case unclosed(line: Int)
    }

    let separator: UInt8
    /// Longer rows are refused: a quotation mark that is never closed must not take in all that follows.
    static let longestRow = JSONLinesLimits.lineBytes

    /// The text of all cells of the row, one after the other, and where each of them ends.
    private(set) var text: [UInt8] = []
    private(set) var ends: [Int] = []
    /// A row that was too long is passed by up to its end.
    private var isPassingBy = false

    init(separator: UInt8) { self.separator = separator }

    var count: Int { ends.count }

    func range(_ cell: Int) -> Range<Int> { (cell == 0 ? 0 : ends[cell - 1])..<ends[cell] }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

    mutating func next(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        if isPassingBy { return passBy(input, isEnd: isEnd) }
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var at = 0
        var breaks = 0
        var isQuoted = false
        while true {
            if at < input.count, input[at] == Self.quote {
                isQuoted = true
                let opened = breaks
                guard let end = quotedCell(input, from: at + 1, breaks: &breaks) else {
                    if isEnd || input.count > Self.longestRow { return .unclosed(line: opened) }
                    return .needsMore
                }
                at = end
            } else {
                let start = at
                while at < input.count, input[at] != separator, !Self.isLineEnd(input[at]) { at += 1 }
                text.append(contentsOf: input[start..<at])
            }
            ends.append(text.count)
            if at > Self.longestRow { return tooLong(at, breaks) }
            guard at < input.count else {
                // The row may go on, or what looks like a closing quotation mark be the first of two.
                guard isEnd else { return at > Self.longestRow ? tooLong(at, breaks) : .needsMore }
                return ending(at, breaks, isQuoted: isQuoted)
            }
            if input[at] == separator {
                at += 1
                continue
            }
            guard Self.isLineEnd(input[at]) else { return strayText(input, at, breaks, isEnd: isEnd) }
            guard let end = lineEnd(input, at, isEnd: isEnd) else { return .needsMore }
            return ending(end, breaks + 1, isQuoted: isQuoted)
        }
    }

    private func ending(_ bytes: Int, _ breaks: Int, isQuoted: Bool) -> Step {
        if ends.count == 1 && text.isEmpty && !isQuoted { return .blank(bytes: bytes, lineBreaks: breaks) }
        return .row(bytes: bytes, lineBreaks: breaks)
    }

    /// The byte after a line end; nil where a line feed may follow that wasn't read yet.
    private func lineEnd(_ input: UnsafeRawBufferPointer, _ at: Int, isEnd: Bool) -> Int? {
        guard input[at] == Self.carriageReturn else { return at + 1 }
        guard at + 1 < input.count else { return isEnd ? at + 1 : nil }
        return input[at + 1] == Self.lineFeed ? at + 2 : at + 1
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

    /// Something stands between a closing quotation mark and the separator.
    private func strayText(
        _ input: UnsafeRawBufferPointer, _ from: Int, _ breaks: Int, isEnd: Bool
    ) -> Step {
        var at = from
        while at < input.count, !Self.isLineEnd(input[at]) { at += 1 }
        let message = "text stands behind a closing quotation mark (a quotation mark in a cell is doubled)"
        if at == input.count {
            return isEnd ? .refused(bytes: at, lineBreaks: breaks, message) : .needsMore
        }
        guard let end = lineEnd(input, at, isEnd: isEnd) else { return .needsMore }
        return .refused(bytes: end, lineBreaks: breaks + 1, message)
    }

    private mutating func tooLong(_ bytes: Int, _ breaks: Int) -> Step {
        isPassingBy = true
        return .refused(bytes: bytes, lineBreaks: breaks, "the row is longer than \(Self.longestRow) bytes")
    }

    private mutating func passBy(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Step {
        guard let at = input.firstIndex(where: Self.isLineEnd) else {
            isPassingBy = !isEnd
            return .blank(bytes: input.count, lineBreaks: 0)
        }
        guard let end = lineEnd(input, at, isEnd: isEnd) else { return .needsMore }
        isPassingBy = false
        return .blank(bytes: end, lineBreaks: 1)
    }
}
