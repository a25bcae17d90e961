internal import LogFormat

extension RetractedSequences {
    /// The records of a loaded frame that are retracted, by their place in it, ascending; nothing is decoded where
    /// there are none. O(log retracted), and O(records) where the frame has any.
    func records(of frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> [Int] {
        let gone = within(entry.firstSequence..<max(entry.firstSequence, entry.endSequence))
        guard !gone.isEmpty else { return [] }
        guard let sequences = try frame.relativeSequences() else {
            return gone.map { Int($0 - entry.firstSequence) }.filter { $0 < frame.count }
        }
        var records: [Int] = []
        var record = 0
        for sequence in gone {
            let relative = Int64(sequence - entry.firstSequence)
            while record < sequences.count && sequences[record] < relative { record += 1 }
            if record < sequences.count && sequences[record] == relative { records.append(record) }
        }
        return records
    }
}
