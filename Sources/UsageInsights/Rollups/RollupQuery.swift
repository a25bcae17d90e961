internal import LogFormat

/// What a rollup is asked for.
package struct RollupQuery: Sendable {
    /// By what records are told apart, beside their time.
    package enum Grouping: Equatable, Sendable {
        case type
        case key(String)

        package var name: String {
            switch self {
            case .type: "type"
            case .key(let key): key
            }
        }
    }

    package var unit: PeriodUnit
    package var calendar: LocalCalendar
    /// Count each event in the hour and day of its own recorded offset; `calendar`'s zone serves those without.
    package var usesRecordedOffsets = false
    package var groupings: [Grouping] = []
    package var filter = EventFilter()

    package init(unit: PeriodUnit, calendar: LocalCalendar) {
        self.unit = unit
        self.calendar = calendar
    }
}

/// Which events a question is about.
package struct EventFilter: Sendable {
    /// Any of these; empty means all.
    package var types: [String] = []
    /// All of these: a key and the value it must have.
    package var conditions: [(key: String, value: String)] = []
    /// At or after this instant.
    package var from: Int64?
    /// Before this instant.
    package var to: Int64?

    package init() {}

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
package struct RollupRow: Equatable, Sendable {
    /// The period, as `LocalCalendar` counts them.
    package var key: Int64
    /// The period's first instant.
    package var start: Int64
    /// Index into `Rollup.groups`.
    package var group: Int
    package var count: Int
    /// Microseconds, exactly.
    package var duration: Int128

    package init(key: Int64, start: Int64, group: Int, count: Int, duration: Int128) {
        self.key = key
        self.start = start
        self.group = group
        self.count = count
        self.duration = duration
    }
}
