package import EventLog
internal import LogFormat

/// Appends one record, unless the log has it.
package struct SingleAppend {
    private let writer: LogWriter
    private let skipsExisting: Bool

    package init(writer: LogWriter, skipsExisting: Bool = false) {
        self.writer = writer
        self.skipsExisting = skipsExisting
    }

    /// Commits `record`, which has no `refusal`. With an id, or where existing records are skipped, the log is
    /// searched first, under its lock: O(records with ids), or O(records).
    /// - Throws: what a commit throws; the log is then as it was.
    package func append(_ record: Record) throws(LogError) -> AppendOutcome {
        let builder = FrameBuilder()
        builder.append(record)
        guard let frame = builder.encode() else { throw LogError(.invalid, "an empty batch") }
        var outcome = AppendOutcome()
        try writer.locked { log throws(LogError) in
            outcome.notices = log.takeNotices()
            if record.id != nil || skipsExisting {
                let known = KnownRecords(comparesRecords: skipsExisting)
                try known.refresh(log)
                if known.isDuplicate(RecordIdentity(record, withContent: skipsExisting)) {
                    outcome.duplicates = 1
                    return
                }
            }
            let sequences = try log.commit(frame)
            outcome.appended = 1
            outcome.firstSequence = sequences.lowerBound
            outcome.lastSequence = sequences.lowerBound
        }
        return outcome
    }
}

extension RecordIdentity {
    init(_ record: Record, withContent: Bool) {
        func hash(_ text: String, _ purpose: UInt64) -> RecordHash {
            var text = text
            return text.withUTF8 { RecordHash(UnsafeRawBufferPointer($0), purpose: purpose) }
        }
        if let id = record.id {
            self.init(id: hash(id, RecordHash.Purpose.id))
            return
        }
        self.init()
        guard withContent else { return }
        var attributes = RecordHash.zero
        for (key, value) in record.attributes {
            attributes.addUnordered(
                RecordHash.attribute(
                    key: hash(key, RecordHash.Purpose.key), value: hash(value, RecordHash.Purpose.value)))
        }
        content = RecordHash.record(
            kind: record.kind.rawValue, name: hash(record.name, RecordHash.Purpose.name),
            timestamp: record.timestamp,
            offset: record.offsetMinutes.map { Int16(clamping: $0) } ?? Format.unknownOffset,
            duration: record.duration, id: nil, attributes: attributes)
    }
}
