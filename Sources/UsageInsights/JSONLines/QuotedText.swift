/// Bytes of unknown origin as text for an error message: nothing in it can steer a terminal, and it is short.
enum QuotedText {
    private static let maximumBytes = 60

    /// In quotation marks; longer than about 60 bytes, cut and marked with an ellipsis.
    static func quote(_ bytes: UnsafeRawBufferPointer) -> String {
        quote(bytes.prefix(maximumBytes * 2).map { $0 }, isCut: bytes.count > maximumBytes * 2)
    }

    static func quote(_ text: String) -> String { quote(Array(text.utf8)) }

    static func quote(_ bytes: [UInt8], isCut: Bool = false) -> String {
        var text = "\""
        var room = maximumBytes
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let piece = isHarmless(scalar) ? String(scalar) : escape(scalar)
            room -= piece.utf8.count
            guard room >= 0 else { return text + "…\"" }
            text += piece
        }
        return text + (isCut ? "…\"" : "\"")
    }

    /// A control byte, spelt as JSON would.
    static func escape(_ byte: UInt8) -> String { escape(Unicode.Scalar(byte)) }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        return "\\u" + zeros + digits
    }

    /// Controls, and what reorders or hides the text around it (bidirectional marks, line separators).
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
        default: true
        }
    }
}
