internal import LogFormat

/// The attribute `sequences` of a retraction (format-spec.md, section 8a): decimal numbers joined by commas.
enum SequenceList {
    /// So many, of 19 digits at most, stay under the limit of a value.
    static let maximumCount = Format.maximumValueLength / 20

    /// - Parameter sequences: Ascending.
    static func text(_ sequences: some Sequence<UInt64>) -> String {
        sequences.map { "\($0)" }.joined(separator: ",")
    }

    /// The numbers of a list that is what the format says; else nil. O(bytes).
    static func parse(_ text: UnsafeRawBufferPointer) -> [UInt64]? {
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        var previous: UInt64 = 0
        for byte in text {
            if byte == UInt8(ascii: ",") {
                // Also says no to an empty number, which is 0.
                guard number > previous else { return nil }
                numbers.append(number)
                previous = number
                number = 0
                continue
            }
            let digit = UInt64(byte &- UInt8(ascii: "0"))
            // A zero first would make two spellings of one list.
            guard digit <= 9, number > 0 || digit > 0 else { return nil }
            guard number <= Format.maximumSequence / 10 else { return nil }
            number = number * 10 + digit
            guard number < Format.maximumSequence else { return nil }
        }
        guard number > previous else { return nil }
        numbers.append(number)
        return numbers
    }
}
