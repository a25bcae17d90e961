import Foundation
import Testing

@testable import UsageInsights

@Suite struct WellnessStatisticsTests {
    private func series(_ levels: [Int?]) -> RatingSeries {
        var series = RatingSeries(dayCount: levels.count)
        for (place, level) in levels.enumerated() { if let level { series.append(level, onPlace: place) } }
        return series
    }

    @Test func studentsTailHasTheClosedForms() {
        for t in [0.01, 0.3, 1, 2, 3.7, 12, 80] {
            let tail1 = 2 / Double.pi * atan2(1, t)
            let tail2 = 2 / (2 + t * t + t * (2 + t * t).squareRoot())
            #expect(abs(StudentT.twoSidedTail(t, degreesOfFreedom: 1) / tail1 - 1) < 1e-11)
            #expect(abs(StudentT.twoSidedTail(t, degreesOfFreedom: 2) / tail2 - 1) < 1e-11)
        }
        // Towards the normal distribution.
        for z in [0.1, 1, 1.96, 4] {
            let tail = StudentT.twoSidedTail(z, degreesOfFreedom: 1e9)
            #expect(abs(tail / erfc(z / 2.0.squareRoot()) - 1) < 1e-6)
        }
    }

    @Test func studentsTailEqualsAnIntegralOfTheDensity() {
        for degrees in [1.5, 3.3, 7.25, 19.9, 61.4, 250] {
            for t in [0.2, 1.1, 2.4, 5] {
                // Simpson's rule over 0…t with C's functions.
                let front =
                    exp(lgamma((degrees + 1) / 2) - lgamma(degrees / 2)) / (degrees * .pi).squareRoot()
                func density(_ x: Double) -> Double { front * pow(1 + x * x / degrees, -(degrees + 1) / 2) }
                let steps = 4_000
                let sum = (0...steps).reduce(0.0) { sum, step in
                    let weight = step == 0 || step == steps ? 1.0 : (step % 2 == 1 ? 4 : 2)
                    return sum + weight * density(t * Double(step) / Double(steps))
                }
                let tail = 1 - 2 * sum * t / Double(steps) / 3
                #expect(abs(StudentT.twoSidedTail(t, degreesOfFreedom: degrees) - tail) < 1e-11)
            }
        }
    }

    @Test func studentsQuantilesAreThoseOfTheTables() {
        for (degrees, value) in [
            (1, 12.706_205), (4, 2.776_445), (10, 2.228_139), (30, 2.042_272), (120, 1.979_930),
        ] {
            let found = StudentT.quantile(twoSidedTail: 0.05, degreesOfFreedom: Double(degrees))
            #expect(abs(found - value) < 1e-6)
        }
        #expect(StudentT.quantile(twoSidedTail: 0.05, degreesOfFreedom: 0) == .infinity)
        #expect(StudentT.twoSidedTail(.nan, degreesOfFreedom: 3) == 1)
        #expect(StudentT.twoSidedTail(.infinity, degreesOfFreedom: 3) == 0)
    }

    @Test func blocksGrowWithTheCubeRoot() {
        let lengths = [1, 2, 8, 9, 14, 27, 28, 56, 64, 65].map(MovingBlockBootstrap.blockLength(dayCount:))
        #expect(lengths == [1, 2, 2, 3, 3, 3, 4, 4, 4, 5])
    }

    /// Every possible resample of a short series, against the quadratic form.
    @Test func theQuadraticFormIsTheBootstrapsLimit() {
        for levels in [[1, 5, 2, 4, 4, 1], [3, 1, 4, 1, 5, 5, 2], [5, 5, 1, 1, 2]] {
            let (days, length) = (levels.count, MovingBlockBootstrap.blockLength(dayCount: levels.count))
            var sums = [0.0]
            var left = days
            while left > 0 {
                let size = min(length, left)
                let blocks = (0...(days - size)).map { Double(levels[$0..<($0 + size)].reduce(0, +)) }
                sums = sums.flatMap { sum in blocks.map { sum + $0 } }
                left -= size
            }
            let means = sums.map { $0 / Double(days) }
            let mean = means.reduce(0, +) / Double(means.count)
            let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(means.count)
            let rated = series(levels)
            #expect(abs(value(of: rated) - variance) < 1e-12)
            var generator = ResamplingGenerator(seed: 1)
            let drawn = MovingBlockBootstrap.varianceOfMean(of: rated, using: &generator)
            #expect(abs(drawn / variance - 1) < 0.1)
        }
    }

    private func value(of series: RatingSeries) -> Double {
        let (form, levels) = (MovingBlockBootstrap.quadraticForm(of: series), series.levels)
        return form.indices.reduce(0) {
            $0 + form[$1] * levels[$1 / levels.count] * levels[$1 % levels.count]
        }
    }

    /// With gaps the form is a first-order approximation.
    @Test func theQuadraticFormIsNearTheBootstrapWithGaps() {
        var numbers = TestNumbers(seed: 21)
        for _ in 0..<30 {
            let rated = series(numbers.levels(40, gapChance: 0.2))
            var generator = ResamplingGenerator(seed: 1)
            let drawn = MovingBlockBootstrap.varianceOfMean(of: rated, using: &generator)
            #expect(abs(drawn / value(of: rated) - 1) < 0.15)
        }
    }

    @Test(arguments: [0, 0.3, 0.6, 0.9]) func theModelsMomentsEqualPlainMatrixProducts(correlation: Double) {
        let levels: [Int?] = [1, nil, 2, 3, nil, nil, 4, 4, 1, 2, 5, nil, 3, 3, 1, 2, 4]
        let rated = series(levels)
        let model = SerialModel(series: rated, correlation: correlation)
        let count = rated.count
        func together(_ row: Int, _ column: Int) -> Double {
            row == column ? 1 : pow(correlation, Double(abs(rated.places[row] - rated.places[column])))
        }
        let form = MovingBlockBootstrap.quadraticForm(of: rated)
        var whole = 0.0
        var product = [Double](repeating: 0, count: count * count)
        for row in 0..<count {
            for column in 0..<count {
                whole += together(row, column) / Double(count * count)
                for inner in 0..<count {
                    product[row * count + column] += form[row * count + inner] * together(inner, column)
                }
            }
        }
        let trace = (0..<count).reduce(0) { $0 + product[$1 * count + $1] }
        let square = (0..<(count * count)).reduce(0.0) { sum, index in
            sum + product[index] * product[index % count * count + index / count]
        }
        let expected = model.expectedBootstrap()
        #expect(abs(model.varianceOfMean - whole) < 1e-12)
        #expect(abs(expected.variance - trace) < 1e-12)
        #expect(abs(expected.degreesOfFreedom - trace * trace / square) < 1e-9)
    }

    /// What ``SerialModel`` says of short series.
    @Test func withoutTheModelTheVarianceIsAThirdOfTheTrueOne() {
        let model = SerialModel(series: series(.init(repeating: 3, count: 14)), correlation: 0.6)
        let ratio = model.expectedBootstrap().variance / model.varianceOfMean
        #expect(ratio > 0.26 && ratio < 0.36)
    }

    @Test func theCorrelationIsFoundWithoutTheBiasOfShortSeries() {
        for truth in [0, 0.3, 0.6] {
            var people = SimulatedRatings(seed: 77)
            var sum = 0.0
            let repeats = 400
            for _ in 0..<repeats {
                let levels = people.levels(count: 64, correlation: truth)
                sum += SerialModel.correlation(of: [
                    series(Array(levels[..<28])), series(Array(levels[36...])),
                ])
            }
            // At 0 every estimate below it counts as 0, so the mean lies above.
            let expected = truth == 0 ? 0.06 : truth
            #expect(abs(sum / Double(repeats) - expected) < 0.05, "\(truth): \(sum / Double(repeats))")
        }
    }

    @Test func twoRatingsForADayAreOne() {
        var rated = RatingSeries(dayCount: 3)
        for (level, place) in [(1, 0), (5, 0), (2, 2), (9, 1), (4, 7), (4, -1)] {
            rated.append(level, onPlace: place)
        }
        #expect(rated.levels == [5, 2] && rated.places == [0, 2])
    }
}
