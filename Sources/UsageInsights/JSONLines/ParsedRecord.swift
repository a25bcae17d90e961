/// One record as a line says it, filled anew for each line.
///
/// Every text is valid UTF-8 and a range of the reader's buffer or of memory that the record owns: valid until
/// the record is filled again or goes away, whichever is first, and as long as the buffer is. Make one and use
/// it for all lines; it owns about 1 MiB of address space. Not for use from several threads at once.
package struct ParsedRecord: ~Copyable {
    /// The raw values are those of the log's records.
    package enum Kind: UInt8, Sendable {
        case event = 1
        case checkIn = 2
        case dose = 3
        case retract = 4
        /// Stands for an event that was pruned and goes on being counted.
        case rollup = 5
    }

    package enum Time: Equatable, Sendable {
        /// The line says none, which check-ins and retractions needn't: it is when they are recorded.
        case none
        /// Microseconds since 1970-01-01T00:00:00Z; minutes east of UTC, or `RFC3339.unknownOffset`.
        case instant(microseconds: Int64, offsetMinutes: Int16)
        /// No offset was given: the time on a wall clock, as `RFC3339.Reading.wallTime`.
        case wallTime(microseconds: Int64)
    }

    package struct MetadataPair {
        package let key: UnsafeRawBufferPointer
        package let value: UnsafeRawBufferPointer
    }

    package struct Levels: Equatable, Sendable {
        package let focus: Int
        package let sleep: Int
        package let energy: Int
        package let stress: Int
    }

    /// What a retraction names.
    package enum RetractTarget {
        case sequence(UInt64)
        case id(UnsafeRawBufferPointer)
        /// Days since 1970-01-01.
        case checkIn(day: Int64)
    }

    package internal(set) var kind = Kind.event
    /// The type of an event or a rollup, a dose's supplement; empty for the others.
    package internal(set) var name = UnsafeRawBufferPointer(start: nil, count: 0)
    package internal(set) var time = Time.none
    /// Whole microseconds, 0 to 10^18.
    package internal(set) var durationMicroseconds: Int64?
    /// The record's own id; a retraction has none (its id is the target).
    package internal(set) var id: UnsafeRawBufferPointer?

    /// A check-in's day as the line spells it, `YYYY-MM-DD`.
    package internal(set) var date: UnsafeRawBufferPointer?
    /// The same as days since 1970-01-01.
    package internal(set) var day: Int64?
    package internal(set) var levels: Levels?
    package internal(set) var mood: UnsafeRawBufferPointer?
    package internal(set) var amount: UnsafeRawBufferPointer?
    package internal(set) var retractTarget: RetractTarget?

    var scratch = LineScratch()
    let pairs = UnsafeMutablePointer<MetadataPair>.allocate(capacity: JSONLinesLimits.metadataKeys)
    var pairCount = 0
    let slots = UnsafeMutablePointer<JSONToken>.allocate(capacity: JSONField.allCases.count)
    /// Which of `slots` this line filled.
    var seen = JSONFieldSet()
    /// What a refusal is about.
    var faultField: JSONField?
    var faultSubject = UnsafeRawBufferPointer(start: nil, count: 0)

    package init() {}

    deinit {
        pairs.deallocate()
        slots.deallocate()
    }

    /// The metadata in the line's order, without keys whose value is null; no key is there twice.
    package var metadata: UnsafeBufferPointer<MetadataPair> {
        UnsafeBufferPointer(start: pairs, count: pairCount)
    }
}

extension ParsedRecord {
    @inline(__always)
    mutating func clear() {
        scratch.clear()
        pairCount = 0
        seen = []
        name = UnsafeRawBufferPointer(start: nil, count: 0)
        time = .none
        durationMicroseconds = nil
        id = nil
        if kind != .event { clearOtherKinds() }
    }

    /// Apart, since events have none of these, and most lines are events.
    @inline(never)
    private mutating func clearOtherKinds() {
        kind = .event
        date = nil
        day = nil
        levels = nil
        mood = nil
        amount = nil
        retractTarget = nil
    }

    /// Notes what a refusal is about, and gives back its reason to throw.
    @inline(never)
    mutating func refuse(
        _ reason: JSONLineReason, _ field: JSONField?,
        _ subject: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) -> JSONLineReason {
        faultField = field
        faultSubject = subject
        return reason
    }

    /// A field's value, where the line has it and it isn't null.
    @inline(__always)
    func token(_ field: JSONField) -> JSONToken? {
        guard seen.has(field) else { return nil }
        let token = slots[Int(field.rawValue)]
        return token.kind == .null ? nil : token
    }

    @inline(__always)
    mutating func string(_ field: JSONField, limit: Int) throws(JSONLineReason) -> UnsafeRawBufferPointer? {
        guard let token = token(field) else { return nil }
        guard token.kind == .string else { throw refuse(.wrongType, field) }
        guard token.text.count <= limit else { throw refuse(.fieldTooLong, field) }
        return token.text
    }

    /// A string that must be there and not be empty.
    @inline(__always)
    mutating func requiredString(
        _ field: JSONField, limit: Int
    ) throws(JSONLineReason) -> UnsafeRawBufferPointer {
        guard let text = try string(field, limit: limit) else { throw refuse(.missingField, field) }
        guard text.count > 0 else { throw refuse(.emptyField, field) }
        return text
    }
}
