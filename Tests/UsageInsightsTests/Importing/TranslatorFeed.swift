import Testing

@testable import UsageInsights

/// Feeds an input to a translator, and checks that it keeps to what ``InputTranslator`` asks for at each step.
struct TranslatorFeed {
    struct Piece {
        var text: ArraySlice<UInt8>
        var meaning: TakenPiece.Meaning
        /// On which the record, or what is refused, begins, from 1.
        var lineNumber: Int
        /// The record.
        var made: [UInt8]
    }

    private(set) var translator: any InputTranslator
    private let input: [UInt8]
    private let delivery: Translation.Delivery
    private let areRecords: Bool
    private let sourceLocation: SourceLocation
    /// In CSV a carriage return by itself ends a line, too.
    private let isCSV: Bool

    private var taken = 0
    /// How much of the input has come.
    private var there = 0
    private var isEnd = false
    private var isOver = false
    private var linesTaken = 0
    /// Of the last piece; they must not go back.
    private var lineNumber = 1
    /// Pieces in a row that took nothing.
    private var idle = 0
    /// Records that were made without taking anything.
    private var held = 0

    init(
        _ input: [UInt8], _ translator: any InputTranslator, _ delivery: Translation.Delivery,
        areRecords: Bool, _ sourceLocation: SourceLocation
    ) {
        self.input = input
        self.translator = translator
        self.delivery = delivery
        self.areRecords = areRecords
        self.sourceLocation = sourceLocation
        isCSV =
            translator is ExportTranslator || translator is LoopTranslator || translator is CSVTranslator
    }

    /// Nil at the end, or where the translator has broken a rule that it can't be fed on without.
    mutating func next() throws(InputRefusal) -> Piece? {
        while !isOver {
            if taken == there {
                if there == input.count { break }
                bringMore()
            }
            let wasReady = translator.isReady
            var made: [UInt8] = []
            let isEnd = isEnd
            let answer = input[taken..<there].withUnsafeBytes { bytes in
                Result { () throws(InputRefusal) in
                    try translator.next(bytes, isEnd: isEnd, line: &made)
                }
            }
            switch try answer.get() {
            case .needsMore:
                expect(made.isEmpty, "a record is made of what isn't whole")
                expect(!isEnd, "more is wanted at the end")
                if isEnd { return nil }
                bringMore()
            case .taken(let piece): return take(piece, made, wasReady: wasReady)
            }
        }
        return nil
    }

    private mutating func bringMore() {
        isEnd = there == input.count
        there += min(delivery.pieceBytes, input.count - there)
        if delivery.endIsKnown && there == input.count { isEnd = true }
    }

    private mutating func take(_ piece: TakenPiece, _ made: [UInt8], wasReady: Bool) -> Piece? {
        guard (0...(there - taken)).contains(piece.bytes) else {
            expect(false, "\(piece.bytes) bytes are taken of \(there - taken)")
            return nil
        }
        let text = input[taken..<(taken + piece.bytes)]
        check(piece, text, made)
        // What stands before the first record is passed by without a look at what it means.
        expect(wasReady || piece.meaning == .nothing, "\(piece.meaning) comes before the translator is ready")
        guard isGettingOn(piece) else { return nil }
        let number = linesTaken + piece.line + 1
        expect(number >= lineNumber, "line \(number) comes after line \(lineNumber)")
        lineNumber = number
        taken += piece.bytes
        linesTaken += piece.lineBreaks
        if case .endsHere = piece.meaning { isOver = true }
        return Piece(text: text, meaning: piece.meaning, lineNumber: number, made: made)
    }

    private func check(_ piece: TakenPiece, _ text: ArraySlice<UInt8>, _ made: [UInt8]) {
        if case .record = piece.meaning {
            let isRecord = !made.contains(0x0a) && (!areRecords || Self.isRecord(made))
            expect(isRecord, "no record: \(String(decoding: made, as: UTF8.self))")
        } else {
            expect(made.isEmpty, "\(piece.meaning) makes a record")
        }
        // Where a CSV ends for good, nobody asks how many lines the rest of it has.
        if isCSV, case .endsHere = piece.meaning { return }
        let breaks = lineBreaks(text)
        expect(piece.lineBreaks == breaks, "\(piece.lineBreaks) line breaks are counted, not \(breaks)")
        expect((0...breaks).contains(piece.line), "line \(piece.line) of a piece with \(breaks) line breaks")
    }

    private func lineBreaks(_ text: ArraySlice<UInt8>) -> Int {
        let feeds = text.count { $0 == 0x0a }
        guard isCSV else { return feeds }
        let pairs = zip(text, text.dropFirst()).count { $0 == (0x0d, 0x0a) }
        return feeds + text.count { $0 == 0x0d } - pairs
    }

    /// Nothing may be taken a few times, and as often as there are records to be made of what stands there, which are
    /// no more than it has bytes.
    private mutating func isGettingOn(_ piece: TakenPiece) -> Bool {
        if piece.bytes > 0 {
            idle = 0
            held = 0
            return true
        }
        if case .record = piece.meaning { held += 1 } else { idle += 1 }
        let isGettingOn = idle < 3 && held <= there - taken
        expect(isGettingOn, "nothing is taken, again and again")
        return isGettingOn
    }

    /// Whether a line is one that a log takes.
    private static func isRecord(_ line: [UInt8]) -> Bool {
        line.withUnsafeBytes { bytes in
            var reader = JSONLinesReader(bytes, isStartOfInput: false)
            var record = ParsedRecord()
            guard case .record = reader.next(into: &record) else { return false }
            return true
        }
    }

    private func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
        if !holds { Issue.record("\(rule()), at byte \(taken)", sourceLocation: sourceLocation) }
    }
}
