/// What was pressed at a terminal.
enum TerminalKey: Sendable, Equatable {
    case up, down, left, right, home, end
    case tab, backTab, enter, escape
    case backspace, delete
    /// Rubs out the word before the caret, all before it, all behind it.
    case deleteWord, deleteToStart, deleteToEnd
    case save, redraw
    /// End of input, Ctrl-D.
    case endOfInput
    /// Where the terminal sends these as bytes and not as signals.
    case interrupt, suspend
    /// One scalar that was typed. Several of them may make up one character.
    case scalar(Unicode.Scalar)
    /// Text that came by bracketed paste.
    case paste(String)
}
