/// Text from a log on its way into HTML or SVG.
enum MarkupText {
    /// `text` so that it is nothing but text, in an element and in a quoted attribute alike.
    ///
    /// `&`, `<`, `>` and both quotes become references. What a terminal must not see is written out as there
    /// (`\u202e`): control characters aren't allowed in XML at all, and a mark that turns the direction of text
    /// would turn what follows it on the page. O(n).
    static func escaped(_ text: String) -> String {
        let text = TextWidth.sanitized(text)
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
