/// How numbers and names are worded on cards.
enum InsightText {
    /// `12am`, `9am`, `3pm`.
    static func hour(_ hour: Int) -> String {
        "\(hour % 12 == 0 ? 12 : hour % 12)\(hour < 12 ? "am" : "pm")"
    }

    /// `27h 48m`, or `45m` under an hour.
    static func duration(seconds: Int) -> String {
        let minutes = seconds / 60
        return minutes >= 60 ? "\(minutes / 60)h \(minutes % 60)m" : "\(minutes)m"
    }

    /// A quotient to one place behind the point, to the nearest. (A half can't occur over 7 or 30.)
    static func tenths(of count: Int, over divisor: Int) -> String {
        let (product, overflows) = count.multipliedReportingOverflow(by: 20)
        let scaled = overflows ? count / divisor * 10 : (product + divisor) / (2 * divisor)
        return "\(scaled / 10).\(scaled % 10)"
    }

    /// The first letter of each word large, the others small.
    static func capitalized(_ text: String) -> String {
        var result = ""
        var isInWord = false
        for character in text {
            let isLetter = isPartOfWord(character)
            result +=
                isLetter && isInWord
                ? character.lowercased() : isLetter ? character.uppercased() : String(character)
            isInWord = isLetter
        }
        return result
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "'" || character == "’"
    }

    /// Camel case as words, each with a large first letter; an acronym stays whole: `openURLNow` is
    /// `Open URL Now`.
    static func words(_ name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            if index > 0 && character.isUppercase {
                let before = characters[index - 1]
                let isNextSmall = index + 1 < characters.count && characters[index + 1].isLowercase
                if before.isLowercase || before.isNumber || (before.isUppercase && isNextSmall) {
                    result += " "
                }
            }
            let isStart = result.last.map(isPartOfWord) != true
            result += isStart ? character.uppercased() : String(character)
        }
        return result.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
