extension TextWidth {
    /// `text` with everything that could drive a terminal written out: `\n`, `\u001b`.
    ///
    /// That is control characters, line and paragraph separators, marks that turn the direction of text or
    /// hide at its start, and scalars that stand for no character. Backslashes stay single, so this can't be
    /// read back: it is for eyes. O(n); plain ASCII is returned as it is.
    static func sanitized(_ text: String) -> String {
        if isPlainASCII(text) || !text.unicodeScalars.contains(where: isUnsafe) { return text }
        var safe = ""
        safe.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                appendEscape(of: scalar, to: &safe)
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// What must not reach a terminal as it is.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        case 0xFEFF, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func appendEscape(of scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        default:
            let digits = String(scalar.value, radix: 16)
            let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
            text += digits.count > 4 ? "\\u{\(digits)}" : "\\u\(zeros)\(digits)"
        }
    }
}
