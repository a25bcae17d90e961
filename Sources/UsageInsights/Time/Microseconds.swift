/// Lengths of time in microseconds, and the bounds of instants.
package enum Microseconds {
    package static let second: Int64 = 1_000_000
    package static let minute: Int64 = 60 * second
    package static let hour: Int64 = 60 * minute
    package static let day: Int64 = 24 * hour

    /// 400 Gregorian years, after which dates, weekdays and so a zone's yearly rules repeat.
    static let cycle: Int64 = Civil.daysPerCycle * day

    /// 0001-01-01T00:00:00Z ... 9999-12-31T23:59:59.999999Z.
    package static let supported: ClosedRange<Int64> =
        (-719_162 * day)...(2_932_897 * day - 1)

    /// Instants beyond these bounds are read as the bound. They lie 146,000 years out, far enough from the
    /// ends of Int64 that adding an offset or a period can't overflow.
    static let bounds: ClosedRange<Int64> = -(1 << 62)...(1 << 62)

    /// Stand for "since ever" and "for ever" at the ends of a zone's table; outside ``bounds``.
    static let distantPast: Int64 = -(3 << 61)
    static let distantFuture: Int64 = 3 << 61

    @inline(__always)
    static func bounded(_ instant: Int64) -> Int64 {
        max(bounds.lowerBound, min(bounds.upperBound, instant))
    }
}
