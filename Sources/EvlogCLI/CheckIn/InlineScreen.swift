/// Puts lines below the cursor and takes them away again, without the alternate screen.
///
/// Between two paintings the cursor, hidden, rests at the start of the first line. A terminal that breaks long lines
/// anew when it is resized keeps it there, so that the next painting needs to know nothing of the one before.
enum InlineScreen {
    /// Hides the cursor, and has the terminal mark what is pasted.
    static let begin = "\u{1B}[?25l\u{1B}[?2004h"

    /// Takes the lines away and shows the cursor where they began.
    static let end = "\r\u{1B}[J\u{1B}[?2004l\u{1B}[?25h"

    /// One text to write at once, so that nothing flickers. Wrapping is off meanwhile: a terminal that takes a
    /// character for wider than it was counted cuts the line and doesn't break it.
    /// - Parameter afresh: clears first; needed after the terminal has changed what is on it.
    static func paint(_ lines: [String], afresh: Bool = false) -> String {
        var text = "\u{1B}[?7l\r" + (afresh ? "\u{1B}[J" : "")
        for (index, line) in lines.enumerated() {
            text += line
            text += index < lines.count - 1 ? "\u{1B}[K\r\n" : "\u{1B}[J\r"
        }
        if lines.count > 1 { text += "\u{1B}[\(lines.count - 1)A" }
        return text + "\u{1B}[?7h"
    }
}
