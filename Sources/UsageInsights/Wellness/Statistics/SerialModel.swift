/// What a first-order autoregression says about means of ratings that hang together from day to day: a rating
/// r days after another is correlated with it by ρ to the power of r.
///
/// Weeks of ratings are too short for the moving-block bootstrap alone: its blocks leave out the correlation
/// beyond a block's length, and its deviations are from the sample's own mean, so that at ρ = 0.6 and 14 days
/// its variance is a third of the true one. What the bootstrap gives on average under this model is known
/// exactly, as is the truth, so their ratio mends it.
///
/// With gaps too: only the days between two ratings count.
struct SerialModel {
    let series: RatingSeries
    /// ρ, 0 to ``maximumCorrelation``.
    let correlation: Double

    /// Above this the days of a window say next to nothing about a mean.
    static let maximumCorrelation = 0.9

    /// The true variance of the mean, for ratings of variance 1: the sum of all correlations, over count².
    var varianceOfMean: Double {
        let count = Double(series.count)
        guard count > 0 else { return 0 }
        return correlate([Double](repeating: 1, count: series.count)).reduce(0, +) / (count * count)
    }

    /// What the bootstrap's variance of the mean is on average, for ratings of variance 1, and how many degrees
    /// of freedom it has: that of the χ² with the same relative variance, tr(AΣ)² / tr((AΣ)²) for the quadratic
    /// form A and the correlations Σ (Box 1954, "Some theorems on quadratic forms applied in the study of
    /// analysis of variance problems", Annals of Mathematical Statistics 25; Satterthwaite 1946). O(count²).
    func expectedBootstrap() -> (variance: Double, degreesOfFreedom: Double) {
        let count = series.count
        let form = MovingBlockBootstrap.quadraticForm(of: series)
        var product: [Double] = []
        product.reserveCapacity(form.count)
        for row in 0..<count {
            product.append(contentsOf: correlate(Array(form[(row * count)..<((row + 1) * count)])))
        }
        var (trace, traceOfSquare) = (0.0, 0.0)
        for row in 0..<count {
            trace += product[row * count + row]
            for column in 0..<count {
                traceOfSquare += product[row * count + column] * product[column * count + row]
            }
        }
        return (trace, traceOfSquare > 0 ? trace * trace / traceOfSquare : 0)
    }

    /// The correlation from day to day, from the deviations of all series from their own means.
    ///
    /// Such an estimate is too low in short series (Kendall 1954, "Note on bias in the estimation of
    /// autocorrelation", Biometrika 41), by 0.2 at ρ = 0.6 and 14 days. So it is the ρ whose expected numerator
    /// over expected denominator is what was found; below 0 counts as 0. O(count) times 40 halvings.
    static func correlation(of all: [RatingSeries]) -> Double {
        var found = Moments()
        for series in all {
            let deviations = series.deviations
            for (index, value) in deviations.enumerated() {
                found.addSquare(value * value)
                if series.isNextDay(index) { found.addProduct(value * deviations[index - 1]) }
            }
        }
        guard let ratio = found.ratio, ratio > expectedRatio(of: all, correlation: 0) else { return 0 }
        var (low, high) = (0.0, maximumCorrelation)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if expectedRatio(of: all, correlation: middle) < ratio { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The degrees of freedom that not knowing ρ leaves: (1 − ρ²) · count / 2.
    ///
    /// The variance goes with (1 + ρ) / (1 − ρ), whose logarithm has the derivative 2 / (1 − ρ²); the variance
    /// of an estimate of ρ is about (1 − ρ²) / count (Bartlett 1946). By the delta method the variance's
    /// relative variance is 4 / ((1 − ρ²) · count), and that of a χ² with ν degrees of freedom is 2 / ν.
    static func degreesOfFreedomOfCorrelation(_ correlation: Double, count: Int) -> Double {
        (1 - correlation * correlation) * Double(count) / 2
    }

    /// The estimate that ``correlation(of:)`` starts from, were every moment what ρ makes it on average. It grows
    /// with ρ.
    private static func expectedRatio(of all: [RatingSeries], correlation: Double) -> Double {
        var expected = Moments()
        for series in all where series.count > 0 {
            let model = SerialModel(series: series, correlation: correlation)
            let size = Double(series.count)
            let rows = model.correlate([Double](repeating: 1, count: series.count)).map { $0 / size }
            let whole = rows.reduce(0, +) / size
            for index in 0..<series.count {
                expected.addSquare(1 - 2 * rows[index] + whole)
                if series.isNextDay(index) {
                    expected.addProduct(correlation - rows[index] - rows[index - 1] + whole)
                }
            }
        }
        return expected.ratio ?? 0
    }

    /// The correlations' matrix times a vector, without the matrix: what comes from days before runs forward and
    /// shrinks with each day, and so from days after. O(count).
    private func correlate(_ vector: [Double]) -> [Double] {
        let decays = series.places.indices.dropFirst().map { index in
            power(of: series.places[index] - series.places[index - 1])
        }
        var result = vector
        var carried = 0.0
        for index in vector.indices.dropFirst() {
            carried = (carried + vector[index - 1]) * decays[index - 1]
            result[index] += carried
        }
        carried = 0
        for index in vector.indices.dropLast().reversed() {
            carried = (carried + vector[index + 1]) * decays[index]
            result[index] += carried
        }
        return result
    }

    /// By multiplication, which every machine does alike; `pow` of two C libraries may differ.
    private func power(of days: Int) -> Double {
        var result = 1.0
        for _ in 0..<days where result > 0 { result *= correlation }
        return result
    }

    /// The mean product of neighbours, and the mean square.
    private struct Moments {
        private var (products, productCount, squares, squareCount) = (0.0, 0.0, 0.0, 0.0)

        mutating func addProduct(_ value: Double) {
            (products, productCount) = (products + value, productCount + 1)
        }
        mutating func addSquare(_ value: Double) {
            (squares, squareCount) = (squares + value, squareCount + 1)
        }

        /// None where no two ratings are on neighbouring days, or none differs from its mean.
        var ratio: Double? {
            guard productCount > 0, squares > 0 else { return nil }
            return (products / productCount) / (squares / squareCount)
        }
    }
}

extension RatingSeries {
    /// Whether the rating at an index is that of the day after the one before it.
    fileprivate func isNextDay(_ index: Int) -> Bool {
        index > 0 && places[index] == places[index - 1] + 1
    }
}
