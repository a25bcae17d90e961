/// What is wrong with a line: the kind of fault. `JSONLineFailure` has the words.
package enum JSONLineReason: UInt8, Error, Sendable, CaseIterable {
    // The line as such.
    case cutShort, lineTooLong, invalidUTF8
    // Not JSON, or not one object.
    case notAnObject, endsEarly, unexpectedByte, rawControlCharacter, badEscape, loneSurrogate
    case textAfterRecord, tooDeep
    // JSON, but not a record.
    case unknownKind, unknownField, duplicateField, duplicateMetadataKey, tooManyMetadataKeys
    case missingField, emptyField, fieldTooLong, keyTooLong, wrongType
    // A value that can't be.
    case badTime, timestampIsNumber, outOfRange, negativeDuration, durationTooLong
    case notAWholeNumber, badLevel, noRetractTarget, manyRetractTargets
}
