@testable import UsageInsights

/// What a translator makes of a text that comes in pieces: JSON lines, and refusals with `!` in front.
struct TranslatedText: Equatable {
    private(set) var records: [String] = []
    /// Of each, the line of the input that it begins on.
    private(set) var lineNumbers: [Int] = []

    /// - Parameter pieceBytes: how much comes at once; at least 1.
    init(_ text: [UInt8], by translator: some InputTranslator, pieceBytes: Int = .max) throws {
        var translator = translator
        var read = 0
        var taken = 0
        var lines = 0
        var line: [UInt8] = []
        while taken < text.count {
            let isEnd = read == text.count
            line.removeAll()
            let step = try text[taken..<read].withUnsafeBytes { input in
                input.isEmpty ? .needsMore : try translator.next(input, isEnd: isEnd, line: &line)
            }
            guard case .taken(let piece) = step else {
                // A translator that wants more at the end would be asked for ever.
                guard !isEnd else { throw InputRefusal("asks for more than there is") }
                read += min(pieceBytes, text.count - read)
                continue
            }
            switch piece.meaning {
            case .nothing: break
            case .record: add(String(decoding: line, as: UTF8.self), lines + piece.line)
            case .refused(let message), .endsHere(let message): add("!" + message, lines + piece.line)
            }
            taken += piece.bytes
            lines += piece.lineBreaks
        }
    }

    private mutating func add(_ text: String, _ line: Int) {
        records.append(text)
        lineNumbers.append(line + 1)
    }
}
