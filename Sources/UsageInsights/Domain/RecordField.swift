internal import EventLog

/// Names of the attributes that check-ins, doses and retractions are stored with (format-spec.md, section 8a).
/// The levels of a check-in have the keys of `WellnessMetric`.
enum RecordField {
    static let date: StaticString = "date"
    static let focus: StaticString = "focus"
    static let sleep: StaticString = "sleep"
    static let energy: StaticString = "energy"
    static let stress: StaticString = "stress"
    static let mood: StaticString = "mood"
    static let category: StaticString = "category"
    static let amount: StaticString = "amount"
    static let sequences: StaticString = "sequences"
    static let id: StaticString = "id"
    static let checkIn: StaticString = "checkIn"
}

extension StaticString {
    /// Its UTF-8, which is there for as long as the program runs. Only for literals of two characters or more:
    /// shorter ones need not be in memory.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }

    var text: String { description }
}

extension RecordColumns.Row {
    /// The value of an attribute, if the record has it. O(attributes).
    subscript(key: StaticString) -> String? {
        attributes.first { $0.key.utf8.elementsEqual(key.bytes) }?.value
    }
}
