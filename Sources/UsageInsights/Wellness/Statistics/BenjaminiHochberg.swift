/// How many of a list of findings are chance: Benjamini & Hochberg 1995, "Controlling the false discovery rate",
/// Journal of the Royal Statistical Society B 57.
enum BenjaminiHochberg {
    /// The rate at which each p-value would just survive: with m of them, the smallest p_j · m / j over all j
    /// from its own rank up, and 1 at the most (Yekutieli & Benjamini 1999). One survives at a rate when this is
    /// at or below it. In the order given. O(m log m).
    static func adjusted(_ pValues: [Double]) -> [Double] {
        let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
        var result = pValues
        var smallest = 1.0
        for (place, index) in order.enumerated().reversed() {
            smallest = min(smallest, pValues[index] * Double(pValues.count) / Double(place + 1))
            result[index] = smallest
        }
        return result
    }
}
