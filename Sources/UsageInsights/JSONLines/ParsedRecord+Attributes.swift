extension ParsedRecord {
    /// Hands over the attributes that the record is stored with (format-spec.md, section 8a): an event's
    /// metadata, or the fields of a check-in or a dose. A retraction's aren't known before it is resolved.
    @inline(__always)
    func forEachAttribute(_ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        guard kind == .event || kind == .rollup else { return forEachField(body) }
        for pair in metadata { body(pair.key, pair.value) }
    }

    @inline(never)
    private func forEachField(
        _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void
    ) {
        if let date { body(RecordField.date.bytes, date) }
        if let levels {
            body(RecordField.focus.bytes, Self.digit(levels.focus))
            body(RecordField.sleep.bytes, Self.digit(levels.sleep))
            body(RecordField.energy.bytes, Self.digit(levels.energy))
            body(RecordField.stress.bytes, Self.digit(levels.stress))
        }
        // An empty note is none.
        if let mood, mood.count > 0 { body(RecordField.mood.bytes, mood) }
        if let amount, amount.count > 0 { body(RecordField.amount.bytes, amount) }
    }

    private static let digits: StaticString = "12345"

    /// A level, which is from 1 to 5, as text.
    private static func digit(_ level: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: digits.bytes[(level - 1)..<level])
    }
}
