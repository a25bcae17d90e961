import EventLog
import LogFormat

/// What a log must hold: the plain truth that a run is held against.
struct PowerModel {
    /// Every record that was acknowledged, by its sequence. Removing some is taking them out here.
    var records: [UInt64: Record] = [:]
    /// Batches that may be there, whole, or not: not acknowledged, and not known to be gone.
    var undecided: [Int: [Record]] = [:]
    /// Of `records`, those that may be gone: a removal of them was begun and has not come to its end.
    var doomed: Set<UInt64> = []
    /// What retractions take back, by their batches.
    var retractions: [Int: [UInt64]] = [:]
    /// The largest sequence that was ever promised to anyone. None up to it may be given out again.
    var highest: UInt64 = 0

    /// A record as a reader found it.
    struct Found: Equatable {
        var sequence: UInt64
        var timestamp: Int64
    }

    mutating func acknowledge(_ batch: Int, _ sequences: Range<UInt64>) -> String? {
        guard let added = undecided.removeValue(forKey: batch), sequences.count == added.count else {
            return "batch \(batch) got \(sequences)"
        }
        guard sequences.lowerBound > highest else {
            return "batch \(batch) got \(sequences), and \(highest) was given out before"
        }
        highest = sequences.upperBound - 1
        for (sequence, record) in zip(sequences, added) {
            guard records.updateValue(record, forKey: sequence) == nil else {
                return "sequence \(sequence) was given a second time, to batch \(batch)"
            }
        }
        return nil
    }

    /// What is wrong with a log in which that was found, in order of sequence.
    func problem(with found: [Found]) -> String? {
        var known = 0
        var seen: Set<Int> = []
        var at = 0
        for (one, next) in zip(found, found.dropFirst()) where one.sequence >= next.sequence {
            return "sequence \(next.sequence) is there twice"
        }
        while at < found.count {
            let one = found[at]
            if let record = records[one.sequence] {
                guard record.timestamp == one.timestamp else {
                    return "sequence \(one.sequence) is another record"
                }
                if !doomed.contains(one.sequence) { known += 1 }
                at += 1
                continue
            }
            let batch = PowerWorkload.batch(at: one.timestamp)
            guard let expected = undecided[batch] else {
                return "sequence \(one.sequence), of batch \(batch), should not be there"
            }
            let present = found[at...].prefix(expected.count)
            let whole = expected.enumerated().map {
                Found(sequence: one.sequence + UInt64($0), timestamp: $1.timestamp)
            }
            guard Array(present) == whole, !present.contains(where: { records[$0.sequence] != nil }) else {
                return "batch \(batch) is there in part"
            }
            guard seen.insert(batch).inserted else { return "batch \(batch) is there twice" }
            at += expected.count
        }
        let expected = records.count - doomed.count
        return known == expected ? nil : "\(expected - known) acknowledged records are lost"
    }

    /// The model once it is known what survived: that, and nothing else, has to stay.
    func decided(by found: [Found]) -> PowerModel {
        var model = self
        model.undecided = [:]
        model.doomed = []
        var batches: Set<Int> = []
        for one in found where records[one.sequence] == nil {
            let number = PowerWorkload.batch(at: one.timestamp)
            batches.insert(number)
            model.records[one.sequence] = undecided[number]?.first { $0.timestamp == one.timestamp }
        }
        model.highest = max(highest, found.last?.sequence ?? 0)
        if !doomed.isEmpty { model.forget(doomed.subtracting(found.map(\.sequence))) }
        for number in undecided.keys where !batches.contains(number) { model.retractions[number] = nil }
        return model
    }

    private mutating func forget(_ sequences: Set<UInt64>) {
        for sequence in sequences { records[sequence] = nil }
    }

    /// What a compaction takes out: what retractions name, and these themselves.
    func retracted(sure: Bool) -> Set<UInt64> {
        guard !retractions.isEmpty else { return [] }
        var all: Set<UInt64> = []
        for (batch, targets) in retractions where !sure || undecided[batch] == nil { all.formUnion(targets) }
        for (sequence, record) in records where record.kind == .retraction { all.insert(sequence) }
        return all.filter { records[$0] != nil }
    }

    /// What pruning removes.
    func expired(before cutoff: Int64) -> Set<UInt64> {
        Set(records.lazy.filter { $1.kind == .event && $1.timestamp < cutoff }.map(\.key))
    }

    /// A removal has come to its end, and that is what it left.
    mutating func removed(leaving found: [Found], mustGo: Set<UInt64>) -> String? {
        let left = Set(found.map(\.sequence))
        if let one = mustGo.first(where: left.contains) {
            return "sequence \(one) should have been removed"
        }
        forget(doomed.subtracting(left))
        doomed = []
        return nil
    }
}
