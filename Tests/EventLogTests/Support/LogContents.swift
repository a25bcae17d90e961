import EventLog
import LogFormat
import Synchronization
import TestSupport

/// A record as read back, with its sequence.
struct StoredRecord: Equatable {
    var sequence: UInt64
    var record: Record
}

/// All records of a snapshot in the order of their sequences, the slow plain way, and what was damaged.
func contents(of snapshot: LogSnapshot) throws -> (records: [StoredRecord], damage: [Damage]) {
    let (folds, damage) = try snapshot.fold(threads: 1, make: { Collector() })
    let records = folds.flatMap(\.records).sorted { $0.sequence < $1.sequence }
    return (records, snapshot.damage + damage)
}

private final class Collector: FrameFold {
    var records: [StoredRecord] = []

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let times = try frame.times()
        let indexes = try frame.shapeIndexes()
        let durations = try frame.durations()
        let offsets = try frame.offsets()
        let sequences = try frame.relativeSequences()
        let ids = try frame.ids()
        var values: [StringValues] = []
        for key in 0..<frame.keys.count { values.append(try frame.values(ofKey: key)) }
        var cursors = [Int](repeating: 0, count: frame.keys.count)
        var (durationAt, idAt) = (0, 0)
        for index in 0..<frame.count {
            let shape = frame.shapes[Int(indexes[index])]
            var record = Record(
                timestamp: times[index], kind: shape.kind, name: frame.names.string(shape.name))
            if let offset = offsets?[index], offset != Int64(Format.unknownOffset) {
                record.offsetMinutes = Int(offset)
            }
            if shape.hasDuration {
                record.duration = durations[durationAt]
                durationAt += 1
            }
            if shape.hasID {
                record.id = String(decoding: ids[idAt], as: UTF8.self)
                idAt += 1
            }
            for key in shape.keys.map({ Int(frame.shapeKeys[$0]) }) {
                record.attributes[frame.keys.string(key)] = String(
                    decoding: values[key][cursors[key]], as: UTF8.self)
                cursors[key] += 1
            }
            let sequence = entry.firstSequence + UInt64(sequences.map { Int($0[index]) } ?? index)
            records.append(StoredRecord(sequence: sequence, record: record))
        }
    }
}

/// One frame of records, none of which is over a limit.
func frame(of records: [Record]) -> EncodedFrame? {
    let builder = FrameBuilder()
    for record in records { builder.append(record) }
    return builder.encode()
}

func randomRecord(using random: inout SeededGenerator) -> Record {
    let names = ["taskCompleted", "screenViewed", "größe", "a", "session started"]
    let start: Int64 = 1_700_000_000_000_000
    var record = Record(
        timestamp: start + Int64.random(in: 0...1_000_000_000, using: &random) * 1000,
        offsetMinutes: [0, 60, -480, nil].randomElement(using: &random) ?? 0,
        name: names.randomElement(using: &random) ?? "")
    if Bool.random(using: &random) { record.duration = Int64.random(in: 0...100, using: &random) * 1_000_000 }
    if Int.random(in: 0..<4, using: &random) == 0 {
        record.id = String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16)
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
        let key = ["category", "screen", "clé"].randomElement(using: &random) ?? ""
        record.attributes[key] = ["", "work", "home", "😀"].randomElement(using: &random) ?? ""
    }
    return record
}
