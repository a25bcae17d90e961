import EventLog
import UsageInsights

/// Everything that a report shows, as it was in the log at one moment.
struct ReportData {
    let calendar: LocalCalendar
    /// The reference date, in microseconds since 1970-01-01 UTC.
    let reference: Int64
    /// When the report was made.
    let madeAt: Int64
    let activity: [InsightPeriod: ActivitySummary]
    let streaks: Streaks
    /// The last 53 weeks.
    let year: ActivityCalendar
    let wellness: WellnessHistory
    let trends: WellnessTrends
    let impact: ImpactTable
    let engagement: Engagement
    let storage: LogStatistics
    /// Places that could not be read: each once.
    let damage: [Damage]

    /// Weeks of check-ins that are drawn.
    static let trendDays = 12 * 7

    /// Four weeks on either side of a first dose: what an interval takes.
    static let impactQuestion = "--before 28d --after 7d..34d"

    /// O(events), on all processors: one pass for all periods, one for check-ins and doses, one for what the log takes.
    init(_ snapshot: LogSnapshot, at reference: Int64, madeAt: Int64, calendar: LocalCalendar) throws {
        self.calendar = calendar
        self.reference = reference
        self.madeAt = madeAt
        let day = calendar.day(at: reference)
        let dashboard = try DashboardReader(at: reference, calendar: calendar, of: snapshot)
        activity = dashboard.summaries
        // Days are the same in all four.
        let month = dashboard.summaries[.month] ?? ActivitySummary()
        streaks = Streaks(
            days: month.days.keys, referenceDay: day, isReferenceDayActive: month.isReferenceDayActive,
            calendar: calendar)
        year = ActivityCalendar(
            ActivityCalendar.recentDays(until: day, calendar: calendar), counts: month.days,
            calendar: calendar)
        let reader = try WellnessReader(snapshot)
        wellness = reader.history
        trends = WellnessTrends(of: reader.history, endingOn: day, dayCount: Self.trendDays)
        impact = ImpactTable(
            history: reader.history, calendar: calendar,
            options: try ImpactOptions(beforeLength: 28, afterDays: 7...34))
        engagement = Engagement(
            activeDays: Set(month.days.keys), history: reader.history, referenceDay: day)
        storage = try LogStatistics(snapshot, now: madeAt)
        var places: Set<String> = []
        damage = (dashboard.damage + reader.damage + storage.damage)
            .filter { places.insert("\($0.file) \($0.offset)").inserted }
    }

    var referenceDay: Int64 { calendar.day(at: reference) }
    /// Events over all time.
    var eventCount: Int { activity[.month]?.days.values.reduce(0, +) ?? 0 }

    func summary(_ period: InsightPeriod) -> ActivitySummary { activity[period] ?? ActivitySummary() }
    func days(_ period: InsightPeriod) -> InsightDays {
        InsightDays(period: period, reference: reference, calendar: calendar)
    }
    func cards(_ period: InsightPeriod) -> [InsightResult] {
        InsightCalculator(calendar: calendar).cards(period, at: reference, of: summary(period))
    }
    func chart(_ period: InsightPeriod) -> [ChartPoint] {
        InsightCalculator(calendar: calendar).chart(period, at: reference, of: summary(period))
    }
}
