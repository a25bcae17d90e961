import Testing

@testable import UsageInsights

@Suite struct WellnessTrendsTests {
    @Test func withoutCheckInsThereAreOnlyGaps() {
        let trends = WellnessTrends(of: WellnessHistory(), endingOn: firstMonday)
        #expect(trends.series.map(\.metric) == WellnessMetric.allCases)
        for series in trends.series {
            #expect(series.values == .init(repeating: nil, count: 7))
            #expect(series.movingAverages == .init(repeating: nil, count: 7))
        }
    }

    @Test func theAverageReachesBackBeforeTheFirstDayAndNotPastTheLast() {
        let made = WellnessHistory(
            checkIns: [-7, -6, 0, 1].map { checkIn(firstMonday + $0, focus: $0 == -6 ? 5 : 1) })
        let trends = WellnessTrends(of: made, endingOn: firstMonday, dayCount: 1)
        #expect(trends[.focus]?.values == [1] && trends[.focus]?.movingAverages == [3])
    }

    @Test func equalsAPlainSecondComputation() {
        var numbers = TestNumbers(seed: 6)
        for _ in 0..<50 {
            let levels = numbers.levels(60, gapChance: 0.4)
            let made = WellnessHistory(checkIns: checkIns(from: firstMonday, focus: levels))
            let (last, count) = (firstMonday + Int64(numbers.whole(in: -5...70)), numbers.whole(in: 1...40))
            let trends = WellnessTrends(of: made, endingOn: last, dayCount: count)
            #expect(trends.days.count == count && trends.days.upperBound == last)
            for (place, day) in trends.days.enumerated() {
                #expect(trends[.focus]?.values[place] == made.checkIn(onDay: day)?.focus)
                let rated = ((day - 6)...day).compactMap { made.checkIn(onDay: $0).map { Double($0.focus) } }
                let mean = rated.isEmpty ? nil : rated.reduce(0, +) / Double(rated.count)
                #expect(trends[.focus]?.movingAverages[place] == mean)
            }
        }
    }

    @Test func boundsDoNotTrap() {
        let made = WellnessHistory(checkIns: [checkIn(.min, focus: 1), checkIn(.max, focus: .max)])
        for last in [Int64.min, .max] {
            for count in [Int.min, 0, 7] {
                #expect(!WellnessTrends(of: made, endingOn: last, dayCount: count).days.isEmpty)
            }
        }
        #expect(WellnessTrends(of: made, endingOn: 0, dayCount: .max).days.count == 36_525)
    }
}
