extension ParsedRecord {
    @inline(__always)
    mutating func readTime(_ field: JSONField, _ options: JSONLinesOptions) throws(JSONLineReason) -> Time {
        guard let token = token(field) else { throw refuse(.missingField, field) }
        guard token.kind == .string else { return try readEpoch(field, token, options) }
        switch RFC3339.parse(token.text) {
        case .instant(let microseconds, let offset):
            return .instant(microseconds: microseconds, offsetMinutes: offset)
        case .wallTime(let microseconds): return .wallTime(microseconds: microseconds)
        case .failure: throw refuse(.badTime, field, token.text)
        }
    }

    /// A number as time, rounded toward the past.
    @inline(never)
    private mutating func readEpoch(
        _ field: JSONField, _ token: JSONToken, _ options: JSONLinesOptions
    ) throws(JSONLineReason) -> Time {
        guard token.kind == .number else { throw refuse(.wrongType, field) }
        guard let epoch = options.epoch else { throw refuse(.timestampIsNumber, field) }
        let number = ExactDecimal(token.text, timesTenToThe: epoch.powerToMicroseconds)
        guard !number.isHuge, number.units <= UInt64(RFC3339.latestMicroseconds) else {
            throw refuse(.outOfRange, field, token.text)
        }
        var microseconds = Int64(number.units)
        if number.isNegative { microseconds = 0 - microseconds - (number.isInexact ? 1 : 0) }
        guard RFC3339.isRepresentable(microseconds) else { throw refuse(.outOfRange, field, token.text) }
        return .instant(microseconds: microseconds, offsetMinutes: RFC3339.unknownOffset)
    }

    /// Seconds to the nearest microsecond, a half away from zero.
    mutating func readDuration() throws(JSONLineReason) -> Int64? {
        guard let token = token(.duration) else { return nil }
        guard token.kind == .number else { throw refuse(.wrongType, .duration) }
        let number = ExactDecimal(token.text, timesTenToThe: 6)
        guard !number.isBelowZero else { throw refuse(.negativeDuration, .duration) }
        let limit = JSONLinesLimits.durationMicroseconds
        guard !number.isHuge, number.units <= limit, number.units < limit || !number.isInexact else {
            throw refuse(.durationTooLong, .duration)
        }
        return Int64(number.units) + (number.isHalfOrMore ? 1 : 0)
    }

    /// An empty id would make all records that have one duplicates of the first.
    mutating func readID() throws(JSONLineReason) -> UnsafeRawBufferPointer? {
        guard let id = try string(.id, limit: JSONLinesLimits.idBytes) else { return nil }
        guard id.count > 0 else { throw refuse(.emptyField, .id) }
        return id
    }

    mutating func readDay(_ field: JSONField, _ text: UnsafeRawBufferPointer) throws(JSONLineReason) -> Int64
    {
        guard case .success(let day) = RFC3339.parseDay(text) else { throw refuse(.badTime, field, text) }
        return day
    }

    mutating func readLevel(_ field: JSONField) throws(JSONLineReason) -> Int {
        guard let token = token(field) else { throw refuse(.missingField, field) }
        guard token.kind == .number else { throw refuse(.wrongType, field) }
        let number = ExactDecimal(token.text, timesTenToThe: 0)
        guard !number.isHuge, !number.isInexact, !number.isBelowZero, number.units >= 1, number.units <= 5
        else {
            throw refuse(.badLevel, field, token.text)
        }
        return Int(number.units)
    }

    mutating func readSequence(_ token: JSONToken) throws(JSONLineReason) -> UInt64 {
        guard token.kind == .number else { throw refuse(.wrongType, .sequence) }
        let number = ExactDecimal(token.text, timesTenToThe: 0)
        guard !number.isHuge, !number.isInexact, !number.isBelowZero else {
            throw refuse(.notAWholeNumber, .sequence)
        }
        return number.units
    }
}
