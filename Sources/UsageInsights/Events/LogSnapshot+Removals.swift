internal import EventLog
internal import LogFormat

extension LogSnapshot {
    /// Whether records that an earlier snapshot of the log had are no longer there: retracted and compacted away, or
    /// pruned. What was derived from them must then be derived anew. O(segments) where nothing was written anew since;
    /// else O(frames), and one frame is read at most.
    func lacksRecords(of earlier: LogSnapshot) throws(LogError) -> Bool {
        let known = earlier.segments
        if segments.count >= known.count, zip(segments, known).allSatisfy({ $0.name == $1.name }) {
            return false
        }
        // Sequences are never given out twice, so that a count is enough.
        return try recordCount(before: earlier.nextSequence) != earlier.recordCount
    }

    private func recordCount(before sequence: UInt64) throws(LogError) -> Int {
        var count = 0
        for (index, segment) in segments.enumerated() {
            for (at, entry) in segment.entries.enumerated() where entry.firstSequence < sequence {
                if entry.endSequence <= sequence {
                    count += entry.recordCount
                } else {
                    // Merged from frames of both sides.
                    try frameSource().read(segment: index, entry: at) { frame, entry throws(FormatError) in
                        let relative = sequence - entry.firstSequence
                        count +=
                            try frame.relativeSequences()?.count { UInt64($0) < relative }
                            ?? min(frame.count, Int(clamping: relative))
                    }
                }
            }
        }
        return count
    }
}
