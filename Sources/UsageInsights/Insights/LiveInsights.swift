public import EventLog
import Synchronization

/// Insights of a log in a process that lives long: everything is read once, and from then on only what is new.
/// Append, then ask, without a rebuild. Safe from any thread.
///
/// Memory: about 4 KB a day of history with ten types and five categories, whatever the number of events.
public final class LiveInsights: Sendable {
    /// Held for as long as `state` is used.
    private let mutex = Mutex(())
    /// Unchecked, because the compiler can't see that every use is inside `mutex`.
    private nonisolated(unsafe) let state: State

    private final class State {
        var snapshot: LogSnapshot
        let projection = ActivityProjection()
        let wellness = WellnessProjection()
        /// What could not be read so far.
        var damage: [Damage] = []

        init(snapshot: LogSnapshot) { self.snapshot = snapshot }

        func takeIn() throws(LogError) {
            let found = try projection.refresh(snapshot) + wellness.refresh(snapshot)
            damage = damage.merging(found)
        }
    }

    /// Reads the log in `directory`. O(events), on all processors.
    /// - Throws: `LogError` if the log isn't there or can't be read. Damage is no error: see `damage`.
    public init(directory: String) throws(LogError) {
        state = State(snapshot: try LogSnapshot(directory: directory))
        try state.takeIn()
    }

    /// Runs `body` with everything that is in the log now.
    private func current<R>(_ body: (State) throws(LogError) -> R) throws(LogError) -> R {
        // Carried out by a variable: what leaves the mutex's closure as its result would have to be sendable.
        var outcome: Result<R, LogError>?
        mutex.withLock { _ in
            outcome = Result { () throws(LogError) in
                state.snapshot = try LogSnapshot(after: state.snapshot)
                try state.takeIn()
                return try body(state)
            }
        }
        guard let outcome else { throw LogError(.disk, "the insights are in use") }
        return try outcome.get()
    }

    /// The cards of the period that holds an instant, from all events that are in the log now. O(new events + days).
    ///
    /// What a recorder has pending isn't in the log yet: flush first where it must count.
    /// - Parameters:
    ///   - period: a day, week, month or year.
    ///   - reference: an instant that it holds, in microseconds since 1970-01-01 UTC; what comes after it in the period
    ///     counts too.
    ///   - calendar: says which day an instant belongs to.
    /// - Throws: `LogError` if the log can't be read.
    public func cards(
        _ period: InsightPeriod, at reference: Int64, calendar: LocalCalendar
    ) throws(LogError) -> [InsightResult] {
        let summary = try summary(period, at: reference, calendar: calendar)
        return InsightCalculator(calendar: calendar).cards(period, at: reference, of: summary)
    }

    /// The points of that period's chart, in the order of time. Cost and errors as with ``cards(_:at:calendar:)``.
    public func chart(
        _ period: InsightPeriod, at reference: Int64, calendar: LocalCalendar
    ) throws(LogError) -> [ChartPoint] {
        let summary = try summary(period, at: reference, calendar: calendar)
        return InsightCalculator(calendar: calendar).chart(period, at: reference, of: summary)
    }

    /// All check-ins and doses that count now. O(new check-ins and doses + all of them).
    /// - Throws: `LogError` if the log can't be read.
    public func wellness() throws(LogError) -> WellnessHistory {
        try current { state throws(LogError) in state.wellness.history }
    }

    /// The summary that cards and charts are made of, with the days that ``Streaks`` wants. O(new events + days), but
    /// O(events) where it must be taken from the log anew: with a zone or a day start that isn't on a quarter-hour of UTC,
    /// or with very many types or categories.
    /// - Throws: `LogError` if the log can't be read.
    public func summary(
        _ period: InsightPeriod, at reference: Int64, calendar: LocalCalendar
    ) throws(LogError) -> ActivitySummary {
        try current { state throws(LogError) in
            if let summary = state.projection.cells.summary(period, at: reference, calendar: calendar) {
                return summary
            }
            return try ActivityReader(period, at: reference, calendar: calendar, of: state.snapshot).summary
        }
    }

    /// Places in the log that could not be read, as far as was looked. Answers are without what is lost there.
    public var damage: [Damage] {
        mutex.withLock { _ in state.damage + state.snapshot.damage.filter { !state.damage.contains($0) } }
    }
}
