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

    init(filter: EventFilter) { selection = FrameSelection(filter: filter, groupings: []) }

    /// The events of a loaded frame that the filter lets through, in the order of the frame.
    func events(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> [StoredEvent] {
        let selected = try selection.select(frame, entry)
        let times = try frame.times()
        let shapes = try frame.shapeIndexes()
        let durations = try frame.durations()
        let offsets = try frame.offsets()
        let sequences = try frame.relativeSequences()
        let ids = try frame.ids()
        var columns: [StringValues] = []
        for key in 0..<frame.keys.count { columns.append(try frame.values(ofKey: key)) }
        let keys = (0..<frame.keys.count).map { frame.keys.string($0) }
        let names = (0..<frame.names.count).map { frame.names.string($0) }
        var cursors = [Int](repeating: 0, count: keys.count)
        var (durationAt, idAt) = (0, 0)
        var events: [StoredEvent] = []
        for index in 0..<frame.count {
            let shapeNumber = Int(shapes[index])
            let shape = frame.shapes[shapeNumber]
            let isWanted: Bool =
                switch selected {
                case .everything: true
                case .byShape(let groups): groups[shapeNumber] >= 0
                case .byRecord(let groups): groups[index] >= 0
                }
            var event: StoredEvent?
            if isWanted {
                let place = sequences.map { UInt64($0[index]) } ?? UInt64(index)
                let offset = offsets.map { $0[index] }.flatMap {
                    $0 == Int64(Format.unknownOffset) ? nil : Int($0)
                }
                event = StoredEvent(
                    sequence: entry.firstSequence + place, timestamp: times[index], offsetMinutes: offset,
                    type: names[shape.name], metadata: [])
            }
            if shape.hasDuration {
                event?.duration = durations[durationAt]
                durationAt += 1
            }
            if shape.hasID {
                event?.id = String(decoding: ids[idAt], as: UTF8.self)
                idAt += 1
            }
            for place in shape.keys {
                let key = Int(frame.shapeKeys[place])
                if event != nil {
                    event?.metadata.append(
                        (keys[key], String(decoding: columns[key][cursors[key]], as: UTF8.self)))
                }
                cursors[key] += 1
            }
            if var event {
                event.metadata.sort { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
                events.append(event)
            }
        }
        return events
    }
}
