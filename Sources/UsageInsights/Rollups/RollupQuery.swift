internal import LogFormat

/// What a rollup is asked for.
public struct RollupQuery: Sendable {
    /// By what records are told apart, beside their time.
    public enum Grouping: Equatable, Sendable {
        /// By the event's type.
        case type
        /// By the value of a metadata key.
        case key(String)

        package var name: String {
            switch self {
            case .type: "type"
            case .key(let key): key
            }
        }
    }

    /// The periods to count by.
    public var unit: PeriodUnit
    /// Says which period an instant belongs to.
    public var calendar: LocalCalendar
    /// Count each event in the hour and day of its own recorded offset; `calendar`'s zone serves those without.
    public var usesRecordedOffsets = false
    /// Counts are apart for each combination of values; empty for one count a period.
    public var groupings: [Grouping] = []
    /// Which events to count.
    public var filter = EventFilter()

    /// All events, without groups.
    public init(unit: PeriodUnit, calendar: LocalCalendar) {
        self.unit = unit
        self.calendar = calendar
    }
}

/// Which events a question is about.
public struct EventFilter: Sendable {
    /// Any of these; empty means all.
    public var types: [String] = []
    /// All of these: a key and the value it must have.
    public var conditions: [(key: String, value: String)] = []
    /// At or after this instant, in microseconds since 1970-01-01 UTC.
    public var from: Int64?
    /// Before this instant, in microseconds since 1970-01-01 UTC.
    public var to: Int64?

    /// All events.
    public init() {}

    /// Whether a frame with these bounds can hold any.
    func mayHold(_ entry: FrameEntry) -> Bool {
        entry.hasEvents && entry.maximumTimestamp >= from ?? .min && entry.minimumTimestamp < to ?? .max
    }

    /// Whether time says nothing about the records of this frame.
    func containsAll(of entry: FrameEntry) -> Bool {
        entry.minimumTimestamp >= from ?? .min && entry.maximumTimestamp < to ?? .max
    }
}

/// One line of a rollup.
public struct RollupRow: Equatable, Sendable {
    /// The period: for hours its first instant, in microseconds since 1970-01-01 UTC; else its first day, in days since
    /// 1970-01-01, which ``Civil/init(days:)`` makes a date of.
    public var key: Int64
    /// The period's first instant, in microseconds since 1970-01-01 UTC.
    public var start: Int64
    /// Index into ``Rollup/groups``.
    public var group: Int
    /// Events of the period and group.
    public var count: Int
    /// Their durations together, in microseconds, exactly.
    public var duration: Int128

    package init(key: Int64, start: Int64, group: Int, count: Int, duration: Int128) {
        self.key = key
        self.start = start
        self.group = group
        self.count = count
        self.duration = duration
    }
}
