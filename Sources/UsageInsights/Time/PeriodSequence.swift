/// Consecutive periods by increasing key; made by ``LocalCalendar/periods(of:in:)``.
package struct PeriodSequence: Sequence, IteratorProtocol, Sendable {
    private let calendar: LocalCalendar
    private let unit: PeriodUnit
    private var upcoming: Int64
    private let last: Int64

    init(calendar: LocalCalendar, unit: PeriodUnit, from first: Int64, through last: Int64) {
        self.calendar = calendar
        self.unit = unit
        self.upcoming = first
        self.last = last
    }

    /// The key, and the first instant of the whole period, which may lie before the range asked for.
    package mutating func next() -> (key: Int64, start: Int64)? {
        while upcoming <= last {
            let key = upcoming
            let following = calendar.key(of: unit, adding: 1, to: key)
            let first = calendar.first(of: unit, key: key)
            guard following > key else {
                // The bound of time: there is no next period.
                upcoming = .max
                return first.exists ? (key, first.instant) : nil
            }
            upcoming = following
            if first.exists { return (key, first.instant) }
        }
        return nil
    }
}
