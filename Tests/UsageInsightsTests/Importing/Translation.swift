import Testing

@testable import UsageInsights

/// What a translator makes of an input, fed as the command feeds it.
struct Translation: Equatable {
    /// Each a JSON line.
    private(set) var records: [String] = []
    /// The line of the input that each record begins on, from 1.
    private(set) var places: [Int] = []
    /// `LINE: MESSAGE` of each refusal.
    private(set) var refused: [String] = []
    /// What each refused piece was made of. Where nothing more can be read there is none.
    private(set) var rejected: [String] = []
    private(set) var header = ""
    /// Whether the translator came to where records can follow.
    var wasReady = false
    /// Why the input is not read, or not to its end.
    private(set) var refusal: InputRefusal?

    /// How an input comes.
    struct Delivery {
        /// How much comes at once; at least 1.
        var pieceBytes = Int.max
        /// That the last piece is the last is known with it, and not only once it was looked at.
        var endIsKnown = false

        static let all =
            [1, 2, 7, 64].flatMap {
                [Delivery(pieceBytes: $0), Delivery(pieceBytes: $0, endIsKnown: true)]
            } + [Delivery(endIsKnown: true)]

        /// Of these, some that show most of what all do, for inputs that are many.
        static let few = [Delivery(pieceBytes: 1), Delivery(pieceBytes: 7, endIsKnown: true)]
    }

    /// Reads an input at once and in pieces, which must all come to the same.
    /// - Parameters:
    ///   - start: a translator; made anew each time the input is read.
    ///   - deliveries: how it comes, beside at once.
    ///   - areRecords: whether all that is made must be what a log takes. A CSV of a user's own leaves some to be
    ///     refused by who reads the lines.
    static func read(
        _ input: [UInt8], _ start: @autoclosure () -> any InputTranslator,
        in deliveries: [Delivery] = Delivery.all,
        areRecords: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Translation {
        let whole = feed(input, start(), areRecords: areRecords, sourceLocation: sourceLocation)
        for delivery in deliveries {
            let other = feed(
                input, start(), delivery, areRecords: false, sourceLocation: sourceLocation)
            #expect(other == whole, "\(delivery)", sourceLocation: sourceLocation)
        }
        return whole
    }

    static func read(
        _ text: String, _ start: @autoclosure () -> any InputTranslator, areRecords: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Translation {
        read(Array(text.utf8), start(), areRecords: areRecords, sourceLocation: sourceLocation)
    }

    /// Reads an input in one way, for those that are too long to be read in many.
    static func feed(
        _ input: [UInt8], _ translator: any InputTranslator, _ delivery: Delivery = Delivery(),
        areRecords: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Translation {
        var feed = TranslatorFeed(input, translator, delivery, areRecords: areRecords, sourceLocation)
        var result = Translation()
        do throws(InputRefusal) {
            while let piece = try feed.next() { result.add(piece) }
        } catch { result.refusal = error }
        result.header = String(decoding: feed.translator.header, as: UTF8.self)
        result.wasReady = feed.translator.isReady
        return result
    }

    static func feed(
        _ text: String, _ translator: any InputTranslator, _ delivery: Delivery = Delivery(),
        areRecords: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Translation {
        feed(
            Array(text.utf8), translator, delivery, areRecords: areRecords, sourceLocation: sourceLocation)
    }

    private mutating func add(_ piece: TranslatorFeed.Piece) {
        switch piece.meaning {
        case .nothing: break
        case .record:
            records.append(String(decoding: piece.made, as: UTF8.self))
            places.append(piece.lineNumber)
        case .refused(let message):
            refused.append("\(piece.lineNumber): \(message)")
            rejected.append(String(decoding: piece.text, as: UTF8.self))
        case .endsHere(let message): refused.append("\(piece.lineNumber): \(message)")
        }
    }

    /// This, of an input that must not be refused as a whole.
    func get() throws(InputRefusal) -> Translation {
        if let refusal { throw refusal }
        return self
    }
}
