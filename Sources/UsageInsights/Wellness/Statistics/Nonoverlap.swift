/// Nonoverlap of all pairs (NAP): Parker & Vannest 2009, "An improved effect size for single-case research",
/// Behavior Therapy 40.
enum Nonoverlap {
    /// The share of pairs of a day before and a day after in which the one after is rated higher, ties counted
    /// half: 0 to 1, 0.5 for no difference. None without a pair. O(n log n).
    static func share(before: [Double], after: [Double]) -> Double? {
        guard !before.isEmpty, !after.isEmpty else { return nil }
        let (lower, upper) = (before.sorted(), after.sorted())
        var (below, notAbove, wins) = (0, 0, 0.0)
        for level in upper {
            while below < lower.count, lower[below] < level { below += 1 }
            while notAbove < lower.count, lower[notAbove] <= level { notAbove += 1 }
            wins += Double(below) + Double(notAbove - below) / 2
        }
        return wins / (Double(lower.count) * Double(upper.count))
    }
}
