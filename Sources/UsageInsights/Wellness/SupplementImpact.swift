/// How a metric's ratings before a supplement's first dose compare with those after.
///
/// An association, never a cause: a season, a holiday or another supplement that fell into the same days shows
/// just as well. A value without shared state.
public struct SupplementImpact: Sendable, Equatable {
    /// The supplement that was begun.
    public let supplement: String
    /// The rating that is compared.
    public let metric: WellnessMetric
    /// The local day of the first dose, in days since 1970-01-01; none without a dose.
    public let day0: Int64?
    /// None without a dose.
    public let before: Window?
    /// None without a dose.
    public let after: Window?
    /// How much can be said.
    public let status: Status

    /// Mean after less mean before, in points on the scale of 1 to 5. None where check-ins are missing.
    public let difference: Double?
    /// `(after − before) / before × 100`. None where check-ins are missing; ``plain`` asks for less.
    public let percent: Double?
    /// Where the difference lies with 95 % confidence, in points, by the moving-block bootstrap. Only when
    /// ``status`` is full.
    public let interval: ClosedRange<Double>?
    /// The chance that a day after beats a day before, ties counted half: nonoverlap of all pairs (Parker &
    /// Vannest 2009). Only when ``status`` is full.
    public let nonoverlap: Double?
    /// The chance of a difference this large without an effect, by the same standard error as ``interval``: below
    /// 0.05 exactly when that leaves out 0. Of many, look at those that ``ImpactTable`` marks. Only when
    /// ``status`` is full.
    public let pValue: Double?
    /// How a day's rating goes with the day before's, 0 to 0.9, as the interval takes it. Only when ``status`` is
    /// full.
    public let autocorrelation: Double?
    /// Other supplements first taken between the first day before and the last day after, in Unicode scalar
    /// order: what is seen may be theirs.
    public let confounders: [Confounder]

    /// Whether another supplement may be what is seen.
    public var isConfounded: Bool { !confounders.isEmpty }

    /// One of the two runs of days that are compared.
    public struct Window: Sendable, Equatable {
        /// In days since 1970-01-01, both ends included.
        public let days: ClosedRange<Int64>
        /// Days with a check-in.
        public let count: Int
        /// The mean rating; absent over no check-ins.
        public let mean: Double?

        /// The share of days with a check-in, 0 to 1.
        public var coverage: Double { Double(count) / Double(days.upperBound - days.lowerBound + 1) }
    }

    /// How much can be said.
    public enum Status: Sendable, Equatable {
        /// The history has no dose of the supplement.
        case noDose
        /// Under 5 check-ins in one window or both: no number, but how many are missing in each.
        case missingCheckIns(before: Int, after: Int)
        /// 5 to 13 in one window or both: an estimate, without an interval.
        case tooFewForInterval
        /// Enough check-ins, but on less than 70 % of the days of one window or both: an estimate, without an
        /// interval, since the days left out may be the days that differ.
        case coverageTooLow
        /// The estimate, its interval, p-value and NAP.
        case full
    }

    /// Another supplement that was begun inside the windows' span.
    public struct Confounder: Sendable, Equatable {
        /// Its name.
        public let supplement: String
        /// The local day of its first dose.
        public let firstDay: Int64
    }

    /// Check-ins that each window needs for an estimate.
    public static let minimumForEstimate = 5
    /// Check-ins that each window needs for an interval.
    public static let minimumForInterval = 14
    /// The share of its days that each window needs for an interval.
    public static let minimumCoverage = 0.7
}
