package import EventLog
internal import LogFormat

/// Takes from a log what a period's insights need, and nothing else: times of all events, and details only of
/// the frames that reach into the two periods.
package struct ActivityReader {
    /// Which details the cards of a period need.
    struct Needs {
        var hours: Bool
        var types: Bool
        var categories: Bool
        var durations: Bool

        init(_ period: InsightPeriod) {
            hours = period == .day
            types = period == .year
            categories = period == .week
            durations = period == .day || period == .week
        }

        mutating func formUnion(_ other: Needs) {
            hours = hours || other.hours
            types = types || other.types
            categories = categories || other.categories
            durations = durations || other.durations
        }

        static let days = Needs(.month)
    }

    package let summary: ActivitySummary
    /// What could not be read.
    package let damage: [Damage]

    /// Exact for any zone and day start. What was retracted is not in it. O(events), on all processors; memory by
    /// the number of days.
    package init(
        _ period: InsightPeriod, at reference: Int64, calendar: LocalCalendar, of snapshot: LogSnapshot
    ) throws(LogError) {
        let found = try Self.read([period], at: reference, calendar: calendar, of: snapshot)
        summary = found.summaries[0]
        damage = found.damage
    }

    /// The summaries of several periods, in one pass.
    static func read(
        _ periods: [InsightPeriod], at reference: Int64, calendar: LocalCalendar, of snapshot: LogSnapshot
    ) throws(LogError) -> (summaries: [ActivitySummary], damage: [Damage]) {
        let plan = ActivityPlan(periods, reference: reference, calendar: calendar)
        let retracted = try RetractedSequences(snapshot)
        let (folds, damage) = try snapshot.fold(
            where: { $0.hasEvents }, make: { ActivityFold(plan, retracted: retracted) })
        var summaries = [ActivitySummary](repeating: ActivitySummary(), count: periods.count)
        for fold in folds { fold.add(to: &summaries) }
        return (summaries, (snapshot.damage + damage).merging(retracted.damage))
    }
}

/// What a fold of activity looks for.
struct ActivityPlan: Sendable {
    /// One period, with the one before it.
    struct Target: Sendable {
        let days: InsightDays
        let needs: ActivityReader.Needs
        /// Instants outside of which no record can belong to either period, or to the reference day. A day's margin
        /// on both sides covers clocks that were set back over midnight.
        let instants: Range<Int64>

        init(_ days: InsightDays, needs: ActivityReader.Needs) {
            self.days = days
            self.needs = needs
            let calendar = days.calendar
            let first = calendar.firstInstant(of: .day, key: days.previous.lowerBound) &- Microseconds.day
            let last = calendar.firstInstant(of: .day, key: days.current.upperBound) &+ Microseconds.day
            instants = min(first, last)..<max(first, last)
        }

        func reaches(_ entry: FrameEntry) -> Bool {
            entry.maximumTimestamp >= instants.lowerBound && entry.minimumTimestamp < instants.upperBound
        }
    }

    let targets: [Target]
    let calendar: LocalCalendar
    let reference: Int64
    let referenceDay: Int64

    init(_ periods: [InsightPeriod], reference: Int64, calendar: LocalCalendar) {
        self.calendar = calendar
        self.reference = reference
        referenceDay = calendar.day(at: reference)
        targets = periods.map { period in
            Target(
                InsightDays(period: period, reference: reference, calendar: calendar),
                needs: ActivityReader.Needs(period))
        }
    }
}
