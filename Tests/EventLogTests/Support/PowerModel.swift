import EventLog

/// What a log must hold: the plain truth that a run is held against.
struct PowerModel {
    /// Every record that was acknowledged, by its sequence. Removing some is taking them out here.
    var records: [UInt64: Record] = [:]
    /// Batches that may be there, whole, or not: not acknowledged, and not known to be gone.
    var undecided: [Int: [Record]] = [:]

    /// A record as a reader found it.
    struct Found: Equatable {
        var sequence: UInt64
        var timestamp: Int64
    }

    mutating func acknowledge(_ batch: Int, _ sequences: Range<UInt64>) -> String? {
        guard let added = undecided.removeValue(forKey: batch), sequences.count == added.count else {
            return "batch \(batch) got \(sequences)"
        }
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
                known += 1
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
        if known != records.count { return "\(records.count - known) acknowledged records are lost" }
        return nil
    }

    /// The model once it is known what survived: that, and nothing else, has to stay.
    func decided(by found: [Found]) -> PowerModel {
        var model = PowerModel()
        model.records = records
        for one in found where records[one.sequence] == nil {
            let batch = undecided[PowerWorkload.batch(at: one.timestamp)] ?? []
            model.records[one.sequence] = batch.first { $0.timestamp == one.timestamp }
        }
        return model
    }
}
