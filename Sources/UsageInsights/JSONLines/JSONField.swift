/// A field that some kind of record has. The raw value is a bit in `JSONFieldSet` and a slot in `FieldSlots`.
package enum JSONField: UInt8, Sendable, CaseIterable {
    case kind, type, timestamp, metadata, duration, id
    case date, focus, sleep, energy, stress, mood
    case supplement, takenAt, amount
    case sequence, checkIn

    package var name: String {
        switch self {
        case .kind: "kind"
        case .type: "type"
        case .timestamp: "timestamp"
        case .metadata: "metadata"
        case .duration: "duration"
        case .id: "id"
        case .date: "date"
        case .focus: "focus"
        case .sleep: "sleep"
        case .energy: "energy"
        case .stress: "stress"
        case .mood: "mood"
        case .supplement: "supplement"
        case .takenAt: "takenAt"
        case .amount: "amount"
        case .sequence: "sequence"
        case .checkIn: "checkIn"
        }
    }

    /// The field of that name. The first eight bytes are compared as one little-endian number.
    @inline(__always)
    static func named(_ key: UnsafeRawBufferPointer, readableTo stop: UnsafeRawPointer) -> JSONField? {
        let count = key.count
        guard count >= 2, count <= 10, let base = key.baseAddress else { return nil }
        let word: UInt64
        if stop - base >= 8 {
            let loaded = UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
            word = count >= 8 ? loaded : loaded & ((1 &<< (UInt64(count) &* 8)) &- 1)
        } else {
            word = gather(key)
        }
        switch count {
        case 4:
            if word == 0x6570_7974 { return .type }
            if word == 0x646e_696b { return .kind }
            if word == 0x6574_6164 { return .date }
            if word == 0x646f_6f6d { return .mood }
        case 9:
            if word == 0x6d61_7473_656d_6974, key[8] == UInt8(ascii: "p") { return .timestamp }
        case 8:
            if word == 0x6174_6164_6174_656d { return .metadata }
            if word == 0x6e6f_6974_6172_7564 { return .duration }
            if word == 0x6563_6e65_7571_6573 { return .sequence }
        case 2:
            if word == 0x6469 { return .id }
        case 5:
            if word == 0x73_7563_6f66 { return .focus }
            if word == 0x70_6565_6c73 { return .sleep }
        case 6:
            if word == 0x7967_7265_6e65 { return .energy }
            if word == 0x7373_6572_7473 { return .stress }
            if word == 0x746e_756f_6d61 { return .amount }
        case 7:
            if word == 0x74_416e_656b_6174 { return .takenAt }
            if word == 0x6e_496b_6365_6863 { return .checkIn }
        case 10:
            if word == 0x656d_656c_7070_7573, key[8] == UInt8(ascii: "n"), key[9] == UInt8(ascii: "t") {
                return .supplement
            }
        default: break
        }
        return nil
    }

    @inline(never)
    private static func gather(_ key: UnsafeRawBufferPointer) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<min(key.count, 8) { word |= UInt64(key[index]) << UInt64(index * 8) }
        return word
    }
}

struct JSONFieldSet: OptionSet {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    @inline(__always)
    init(_ field: JSONField) { rawValue = 1 &<< UInt32(field.rawValue) }

    init(_ fields: JSONField...) {
        rawValue = fields.reduce(0) { $0 | JSONFieldSet($1).rawValue }
    }

    @inline(__always)
    func has(_ field: JSONField) -> Bool { rawValue & JSONFieldSet(field).rawValue != 0 }

    var first: JSONField? { JSONField(rawValue: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount)) }
}
