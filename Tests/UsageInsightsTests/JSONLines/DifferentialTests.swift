import Foundation
import FuzzTargets
import TestSupport
import Testing

@testable import UsageInsights

/// The reader against Foundation, over generated and damaged lines.
@Suite struct DifferentialTests {
    /// A longer search: `EVLOG_SEEDS=100 swift test`.
    private static let extraSeeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["EVLOG_SEEDS"].flatMap { UInt64($0) } ?? 0
        return (0..<count).map { $0 + 1_000 }
    }()

    @Test(arguments: [1, 2, 3, 4] + extraSeeds)
    func generatedLines(seed: UInt64) {
        var generator = LineGenerator(random: SeededGenerator(seed: seed))
        var accepted = 0
        var reasons: [JSONLineReason: Int] = [:]
        for _ in 0..<7_500 {
            var line = Array(generator.line().utf8)
            if generator.chance(55) { generator.damage(&line) }
            guard !LinesCheck.isBlank(line) else { continue }
            let (outcome, violation) = LineDifferential.compare(line)
            if let violation { Issue.record("\(violation)") }
            switch outcome {
            case .accepted: accepted += 1
            case .refused(let reason): reasons[reason, default: 0] += 1
            case .noLine: break
            }
        }
        // The mix is worth something only if all sides of it are there.
        #expect(accepted > 1_500)
        #expect(reasons.count > 15)
    }
}
