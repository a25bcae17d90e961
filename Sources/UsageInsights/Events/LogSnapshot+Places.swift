internal import EventLog
internal import LogFormat

extension LogSnapshot {
    /// The frame that covers a sequence, as the number of its segment and its own number there; nil where none
    /// does. O(segments + log frames).
    func frame(covering sequence: UInt64) -> (segment: Int, entry: Int)? {
        let segment = segments.lastIndex { segment in
            segment.entries.first.map { $0.firstSequence <= sequence } ?? false
        }
        guard let segment else { return nil }
        let entries = segments[segment].entries
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].firstSequence <= sequence { low = middle + 1 } else { high = middle }
        }
        guard low > 0, sequence < entries[low - 1].endSequence else { return nil }
        return (segment, low - 1)
    }

    /// A record that is whole on the disk, but says what can't be.
    func damage(ofRecord sequence: UInt64, _ reason: String) -> Damage {
        let reason = "sequence \(sequence): \(reason)"
        guard let place = frame(covering: sequence) else {
            return Damage(file: "", offset: 0, lostRecords: 1, reason: reason)
        }
        let segment = segments[place.segment]
        let entry = segment.entries[place.entry]
        return Damage(
            file: segment.name.fileName, offset: entry.offset, length: entry.frameLength, lostRecords: 1,
            reason: reason)
    }
}

extension [Damage] {
    /// This and more, where several looks at the log may have met the same place: each is named once.
    func merging(_ others: [Damage]) -> [Damage] {
        guard !others.isEmpty else { return self }
        var known: Set<DamagedPlace> = []
        return (self + others).filter { known.insert(DamagedPlace($0)).inserted }
    }
}

private struct DamagedPlace: Hashable {
    let file: String
    let offset: Int
    let reason: String

    init(_ damage: Damage) {
        file = damage.file
        offset = damage.offset
        reason = damage.reason
    }
}
