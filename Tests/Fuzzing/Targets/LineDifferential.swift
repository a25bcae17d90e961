internal import Foundation
package import UsageInsights

/// One line, read by the reader and by Foundation, and judged by rules of its own: both must come to the same.
package enum LineDifferential {
    package enum Outcome {
        case accepted
        case refused(JSONLineReason)
        case noLine
    }

    /// Lines that Foundation takes for JSON and the reader refuses before it asks what they mean.
    private static let stricterThanFoundation: Set<JSONLineReason> = [
        // Foundation keeps one of them, in silence.
        .duplicateField, .duplicateMetadataKey,
        .invalidUTF8, .rawControlCharacter,
        .tooDeep,
    ]
    /// Reasons that a line can have although it is JSON.
    private static let notARecord: Set<JSONLineReason> = [
        .notAnObject, .unknownKind, .unknownField, .missingField, .emptyField, .wrongType, .badTime,
        .timestampIsNumber, .outOfRange, .negativeDuration, .durationTooLong, .notAWholeNumber, .badLevel,
        .noRetractTarget, .manyRetractTargets,
    ]
    /// What the model doesn't know of: it has no limits.
    private static let limits: Set<JSONLineReason> = [
        .lineTooLong, .fieldTooLong, .keyTooLong, .tooManyMetadataKeys,
    ]

    /// Reads one line, without its line feed, by both.
    package static func compare(_ line: [UInt8]) -> (outcome: Outcome, violation: String?) {
        var record = ParsedRecord()
        return compare(line, into: &record)
    }

    static func compare(
        _ line: [UInt8], into record: inout ParsedRecord
    ) -> (outcome: Outcome, violation: String?) {
        var result: (outcome: Outcome, violation: String?) = (.noLine, "no line")
        withReader(line, JSONLinesOptions(), isStart: true, into: &record) { reader, record in
            switch reader.next(into: &record) {
            case .record: result = (.accepted, checkAccepted(line, record))
            case .refused(let failure): result = (.refused(failure.reason), checkRefused(line, failure))
            case .end: break
            }
        }
        guard let violation = result.violation else { return result }
        return (result.outcome, "\(violation): \(String(decoding: line, as: UTF8.self))")
    }

    /// A reader over an allocation of just the size of `bytes`, so that a sanitizer sees a step outside.
    static func withReader(
        _ bytes: [UInt8], _ options: JSONLinesOptions, isStart: Bool, into record: inout ParsedRecord,
        _ body: (inout JSONLinesReader, inout ParsedRecord) -> Void
    ) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        var reader = JSONLinesReader(
            UnsafeRawBufferPointer(memory), options: options, isStartOfInput: isStart)
        body(&reader, &record)
    }

    private static func checkAccepted(_ line: [UInt8], _ record: borrowing ParsedRecord) -> String? {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(line))
        } catch {
            // Foundation makes every number binary and refuses what has no place there; a number in metadata
            // stays the text it is.
            guard "\(error)".contains("is not representable in Swift") else { return "\(error)" }
        }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)),
            let expected = RecordModel.record(value)
        else { return "only the reader accepts it" }
        let isRetraction = record.kind == .retract
        guard record.name.elementsEqual(expected.name.utf8) else { return "another name" }
        guard record.time == expected.time else { return "another time" }
        guard isRetraction || record.day == expected.day else { return "another day" }
        guard isRetraction || record.id.map({ Array($0) }) == expected.id.map({ Array($0.utf8) }) else {
            return "another id"
        }
        let levels = record.levels.map { [$0.focus, $0.sleep, $0.energy, $0.stress] } ?? []
        guard levels == expected.levels else { return "other levels" }
        let duration = record.durationMicroseconds.map { Double($0) / 1e6 }
        if let duration, let seconds = expected.duration {
            guard abs(duration - seconds) <= 0.5e-6 + seconds * 0x1p-52 else { return "another duration" }
        } else if !expected.isUndecided && (duration != nil || expected.duration != nil) {
            return "a duration only on one side"
        }
        return checkMetadata(record, expected.metadata)
    }

    private static func checkMetadata(
        _ record: borrowing ParsedRecord, _ expected: [JSONValue.Key: JSONValue]
    ) -> String? {
        guard record.metadata.count == expected.count else { return "other metadata keys" }
        for pair in record.metadata {
            guard let key = String(validating: pair.key, as: UTF8.self),
                let text = String(validating: pair.value, as: UTF8.self)
            else { return "invalid UTF-8 came through" }
            guard let value = expected[JSONValue.Key(key)] else { return "a metadata key too many" }
            if case .string(let plain) = value {
                guard text.utf8.elementsEqual(plain.utf8) else { return "another metadata value" }
                continue
            }
            // Anything else is JSON text: read back, it must be the same value.
            let again = try? JSONDecoder().decode(JSONValue.self, from: Data("[\(text)]".utf8))
            guard again?.isSame(as: .array([value])) == true else { return "another metadata value" }
        }
        return nil
    }

    /// Foundation lets a comma stand before the end of an object or array; RFC 8259 doesn't.
    private static func isTrailingComma(_ line: [UInt8], _ failure: JSONLineFailure) -> Bool {
        let at = failure.column - 1
        guard failure.reason == .unexpectedByte, at < line.count, [0x5D, 0x7D].contains(line[at]) else {
            return false
        }
        return line[..<at].last { ![0x20, 0x09, 0x0D].contains($0) } == UInt8(ascii: ",")
    }

    private static func checkRefused(_ line: [UInt8], _ failure: JSONLineFailure) -> String? {
        guard (try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)) != nil else {
            return nil
        }
        if stricterThanFoundation.contains(failure.reason) || limits.contains(failure.reason)
            || isTrailingComma(line, failure)
        {
            return nil
        }
        guard notARecord.contains(failure.reason) else { return "Foundation accepts it (\(failure.reason))" }
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line)),
            let expected = RecordModel.record(value), !expected.isUndecided
        else { return nil }
        if numberReasons.contains(failure.reason) && isBeyondBinary(line) { return nil }
        return "refused (\(failure.reason)), and a record by the rules"
    }

    private static let numberReasons: Set<JSONLineReason> = [
        .notAWholeNumber, .badLevel, .negativeDuration, .durationTooLong,
    ]

    /// Whether a number may stand in the line that isn't the same as binary: of sixteen digits or more, or with
    /// an exponent of three or more. The reader is exact.
    private static func isBeyondBinary(_ line: [UInt8]) -> Bool {
        var digits = 0
        var isExponent = false
        for byte in line {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "."): break
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                isExponent = digits > 0
                digits = 0
            case UInt8(ascii: "+"), UInt8(ascii: "-"): if !isExponent { digits = 0 }
            default:
                isExponent = false
                digits = 0
            }
            if digits >= (isExponent ? 3 : 16) { return true }
        }
        return false
    }
}
