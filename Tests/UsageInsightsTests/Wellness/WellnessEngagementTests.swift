import Testing

@testable import UsageInsights

@Suite struct WellnessEngagementTests {
    @Test func withoutActiveDaysThereAreNoRates() {
        let found = Engagement(activeDays: [], history: WellnessHistory(), referenceDay: firstMonday)
        #expect(found.days == nil && found.checkInShare == nil && found.allDays.difference == nil)
        let future = Engagement(activeDays: [9], history: WellnessHistory(), referenceDay: 8)
        #expect(future.days == nil && future.activeDayCount == 0)
    }

    @Test func daysWhoseNextSevenAreNotOverAreLeftOut() {
        let active: Set<Int64> = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        func decided(_ reference: Int64) -> Int {
            let found = Engagement(activeDays: active, history: WellnessHistory(), referenceDay: reference)
            return found.allDays.withoutCheckIn.dayCount
        }
        #expect(decided(0) == 0 && decided(7) == 0)
        // Day 0's next seven are 1…7, and 7 is over on day 8.
        #expect(decided(8) == 1 && decided(9) == 2)
    }

    @Test func equalsAPlainSecondComputation() {
        var numbers = TestNumbers(seed: 9)
        for _ in 0..<200 {
            let chance = numbers.uniform()
            let span = numbers.whole(in: 1...60)
            let active = Set((0..<70).filter { _ in numbers.uniform() < chance * 0.3 }.map(Int64.init))
            let rated = (0..<70).filter { _ in numbers.uniform() < 0.4 }.map { checkIn(Int64($0), focus: 3) }
            let made = WellnessHistory(checkIns: rated)
            let found = Engagement(activeDays: active, history: made, referenceDay: Int64(span))
            guard let first = active.min(), first <= Int64(span) else {
                #expect(found.days == nil)
                continue
            }
            var all = [(0, 0), (0, 0)]
            var onActive = [(0, 0), (0, 0)]
            for day in first...Int64(span) where day + 7 < Int64(span) {
                let kind = made.checkIn(onDay: day) == nil ? 1 : 0
                let soon = ((day + 1)...(day + 7)).contains(where: active.contains) ? 1 : 0
                all[kind] = (all[kind].0 + 1, all[kind].1 + soon)
                if active.contains(day) { onActive[kind] = (onActive[kind].0 + 1, onActive[kind].1 + soon) }
            }
            let inRange = active.filter { $0 <= Int64(span) }
            #expect(found.activeDayCount == inRange.count)
            #expect(found.activeDaysWithCheckIn == inRange.count { made.checkIn(onDay: $0) != nil })
            for (comparison, expected) in [(found.allDays, all), (found.activeDays, onActive)] {
                #expect(comparison.withCheckIn == .init(dayCount: expected[0].0, activeSoon: expected[0].1))
                #expect(
                    comparison.withoutCheckIn == .init(dayCount: expected[1].0, activeSoon: expected[1].1))
            }
        }
    }

    @Test func boundsDoNotTrap() {
        let made = WellnessHistory(checkIns: [checkIn(.min, focus: 1), checkIn(.max, focus: 1)])
        let found = Engagement(activeDays: [.min, 0, .max], history: made, referenceDay: .max)
        #expect(found.activeDayCount == 1 && found.allDays.withoutCheckIn.activeSoon == 7)
        _ = Engagement(activeDays: [.min, .max], history: made, days: .min ... .max)
    }
}
