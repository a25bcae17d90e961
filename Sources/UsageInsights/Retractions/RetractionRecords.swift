internal import EventLog
internal import LogFormat

/// The records of retractions (format-spec.md, section 8a), as frames to commit.
struct RetractionRecords {
    private let builder = FrameBuilder()
    private var full: [EncodedFrame] = []

    /// Adds a retraction: one record, or several where one can't name all the sequences.
    /// - Parameters:
    ///   - sequences: Ascending.
    ///   - target: What was asked for, to be kept for information where it isn't a sequence.
    mutating func add(
        _ sequences: [UInt64], target: RetractionTarget?, timestamp: Int64, offsetMinutes: Int?
    ) {
        var rest = sequences[...]
        while !rest.isEmpty {
            var record = Record(
                timestamp: timestamp, offsetMinutes: offsetMinutes, kind: .retraction, name: "")
            record.attributes[RecordField.sequences.text] = SequenceList.text(
                rest.prefix(SequenceList.maximumCount))
            switch target {
            case .id(let id): record.attributes[RecordField.id.text] = id
            case .checkIn(let day): record.attributes[RecordField.checkIn.text] = Civil(days: day).isoText
            case .sequence, nil: break
            }
            builder.append(record)
            rest = rest.dropFirst(SequenceList.maximumCount)
            if builder.isFull { close() }
        }
    }

    private mutating func close() {
        guard let frame = builder.encode() else { return }
        full.append(frame)
        builder.removeAll()
    }

    /// All that was added since the last call.
    mutating func takeFrames() -> [EncodedFrame] {
        close()
        defer { full = [] }
        return full
    }
}
