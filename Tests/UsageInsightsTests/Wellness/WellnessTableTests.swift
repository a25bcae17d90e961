import Testing

@testable import UsageInsights

@Suite struct WellnessTableTests {
    /// The fifteen p-values of the 1995 paper's example, of which it rejects four at 5 %.
    @Test func benjaminiHochbergAgainstThePaper() {
        let paper = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528,
            0.7590, 1.0000,
        ]
        let adjusted = BenjaminiHochberg.adjusted(paper)
        #expect(adjusted.count { $0 <= 0.05 } == 4)
        #expect(abs(adjusted[3] - 0.0095 * 15 / 4) < 1e-12)
        // The fifth, 0.0201 · 15 / 5; the sixth and seventh are led by the seventh, 0.0298 · 15 / 7.
        #expect(abs(adjusted[4] - 0.0603) < 1e-12 && abs(adjusted[5] - 0.0298 * 15 / 7) < 1e-12)
    }

    /// By hand: 0.04 alone fails at rank 3 of 4 (0.0375) but 0.045 passes at rank 4 (0.05), and takes it along.
    @Test func benjaminiHochbergStepsUp() {
        let adjusted = BenjaminiHochberg.adjusted([0.045, 0.001, 0.04, 0.02])
        #expect(adjusted.map { ($0 * 1e6).rounded() / 1e6 } == [0.045, 0.004, 0.045, 0.04])
        #expect(BenjaminiHochberg.adjusted([]).isEmpty)
        #expect(BenjaminiHochberg.adjusted([0.9, 1, 1]) == [1, 1, 1])
    }

    @Test func allSupplementsTimesAllMetricsInOrder() throws {
        var numbers = TestNumbers(seed: 8)
        let levels = numbers.levels(80)
        let made = WellnessHistory(
            checkIns: checkIns(from: firstMonday, focus: levels),
            doses: [
                dose("Zinc", onDay: firstMonday + 30, sequence: 1),
                dose("Äpfel", onDay: firstMonday + 31, sequence: 2),
                dose("Magnesium", onDay: firstMonday + 500, sequence: 3),
            ])
        let options = try windows(14)
        let table = ImpactTable(history: made, calendar: utcCalendar, options: options)
        #expect(
            table.rows.map(\.impact.supplement)
                == ["Magnesium", "Zinc", "Äpfel"].flatMap { [$0, $0, $0, $0] })
        #expect(table.rows.prefix(4).map(\.impact.metric) == WellnessMetric.allCases)
        for row in table.rows {
            let alone = SupplementImpact(
                of: row.impact.supplement, on: row.impact.metric, in: made, calendar: utcCalendar,
                options: options)
            #expect(alone == row.impact)
            #expect((row.adjustedPValue == nil) == (row.impact.pValue == nil))
        }
        // Those without a p-value don't count among the compared.
        let p = table.rows.compactMap(\.impact.pValue)
        #expect(p.count == 8)
        #expect(table.rows.compactMap(\.adjustedPValue) == BenjaminiHochberg.adjusted(p))
        #expect(ImpactTable(history: WellnessHistory(), calendar: utcCalendar).rows.isEmpty)
    }

    @Test func aPlainRiseStandsOutAndNothingElse() throws {
        var numbers = TestNumbers(seed: 4)
        let day0 = firstMonday + 40
        let rated = (0..<80).map { place in
            checkIn(
                firstMonday + place, focus: numbers.whole(in: 1...2) + (place > 40 ? 3 : 0),
                sleep: numbers.whole(in: 1...5), energy: numbers.whole(in: 1...5),
                stress: numbers.whole(in: 1...5))
        }
        let made = WellnessHistory(checkIns: rated, doses: [dose("Magnesium", onDay: day0)])
        let table = ImpactTable(history: made, calendar: utcCalendar, options: try windows(28))
        #expect(table.rows.map(\.standsOut) == [true, false, false, false])
    }
}
