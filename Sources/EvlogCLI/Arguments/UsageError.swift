/// A command line that can't be understood, or a value on it that is refused.
///
/// Both texts are one line and safe for a terminal, whatever the command line held.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    let message: String
    /// What to do about it.
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = TextWidth.sanitized(message)
        self.hint = hint.map(TextWidth.sanitized)
    }

    /// The message and the hint as one line, without the program's name.
    var description: String {
        guard let hint else { return message }
        return "\(message); \(hint)"
    }
}
