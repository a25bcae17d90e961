/// An instant, date, duration or setting that could not be read; the description is one line for the user.
package struct RefusedExpression: Error, Hashable, Sendable, CustomStringConvertible {
    /// As it was given.
    package let text: String
    /// What is wrong with it and, where that helps, what to write.
    package let reason: String

    package var description: String { "'\(text)': \(reason)" }
}
