public import EventLog
internal import LogFormat

/// Events counted and their durations added up, by period and group: the answer to a ``RollupQuery``.
///
/// A value: use it from any thread.
public struct Rollup: Sendable {
    /// One for each period and group that has any event, sorted by start, then by group.
    public package(set) var rows: [RollupRow]
    /// The distinct groups: for each grouping a value, nil where records have none. Values are in Unicode scalar
    /// order, none at the end.
    public package(set) var groups: [[String?]]
    /// What could not be read, and so is not in the rows.
    public package(set) var damage: [Damage]

    /// Reads the log and adds up. Decodes of each frame only the columns that the query needs, on all
    /// processors. What was retracted is not in it; pruned events that are still counted are. Takes no lock.
    ///
    /// Cost: O(events of the batches that reach into the query's range), some nanoseconds each; memory by the number of
    /// rows.
    /// - Throws: `LogError` if a file of the log can't be read at all. Damage is no error: see ``damage``.
    public init(_ query: RollupQuery, of snapshot: LogSnapshot) throws(LogError) {
        let retracted = try RetractedSequences(snapshot)
        let expected = query.expectedPeriods(in: snapshot)
        let (folds, damage) = try snapshot.fold(
            where: { query.filter.mayHold($0) },
            make: { RollupFold(query, retracted: retracted, expectedPeriods: expected) })
        self.damage = (snapshot.damage + damage).merging(retracted.damage)
        let merge = RollupMerge(folds)
        groups = merge.groups
        rows = merge.rows(of: query)
    }
}

extension RollupQuery {
    /// About how many periods the frames reach over, 65,536 at the most.
    fileprivate func expectedPeriods(in snapshot: LogSnapshot) -> Int {
        let entries = snapshot.segments.lazy.flatMap(\.entries).filter { filter.mayHold($0) }
        guard let first = entries.map(\.minimumTimestamp).min(),
            let last = entries.map(\.maximumTimestamp).max()
        else { return 1 }
        let length =
            switch unit {
            case .hour: Microseconds.hour
            case .day: Microseconds.day
            case .week: 7 * Microseconds.day
            case .month: 28 * Microseconds.day
            case .year: 365 * Microseconds.day
            }
        return min(1 << 16, Int(clamping: (last - first) / length) + 2)
    }

    /// The first instant of a period. By recorded offsets a period has none of its own: it is given as the
    /// instant at which the default zone's clock shows it.
    package func start(ofKey key: Int64) -> Int64 {
        guard usesRecordedOffsets else { return calendar.firstInstant(of: unit, key: key) }
        return calendar.zone.instant(ofWall: calendar.onWallClock.firstInstant(of: unit, key: key))
    }

    /// All periods from the first to the last row, or over the range that was asked for where that is wider:
    /// what `--fill` shows.
    package func periods(covering rows: [RollupRow]) -> PeriodSequence? {
        let known = usesRecordedOffsets ? calendar.onWallClock : calendar
        func wall(_ instant: Int64) -> Int64 {
            usesRecordedOffsets
                ? instant + Int64(calendar.zone.offsetSeconds(at: instant)) * Microseconds.second : instant
        }
        // By recorded offsets an event of the range may lie on a day that the default zone has outside of it.
        let rowStarts = [rows.first, rows.last].map { $0.map { known.firstInstant(of: unit, key: $0.key) } }
        let first = [filter.from.map(wall), rowStarts[0]].compactMap { $0 }.min()
        let last = [filter.to.map(wall), rowStarts[1].map { $0 + 1 }].compactMap { $0 }.max()
        guard let first, let last, first < last else { return nil }
        return known.periods(of: unit, in: first..<last)
    }
}

extension LocalCalendar {
    /// The same days and weeks for wall times taken as instants.
    var onWallClock: LocalCalendar {
        LocalCalendar(zone: .utc, dayStartMinutes: dayStartMinutes, firstWeekday: firstWeekday)
    }
}
