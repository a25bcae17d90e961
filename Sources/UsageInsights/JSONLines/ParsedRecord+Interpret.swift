extension ParsedRecord {
    private static let eventFields = JSONFieldSet(.kind, .type, .timestamp, .metadata, .duration, .id)
    private static let checkInFields = JSONFieldSet(
        .kind, .date, .focus, .sleep, .energy, .stress, .mood, .timestamp, .id)
    private static let doseFields = JSONFieldSet(.kind, .supplement, .takenAt, .amount, .id)
    private static let rollupFields = JSONFieldSet(.kind, .type, .timestamp, .metadata, .duration)
    private static let retractFields = JSONFieldSet(.kind, .sequence, .checkIn, .timestamp, .id)

    /// Makes a record of the fields that a line has.
    @inline(__always)
    mutating func interpret(_ options: JSONLinesOptions) throws(JSONLineReason) {
        if seen.has(.kind) {
            try interpretKind(options)
        } else {
            try interpretEvent(options)
        }
    }

    @inline(never)
    private mutating func interpretKind(_ options: JSONLinesOptions) throws(JSONLineReason) {
        guard let text = try string(.kind, limit: JSONLinesLimits.valueBytes) else {
            return try interpretEvent(options)
        }
        if text.elementsEqual("event".utf8) {
            try interpretEvent(options)
        } else if text.elementsEqual("checkin".utf8) {
            try interpretCheckIn(options)
        } else if text.elementsEqual("dose".utf8) {
            try interpretDose(options)
        } else if text.elementsEqual("retract".utf8) {
            try interpretRetract(options)
        } else if text.elementsEqual("rollup".utf8) {
            try interpretRollup(options)
        } else {
            throw refuse(.unknownKind, .kind, text)
        }
    }

    private mutating func interpretEvent(_ options: JSONLinesOptions) throws(JSONLineReason) {
        kind = .event
        try checkFields(Self.eventFields, options)
        name = try requiredString(.type, limit: JSONLinesLimits.nameBytes)
        time = try readTime(.timestamp, options)
        if let token = token(.metadata), token.kind != .object { throw refuse(.wrongType, .metadata) }
        if seen.has(.duration) { durationMicroseconds = try readDuration() }
        if seen.has(.id) { id = try readID() }
    }

    private mutating func interpretCheckIn(_ options: JSONLinesOptions) throws(JSONLineReason) {
        kind = .checkIn
        try checkFields(Self.checkInFields, options)
        pairCount = 0
        let text = try requiredString(.date, limit: JSONLinesLimits.valueBytes)
        date = text
        day = try readDay(.date, text)
        levels = Levels(
            focus: try readLevel(.focus), sleep: try readLevel(.sleep), energy: try readLevel(.energy),
            stress: try readLevel(.stress))
        mood = try string(.mood, limit: JSONLinesLimits.valueBytes)
        if token(.timestamp) != nil { time = try readTime(.timestamp, options) }
        id = try readID()
    }

    private mutating func interpretDose(_ options: JSONLinesOptions) throws(JSONLineReason) {
        kind = .dose
        try checkFields(Self.doseFields, options)
        pairCount = 0
        name = try requiredString(.supplement, limit: JSONLinesLimits.nameBytes)
        time = try readTime(.takenAt, options)
        amount = try string(.amount, limit: JSONLinesLimits.valueBytes)
        id = try readID()
    }

    /// What pruning leaves of an event: its only detail is the category.
    private mutating func interpretRollup(_ options: JSONLinesOptions) throws(JSONLineReason) {
        try checkFields(Self.rollupFields, options)
        try interpretEvent(options)
        kind = .rollup
        // It may be there only where unknown fields are ignored.
        id = nil
        var kept = 0
        for index in 0..<pairCount {
            let pair = pairs[index]
            if pair.key.elementsEqual(RecordField.category.bytes) {
                pairs[kept] = pair
                kept += 1
            } else if !options.ignoreUnknown {
                throw refuse(.unknownField, nil, pair.key)
            }
        }
        pairCount = kept
    }

    private mutating func interpretRetract(_ options: JSONLinesOptions) throws(JSONLineReason) {
        kind = .retract
        try checkFields(Self.retractFields, options)
        pairCount = 0
        if token(.timestamp) != nil { time = try readTime(.timestamp, options) }
        var targets = 0
        if let token = token(.sequence) {
            targets += 1
            retractTarget = .sequence(try readSequence(token))
        }
        if let id = try readID() {
            targets += 1
            retractTarget = .id(id)
        }
        if let text = try string(.checkIn, limit: JSONLinesLimits.valueBytes) {
            targets += 1
            retractTarget = .checkIn(day: try readDay(.checkIn, text))
        }
        guard targets > 0 else { throw refuse(.noRetractTarget, nil) }
        guard targets == 1 else { throw refuse(.manyRetractTargets, nil) }
    }

    /// Refuses a field that this kind of record doesn't have.
    @inline(__always)
    private mutating func checkFields(
        _ allowed: JSONFieldSet, _ options: JSONLinesOptions
    ) throws(JSONLineReason) {
        let unknown = seen.subtracting(allowed)
        guard !unknown.isEmpty, !options.ignoreUnknown, let field = unknown.first else { return }
        throw refuse(.unknownField, field)
    }
}
