import Foundation
import Testing

@testable import UsageInsights

/// Ratings of people on whom nothing has any effect, or a known one.
struct SimulatedRatings {
    private var numbers: TestNumbers

    init(seed: UInt64) { numbers = TestNumbers(seed: seed) }

    /// A normally distributed feeling of mean 3 and variance 1 that hangs together from day to day, rounded to 1…5.
    ///
    /// - Parameter correlation: of the ratings from day to day, 0, 0.3 or 0.6. Rounding weakens it, so the feeling's
    ///   own is higher by as much.
    mutating func levels(
        count: Int, correlation: Double, raised: (Int) -> Double = { _ in 0 }
    ) -> [Int?] {
        let latent = [0: 0, 0.3: 0.329, 0.6: 0.656][correlation] ?? correlation
        let innovation = (1 - latent * latent).squareRoot()
        var feeling = normal()
        return (0..<count).map { place in
            feeling = latent * feeling + innovation * normal()
            return Int(min(5, max(1, (3 + feeling + raised(place)).rounded())))
        }
    }

    mutating func chance(_ share: Double) -> Bool { numbers.uniform() < share }

    private mutating func normal() -> Double {
        (-2 * log(1 - numbers.uniform())).squareRoot() * cos(2 * .pi * numbers.uniform())
    }
}

/// How often the interval holds the truth, and the list marks what isn't there.
@Suite struct WellnessSimulationTests {
    /// Of five supplements, begun one after the other far enough apart not to confound each other, on four metrics.
    struct Outcome {
        var intervals = 0
        var holding = 0
        var lists = 0
        var listsWithMark = 0
        var rows = 0
        var marked = 0

        var coverage: Double { intervals == 0 ? .nan : Double(holding) / Double(intervals) }
    }

    static func run(
        lists: Int, window: Int, correlation: Double, gapShare: Double = 0, raise: Double = 0, seed: UInt64
    ) throws -> Outcome {
        var people = SimulatedRatings(seed: seed)
        var outcome = Outcome()
        let options = try windows(window)
        let (supplements, span) = (5, 2 * window + 14)
        for _ in 0..<lists {
            let isAfter = { (place: Int) in place % span >= window }
            let levels = WellnessMetric.allCases.map { _ in
                people.levels(
                    count: supplements * span, correlation: correlation, raised: { isAfter($0) ? raise : 0 })
            }
            var rated: [DailyCheckIn] = []
            for place in 0..<(supplements * span) where !people.chance(gapShare) {
                let four = levels.map { $0[place] ?? 3 }
                rated.append(
                    checkIn(Int64(place), focus: four[0], sleep: four[1], energy: four[2], stress: four[3]))
            }
            let doses = (0..<supplements).map { number in
                dose("\(number)", onDay: Int64(number * span + window), sequence: UInt64(number + 1))
            }
            let table = ImpactTable(
                history: WellnessHistory(checkIns: rated, doses: doses), calendar: utcCalendar,
                options: options)
            outcome.lists += 1
            outcome.listsWithMark += table.rows.contains(where: \.standsOut) ? 1 : 0
            for row in table.rows {
                outcome.rows += 1
                outcome.marked += row.standsOut ? 1 : 0
                guard let interval = row.impact.interval else { continue }
                outcome.intervals += 1
                outcome.holding += interval.contains(0) ? 1 : 0
            }
        }
        return outcome
    }

    /// 600 intervals in 30 lists: the standard error of a coverage of 95 % is 0.9 points.
    @Test(arguments: [0, 0.3, 0.6], [14, 28])
    func withoutAnEffectIntervalsHold0AndListsStayUnmarked(correlation: Double, window: Int) throws {
        let outcome = try Self.run(lists: 30, window: window, correlation: correlation, seed: 42)
        #expect(outcome.intervals == 600)
        // At 0.6 it falls short of 95 %; the README says so.
        #expect(outcome.coverage > (correlation > 0.5 ? 0.89 : 0.925), "\(outcome)")
        #expect(outcome.coverage < 0.99)
        #expect(outcome.listsWithMark <= (correlation > 0.5 ? 9 : 5), "\(outcome)")
    }

    /// The README's table, in some minutes: `EVLOG_SIMULATED_LISTS=1000 swift test -c release …`
    @Test(.enabled(if: ProcessInfo.processInfo.environment["EVLOG_SIMULATED_LISTS"] != nil))
    func printTheTable() throws {
        let lists = ProcessInfo.processInfo.environment["EVLOG_SIMULATED_LISTS"].flatMap(Int.init) ?? 100
        func percent(_ part: Int, _ whole: Int) -> String {
            whole == 0 ? "–" : String(format: "%.1f %%", 100 * Double(part) / Double(whole))
        }
        print(
            "| Autocorrelation | Days a window | Interval holds the truth | With 15 % of days missing ",
            terminator: "")
        print("| Bare percentile bootstrap | Lists of 20 with a false mark | Rows marked at +1 point |")
        print("|---|---|---|---|---|---|---|")
        for correlation in [0, 0.3, 0.6] {
            for window in [14, 28, 56] {
                let plain = try Self.run(lists: lists, window: window, correlation: correlation, seed: 1)
                let gaps =
                    window == 14
                    ? Outcome()
                    : try Self.run(
                        lists: lists, window: window, correlation: correlation, gapShare: 0.15, seed: 2)
                let raised = try Self.run(
                    lists: max(1, lists / 5), window: window, correlation: correlation, raise: 1, seed: 3)
                let bare = Self.bareCoverage(repeats: lists * 4, window: window, correlation: correlation)
                let cells = [
                    "\(correlation)", "\(window)", percent(plain.holding, plain.intervals),
                    percent(gaps.holding, gaps.intervals), percent(Int(bare * 1e6), 1_000_000),
                    percent(plain.listsWithMark, plain.lists), percent(raised.marked, raised.rows),
                ]
                print("| " + cells.joined(separator: " | ") + " |")
            }
        }
    }

    /// The moving-block bootstrap's percentile interval without anything added, in the plainest way.
    private static func bareCoverage(repeats: Int, window: Int, correlation: Double) -> Double {
        var people = SimulatedRatings(seed: 4)
        var generator = ResamplingGenerator(seed: 5)
        let length = MovingBlockBootstrap.blockLength(dayCount: window)
        func resampledMean(_ levels: ArraySlice<Int?>) -> Double {
            var drawn: [Int] = []
            while drawn.count < window {
                let size = min(length, window - drawn.count)
                let start = levels.startIndex + generator.index(below: window - size + 1)
                drawn.append(contentsOf: levels[start..<(start + size)].compactMap(\.self))
            }
            return Double(drawn.reduce(0, +)) / Double(window)
        }
        var holding = 0
        for _ in 0..<repeats {
            let levels = people.levels(count: 2 * window + 7, correlation: correlation)
            let differences = (0..<1_000).map { _ in
                resampledMean(levels[(window + 7)...]) - resampledMean(levels[..<window])
            }.sorted()
            if differences[24] <= 0, differences[975] >= 0 { holding += 1 }
        }
        return Double(holding) / Double(repeats)
    }
}
