/// A row of a CSV that is passed by, a piece of the input after the other: nothing of it is kept but where it stands.
struct PassedRow: Sendable {
    private enum Place { case cellStart, plain, quoted, behindQuote }

    let separator: UInt8
    private var place = Place.cellStart
    private var lastWasReturn = false
    /// Ends of lines in it so far.
    private(set) var lineBreaks = 0
    /// The line of the row, from 0, on which a quotation mark was opened that isn't closed yet.
    private(set) var openedAt: Int?

    init(separator: UInt8) { self.separator = separator }

    /// Gives back the byte after the row's end, nil where it goes on.
    mutating func take(_ input: UnsafeRawBufferPointer, isEnd: Bool) -> Int? {
        for (at, byte) in input.enumerated() {
            // A row that ended with CR, in a piece before, takes its LF with it.
            if lastWasReturn && place != .quoted { return byte == UInt8(ascii: "\n") ? at + 1 : at }
            if place == .quoted {
                if byte == CSVRowReader.quote {
                    place = .behindQuote
                } else if CSVRowReader.isLineEnd(byte) && !(lastWasReturn && byte == UInt8(ascii: "\n")) {
                    lineBreaks += 1
                }
                lastWasReturn = byte == UInt8(ascii: "\r")
                if place == .behindQuote { lastWasReturn = false }
                continue
            }
            switch byte {
            case CSVRowReader.quote where place == .cellStart || place == .behindQuote:
                if place == .cellStart { openedAt = lineBreaks }
                place = .quoted
            case separator: place = .cellStart
            case UInt8(ascii: "\n"):
                lineBreaks += 1
                return at + 1
            case UInt8(ascii: "\r"):
                lineBreaks += 1
                lastWasReturn = true
                place = .plain
            default: place = .plain
            }
            if place != .quoted && place != .behindQuote { openedAt = nil }
        }
        if isEnd && place != .quoted { openedAt = nil }
        return isEnd && lastWasReturn && place != .quoted ? input.count : nil
    }
}
