import LogFormat

/// One line of text that is being typed, with a caret in it.
struct NoteField: Sendable, Equatable {
    /// Bytes that a note may have in the log.
    static let limit = Format.maximumValueLength

    /// The text on both sides of the caret.
    private(set) var before: String
    private(set) var after = ""

    var text: String { before + after }
    var isEmpty: Bool { before.isEmpty && after.isEmpty }

    init(_ text: String = "") { before = text }

    /// Puts text at the caret.
    /// - Returns: false, and nothing is changed, where the note would be too long.
    mutating func insert(_ text: some StringProtocol) -> Bool {
        guard before.utf8.count + after.utf8.count + text.utf8.count <= Self.limit else { return false }
        before += text
        return true
    }

    /// Line breaks and tabs of a paste become one blank, other control characters none: a note is one line.
    mutating func paste(_ text: String) -> Bool {
        var line = String.UnicodeScalarView()
        var isAfterBreak = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}":
                if !isAfterBreak { line.append(" ") }
                isAfterBreak = true
            case _ where scalar.properties.generalCategory == .control: break
            default:
                line.append(scalar)
                isAfterBreak = false
            }
        }
        return insert(String(line))
    }

    mutating func moveLeft() { if let moved = before.popLast() { after.insert(moved, at: after.startIndex) } }

    mutating func moveRight() { if !after.isEmpty { before.append(after.removeFirst()) } }

    mutating func moveToStart() {
        after = text
        before = ""
    }

    mutating func moveToEnd() {
        before = text
        after = ""
    }

    mutating func backspace() { _ = before.popLast() }
    mutating func delete() { if !after.isEmpty { after.removeFirst() } }
    mutating func deleteToStart() { before = "" }
    mutating func deleteToEnd() { after = "" }

    mutating func deleteWord() {
        while before.last?.isWhitespace == true { before.removeLast() }
        while let last = before.last, !last.isWhitespace { before.removeLast() }
    }
}
