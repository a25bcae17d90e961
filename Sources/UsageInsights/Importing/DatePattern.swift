/// How times are written that aren't ISO 8601, as `--date-format` gives it: the letters of Unicode's date field symbols
/// (UTS #35, part 4, section 8), of which those are known that stand for one instant or wall time.
///
/// `yyyy` and `yy` (2000 to 2099), `M` `MMM` `MMMM`, `d`, `H` or `h` with `a`, `m`, `s`, `S` (fraction), `E` (passed
/// by), `X` `x` `Z` (offset). Numbers may have fewer digits than letters, names are English. Text in single quotation
/// marks, and all that is no letter, stands for itself; a blank for one or more.
package struct DatePattern: Sendable, Equatable {
    enum Part: Equatable {
        case year(digits: Int)
        case month, monthName, day, hour, hourOfHalf, half, minute, second, fraction, weekday, offset
        case literal([UInt8])
        case blank
    }

    let parts: [Part]

    /// - Throws: ``RefusedExpression`` where a letter means nothing here, or the date would not be whole.
    package init(_ text: String) throws(RefusedExpression) {
        var parts: [Part] = []
        var rest = Array(text.unicodeScalars)[...]
        func refused(_ reason: String) -> RefusedExpression { RefusedExpression(text: text, reason: reason) }
        while let first = rest.first {
            if first == "'" {
                guard let literal = Self.quoted(&rest) else {
                    throw refused("a quotation mark is not closed")
                }
                parts.append(.literal(literal))
            } else if first.isASCII && first.properties.isAlphabetic {
                let run = rest.prefix { $0 == first }.count
                rest.removeFirst(run)
                guard let part = Self.part(first, run) else {
                    let letters = String(repeating: String(first), count: run)
                    throw refused(
                        "'\(letters)' is not known: write such as dd/MM/yyyy HH:mm, or MMM d yyyy h:mm a")
                }
                guard !parts.contains(part) else { throw refused("a field is there twice") }
                parts.append(part)
            } else {
                rest.removeFirst()
                if first == " " {
                    if parts.last != .blank { parts.append(.blank) }
                } else {
                    parts.append(.literal(Array(String(first).utf8)))
                }
            }
        }
        self.parts = parts
        guard hasYear, has(.day), has(.month) != has(.monthName) else {
            let isMinute = has(.minute) && !has(.month) && !has(.hour) && !has(.hourOfHalf)
            throw refused(
                isMinute
                    ? "mm is minutes, the month is MM"
                    : "a date needs year, month and day, such as dd/MM/yyyy")
        }
        guard has(.hourOfHalf) == has(.half), !(has(.hour) && has(.hourOfHalf)) else {
            throw refused("write H for hours from 0 to 23, or h with a for AM and PM")
        }
        let hasHour = has(.hour) || has(.hourOfHalf)
        guard !has(.minute) || hasHour, !has(.second) || has(.minute), !has(.fraction) || has(.second) else {
            throw refused("a time needs what is larger too, such as HH:mm:ss")
        }
    }

    private func has(_ part: Part) -> Bool { parts.contains(part) }

    /// With four digits or with two, but not both.
    private var hasYear: Bool { has(.year(digits: 4)) != has(.year(digits: 2)) }

    private static func part(_ letter: Unicode.Scalar, _ run: Int) -> Part? {
        switch (letter, run) {
        case ("y", 1), ("y", 4): .year(digits: 4)
        case ("y", 2): .year(digits: 2)
        case ("M", 1...2): .month
        case ("M", 3...4): .monthName
        case ("d", 1...2): .day
        case ("H", 1...2): .hour
        case ("h", 1...2): .hourOfHalf
        case ("a", 1): .half
        case ("m", 1...2): .minute
        case ("s", 1...2): .second
        case ("S", 1...9): .fraction
        case ("E", 1...4): .weekday
        case ("X", 1...3), ("x", 1...3), ("Z", 1...5): .offset
        default: nil
        }
    }

    /// Takes a quoted text; `''` is a quotation mark, inside and outside of one.
    private static func quoted(_ rest: inout ArraySlice<Unicode.Scalar>) -> [UInt8]? {
        rest.removeFirst()
        if rest.first == "'" {
            rest.removeFirst()
            return [UInt8(ascii: "'")]
        }
        var text = ""
        while let next = rest.popFirst() {
            guard next == "'" else {
                text.unicodeScalars.append(next)
                continue
            }
            guard rest.first == "'" else { return Array(text.utf8) }
            rest.removeFirst()
            text.append("'")
        }
        return nil
    }
}
