/// Runs of active days. A day that the zone skips ends none: nobody could be active on it.
public struct Streaks: Sendable, Equatable {
    /// A run of active days, first and last included.
    public struct Run: Sendable, Equatable {
        /// In days since 1970-01-01.
        public var first: Int64
        /// In days since 1970-01-01.
        public var last: Int64
        /// Days in it.
        public var length: Int
    }

    /// The run that the reference day, or the day before where it is still empty, is the last of.
    public var current: Run?
    /// The longest run up to the reference day; of several the earliest.
    public var longest: Run?
    /// How many days up to the reference day were active.
    public var activeDays: Int

    /// The streaks of a set of active days. O(days × log days).
    /// - Parameters:
    ///   - days: days with at least one event, each once, in days since 1970-01-01; those after the reference day don't
    ///     count.
    ///   - referenceDay: the day that counts as today.
    ///   - isReferenceDayActive: whether the reference day has an event that isn't after the reference instant.
    ///   - calendar: knows which days the zone has skipped.
    public init(
        days: some Sequence<Int64>, referenceDay: Int64, isReferenceDayActive: Bool, calendar: LocalCalendar
    ) {
        var active = days.filter { $0 < referenceDay }
        if isReferenceDayActive { active.append(referenceDay) }
        let runs = Self.runs(active.sorted(), calendar)
        activeDays = active.count
        longest = runs.reduce(nil) { best, run in
            guard let best, best.length >= run.length else { return run }
            return best
        }
        if let last = runs.last, last.last >= calendar.day(before: referenceDay) { current = last }
    }

    /// Maximal runs of days without a gap. `days` is ascending, without repeats.
    static func runs(_ days: [Int64], _ calendar: LocalCalendar) -> [Run] {
        var runs: [Run] = []
        for day in days {
            // Only a gap of one day can be one that the zone skips.
            if let last = runs.last?.last,
                last + 1 == day || (last + 2 == day && last == calendar.day(before: day))
            {
                runs[runs.count - 1].last = day
                runs[runs.count - 1].length += 1
            } else {
                runs.append(Run(first: day, last: day, length: 1))
            }
        }
        return runs
    }
}
