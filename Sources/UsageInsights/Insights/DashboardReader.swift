package import EventLog

/// Takes from a log in one pass what the insights of all four periods need.
package struct DashboardReader {
    package let summaries: [InsightPeriod: ActivitySummary]
    /// What could not be read.
    package let damage: [Damage]

    /// Each summary is the one that `ActivityReader` gives for its period. O(events), on all processors; memory by the
    /// number of days.
    package init(
        at reference: Int64, calendar: LocalCalendar, of snapshot: LogSnapshot
    ) throws(LogError) {
        let periods = InsightPeriod.allCases
        let found = try ActivityReader.read(periods, at: reference, calendar: calendar, of: snapshot)
        summaries = Dictionary(uniqueKeysWithValues: zip(periods, found.summaries))
        damage = found.damage
    }
}
