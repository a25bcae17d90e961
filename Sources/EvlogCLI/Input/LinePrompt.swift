#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Questions to whoever sits at the terminal, one line each. They go to standard error, so that the answer of the
/// command stays alone on standard output.
struct LinePrompt {
    /// Nil where nobody can be asked: standard input and standard error must both be a terminal.
    init?() {
        guard isatty(0) == 1, isatty(2) == 1 else { return nil }
    }

    func say(_ text: String) { StandardStreams.writeError(text + "\n") }

    /// The answer, without blanks around it.
    /// - Throws: `CommandFailure` where the input ends instead.
    func ask(_ question: String) throws -> String {
        StandardStreams.writeError(question)
        guard let line = readLine() else {
            StandardStreams.writeError("\n")
            throw CommandFailure("nothing is stored: the input ended before all was answered")
        }
        var answer = Substring(line)
        while answer.first?.isWhitespace == true { answer.removeFirst() }
        while answer.last?.isWhitespace == true { answer.removeLast() }
        return String(answer)
    }
}
