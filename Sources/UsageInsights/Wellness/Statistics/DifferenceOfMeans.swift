/// The difference between two windows' means, with a 95 % interval and a p-value that hold for ratings that hang
/// together from day to day.
///
/// The standard error comes from the moving-block bootstrap of each window (``MovingBlockBootstrap``), mended
/// for short series by ``SerialModel``; the interval is the difference ± Student's t times it (Efron & Tibshirani
/// 1993, "An introduction to the bootstrap", chapter 12). Degrees of freedom: each window's own by the model,
/// together by Welch 1947, less what not knowing the correlation costs (1/ν = 1/ν₁ + 1/ν₂).
///
/// Why not the bare percentile interval: with 14 days a window it holds the true difference in 90 % of cases for
/// independent days, in 83 % at a correlation of 0.3 and in 68 % at 0.6. This one does in 97, 96 and 93 %, as the
/// tests' simulation shows; with 56 days in 96, 95 and 94 %.
///
/// The p-value is the two-sided tail of the same t, so that it is below 0.05 exactly when the interval leaves
/// out 0. A permutation of blocks or a circular shift would know few arrangements (28 shifts with 14 days a
/// window), hence no p below 1/28: none could ever survive in a list of dozens.
struct DifferenceOfMeans: Equatable {
    /// After less before, in points.
    let difference: Double
    let standardError: Double
    let degreesOfFreedom: Double
    let interval: ClosedRange<Double>
    let pValue: Double
    /// From day to day, 0 to ``SerialModel/maximumCorrelation``.
    let correlation: Double

    /// A rating is a feeling rounded to a whole level, and rounding has a variance of 1/12 (Sheppard 1898): a
    /// spread below that can't be seen, and the same level every day is no proof of none.
    static let roundingVariance = 1.0 / 12

    /// None where a window has fewer than two ratings. O(days² + resamples · days / block length).
    init?(before: RatingSeries, after: RatingSeries, seed: UInt64) {
        guard before.count > 1, after.count > 1, let meanBefore = before.mean, let meanAfter = after.mean
        else { return nil }
        let correlation = SerialModel.correlation(of: [before, after])
        var generator = ResamplingGenerator(seed: seed)
        var (variance, shares) = (0.0, 0.0)
        for series in [before, after] {
            let model = SerialModel(series: series, correlation: correlation)
            let expected = model.expectedBootstrap()
            guard expected.variance > 0, expected.degreesOfFreedom > 0 else { return nil }
            let unit = model.varianceOfMean
            let bootstrap = MovingBlockBootstrap.varianceOfMean(of: series, using: &generator)
            let mended = max(bootstrap * unit / expected.variance, Self.roundingVariance * unit)
            variance += mended
            shares += mended * mended / expected.degreesOfFreedom
        }
        let ofCorrelation = SerialModel.degreesOfFreedomOfCorrelation(
            correlation, count: before.count + after.count)
        let degrees = 1 / (shares / (variance * variance) + 1 / ofCorrelation)
        let error = variance.squareRoot()
        let reach = error * StudentT.quantile(twoSidedTail: 0.05, degreesOfFreedom: degrees)
        let difference = meanAfter - meanBefore
        guard reach.isFinite, difference.isFinite else { return nil }
        self.difference = difference
        self.standardError = error
        self.degreesOfFreedom = degrees
        self.interval = (difference - reach)...(difference + reach)
        self.pValue = StudentT.twoSidedTail(difference / error, degreesOfFreedom: degrees)
        self.correlation = correlation
    }
}
