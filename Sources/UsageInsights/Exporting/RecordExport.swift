package import EventLog
internal import LogFormat

/// Hands over what a log holds, in the order of sequence, so that it can be appended to another log.
///
/// Left out is what no answer shows any more: retracted records, retractions, and check-ins that neither began their
/// day nor have the last word on it. So a compaction changes nothing here. Memory: one frame; 8 bytes a retraction, and
/// what the check-ins take. Not thread-safe.
package final class RecordExport {
    /// Only records at or after this instant, in microseconds since 1970-01-01 UTC.
    package var from: Int64?
    /// Only records before this one.
    package var to: Int64?
    /// What could not be read so far.
    package private(set) var damage: [Damage]

    private let snapshot: LogSnapshot
    private let gone: RetractedSequences

    package init(_ snapshot: LogSnapshot) throws(LogError) {
        self.snapshot = snapshot
        let retracted = try RetractedSequences(snapshot)
        let wellness = WellnessProjection()
        let found = try wellness.refresh(snapshot)
        // A check-in that says what can't be is named as damage, and no log would take it.
        gone = retracted.adding(wellness.superseded + wellness.invalid)
        damage = snapshot.damage.merging(retracted.damage).merging(found)
    }

    /// Reads each frame that may hold something, with which of its records are wanted.
    /// - Parameters:
    ///   - progress: called with the bytes done and those to do.
    ///   - body: what it throws ends the walk.
    func forEachFrame(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        _ body: (FrameReader, FrameEntry, [Bool]) throws -> Void
    ) throws {
        let total = snapshot.segments.reduce(0) { $0 + $1.frameBytes }
        let source = snapshot.frameSource()
        var done = 0
        for (segment, file) in snapshot.segments.enumerated() {
            for (index, entry) in file.entries.enumerated() {
                done += entry.frameLength
                guard mayHold(entry) else { continue }
                var failure: (any Error)?
                try source.read(segment: segment, entry: index) { frame, entry throws(FormatError) in
                    let wanted = try select(frame, entry)
                    guard wanted.contains(true) else { return }
                    do {
                        try body(frame, entry, wanted)
                    } catch let error as FormatError {
                        throw error
                    } catch { failure = error }
                }
                if let failure { throw failure }
                progress(done, total)
            }
        }
        damage = damage.merging(source.damage)
    }

    private func mayHold(_ entry: FrameEntry) -> Bool {
        entry.recordCount > 0 && entry.maximumTimestamp >= from ?? .min && entry.minimumTimestamp < to ?? .max
    }

    private func select(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> [Bool] {
        var wanted = [Bool](repeating: true, count: frame.count)
        if entry.minimumTimestamp < from ?? .min || entry.maximumTimestamp >= to ?? .max {
            let times = try frame.times()
            for index in 0..<frame.count {
                wanted[index] = times[index] >= from ?? .min && times[index] < to ?? .max
            }
        }
        if entry.has(.retraction) {
            let shapes = try frame.shapeIndexes()
            let isRetraction = frame.shapes.map { $0.kind == .retraction }
            for index in 0..<frame.count where isRetraction[Int(shapes[index])] { wanted[index] = false }
        }
        for record in try gone.records(of: frame, entry) { wanted[record] = false }
        return wanted
    }
}
