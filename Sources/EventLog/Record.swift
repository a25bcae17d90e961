public import LogFormat

/// One record of a log: something that happened at an instant, with a name and metadata.
///
/// A value; the limits below are checked when it is appended.
public struct Record: Sendable, Equatable {
    /// Microseconds since 1970-01-01 UTC, years 1 to 9999.
    public var timestamp: Int64
    /// Minutes east of UTC where it was recorded, if known.
    public var offsetMinutes: Int?
    /// What it is a record of.
    public var kind: RecordKind
    /// The event's type, or the supplement; at most 1024 bytes of UTF-8.
    public var name: String
    /// Microseconds, 0 to 10^18; nil for what takes no time.
    public var duration: Int64?
    /// Metadata: at most 256 keys of at most 1024 bytes, values of at most 256 KiB.
    public var attributes: [String: String]
    /// A name of its own, at most 512 bytes. ``LogWriter/append(_:)`` stores it, and refuses none that is there already.
    public var id: String?

    /// Takes the values as they are.
    public init(
        timestamp: Int64, offsetMinutes: Int? = nil, kind: RecordKind = .event, name: String,
        duration: Int64? = nil, attributes: [String: String] = [:], id: String? = nil
    ) {
        self.timestamp = timestamp
        self.offsetMinutes = offsetMinutes
        self.kind = kind
        self.name = name
        self.duration = duration
        self.attributes = attributes
        self.id = id
    }

    /// Says in a few words which limit of the format the record breaks, if any.
    package var refusal: String? {
        if timestamp < Format.minimumTimestamp || timestamp > Format.maximumTimestamp {
            return "timestamp is outside the years 1 to 9999"
        }
        if let offsetMinutes, abs(offsetMinutes) > Format.maximumOffset {
            return "UTC offset is a day or more"
        }
        if name.utf8.count > Format.maximumNameLength {
            return "type is longer than \(Format.maximumNameLength) bytes"
        }
        if let duration, duration < 0 { return "duration is negative" }
        if let duration, duration > Format.maximumDuration { return "duration is over 10^12 seconds" }
        if attributes.count > Format.maximumAttributeCount {
            return "more than \(Format.maximumAttributeCount) metadata keys"
        }
        let text = attributes.reduce(name.utf8.count + (id?.utf8.count ?? 0)) { sum, pair in
            sum + pair.key.utf8.count + pair.value.utf8.count
        }
        if text > Format.maximumRecordTextLength {
            return "more than \(Format.maximumRecordTextLength) bytes of text in one record"
        }
        for (key, value) in attributes {
            if key.utf8.count > Format.maximumKeyLength {
                return "metadata key is longer than \(Format.maximumKeyLength) bytes"
            }
            if value.utf8.count > Format.maximumValueLength {
                return "metadata value is longer than \(Format.maximumValueLength) bytes"
            }
        }
        if let id, id.utf8.count > Format.maximumIDLength {
            return "id is longer than \(Format.maximumIDLength) bytes"
        }
        return nil
    }
}

extension FrameBuilder {
    /// Adds a record that has no `refusal`. `sequence` is given only where records keep the ones they had.
    package func append(_ record: Record, sequence: UInt64? = nil) {
        record.name.withBytes { name in
            begin(
                kind: record.kind, name: name, timestamp: record.timestamp,
                offset: record.offsetMinutes.map { Int16(clamping: $0) } ?? Format.unknownOffset)
        }
        for (key, value) in record.attributes {
            key.withBytes { key in value.withBytes { addAttribute(key: key, value: $0) } }
        }
        guard let id = record.id else {
            end(duration: record.duration, id: nil, sequence: sequence)
            return
        }
        id.withBytes { end(duration: record.duration, id: $0, sequence: sequence) }
    }
}

extension String {
    /// The UTF-8 of the string where it lies, without a copy if it is a native one.
    fileprivate func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        var text = self
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

extension LogWriter {
    /// Commits `records` as one batch: when this returns all of them are durable, if it throws none is there.
    /// Ids are not looked at.
    ///
    /// Cost: one write, and one sync unless ``LogOptions/isDurable`` is off, for all of them together; waits for other
    /// processes that write. Safe from any thread.
    /// - Parameter records: at least one, at most 65,536 with 4 MiB of text together.
    /// - Returns: the sequences that they got, in their order: 1 for the first record of a log, and never given out again.
    /// - Throws: ``LogError`` with `.invalid` for a record over a limit of the format, an empty batch or too many at once;
    ///   `.locked` if another process holds the lock for too long; `.noSpace` or `.disk` if the disk is full or fails.
    @discardableResult
    public func append(_ records: [Record]) throws(LogError) -> Range<UInt64> {
        let builder = spareBuilder.take()
        defer { spareBuilder.giveBack(builder) }
        for record in records {
            if let refusal = record.refusal { throw LogError(.invalid, refusal) }
            guard !builder.isFull else {
                throw LogError(.invalid, "too many records for one batch: \(records.count)")
            }
            builder.append(record)
        }
        guard let frame = builder.encode() else { throw LogError(.invalid, "an empty batch") }
        return try commit(frame)
    }
}
