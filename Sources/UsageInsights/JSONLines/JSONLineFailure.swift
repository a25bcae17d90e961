/// A line that was refused: where, and why.
package struct JSONLineFailure: Error, Equatable, Sendable {
    /// Counted from 1 at the start of the reader's buffer, blank lines too.
    package let lineNumber: Int
    /// The line in the reader's buffer, without its line feed.
    package let byteRange: Range<Int>
    /// The byte of the line, from 1, that reading had come to.
    package let column: Int
    package let reason: JSONLineReason
    /// One short sentence, harmless on a terminal whatever the line holds.
    package let message: String
}

extension JSONLineFailure: CustomStringConvertible {
    package var description: String { "line \(lineNumber): \(message)" }
}

extension JSONLineFailure {
    /// The words for a reason. `subject` is the key or value at fault, where it is one of the line's; `next` is
    /// the byte that reading stopped at.
    static func message(
        _ reason: JSONLineReason, field: JSONField?, subject: UnsafeRawBufferPointer, column: Int,
        next: UInt8?
    ) -> String {
        let name = field?.name ?? "metadata"
        let quoted = QuotedText.quote(subject)
        switch reason {
        case .cutShort: return "last line is cut short"
        case .lineTooLong: return "line is longer than 1 MiB"
        case .invalidUTF8: return "invalid UTF-8 at byte \(column)"
        case .notAnObject: return "not a JSON object"
        case .endsEarly: return "invalid JSON: the line ends inside the record"
        case .unexpectedByte:
            let byte = next.map { QuotedText.quote([$0]) } ?? "end"
            return "invalid JSON: unexpected \(byte) at byte \(column)"
        case .rawControlCharacter:
            let byte = next.map { QuotedText.escape($0) } ?? "control character"
            return "invalid JSON: raw \(byte) in a string at byte \(column)"
        case .badEscape: return "invalid JSON: bad escape at byte \(column)"
        case .loneSurrogate: return "invalid JSON: half of a surrogate pair at byte \(column)"
        case .textAfterRecord: return "invalid JSON: text after the record at byte \(column)"
        case .tooDeep: return "nested deeper than \(JSONLinesLimits.depth)"
        case .unknownKind: return "unknown kind \(quoted)"
        case .unknownField: return "unknown field \(field.map { "\"\($0.name)\"" } ?? quoted)"
        case .duplicateField: return "field \(quoted) is there twice"
        case .duplicateMetadataKey: return "metadata key \(quoted) is there twice"
        case .tooManyMetadataKeys: return "more than \(JSONLinesLimits.metadataKeys) metadata keys"
        case .missingField: return "\(name) is missing"
        case .emptyField: return "\(name) is empty"
        case .fieldTooLong: return "\(name) is longer than \(limit(of: field)) bytes"
        case .keyTooLong: return "metadata key is longer than \(JSONLinesLimits.metadataKeyBytes) bytes"
        case .wrongType: return "\(name) is not \(expected(of: field))"
        case .badTime: return badTime(subject, quoted: quoted, field: field)
        case .timestampIsNumber: return "\(name) is a number: say --epoch s, ms or us"
        case .outOfRange: return "\(name) \(quoted) is outside the years 0001 to 9999"
        case .negativeDuration: return "duration is negative"
        case .durationTooLong: return "duration is over 10^12 s"
        case .notAWholeNumber: return "\(name) is not a whole number"
        case .badLevel: return "\(name) is \(quoted): a level is a whole number from 1 to 5"
        case .noRetractTarget: return "retract needs sequence, id or checkIn"
        case .manyRetractTargets: return "retract takes only one of sequence, id and checkIn"
        }
    }

    private static func badTime(_ text: UnsafeRawBufferPointer, quoted: String, field: JSONField?) -> String {
        let isDay = field == .date || field == .checkIn
        if isDay {
            if case .failure(let failure) = RFC3339.parseDay(text), failure != .notATime {
                return "\(failure): \(quoted)"
            }
            return "not a date as YYYY-MM-DD: \(quoted)"
        }
        guard case .failure(let failure) = RFC3339.parse(text) else { return "not a time: \(quoted)" }
        return "\(failure): \(quoted)"
    }

    private static func limit(of field: JSONField?) -> Int {
        switch field {
        case .type, .supplement: JSONLinesLimits.nameBytes
        case .id: JSONLinesLimits.idBytes
        default: JSONLinesLimits.valueBytes
        }
    }

    private static func expected(of field: JSONField?) -> String {
        switch field {
        case .metadata: "an object"
        case .duration, .focus, .sleep, .energy, .stress, .sequence: "a number"
        default: "a string"
        }
    }
}
