import Foundation
import Testing

@testable import UsageInsights

/// The rules of averages, impact, trends, prompts and engagement by example.
@Suite struct WellnessSemanticsTests {
    @Test func c3NoCheckInAfterIsNoImpactWithTheReason() {
        let found = impact(history(day0: firstMonday, before: [3, 3, 3, 3, 3, 3, 3], after: []))
        #expect(found.percent == nil && found.difference == nil && found.interval == nil)
        #expect(found.after?.mean == nil && found.after?.count == 0)
        #expect(found.status == .missingCheckIns(before: 0, after: 5))
        #expect(found.plain == .absent(.noCheckInAfter) && found.plain.text == nil)
        #expect(found.plain.reason == "no check-in in the days after")
    }

    @Test func c4SevenThreesAndEightFoursAreThirtyThreePercent() {
        let found = impact(
            history(day0: firstMonday, before: [3, 3, 3, 3, 3, 3, 3], after: [4, 4, 4, 4, 4, 4, 4, 4]))
        #expect(found.plain.text == "+33%")
        #expect(found.day0 == firstMonday)
        #expect(found.before?.days == (firstMonday - 7)...(firstMonday - 1) && found.before?.count == 7)
        #expect(found.after?.days == (firstMonday + 7)...(firstMonday + 14) && found.after?.count == 8)
        #expect(found.difference == 1 && found.before?.mean == 3 && found.after?.mean == 4)
    }

    /// The seeds compare start-of-day dates with a time of day and lose these.
    @Test func c4FirstAndLastDaysOfBothWindowsCount() {
        for place in [-7, -1, 7, 14] {
            let only = WellnessHistory(
                checkIns: [checkIn(firstMonday + Int64(place), focus: 4)],
                doses: [dose("Magnesium", onDay: firstMonday)])
            let found = impact(only)
            #expect((found.before?.count ?? 0) + (found.after?.count ?? 0) == 1, "day \(place)")
        }
        for place in [-8, 0, 6, 15] {
            let only = WellnessHistory(
                checkIns: [checkIn(firstMonday + Int64(place), focus: 4)],
                doses: [dose("Magnesium", onDay: firstMonday)])
            let found = impact(only)
            #expect(found.before?.count == 0 && found.after?.count == 0, "day \(place)")
        }
    }

    @Test func c5UnderFiveInAWindowIsNoNumberButHowManyAreMissing() {
        let found = impact(history(day0: firstMonday, before: [3, 3, 3, 3], after: [4, 4, 4]))
        #expect(found.status == .missingCheckIns(before: 1, after: 2))
        #expect(found.percent == nil && found.difference == nil && found.pValue == nil)
        // The bare percentage is there for who asks for it.
        #expect(found.plain.text == "+33%")
    }

    @Test func c5FiveToThirteenIsAnEstimateTooFewForAnInterval() {
        let found = impact(
            history(day0: firstMonday, before: [3, 3, 3, 3, 3, 3, 3], after: [4, 4, 4, 4, 4, 4, 4, 4]))
        #expect(found.status == .tooFewForInterval)
        #expect(found.percent.map { abs($0 - 100.0 / 3) < 1e-9 } == true)
        #expect(found.interval == nil && found.nonoverlap == nil && found.pValue == nil)
    }

    @Test func c5FourteenInEachIsAnIntervalAndNAP() throws {
        let before: [Int?] = [3, 2, 3, 4, 3, 2, 3, 3, 4, 3, 2, 3, 3, 3]
        let after: [Int?] = [4, 4, 5, 3, 4, 4, 5, 4, 3, 4, 5, 4, 4, 4]
        let found = impact(
            history(day0: firstMonday, before: before, after: after), options: try windows(14))
        #expect(found.status == .full)
        let interval = try #require(found.interval)
        let difference = try #require(found.difference)
        #expect(interval.contains(difference) && interval.lowerBound > 0)
        #expect(try #require(found.pValue) < 0.05)
        #expect(try #require(found.nonoverlap) > 0.85)
    }

    @Test func c5CoverageUnderSeventyPercentIsSaidAndGivesNoInterval() throws {
        // 14 of 21 days are 67 %, 14 of 20 are 70 %.
        let spread: [Int?] = (0..<21).map { $0 % 3 == 2 ? nil : 3 + $0 % 2 }
        let short = impact(
            history(day0: firstMonday, before: spread, after: spread), options: try windows(21))
        #expect(short.status == .coverageTooLow && short.before?.count == 14)
        #expect(short.difference != nil && short.interval == nil && short.nonoverlap == nil)
        #expect(short.summary.contains("Check-ins cover 67% of the days"))
        let enough = impact(
            history(day0: firstMonday, before: Array(spread[..<20]), after: Array(spread[..<20])),
            options: try windows(20))
        #expect(enough.status == .full && enough.before?.count == 14 && enough.before?.coverage == 0.7)
        #expect(enough.interval != nil)
    }

    @Test func c5AnotherSupplementFirstTakenInsideTheWindowsConfounds() {
        func confounders(_ place: Int64, earlier: Int64? = nil) -> [SupplementImpact.Confounder] {
            var others = [dose("Zinc", onDay: firstMonday + place, sequence: 2)]
            if let earlier { others.append(dose("Zinc", onDay: firstMonday + earlier, sequence: 3)) }
            return impact(history(day0: firstMonday, before: [3], after: [4], others: others)).confounders
        }
        for place in [-7, 0, 3, 14] as [Int64] {
            #expect(confounders(place) == [.init(supplement: "Zinc", firstDay: firstMonday + place)])
        }
        for place in [-8, 15] as [Int64] { #expect(confounders(place).isEmpty) }
        // Taken inside the windows, but first taken long before.
        #expect(confounders(3, earlier: -30).isEmpty)
    }

    @Test func c5TheTextSaysAssociatedAndNeverCaused() throws {
        var numbers = TestNumbers(seed: 5)
        for length in [0, 3, 7, 14, 28] {
            for _ in 0..<10 {
                let made = history(
                    day0: firstMonday, before: numbers.levels(length, gapChance: 0.2),
                    after: numbers.levels(length, gapChance: 0.2),
                    others: [dose("Zinc", onDay: firstMonday + 1, sequence: 2)])
                let found = impact(made, options: try windows(max(1, length)))
                let text = found.summary.lowercased()
                for word in ["caus", "effect", "improve", "worsen", "thanks to", "because", "led to"] {
                    #expect(!text.contains(word), "\(text)")
                }
                #expect(text.contains("associated with") == found.status.allowsEstimate)
                #expect(text.contains("confounded: zinc") == found.status.allowsEstimate)
            }
        }
    }

    @Test func c6GapsAreGapsAndTheAverageIsATrueMovingAverage() {
        let history = WellnessHistory(
            checkIns: checkIns(
                from: firstMonday, focus: [1, 2, nil, 4, 5, 5, 3, nil, nil, nil, 2, 1, nil, 4]))
        let trends = WellnessTrends(of: history, endingOn: firstMonday + 13)
        #expect(trends.days == (firstMonday + 7)...(firstMonday + 13))
        #expect(trends[.focus]?.values == [nil, nil, nil, 2, 1, nil, 4])
        let expected: [Double?] = [3.8, 4.25, 4.25, 3.75, 2.75, 2, 7.0 / 3]
        #expect(trends[.focus]?.movingAverages == expected)
    }

    @Test func c7PromptAfterTheFirstDoseOfADayWithoutCheckIn() {
        let (morning, noon) = (
            dose("Magnesium", onDay: firstMonday, sequence: 7),
            dose("Zinc", firstMonday * Microseconds.day + 12 * Microseconds.hour, sequence: 8)
        )
        func isDue(_ dose: SupplementDose, _ doses: [SupplementDose], _ checkIns: [DailyCheckIn] = []) -> Bool
        {
            CheckInPrompt.isDue(
                after: dose, in: WellnessHistory(checkIns: checkIns, doses: doses), calendar: utcCalendar)
        }
        #expect(isDue(morning, [morning]))
        #expect(isDue(morning, []))
        #expect(!isDue(noon, [morning, noon]))
        #expect(!isDue(noon, [morning]))
        #expect(!isDue(morning, [morning], [checkIn(firstMonday, focus: 3)]))
        #expect(isDue(morning, [morning], [checkIn(firstMonday - 1, focus: 3)]))
    }

    @Test func c8ShareOfActiveDaysAndBothRatesTheirDifferenceAndN() {
        // Active on days 0, 1, 2 and 12; checked in on 0, 2 and 5; the reference day is 20: days 0…12 are decided.
        let history = WellnessHistory(
            checkIns: [0, 2, 5].map { checkIn(firstMonday + $0, focus: 3) })
        let found = Engagement(
            activeDays: Set([0, 1, 2, 12].map { firstMonday + $0 }), history: history,
            referenceDay: firstMonday + 20)
        #expect(found.days == firstMonday...(firstMonday + 20))
        #expect(found.activeDayCount == 4 && found.activeDaysWithCheckIn == 2 && found.checkInShare == 0.5)
        // Active soon: 0, 1 (by 1 and 2) and 5…11 (by 12). Of the check-in days 0 and 5 are, 2 isn't.
        #expect(found.allDays.withCheckIn == .init(dayCount: 3, activeSoon: 2))
        #expect(found.allDays.withoutCheckIn == .init(dayCount: 10, activeSoon: 7))
        #expect(found.allDays.difference.map { abs($0 - (2.0 / 3 - 0.7)) < 1e-12 } == true)
        #expect(found.activeDays.withCheckIn == .init(dayCount: 2, activeSoon: 1))
        #expect(found.activeDays.withoutCheckIn == .init(dayCount: 2, activeSoon: 1))
        #expect(found.activeDays.difference == 0)
    }
}
