public import EventLog
internal import LogFormat

/// Looks after a log: merges what is small, and removes what is retracted, superseded or too old. Made to be run
/// every night, beside writers and readers.
///
/// Only one process at a time can do so for a log. Each step leaves a log that is whole, so work may be cut off at any
/// moment and goes on from there the next time. Not thread-safe.
public final class LogKeeping {
    /// What was done.
    public struct Report: Sendable, Equatable {
        /// Records that are no longer in the log.
        public var droppedRecords = 0
        /// Of those, how many go on being counted.
        public var keptInRollups = 0
        /// Segments that were written anew or removed.
        public var segmentsBefore = 0
        /// Segments that took their place.
        public var segmentsAfter = 0
        /// Bytes of the segments that were written anew or removed.
        public var bytesBefore = 0
        /// Bytes of the segments that took their place.
        public var bytesAfter = 0
        /// Segments with damage are left as they are.
        public var damage: [Damage] = []

        /// Nothing was done.
        public init() {}

        /// Nothing was worth doing.
        public var isIdle: Bool { droppedRecords == 0 && segmentsBefore == 0 }
    }

    let maintenance: LogMaintenance
    var report = Report()

    /// Takes the right to look after the log of `writer`, and deletes what killed processes left.
    ///
    /// The right is held for as long as this object lives.
    /// - Parameter writer: appending through it may go on meanwhile.
    /// - Throws: `LogError` with `.locked` if another process is at it.
    public init(_ writer: LogWriter) throws(LogError) {
        maintenance = try LogMaintenance(writer)
    }

    func add(_ outcome: MaintenanceOutcome) {
        report.droppedRecords += outcome.droppedRecords
        report.keptInRollups += outcome.keptInRollups
        report.segmentsBefore += outcome.replaced
        report.segmentsAfter += outcome.made
        report.bytesBefore += outcome.bytesBefore
        report.bytesAfter += outcome.bytesAfter
        report.damage = report.damage.merging(outcome.damage)
    }
}

extension LogKeeping {
    /// Neighbouring segments that are written anew as one, by their names: whoever holds on to a snapshot of them holds
    /// on to their space.
    struct Group {
        var names: [SegmentName]
        var bytes: Int

        init(_ range: Range<Int>, of snapshot: LogSnapshot) {
            names = snapshot.segments[range].map(\.name)
            bytes = snapshot.segments[range].reduce(0) { $0 + $1.frameBytes }
        }
    }

    /// Writes groups of segments anew, one after the other. The space of each is free before the next is begun.
    /// - Parameter sieve: made of a snapshot that has all of the groups.
    func rewrite(
        _ groups: [Group], through sieve: RetentionSieve, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(LogError) {
        let total = groups.reduce(0) { $0 + $1.bytes }
        var done = 0
        for group in groups {
            let snapshot = try maintenance.snapshot()
            guard let first = snapshot.segments.firstIndex(where: { $0.name == group.names.first }),
                snapshot.segments[first...].prefix(group.names.count).map(\.name) == group.names
            else { continue }
            let range = first..<(first + group.names.count)
            let outcome = try maintenance.rewrite(range, of: snapshot, through: sieve) { bytes in
                done += bytes
                progress(done, total)
            }
            if !outcome.damage.isEmpty { sieve.keepRetractions() }
            add(outcome)
        }
    }
}
