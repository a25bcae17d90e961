extension JSONCursor {
    /// The object that a line is: its fields into the record's slots, its metadata into the record's pairs.
    /// What they mean is looked at afterwards, once the kind is known.
    @inline(__always)
    mutating func scanRecord(
        into record: inout ParsedRecord, ignoreUnknown: Bool
    ) throws(JSONLineReason) {
        guard try peekToken() == UInt8(ascii: "{") else { throw .notAnObject }
        position += 1
        if try peekToken() == UInt8(ascii: "}") {
            position += 1
            return
        }
        while true {
            try expect(UInt8(ascii: "\""))
            let key = try scanString(&record.scratch)
            try expect(UInt8(ascii: ":"))
            let first = try peekToken()
            if let field = JSONField.named(key, readableTo: stop) {
                guard !record.seen.has(field) else { throw record.refuse(.duplicateField, field, key) }
                record.seen.formUnion(JSONFieldSet(field))
                if field == .metadata, first == UInt8(ascii: "{") {
                    try scanMetadata(into: &record)
                } else {
                    record.slots[Int(field.rawValue)] = try scanValue(first, &record.scratch)
                }
            } else {
                guard ignoreUnknown else { throw record.refuse(.unknownField, nil, key) }
                _ = try scanValue(first, &record.scratch)
            }
            let next = try peekToken()
            if next == UInt8(ascii: ",") {
                position += 1
            } else if next == UInt8(ascii: "}") {
                position += 1
                return
            } else {
                throw .unexpectedByte
            }
        }
    }

    /// The metadata object that begins at `position`.
    @inline(__always)
    private mutating func scanMetadata(into record: inout ParsedRecord) throws(JSONLineReason) {
        let start = position
        position += 1
        var count = 0
        var hasNull = false
        if try peekToken() == UInt8(ascii: "}") {
            position += 1
        } else {
            while true {
                try expect(UInt8(ascii: "\""))
                let key = try scanString(&record.scratch)
                guard key.count <= JSONLinesLimits.metadataKeyBytes else {
                    throw record.refuse(.keyTooLong, nil)
                }
                for index in 0..<count where isEqual(record.pairs[index].key, key) {
                    throw record.refuse(.duplicateMetadataKey, nil, key)
                }
                guard count < JSONLinesLimits.metadataKeys else {
                    throw record.refuse(.tooManyMetadataKeys, nil)
                }
                try expect(UInt8(ascii: ":"))
                let value = try scanValue(try peekToken(), &record.scratch)
                guard value.text.count <= JSONLinesLimits.valueBytes else {
                    throw record.refuse(.fieldTooLong, nil)
                }
                let isNull = value.kind == .null
                hasNull = hasNull || isNull
                // A null keeps its place for now, so that the same key again is found.
                record.pairs[count] = .init(
                    key: key, value: isNull ? UnsafeRawBufferPointer(start: nil, count: 0) : value.text)
                count += 1
                let next = try peekToken()
                position += 1
                if next == UInt8(ascii: ",") { continue }
                if next == UInt8(ascii: "}") { break }
                position -= 1
                throw .unexpectedByte
            }
        }
        if hasNull { count = dropNulls(record.pairs, count) }
        record.pairCount = count
        record.slots[Int(JSONField.metadata.rawValue)] = JSONToken(
            kind: .object, text: UnsafeRawBufferPointer(start: start, count: position - start))
    }

    private func dropNulls(_ pairs: UnsafeMutablePointer<ParsedRecord.MetadataPair>, _ count: Int) -> Int {
        var kept = 0
        for index in 0..<count where pairs[index].value.baseAddress != nil {
            pairs[kept] = pairs[index]
            kept += 1
        }
        return kept
    }

    @inline(__always)
    private func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        return hasSameBytes(left, right)
    }

    private func hasSameBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        let count = left.count
        while count - index >= 8 {
            let pair = (
                left.loadUnaligned(fromByteOffset: index, as: UInt64.self),
                right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            )
            guard pair.0 == pair.1 else { return false }
            index += 8
        }
        while index < count {
            guard left[index] == right[index] else { return false }
            index += 1
        }
        return true
    }
}
