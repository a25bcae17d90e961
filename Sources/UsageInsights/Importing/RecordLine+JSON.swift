extension RecordLine {
    /// A value as it was read: what isn't text goes on as it was written.
    mutating func value(_ name: UnsafeRawBufferPointer, _ token: JSONToken) {
        if token.kind == .string {
            text(name, token.text)
        } else {
            json(name, token.text)
        }
    }

    mutating func value(_ name: String, _ token: JSONToken) {
        var name = name
        name.withUTF8 { value(UnsafeRawBufferPointer($0), token) }
    }

    /// An instant, of which only that is known, unless the offset is given.
    mutating func time(
        _ name: String, microseconds: Int64, offsetMinutes: Int16 = RFC3339.unknownOffset
    ) {
        withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 8) { room in
            let count = RFC3339.format(microseconds, offsetMinutes: Int(offsetMinutes), into: room)
            text(name, UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }
}

extension TakenPiece {
    /// - Parameters:
    ///   - bytes: how many of `input` are taken.
    ///   - at: the byte of them whose line is the one to name.
    static func of(
        _ input: UnsafeRawBufferPointer, _ bytes: Int, _ meaning: Meaning, at: Int = 0, isWhole: Bool = true
    ) -> TranslationStep {
        // Where a document ends early, what there is of it is only what was read so far.
        let endsHere = if case .endsHere = meaning { true } else { false }
        return .taken(
            TakenPiece(
                bytes: bytes, lineBreaks: lineBreaks(input[..<bytes]), meaning: meaning,
                line: at > 0 ? lineBreaks(input[..<at]) : 0, isWhole: isWhole && !endsHere))
    }

    private static func lineBreaks(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        var breaks = 0
        for byte in bytes where byte == 0x0a { breaks += 1 }
        return breaks
    }
}
