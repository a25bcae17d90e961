/// Runs of active days.
public struct Streaks: Sendable, Equatable {
    /// A run of active days, first and last included.
    public struct Run: Sendable, Equatable {
        public var first: Int64
        public var last: Int64

        public var length: Int { Int(last - first) + 1 }
    }

    /// The run that the reference day, or the day before where it is still empty, is the last of.
    public var current: Run?
    /// The longest run up to the reference day; of several the earliest.
    public var longest: Run?
    /// How many days up to the reference day were active.
    public var activeDays: Int

    /// - Parameter days: days with at least one event; those after the reference day don't count.
    /// - Parameter isReferenceDayActive: whether the reference day has an event that isn't after the reference
    ///   instant.
    ///
    /// O(days × log days).
    public init(days: some Sequence<Int64>, referenceDay: Int64, isReferenceDayActive: Bool) {
        var active = days.filter { $0 < referenceDay }
        if isReferenceDayActive { active.append(referenceDay) }
        let runs = Self.runs(active.sorted())
        activeDays = active.count
        longest = runs.reduce(nil) { best, run in
            guard let best, best.length >= run.length else { return run }
            return best
        }
        if let last = runs.last, last.last >= referenceDay - 1 { current = last }
    }

    /// Maximal runs of days without a gap. `days` is ascending, without repeats.
    static func runs(_ days: [Int64]) -> [Run] {
        var runs: [Run] = []
        for day in days {
            if let last = runs.last, last.last + 1 == day {
                runs[runs.count - 1].last = day
            } else {
                runs.append(Run(first: day, last: day))
            }
        }
        return runs
    }
}
