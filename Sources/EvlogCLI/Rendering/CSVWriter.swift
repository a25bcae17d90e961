/// Streams comma-separated values (RFC 4180, with LF ends of line).
///
/// A field is quoted only when it holds a comma, a quote or a line break, or is an empty text: nothing between
/// commas is an absent value. Text that a spreadsheet would take for a formula is left alone, because a
/// reader couldn't tell a guard from the data. The header is a row like the others.
struct CSVWriter: ~Copyable {
    private var output: OutputBuffer
    private let isForTerminal: Bool
    private var isRowBegun = false

    /// - Parameter isForTerminal: writes control characters of texts as visible escapes. For files and pipes
    ///   texts must stay as they are.
    init(_ output: consuming OutputBuffer, isForTerminal: Bool) {
        self.output = output
        self.isForTerminal = isForTerminal
    }

    /// A text, or an absent value.
    mutating func field(_ text: String?) {
        separate()
        guard let text else { return }
        appendQuotingIfNeeded(isForTerminal ? TextWidth.sanitized(text) : text)
    }

    mutating func field(_ number: Int) { field(Int64(number)) }

    mutating func field(_ number: Int64?) {
        separate()
        if let number { output.append(decimal: number) }
    }

    mutating func field(_ number: UInt64) {
        separate()
        output.append(decimal: number)
    }

    /// A number in the fewest digits that read back the same; absent when nil or not finite.
    mutating func field(_ number: Double?) {
        separate()
        if let number, number.isFinite { output.append(finite: number) }
    }

    /// Whole microseconds as a number of seconds, exactly.
    mutating func field(secondsFromMicroseconds microseconds: Int128?) {
        separate()
        if let microseconds { output.append(secondsFromMicroseconds: microseconds) }
    }

    /// Ends the row. Throws what the sink throws.
    mutating func endRow() throws {
        output.append(UInt8(ascii: "\n"))
        isRowBegun = false
        try output.flushIfFull()
    }

    /// A whole row of texts, such as the header. Throws what the sink throws.
    mutating func row(_ texts: [String]) throws {
        for text in texts { field(text) }
        try endRow()
    }

    /// Hands over the rows so far, at the end or when they are followed live. Throws what the sink throws.
    mutating func flush() throws { try output.flush() }

    private mutating func separate() {
        if isRowBegun { output.append(UInt8(ascii: ",")) }
        isRowBegun = true
    }

    private mutating func appendQuotingIfNeeded(_ text: String) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes =
            text.utf8.isEmpty
            || text.utf8.contains {
                $0 == quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
            }
        guard needsQuotes else { return output.append(text) }
        output.append(quote)
        for byte in text.utf8 {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}
