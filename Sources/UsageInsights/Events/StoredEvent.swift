internal import EventLog
internal import LogFormat

/// One event as the log holds it.
package struct StoredEvent: Sendable, Equatable {
    package var sequence: UInt64
    /// Microseconds since 1970-01-01 UTC.
    package var timestamp: Int64
    /// Minutes east of UTC where it was recorded, if known.
    package var offsetMinutes: Int?
    package var type: String
    /// Sorted by key, in Unicode scalar order.
    package var metadata: [(key: String, value: String)]
    /// Microseconds.
    package var duration: Int64?
    package var id: String?

    package static func == (a: Self, b: Self) -> Bool {
        a.sequence == b.sequence && a.timestamp == b.timestamp && a.offsetMinutes == b.offsetMinutes
            && a.type == b.type && a.duration == b.duration && a.id == b.id
            && a.metadata.elementsEqual(b.metadata, by: ==)
    }

    /// By time, and in the order of arrival where that is the same.
    static func precedes(_ a: StoredEvent, _ b: StoredEvent) -> Bool {
        (a.timestamp, a.sequence) < (b.timestamp, b.sequence)
    }
}

/// Takes the events out of frames. Not thread-safe.
final class EventReader {
    private let selection: FrameSelection

    /// - Parameter includesPruned: also what stands for events that were pruned.
    init(filter: EventFilter, retracted: RetractedSequences, includesPruned: Bool) {
        selection = FrameSelection(
            filter: filter, groupings: [], retracted: retracted, includesPruned: includesPruned)
    }

    /// The events of a loaded frame that the filter lets through, in the order of the frame.
    func events(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> [StoredEvent] {
        let selected = try selection.select(frame, entry)
        let columns = try RecordColumns(frame, entry)
        var events: [StoredEvent] = []
        columns.forEach { record, shape in
            switch selected {
            case .everything: true
            case .byShape(let groups): groups[shape] >= 0
            case .byRecord(let groups): groups[record] >= 0
            }
        } _: { row in
            events.append(
                StoredEvent(
                    sequence: row.sequence, timestamp: row.timestamp, offsetMinutes: row.offsetMinutes,
                    type: row.name,
                    metadata: row.attributes.sorted {
                        $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars)
                    }, duration: row.duration, id: row.id))
        }
        return events
    }
}
