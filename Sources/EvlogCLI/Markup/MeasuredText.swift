/// Text with a size at which it fits, for pictures that are drawn without a font at hand.
struct MeasuredText: Equatable {
    let text: String
    let size: Double

    /// `text` at `size`, or smaller down to `minimum` until it is no wider than `width`; what is wider still is
    /// cut with `…`.
    static func fitted(_ text: String, size: Double, minimum: Double, width: Double) -> MeasuredText {
        let natural = ems(of: text)
        guard natural * size > width else { return MeasuredText(text: text, size: size) }
        let shrunk = (width / natural * 10).rounded(.down) / 10
        if shrunk >= minimum { return MeasuredText(text: text, size: shrunk) }
        return MeasuredText(text: cut(text, ems: width / minimum), size: minimum)
    }

    /// As many lines as there must be, `lines` at most, broken at spaces and only inside words that are wider
    /// than a line; what is left then is cut with `…`.
    static func wrapped(_ text: String, size: Double, width: Double, lines limit: Int) -> [MeasuredText] {
        let room = width / size
        var lines: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            if lines.count == limit - 1 {
                lines.append(cut(String(rest), ems: room))
                break
            }
            var used = 0.0
            var end = rest.startIndex
            var space: Substring.Index?
            while end < rest.endIndex {
                let next = used + ems(of: rest[end])
                if next > room && end > rest.startIndex { break }
                if rest[end] == " " { space = end }
                used = next
                end = rest.index(after: end)
            }
            if end < rest.endIndex, let space, space > rest.startIndex { end = space }
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return lines.map { MeasuredText(text: $0, size: size) }
    }

    /// How many times its size a text is wide, in bold DejaVu Sans: the widest of the fonts it may be drawn in,
    /// so that it fits in the others, too.
    static func ems(of text: String) -> Double { text.reduce(0) { $0 + ems(of: $1) } }

    private static func cut(_ text: String, ems room: Double) -> String {
        if ems(of: text) <= room { return text }
        var used = ems(of: "…")
        var kept = ""
        for character in text {
            used += ems(of: character)
            if used > room { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func ems(of character: Character) -> Double {
        guard let byte = character.asciiValue else {
            switch TextWidth.columns(String(character)) {
            case 0: return 0
            case 1: return character == "…" ? 1 : 0.86
            // Pictures are wider than their size.
            default: return 1.3
            }
        }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return 0.7
        case UInt8(ascii: "M"), UInt8(ascii: "W"), UInt8(ascii: "m"), UInt8(ascii: "@"), UInt8(ascii: "%"):
            return 1.11
        case UInt8(ascii: "I"), UInt8(ascii: "J"), UInt8(ascii: "i"), UInt8(ascii: "j"), UInt8(ascii: "l"),
            UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: " "):
            return 0.38
        case UInt8(ascii: "f"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "-"): return 0.5
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return 0.85
        case UInt8(ascii: "w"): return 0.93
        case UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return 0.84
        default: return 0.72
        }
    }
}
