extension SupplementImpact {
    /// The bare percentage, as `--plain` prints it: from one check-in a window on, without anything that
    /// says how much it is worth.
    public enum Plain: Sendable, Equatable {
        /// Percent more, or less where negative.
        case percent(Double)
        /// No number, and why.
        case absent(Absence)

        /// Why there is no percentage.
        public enum Absence: String, Sendable {
            /// The supplement was never taken.
            case noDose = "no dose in the log"
            /// Neither window has a check-in.
            case noCheckIns = "no check-in in the days before and after"
            /// Only the window after has any.
            case noCheckInBefore = "no check-in in the days before"
            /// Only the window before has any.
            case noCheckInAfter = "no check-in in the days after"
            /// The average before isn't above 0, as no check-in can make it.
            case noPercentage = "no percentage of an average that isn't above 0"
        }

        /// As C's `%+.0f%%`: a sign always, no decimals, and a half goes to the even number: 33.3 is `+33%`, 12.5
        /// is `+12%`, 0 is `+0%`, −0.4 is `-0%`.
        public var text: String? {
            guard case .percent(let percent) = self else { return nil }
            return SupplementImpact.signed(percent, decimals: 0) + "%"
        }

        /// Ready to be put after "…: ".
        public var reason: String? {
            guard case .absent(let absence) = self else { return nil }
            return absence.rawValue
        }
    }

    /// The percentage alone. For anything that is to be believed, look at ``interval`` and ``ImpactTable``.
    public var plain: Plain {
        guard let before, let after else { return .absent(.noDose) }
        switch (before.mean, after.mean) {
        case (nil, nil): return .absent(.noCheckIns)
        case (nil, _?): return .absent(.noCheckInBefore)
        case (_?, nil): return .absent(.noCheckInAfter)
        case (let before?, let after?):
            guard let percent = Self.percent(before: before, after: after) else {
                return .absent(.noPercentage)
            }
            return .percent(percent)
        }
    }
}
