package import EventLog
internal import LogFormat

/// Retracts records by hand: all that is asked for at once, or nothing.
package struct RetractionAppend {
    package struct Outcome: Sendable {
        /// What was stored, as for any other record. A target that was retracted before counts as a duplicate.
        package var stored = AppendOutcome()
        /// The sequences that this retracted, ascending.
        package var sequences: [UInt64] = []
        /// Why nothing was stored, if a target was refused.
        package var refusal: String?
        /// What could not be read while looking for the targets.
        package var damage: [Damage] = []
    }

    private let writer: LogWriter

    package init(writer: LogWriter) { self.writer = writer }

    /// Looks for the targets under the log's lock, and commits one record that retracts them. O(check-ins and
    /// retractions), and O(records with ids) for an id.
    /// - Throws: what a commit throws; the log is then as it was, but for lists of more than ten thousand.
    package func append(
        _ targets: [RetractionTarget], timestamp: Int64, offsetMinutes: Int?
    ) throws(LogError) -> Outcome {
        var outcome = Outcome()
        try writer.locked { log throws(LogError) in
            outcome.stored.notices = log.takeNotices()
            let index = RetractionIndex()
            try index.refresh(log, withIDs: targets.contains { if case .id = $0 { true } else { false } })
            outcome.damage = index.damage
            for target in targets {
                switch try index.resolve(target) {
                case .sequences(let sequences):
                    index.didRetract(sequences)
                    outcome.sequences += sequences
                case .alreadyRetracted: outcome.stored.duplicates += 1
                case .refused(let reason):
                    outcome.refusal = reason
                    return
                }
            }
            outcome.sequences.sort()
            var records = RetractionRecords()
            records.add(
                outcome.sequences, target: targets.count == 1 ? targets.first : nil, timestamp: timestamp,
                offsetMinutes: offsetMinutes)
            for frame in records.takeFrames() { outcome.stored.count(try log.commit(frame)) }
        }
        return outcome
    }
}
