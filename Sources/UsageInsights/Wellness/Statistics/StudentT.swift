/// Student's t distribution, for degrees of freedom that needn't be whole.
///
/// From additions, multiplications, divisions and square roots alone, which IEEE 754 fixes to the last bit: the
/// `exp` and `lgamma` of two C libraries may differ. Relative errors are below 1e-11.
enum StudentT {
    /// The chance of a t at least this far from 0, on either side: the regularised incomplete beta function
    /// I(x; ν/2, ½) at x = ν / (ν + t²) (Abramowitz & Stegun 1964, 26.5.27).
    ///
    /// - Parameter degreesOfFreedom: above 0; 1 for a t that isn't a number, or without degrees of freedom.
    static func twoSidedTail(_ t: Double, degreesOfFreedom: Double) -> Double {
        guard degreesOfFreedom > 0, degreesOfFreedom.isFinite, !t.isNaN, t != 0 else { return 1 }
        let square = t * t
        guard square.isFinite else { return 0 }
        let x = degreesOfFreedom / (degreesOfFreedom + square)
        let y = square / (degreesOfFreedom + square)
        let a = degreesOfFreedom / 2
        // x^a · y^½ / B(a, ½), with B(a, ½) = √π · Γ(a) / Γ(a + ½).
        let front = exponential(a * logarithm(x)) * y.squareRoot() * gammaRatio(a) / rootOfPi
        // The continued fraction converges fast below the distribution's middle; above, its mirror image does.
        if x < (a + 1) / (a + 2.5) { return min(1, front * betaFraction(a, 0.5, x) / a) }
        return max(0, 1 - front * betaFraction(0.5, a, y) / 0.5)
    }

    /// How far from 0 a t lies beyond which a chance of `tail` is left, both sides taken together.
    ///
    /// By halving, 200 steps at the most: to the last bit or two.
    static func quantile(twoSidedTail tail: Double, degreesOfFreedom: Double) -> Double {
        guard tail < 1 else { return 0 }
        guard tail > 0, degreesOfFreedom > 0 else { return .infinity }
        var (low, high) = (0.0, 1.0)
        while twoSidedTail(high, degreesOfFreedom: degreesOfFreedom) > tail, high < 1e12 { high *= 2 }
        for _ in 0..<200 {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { break }
            if twoSidedTail(middle, degreesOfFreedom: degreesOfFreedom) > tail {
                low = middle
            } else {
                high = middle
            }
        }
        return (low + high) / 2
    }

    /// The continued fraction of the incomplete beta function (Abramowitz & Stegun 26.5.8), by the method of
    /// Lentz 1976 as Thompson & Barnett 1986 mended it.
    private static func betaFraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
        let tiny = 1e-300
        func awayFrom0(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var c = 1.0
        var d = 1 / awayFrom0(1 - (a + b) * x / (a + 1))
        var fraction = d
        for step in 1..<10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / awayFrom0(1 + even * d)
            c = awayFrom0(1 + even / c)
            fraction *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / awayFrom0(1 + odd * d)
            c = awayFrom0(1 + odd / c)
            fraction *= d * c
            if abs(d * c - 1) < 1e-15 { break }
        }
        return fraction
    }

    /// Γ(a + ½) / Γ(a), by its expansion for large a (Tricomi & Erdélyi 1951), to which smaller ones are led by
    /// Γ(a + 1) = a Γ(a).
    private static func gammaRatio(_ a: Double) -> Double {
        var (shifted, factor) = (a, 1.0)
        while shifted < 40 {
            factor *= shifted / (shifted + 0.5)
            shifted += 1
        }
        let z = 1 / shifted
        let series =
            1 + z * (-1.0 / 8 + z * (1.0 / 128 + z * (5.0 / 1024 + z * (-21.0 / 32768 - z * 399 / 262_144))))
        return factor * shifted.squareRoot() * series
    }

    /// The natural logarithm: of the power of 2, and of the rest near 1 by 2 artanh((m − 1) / (m + 1)).
    private static func logarithm(_ value: Double) -> Double {
        guard value > 0 else { return -.infinity }
        var (rest, exponent) = (value.significand, Double(value.exponent))
        if rest > 1.414_213_562_373_095 { (rest, exponent) = (rest / 2, exponent + 1) }
        let ratio = (rest - 1) / (rest + 1)
        let square = ratio * ratio
        var sum = 0.0
        for term in stride(from: 27, through: 1, by: -2) { sum = sum * square + 1 / Double(term) }
        return 2 * ratio * sum + exponent * logarithmOf2
    }

    /// e to the power of a value that isn't positive: whole powers of 2, and the rest by its Taylor series.
    private static func exponential(_ value: Double) -> Double {
        guard value > -700 else { return 0 }
        let exponent = (value / logarithmOf2).rounded()
        let rest = value - exponent * logarithmOf2
        var sum = 1.0
        for term in stride(from: 18, through: 1, by: -1) { sum = 1 + sum * rest / Double(term) }
        return Double(sign: .plus, exponent: Int(exponent), significand: sum)
    }

    private static let logarithmOf2 = 0.693_147_180_559_945_3
    private static let rootOfPi = 1.772_453_850_905_516
}
