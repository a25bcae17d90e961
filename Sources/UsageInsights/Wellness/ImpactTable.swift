/// The impact of every supplement on every metric, with marks for what is more than a long list's chance finds.
///
/// Of twenty comparisons without an effect, one has a p-value below 0.05. So a row stands out only when it
/// survives Benjamini & Hochberg (1995) at 5 % among all rows that have a p-value: then on average at most 5 % of
/// the marked ones are chance.
public struct ImpactTable: Sendable, Equatable {
    /// One supplement and one metric.
    public struct Row: Sendable, Equatable {
        /// What the comparison found.
        public let impact: SupplementImpact
        /// The rate of false finds at which this row would just stand out; see
        /// ``ImpactTable/falseDiscoveryRate``. None without a p-value.
        public let adjustedPValue: Double?

        /// Whether it is marked as more than a chance find; false without a p-value.
        public var standsOut: Bool { (adjustedPValue ?? 1) <= ImpactTable.falseDiscoveryRate }
    }

    /// By supplement in Unicode scalar order, then by metric in the order of ``WellnessMetric``.
    public let rows: [Row]

    /// The share of the marked rows that may be chance, on average.
    public static let falseDiscoveryRate = 0.05

    /// Compares everything. Rows to be left out of sight are to be left out of `rows`, not of the history: the
    /// marks stand for all that was compared.
    ///
    /// Cost: that of one impact times four times the supplements.
    public init(
        history: WellnessHistory, calendar: LocalCalendar, usesRecordedOffsets: Bool = false,
        options: ImpactOptions = ImpactOptions()
    ) {
        let firstDoses = FirstDose.all(
            in: history, calendar: calendar, usesRecordedOffsets: usesRecordedOffsets)
        let impacts = firstDoses.flatMap { first in
            WellnessMetric.allCases.map { metric in
                SupplementImpact(
                    of: first.supplement, on: metric, in: history, firstDoses: firstDoses, options: options)
            }
        }
        var adjusted = BenjaminiHochberg.adjusted(impacts.compactMap(\.pValue))[...]
        rows = impacts.map { impact in
            Row(impact: impact, adjustedPValue: impact.pValue == nil ? nil : adjusted.popFirst())
        }
    }
}
