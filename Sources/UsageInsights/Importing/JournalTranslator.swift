/// Reads the systemd journal as `journalctl -o json` writes it, also one that is followed: an entry a line.
package struct JournalTranslator: InputTranslator {
    private let type: String?
    private let reader = JSONObjectReader<JournalEntry.Field>()
    /// Bytes at the front of the input among which no line ends.
    private var searched = 0
    /// Of a line that was too long, what is left of it goes by.
    private var isPassingBy = false

    package private(set) var isReady = false
    package var header: [UInt8] { [] }

    /// - Parameter type: the type of all events, in place of what the entries say.
    package init(type: String? = nil) { self.type = type }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        if !isReady { return try begin(input, isEnd) }
        let limit = JSONLinesLimits.lineBytes
        let feed = input[searched...].firstIndex(of: 0x0a)
        guard let feed else {
            if isPassingBy { return TakenPiece.of(input, input.count, .nothing) }
            searched = input.count
            if input.count > limit {
                isPassingBy = true
                return take(input, input.count, .refused(Self.tooLong))
            }
            return isEnd ? take(input, input.count, meaning(input, isWhole: false, &line)) : .needsMore
        }
        if isPassingBy {
            isPassingBy = false
            return take(input, feed + 1, .nothing)
        }
        guard feed <= limit else { return take(input, feed + 1, .refused(Self.tooLong)) }
        let entry = UnsafeRawBufferPointer(rebasing: input[..<feed])
        return take(input, feed + 1, meaning(entry, isWhole: true, &line))
    }

    private static let tooLong = "the entry is longer than 1 MiB"

    private mutating func take(
        _ input: UnsafeRawBufferPointer, _ bytes: Int, _ meaning: TakenPiece.Meaning
    ) -> TranslationStep {
        searched = 0
        return TakenPiece.of(input, bytes, meaning, isWhole: meaning != .refused(Self.tooLong))
    }

    /// To the first entry, which shows whether it is a journal at all.
    private mutating func begin(
        _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) throws(InputRefusal) -> TranslationStep {
        guard let first = input.firstIndex(where: { !Self.isBlank($0) }) else {
            return TakenPiece.of(input, input.count, .nothing)
        }
        if first > 0 { return TakenPiece.of(input, first, .nothing) }
        guard input[0] == UInt8(ascii: "{") else {
            throw InputRefusal(
                "is not a journal: expected a JSON object a line, as journalctl -o json writes")
        }
        isReady = true
        return TakenPiece.of(input, 0, .nothing)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    }

    private func meaning(
        _ entry: UnsafeRawBufferPointer, isWhole: Bool, _ line: inout [UInt8]
    ) -> TakenPiece.Meaning {
        if entry.allSatisfy(Self.isBlank) { return .nothing }
        do throws(RowFailure) {
            try reader.read(entry)
            try JournalEntry(reader, type: type).write(&line)
            return .record
        } catch {
            line.removeAll()
            if error.message != JSONMembers.endsInside { return .refused(error.message) }
            return .refused(
                isWhole
                    ? "the entry doesn't end on its line: journalctl -o json writes one a line"
                    : "the last entry is cut off")
        }
    }
}
