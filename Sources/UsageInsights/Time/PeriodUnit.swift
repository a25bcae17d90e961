/// What answers are grouped by.
public enum PeriodUnit: String, Sendable, CaseIterable, Hashable {
    /// One real hour of the zone's grid: 25 on a day that gains one, 23 on a day that loses one.
    case hour
    /// From one day start to the next.
    case day
    /// Seven days, from the calendar's first weekday on.
    case week
    /// A month of the calendar.
    case month
    /// A year of the calendar.
    case year
}

/// A half-open run of instants, `start ..< end` in µs, that belong to one period.
///
/// Almost always this is the whole period. Where a zone's clocks go back across midnight, a day consists of two
/// runs with a piece of its neighbour between them; both have the same key.
package struct PeriodRun: Sendable, Hashable {
    /// For hours the first instant of the bucket in µs; for everything else the number of the period's first
    /// day, in days since 1970-01-01.
    package var key: Int64
    package var start: Int64
    package var end: Int64

    package init(key: Int64, start: Int64, end: Int64) {
        self.key = key
        self.start = start
        self.end = end
    }
}
