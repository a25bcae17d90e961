package import LogFormat

/// What becomes of a record when its segment is written anew.
package enum RecordFate: UInt8, Sendable {
    case kept
    case dropped
    /// Dropped, and a record that stands for it may take its sequence.
    case replaced
}

/// Says which records of a frame stay when its segment is written anew. The log itself doesn't know what a record
/// means; who calls for a compaction does. Used by one thread at a time.
package protocol RecordSieve: AnyObject {
    /// Whether any record of the frame might go, by its header alone.
    func concerns(_ entry: FrameEntry) -> Bool
    /// Sets the fate of each record of the frame that goes; all are kept before.
    func sift(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: inout [RecordFate]
    ) throws(FormatError)
    /// Whether something is put in the place of what goes; `gather` is then called for some frames of a
    /// segment, before the first of these is written anew.
    var replaces: Bool { get }
    func gather(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: [RecordFate]
    ) throws(FormatError)
    /// What stands for the records that are replaced in the frames gathered since the last call: no more than are.
    /// Each takes the sequence of one of them.
    func takeReplacements() -> [ReplacementRun]
}

extension RecordSieve {
    package var replaces: Bool { false }
    package func gather(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: [RecordFate]
    ) throws(FormatError) {}
    package func takeReplacements() -> [ReplacementRun] { [] }

    /// What becomes of each record of a frame.
    func fates(of frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> [RecordFate] {
        var fates = [RecordFate](repeating: .kept, count: frame.count)
        if concerns(entry) { try sift(frame, entry, &fates) }
        return fates
    }
}

/// Equal records that stand for as many others which are no longer there.
package struct ReplacementRun: Sendable {
    /// The first of them has its duration, the others none.
    package var record: Record
    package var count: Int

    package init(record: Record, count: Int) {
        self.record = record
        self.count = count
    }

    /// The next one; nil when all are taken.
    mutating func next() -> Record? {
        guard count > 0 else { return nil }
        count -= 1
        defer { record.duration = nil }
        return record
    }
}

/// Keeps everything.
package final class KeepAll: RecordSieve {
    package init() {}
    package func concerns(_ entry: FrameEntry) -> Bool { false }
    package func sift(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: inout [RecordFate]
    ) throws(FormatError) {}
}
