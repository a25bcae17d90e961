import Testing

@testable import UsageInsights

/// What a translator makes of a whole input.
struct TranslatedInput: Equatable {
    /// The records, each a JSON line.
    var records: [String] = []
    /// The line that each record begins on, from 1.
    var places: [Int] = []
    /// `LINE: message`.
    var refusals: [String] = []
    var header = ""
    var wasReady = false

    /// Reads a text at once, by single bytes and by a few at a time, which must all come to the same.
    /// - Throws: the ``InputRefusal`` of the translator.
    static func read(_ bytes: [UInt8], _ translator: some InputTranslator) throws -> TranslatedInput {
        let whole = outcome(bytes, translator, step: max(1, bytes.count))
        for step in [1, 2, 7] {
            #expect(outcome(bytes, translator, step: step) == whole, "in pieces of \(step)")
        }
        return try whole.get()
    }

    static func read(_ text: String, _ translator: some InputTranslator) throws -> TranslatedInput {
        try read(Array(text.utf8), translator)
    }

    private static func outcome(
        _ bytes: [UInt8], _ translator: some InputTranslator, step: Int
    ) -> Result<TranslatedInput, InputRefusal> {
        Result { () throws(InputRefusal) in try translate(bytes, translator, step: step) }
    }

    /// - Parameter step: how many bytes come at a time.
    private static func translate(
        _ bytes: [UInt8], _ start: some InputTranslator, step: Int
    ) throws(InputRefusal) -> TranslatedInput {
        var translator = start
        var result = TranslatedInput()
        var taken = 0
        var there = 0
        var lines = 0
        var isEnd = false
        while true {
            if taken == there {
                if there == bytes.count { break }
                there = min(bytes.count, there + step)
            }
            var line: [UInt8] = []
            let answer = bytes[taken..<there].withUnsafeBytes { input in
                Result { () throws(InputRefusal) in try translator.next(input, isEnd: isEnd, line: &line) }
            }
            switch try answer.get() {
            case .needsMore:
                guard !isEnd else {
                    Issue.record("more is wanted at the end")
                    return result
                }
                isEnd = there == bytes.count
                there = min(bytes.count, there + step)
            case .taken(let piece):
                switch piece.meaning {
                case .nothing: #expect(line.isEmpty)
                case .record:
                    result.records.append(String(decoding: line, as: UTF8.self))
                    result.places.append(lines + piece.line + 1)
                case .refused(let message):
                    #expect(translator.isReady)
                    result.refusals.append("\(lines + piece.line + 1): \(message)")
                case .endsHere(let message):
                    result.refusals.append("\(lines + piece.line + 1): \(message)")
                    taken = bytes.count
                    there = taken
                    continue
                }
                taken += piece.bytes
                lines += piece.lineBreaks
            }
        }
        result.header = String(decoding: translator.header, as: UTF8.self)
        result.wasReady = translator.isReady
        return result
    }
}

/// Why nothing of an input is read.
func refusal(_ text: String, _ translator: some InputTranslator) -> InputRefusal? {
    do {
        _ = try TranslatedInput.read(text, translator)
        return nil
    } catch { return error as? InputRefusal }
}
