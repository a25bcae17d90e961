/// The moving-block bootstrap of a mean: Künsch 1989, "The jackknife and the bootstrap for general stationary
/// observations", Annals of Statistics 17.
///
/// A resample is as many days long as the series and is put together from blocks of consecutive days, drawn
/// with replacement from all places where a block fits; the last one is cut to length. So days that stand
/// together keep doing so, and what one day has from the day before survives. Gaps are drawn with their days,
/// and the mean is that of the ratings drawn.
enum MovingBlockBootstrap {
    static let resampleCount = 4000

    /// The days of a block: the smallest whole number whose cube is at least the number of days, and 2 at the
    /// least.
    ///
    /// Growth with the cube root of the length has the smallest error in the variance of a mean: Hall, Horowitz
    /// & Jing 1995, "On blocking rules for the bootstrap with dependent data", Biometrika 82; Künsch 1989. The
    /// factor in front depends on the unknown correlation and is taken as 1; see ``SerialModel``, which mends
    /// what a short block leaves out.
    static func blockLength(dayCount: Int) -> Int {
        var length = 2
        while length &* length &* length < dayCount { length += 1 }
        return min(length, max(1, dayCount))
    }

    /// The variance of the resampled means. O(resamples · days / block length).
    ///
    /// About their own mean: blocks reach the first and last days less often than the others, so the resampled
    /// means don't lie about the series' mean (Lahiri 2003, "Resampling methods for dependent data").
    static func varianceOfMean(of series: RatingSeries, using generator: inout ResamplingGenerator) -> Double
    {
        let days = series.dayCount
        guard days > 0, series.count > 0 else { return 0 }
        let length = blockLength(dayCount: days)
        let sums = RunningSums(series)
        var (count, mean, squares) = (0.0, 0.0, 0.0)
        for _ in 0..<resampleCount {
            var (sum, rated, taken) = (0.0, 0.0, 0)
            while taken < days {
                let size = min(length, days - taken)
                let start = generator.index(below: days - size + 1)
                sum += sums.deviations[start + size] - sums.deviations[start]
                rated += sums.ratings[start + size] - sums.ratings[start]
                taken += size
            }
            // A resample of nothing but gaps has no mean.
            guard rated > 0 else { continue }
            // Welford 1962: one pass, without the loss of digits that a sum of squares has.
            let value = sum / rated
            count += 1
            let step = value - mean
            mean += step / count
            squares += step * (value - mean)
        }
        return count > 1 ? squares / (count - 1) : 0
    }

    /// The matrix of the quadratic form that ``varianceOfMean(of:using:)`` tends to with more and more
    /// resamples, over the levels of the rated days: row by row, `count` × `count`. O(days²).
    ///
    /// For k blocks of l days and a rest of r, with u a window of ones over a block's places and ū the mean of
    /// all such windows: k · (mean of u uᵀ − ū ūᵀ) for l, and once the same for r; less the level's mean, over
    /// count². Exact without gaps; with gaps to first order, the number of ratings drawn taken as fixed.
    static func quadraticForm(of series: RatingSeries) -> [Double] {
        let (days, count) = (series.dayCount, series.count)
        guard days > 0, count > 0 else { return [] }
        let length = blockLength(dayCount: days)
        var form = [Double](repeating: 0, count: count * count)
        for (size, weight) in [(length, days / length), (days % length, 1)] where size > 0 {
            add(Double(weight), timesCovarianceOfWindows: size, of: series, to: &form)
        }
        center(&form, count: count)
        let scale = 1 / (Double(count) * Double(count))
        for index in form.indices { form[index] *= scale }
        return form
    }

    private static func add(
        _ weight: Double, timesCovarianceOfWindows size: Int, of series: RatingSeries, to form: inout [Double]
    ) {
        let (days, count, places) = (series.dayCount, series.count, series.places)
        let starts = Double(days - size + 1)
        /// How many of the windows hold both places.
        func windows(holding first: Int, and last: Int) -> Double {
            Double(max(0, min(first, days - size) - max(0, last - size + 1) + 1))
        }
        let share = places.map { windows(holding: $0, and: $0) / starts }
        for row in 0..<count {
            for column in 0..<count {
                let (first, last) = (places[min(row, column)], places[max(row, column)])
                let together = windows(holding: first, and: last) / starts
                form[row * count + column] += weight * (together - share[row] * share[column])
            }
        }
    }

    /// Makes the form that of deviations from the mean: subtracts each row's and column's mean.
    private static func center(_ form: inout [Double], count: Int) {
        let size = Double(count)
        let means = (0..<count).map { row in form[(row * count)..<((row + 1) * count)].reduce(0, +) / size }
        let whole = means.reduce(0, +) / size
        for row in 0..<count {
            for column in 0..<count { form[row * count + column] += whole - means[row] - means[column] }
        }
    }

    /// Sums up to each day, so that a block's sum is a difference of two.
    private struct RunningSums {
        var deviations: [Double] = [0]
        var ratings: [Double] = [0]

        init(_ series: RatingSeries) {
            deviations.reserveCapacity(series.dayCount + 1)
            ratings.reserveCapacity(series.dayCount + 1)
            let values = series.deviations
            var next = 0
            for day in 0..<series.dayCount {
                let isRated = next < series.count && series.places[next] == day
                deviations.append(deviations[day] + (isRated ? values[next] : 0))
                ratings.append(ratings[day] + (isRated ? 1 : 0))
                if isRated { next += 1 }
            }
        }
    }
}
