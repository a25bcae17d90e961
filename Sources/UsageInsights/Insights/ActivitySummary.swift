/// What insights are computed from: activity by day over all time, and the details of two periods. Plain
/// numbers, so that the calculation is pure; `ActivityReader` takes them from a log.
public struct ActivitySummary: Sendable, Equatable {
    /// What happened in one period, as far as its cards need it.
    public struct Details: Sendable, Equatable {
        /// Microseconds, exactly.
        public var duration: Int128 = 0
        /// Events by type.
        public var types: [String: Int] = [:]
        /// Events by the value of the metadata key `category`.
        public var categories: [String: Int] = [:]

        public init() {}
    }

    /// Events by local day (days since 1970-01-01); days without any are absent.
    public var days: [Int64: Int] = [:]
    /// The reference day has an event at or before the reference instant.
    public var isReferenceDayActive = false
    /// Events of the reference day by the hour that the clock showed: an hour that comes twice is added up, one
    /// that is skipped is 0.
    public var hours = [Int](repeating: 0, count: 24)
    public var current = Details()
    public var previous = Details()

    public init() {}
}

/// Days, weeks and streaks as insights look at them.
public struct InsightDays: Sendable {
    public let calendar: LocalCalendar
    /// The local day of the reference date.
    public let referenceDay: Int64
    /// Days of the period that holds the reference day, and of the one a step before.
    public let current: Range<Int64>
    public let previous: Range<Int64>

    /// - Parameter reference: microseconds since 1970-01-01 UTC.
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
