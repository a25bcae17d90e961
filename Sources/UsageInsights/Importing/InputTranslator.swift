/// Reads an input that isn't JSON lines, and says each record of it as a JSON line, which then goes the way of all
/// others: one place checks what a record may be. One translator reads one input from its start.
package protocol InputTranslator: Sendable {
    /// Whether what stands before the first record was read, and records can follow.
    var isReady: Bool { get }
    /// What stands before the first record, as it was: the header of a CSV. Refused records are kept behind it.
    var header: [UInt8] { get }

    /// Takes the next piece off the front of `input`, and fills `line` if it is a record.
    /// - Parameters:
    ///   - input: all that was read and not taken yet, never empty.
    ///   - isEnd: nothing comes after it, and `needsMore` is no answer.
    ///   - line: empty; gets the record as one JSON object, without a line feed.
    /// - Throws: ``InputRefusal`` if nothing of the input can be read, or not as it was asked for.
    mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep
}

/// What a translator has found at the front of its input.
package enum TranslationStep: Equatable, Sendable {
    /// Not a whole piece: more must be read. Never at the end.
    case needsMore
    case taken(TakenPiece)
}

package struct TakenPiece: Equatable, Sendable {
    package enum Meaning: Equatable, Sendable {
        /// A blank line, a header.
        case nothing
        case record
        case refused(String)
        /// Refused, and so is all that follows: it can't be told where the next record begins.
        case endsHere(String)
    }

    /// How many were taken; none where the place makes several records and this is not the last of them.
    package var bytes: Int
    /// Ends of lines among them.
    package var lineBreaks: Int
    package var meaning: Meaning
    /// On which of its lines, from 0, the record, or what is refused, begins; below 0 where that was taken before.
    package var line = 0
    /// Whether the bytes are all of what is refused, and can be kept to be read another time.
    package var isWhole = true

    package init(bytes: Int, lineBreaks: Int, meaning: Meaning, line: Int = 0, isWhole: Bool = true) {
        self.isWhole = isWhole
        self.bytes = bytes
        self.lineBreaks = lineBreaks
        self.meaning = meaning
        self.line = line
    }
}

/// Why an input is not read at all.
package struct InputRefusal: Error, Equatable, Sendable {
    package var message: String
    /// The line that shows it, from 1.
    package var line: Int?

    package init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }
}

enum ByteOrderMark {
    /// How many bytes of UTF-8's mark an input begins with: 3 or none.
    /// - Throws: ``InputRefusal`` for the mark of UTF-16.
    static func length(_ input: UnsafeRawBufferPointer) throws(InputRefusal) -> Int {
        if input.starts(with: [0xff, 0xfe]) || input.starts(with: [0xfe, 0xff]) {
            throw InputRefusal("is UTF-16, not UTF-8 (iconv -f UTF-16 -t UTF-8 makes it)", line: 1)
        }
        return input.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    }
}
