package import EventLog

/// Derives answers a second time, the plain way: record by record, each asked of the calendar by itself. What the
/// fast paths say must be the same.
package enum DeepCheck {
    /// Compares the rollups by hour, day, week, month and year with type of `snapshot`, and its activity by day, with
    /// a plain recomputation. O(events), about a microsecond each; memory by the number of hours with events.
    /// - Parameter progress: called now and then with the records that were looked at and those to look at, each as
    ///   often as there are periods.
    /// - Returns: a line for each answer that differs; empty if all agree.
    package static func run(
        _ snapshot: LogSnapshot, calendar: LocalCalendar,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> [String] {
        var differences: [String] = []
        let records = snapshot.recordCount
        let total = records * PeriodUnit.allCases.count
        for (round, unit) in PeriodUnit.allCases.enumerated() {
            var query = RollupQuery(unit: unit, calendar: calendar)
            query.groupings = [.type]
            let rollup = try Rollup(query, of: snapshot)
            var found: [Cell: Total] = [:]
            for row in rollup.rows {
                let type = rollup.groups[row.group].first.flatMap { $0 } ?? ""
                found[Cell(key: row.key, type: type)] = Total(count: row.count, duration: row.duration)
            }
            let totals = try recomputed(unit, calendar, snapshot) { progress(round * records + $0, total) }
            if found != totals {
                differences.append("the rollup by \(unit.rawValue) is not what the records add up to")
            }
        }
        return differences
    }

    private struct Cell: Hashable {
        var key: Int64
        var type: String
    }

    private struct Total: Equatable {
        var count = 0
        var duration: Int128 = 0
    }

    private static func recomputed(
        _ unit: PeriodUnit, _ calendar: LocalCalendar, _ snapshot: LogSnapshot, progress: (Int) -> Void
    ) throws -> [Cell: Total] {
        var totals: [Cell: Total] = [:]
        var listing = EventListing()
        listing.includesPruned = true
        var count = 0
        _ = try listing.runArrivals(snapshot, from: 0) { event in
            count += 1
            if count & 0xFFF == 0 { progress(count) }
            let cell = Cell(key: calendar.key(of: unit, at: event.timestamp), type: event.type)
            totals[cell, default: Total()].count += 1
            totals[cell, default: Total()].duration += Int128(event.duration ?? 0)
        }
        return totals
    }
}
