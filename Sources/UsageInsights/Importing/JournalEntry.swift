/// One entry of the journal as an event.
struct JournalEntry {
    enum Field: String, CaseIterable {
        case cursor = "__CURSOR"
        case time = "__REALTIME_TIMESTAMP"
        case identifier = "SYSLOG_IDENTIFIER"
        case command = "_COMM"
        case unit = "_SYSTEMD_UNIT"
        case message = "MESSAGE"
        case priority = "PRIORITY"
        case host = "_HOSTNAME"
        case process = "_PID"
    }

    private static let details: [(name: String, field: Field)] = [
        ("message", .message), ("priority", .priority), ("unit", .unit), ("host", .host), ("pid", .process),
    ]

    private let fields: JSONObjectReader<Field>
    private let type: String?

    init(_ fields: JSONObjectReader<Field>, type: String?) {
        self.fields = fields
        self.type = type
    }

    func write(_ target: inout [UInt8]) throws(RowFailure) {
        let time = try time()
        var line = RecordLine(in: &target)
        writeType(&line)
        line.time("timestamp", microseconds: time)
        if let cursor = fields[.cursor] { line.value("id", cursor) }
        var hasBegun = false
        for (name, field) in Self.details {
            guard let token = fields[field] else { continue }
            if !hasBegun { line.beginMetadata() }
            hasBegun = true
            write(name, token, &line)
        }
        if hasBegun { line.endMetadata() }
        target = line.finish()
    }

    private func time() throws(RowFailure) -> Int64 {
        guard let token = fields[.time] else {
            throw RowFailure("\(Field.time.rawValue) is missing: is it an entry of journalctl -o json?")
        }
        var time: Int64 = 0
        for byte in token.text {
            let digit = byte &- 0x30
            guard digit <= 9, time <= RFC3339.latestMicroseconds / 10 else { throw notATime(token) }
            time = time * 10 + Int64(digit)
        }
        guard token.text.count > 0, RFC3339.isRepresentable(time) else { throw notATime(token) }
        return time
    }

    private func notATime(_ token: JSONToken) -> RowFailure {
        RowFailure("\(Field.time.rawValue) \(QuotedText.quote(token.text)) is not in microseconds since 1970")
    }

    private func writeType(_ line: inout RecordLine) {
        if let type { return line.text("type", type) }
        for field in [Field.identifier, .command, .unit] {
            guard let token = fields[field] else { continue }
            if token.kind == .string, token.text.count > 0 { return line.text("type", token.text) }
            if let text = Self.text(token) {
                return text.withUnsafeBytes { line.text("type", $0) }
            }
            // Given several times, the first counts.
            if let first = fields.strings(of: token, limit: 1)?.first, first.count > 0 {
                return line.text("type", first)
            }
        }
        line.text("type", "journal")
    }

    /// The journal holds bytes: those that aren't plain text it writes as an array of numbers. Anything else, such as
    /// a field that is there several times, stays the JSON that it is.
    private func write(_ name: String, _ token: JSONToken, _ line: inout RecordLine) {
        if let text = Self.text(token) {
            text.withUnsafeBytes { line.text(name, $0) }
        } else {
            line.text(name, token.text)
        }
    }

    /// The text that an array of bytes is; nil if it is none.
    private static func text(_ token: JSONToken) -> [UInt8]? {
        guard token.kind == .array, let bytes = JSONObjectText.bytes(token.text) else { return nil }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }
}
