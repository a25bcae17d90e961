/// Streams JSON (RFC 8259): a list of objects, one a line, or a single object.
///
/// A row is opened by `beginRow()`, filled with `field` or with `key` and a value, and closed by `endRow()`,
/// which may hand bytes to the buffer's sink. Commas are taken care of. The caller keeps keys and values in
/// order; containers may nest 63 deep. Strings are escaped no more than needed, except that DEL and the C1
/// controls are, because they could drive a terminal.
struct JSONWriter: ~Copyable {
    enum Style: Sendable {
        /// One array, an object a line inside.
        case array
        /// JSON lines: an object a line and nothing around. Also right for an answer that is one object.
        case lines
    }

    private var output: OutputBuffer
    private let style: Style
    private var hasRows = false
    /// Whether the container that is open, and those around it, have an element: one bit each, the innermost
    /// lowest.
    private var hasElement: UInt64 = 0
    private var isAfterKey = false

    init(_ output: consuming OutputBuffer, style: Style) {
        self.output = output
        self.style = style
    }

    /// Begins an object that is a row.
    mutating func beginRow() {
        if style == .array {
            output.append(UInt8(ascii: hasRows ? "," : "["))
            output.append(UInt8(ascii: "\n"))
        }
        hasRows = true
        hasElement = 0
        isAfterKey = false
        output.append(UInt8(ascii: "{"))
    }

    /// A row whose bytes, braces included, `body` appends by itself: for answers of very many rows.
    mutating func row(_ body: (inout OutputBuffer) -> Void) throws {
        if style == .array {
            output.append(UInt8(ascii: hasRows ? "," : "["))
            output.append(UInt8(ascii: "\n"))
        }
        hasRows = true
        body(&output)
        if style == .lines { output.append(UInt8(ascii: "\n")) }
        try output.flushIfFull()
    }

    /// Ends the row. Throws what the sink throws.
    mutating func endRow() throws {
        output.append(UInt8(ascii: "}"))
        if style == .lines { output.append(UInt8(ascii: "\n")) }
        try output.flushIfFull()
    }

    /// Hands over the rows so far; for answers that are followed live. Throws what the sink throws.
    mutating func flush() throws { try output.flush() }

    /// Ends the list and hands over the last bytes. Throws what the sink throws.
    mutating func finish() throws {
        if style == .array { output.append(hasRows ? "\n]\n" : "[]\n") }
        try output.flush()
    }

    mutating func beginObject() { open("{") }
    mutating func endObject() { close("}") }
    mutating func beginArray() { open("[") }
    mutating func endArray() { close("]") }

    mutating func key(_ name: String) {
        separate()
        output.appendJSON(name)
        output.append(UInt8(ascii: ":"))
        isAfterKey = true
    }

    mutating func value(_ text: String) {
        separate()
        output.appendJSON(text)
    }

    /// A text given as UTF-8. Bytes that aren't valid become U+FFFD.
    mutating func value(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        separate()
        if bytes.contains(where: { $0 >= 0x80 }) {
            output.appendJSON(String(decoding: bytes, as: UTF8.self))
        } else {
            output.appendJSON(utf8: bytes)
        }
    }

    mutating func value(_ number: Int) { value(Int64(number)) }

    mutating func value(_ number: Int64) {
        separate()
        output.append(decimal: number)
    }

    mutating func value(_ number: UInt64) {
        separate()
        output.append(decimal: number)
    }

    /// A number in the fewest digits that read back the same; null when it isn't finite.
    mutating func value(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        output.append(finite: number)
    }

    mutating func value(_ isTrue: Bool) {
        separate()
        output.append(isTrue ? "true" : "false")
    }

    /// Whole microseconds as a number of seconds, exactly.
    mutating func seconds(fromMicroseconds microseconds: Int128) {
        separate()
        output.append(secondsFromMicroseconds: microseconds)
    }

    mutating func null() {
        separate()
        output.append("null")
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        hasElement <<= 1
        output.append(UInt8(ascii: bracket))
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        hasElement >>= 1
        output.append(UInt8(ascii: bracket))
    }

    /// Writes the comma before an element, where one is due.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        if hasElement & 1 == 1 { output.append(UInt8(ascii: ",")) }
        hasElement |= 1
    }
}

/// A key and its value in one call; nil is written as null.
extension JSONWriter {
    mutating func field(_ name: String, _ text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    mutating func field(_ name: String, _ number: Int) { field(name, Int64(number)) }

    mutating func field(_ name: String, _ number: Int64?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    mutating func field(_ name: String, _ number: UInt64) {
        key(name)
        value(number)
    }

    mutating func field(_ name: String, _ number: Double?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    mutating func field(_ name: String, _ isTrue: Bool) {
        key(name)
        value(isTrue)
    }

    /// Whole microseconds as a number of seconds.
    mutating func field(_ name: String, secondsFromMicroseconds microseconds: Int128?) {
        key(name)
        if let microseconds { seconds(fromMicroseconds: microseconds) } else { null() }
    }
}
