/// What insights are computed from: activity by day over all time, and the details of two periods. Plain
/// numbers, so that the calculation is pure. ``LiveInsights/summary(_:at:calendar:)`` takes one from a log.
public struct ActivitySummary: Sendable, Equatable {
    /// What happened in one period, as far as its cards need it.
    public struct Details: Sendable, Equatable {
        /// Microseconds, exactly.
        public var duration: Int128 = 0
        /// Events by type.
        public var types: [String: Int] = [:]
        /// Events by the value of the metadata key `category`.
        public var categories: [String: Int] = [:]

        /// Nothing happened.
        public init() {}
    }

    /// Events by local day (days since 1970-01-01); days without any are absent.
    public var days: [Int64: Int] = [:]
    /// The reference day has an event at or before the reference instant.
    public var isReferenceDayActive = false
    /// Events of the reference day by the hour that the clock showed: an hour that comes twice is added up, one
    /// that is skipped is 0.
    public var hours = [Int](repeating: 0, count: 24)
    /// Of the period that holds the reference instant.
    public var current = Details()
    /// Of the period before.
    public var previous = Details()

    /// Nothing ever happened.
    public init() {}
}

/// Days, weeks and streaks as insights look at them.
public struct InsightDays: Sendable {
    /// Says which day an instant belongs to.
    public let calendar: LocalCalendar
    /// The local day of the reference date.
    public let referenceDay: Int64
    /// Days of the period that holds the reference day, in days since 1970-01-01.
    public let current: Range<Int64>
    /// Days of the period a step before.
    public let previous: Range<Int64>

    /// The days of a period and of the one before. O(log transitions of the zone).
    /// - Parameters:
    ///   - period: a day, week, month or year.
    ///   - reference: an instant that it holds, in microseconds since 1970-01-01 UTC.
    ///   - calendar: says which day that is.
    public init(period: InsightPeriod, reference: Int64, calendar: LocalCalendar) {
        self.calendar = calendar
        referenceDay = calendar.day(at: reference)
        let start = calendar.key(of: period.unit, at: reference)
        current = start..<calendar.key(of: period.unit, adding: 1, to: start)
        let before =
            period == .day
            ? calendar.day(before: start) : calendar.key(of: period.unit, adding: -1, to: start)
        previous = before..<start
    }
}
