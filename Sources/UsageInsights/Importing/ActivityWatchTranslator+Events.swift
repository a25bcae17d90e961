extension ActivityWatchTranslator {
    enum EventField: String, CaseIterable { case id, timestamp, duration, data }

    /// Writes one event of the bucket as a record.
    func write(_ event: UnsafeRawBufferPointer, _ target: inout [UInt8]) throws(RowFailure) {
        try reader.read(event)
        let (microseconds, offset) = try time()
        let id = try id()
        var line = RecordLine(in: &target)
        if let type {
            line.text("type", type)
        } else {
            (bucket.type ?? bucket.name ?? []).withUnsafeBytes { line.text("type", $0) }
        }
        line.time("timestamp", microseconds: microseconds, offsetMinutes: offset)
        // As it was written: its microseconds stay what they are.
        if let duration = reader[.duration] { line.value("duration", duration) }
        if let id { id.withUnsafeBytes { line.text("id", $0) } }
        try writeData(&line)
        target = line.finish()
    }

    private func time() throws(RowFailure) -> (microseconds: Int64, offset: Int16) {
        guard let token = reader[.timestamp] else { throw RowFailure("timestamp is missing") }
        guard token.kind == .string else { throw RowFailure("timestamp is not a string") }
        switch RFC3339.parse(token.text) {
        // It keeps all times in UTC, wherever the watcher was.
        case .instant(let microseconds, 0): return (microseconds, RFC3339.unknownOffset)
        case .instant(let microseconds, let offset): return (microseconds, offset)
        case .wallTime: throw RowFailure("timestamp \(QuotedText.quote(token.text)) has no offset")
        case .failure(let failure): throw RowFailure("timestamp \(QuotedText.quote(token.text)): \(failure)")
        }
    }

    /// Events are numbered within their bucket.
    private func id() throws(RowFailure) -> [UInt8]? {
        guard let token = reader[.id], token.text.count > 0, let name = bucket.name else { return nil }
        guard token.kind == .number || token.kind == .string else {
            throw RowFailure("id is neither a number nor a string")
        }
        return name + [UInt8(ascii: "/")] + Array(token.text)
    }

    private func writeData(_ line: inout RecordLine) throws(RowFailure) {
        let data = reader[.data]
        if let data, data.kind != .object { throw RowFailure("data is not an object") }
        guard data != nil || bucket.name != nil else { return }
        var ownsBucket = false
        let key = "bucket"
        // Not within the closure, which can't keep what isn't copyable.
        var members: [(key: UnsafeRawBufferPointer, value: JSONToken)] = []
        if let data { try reader.forEachMember(of: data) { members.append(($0, $1)) } }
        line.beginMetadata()
        for member in members {
            if member.key.elementsEqual(key.utf8) {
                if member.value.kind == .null { continue }
                // What the event says of itself goes before; where it is from its id says too.
                ownsBucket = true
            }
            line.value(member.key, member.value)
        }
        if !ownsBucket, let name = bucket.name { name.withUnsafeBytes { line.text(key, $0) } }
        line.endMetadata()
    }
}
