/// How many columns text takes on a terminal, and cutting and padding by that measure.
///
/// Wide characters and emoji take two columns, combining marks and invisible format characters none. Emoji
/// made of several scalars (joined, with a skin tone, flags) count as the one picture they are.
enum TextWidth {
    /// Columns that `text` takes. O(n); plain ASCII takes one pass over its bytes.
    static func columns(_ text: String) -> Int {
        if isPlainASCII(text) { return text.utf8.count }
        var meter = ColumnMeter()
        var total = 0
        for scalar in text.unicodeScalars { total += meter.advance(scalar) }
        return total
    }

    /// `text` itself if it fits, else its beginning and `…`, `width` columns at most.
    static func truncated(_ text: String, to width: Int) -> String {
        if columns(text) <= width { return text }
        guard width > 0 else { return "" }
        var meter = ColumnMeter()
        var used = 0
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let advance = meter.advance(scalar)
            if used + advance > width - 1 { break }
            used += advance
            kept.append(scalar)
        }
        return String(kept) + "…"
    }

    /// `text` with spaces after it, or before it, to fill `width` columns. Wider text stays as it is.
    static func padded(_ text: String, to width: Int, alignment: Alignment = .left) -> String {
        let missing = width - columns(text)
        guard missing > 0 else { return text }
        let space = String(repeating: " ", count: missing)
        return alignment == .left ? text + space : space + text
    }

    enum Alignment: Sendable { case left, right }

    /// Whether each byte is one printable column.
    static func isPlainASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}

/// Adds up columns scalar by scalar, knowing the scalars before.
private struct ColumnMeter {
    /// Columns of the character that marks attach to.
    private var baseColumns = 0
    private var baseIsEmoji = false
    private var isAfterJoiner = false
    private var isAfterFirstOfFlag = false

    /// Columns that `scalar` adds.
    mutating func advance(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F:
            return begin(columns: 1, isEmoji: false, scalar)
        case 0x200D:
            isAfterJoiner = baseIsEmoji
            return 0
        case 0xFE0F:
            // Asks for the picture of a character that also has a narrow text form.
            guard baseIsEmoji || isKeycapBase, baseColumns == 1 else { return 0 }
            baseColumns = 2
            return 1
        case 0x1F3FB...0x1F3FF where baseIsEmoji:
            return 0
        case 0x1F1E6...0x1F1FF:
            // Two letters make one flag of two columns.
            let isSecond = isAfterFirstOfFlag
            let columns = begin(columns: 1, isEmoji: true, scalar)
            if isSecond { baseColumns = 2 }
            isAfterFirstOfFlag = !isSecond
            return columns
        default:
            let properties = scalar.properties
            if Self.takesNoColumn(scalar, properties) { return 0 }
            if isAfterJoiner, properties.isEmoji {
                isAfterJoiner = false
                return 0
            }
            let isWide = properties.isEmojiPresentation || WideRanges.contains(scalar.value)
            return begin(columns: isWide ? 2 : 1, isEmoji: properties.isEmoji, scalar)
        }
    }

    private var isKeycapBase = false

    private mutating func begin(columns: Int, isEmoji: Bool, _ scalar: Unicode.Scalar) -> Int {
        baseColumns = columns
        baseIsEmoji = isEmoji
        isKeycapBase = (0x30...0x39).contains(scalar.value) || scalar == "#" || scalar == "*"
        isAfterJoiner = false
        isAfterFirstOfFlag = false
        return columns
    }

    private static func takesNoColumn(_ scalar: Unicode.Scalar, _ properties: Unicode.Scalar.Properties)
        -> Bool
    {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return true
        case .format: return scalar != "\u{AD}"
        // The vowels and finals of a Hangul syllable are drawn into its first letter.
        default: return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
        }
    }
}

/// Which scalars are two columns wide by Unicode's East Asian Width, classes Wide and Fullwidth.
///
/// Emoji are left out: the standard library knows them. Unassigned places inside a block of wide characters
/// count as wide, as Unicode Standard Annex #11 says of the ideographic ones.
private enum WideRanges {
    static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x1F947...0x1F9FF, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]

    static func contains(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
