internal import LogFormat

/// What waits to be written: records as they came, or the frame that was made of them.
///
/// Unchecked sendable: records are touched only inside the recorder's lock while they are open, and only by the one
/// writer afterwards.
struct RecorderBatch: @unchecked Sendable {
    enum Content {
        case records(PendingRecords)
        case frame(EncodedFrame)
    }

    var content: Content
    let count: Int

    var frame: EncodedFrame? {
        if case .frame(let frame) = content { frame } else { nil }
    }

    init(_ records: PendingRecords) {
        content = .records(records)
        count = records.count
    }

    init(_ frame: EncodedFrame) {
        content = .frame(frame)
        count = frame.header.recordCount
    }
}

/// Memory for records that is filled again and again. Used inside the recorder's lock only.
struct SpareRecords {
    private var spare: [PendingRecords] = []
    private static let mostKept = 2

    mutating func take() -> PendingRecords { spare.popLast() ?? PendingRecords() }

    mutating func giveBack(_ records: PendingRecords) {
        guard spare.count < Self.mostKept, records.isWorthKeeping else { return }
        records.removeAll()
        spare.append(records)
    }
}
