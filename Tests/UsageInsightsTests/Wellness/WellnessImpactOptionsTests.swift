import Testing

@testable import UsageInsights

@Suite struct WellnessImpactOptionsTests {
    @Test func theDefaultIsThatOfTheRule() throws {
        #expect(ImpactOptions().beforeDays == -7 ... -1 && ImpactOptions().afterDays == 7...14)
        #expect(try ImpactOptions(beforeLength: 7, afterDays: 7...14) == ImpactOptions())
    }

    @Test func washInMovesTheWindowAfterInItsLength() throws {
        #expect(try ImpactOptions(washInDays: 0).afterDays == 0...7)
        #expect(try ImpactOptions(afterDays: 7...34, washInDays: 14).afterDays == 14...41)
    }

    @Test func wholeWeeksHoldEveryWeekdayEquallyOften() throws {
        for before in 1...40 {
            for length in 1...40 {
                let options = try ImpactOptions(
                    beforeLength: before, afterDays: 7...(6 + length), wholeWeeks: true)
                #expect(options.beforeDays.upperBound == -1 && options.afterDays.lowerBound == 7)
                for days in [options.beforeDays, options.afterDays] {
                    #expect(days.count % 7 == 0 && days.count >= 7)
                    let perWeekday = Dictionary(grouping: days) { Weekday(ofDay: firstMonday + Int64($0)) }
                    #expect(Set(perWeekday.values.map(\.count)) == [days.count / 7])
                }
                #expect(options.beforeDays.count <= max(7, before))
            }
        }
        #expect(try ImpactOptions(wholeWeeks: true).afterDays == 7...13)
    }

    /// Higher on weekends, and nothing else: eight days after hold one weekday twice.
    @Test func wholeWeeksTakeOutTheWeekend() throws {
        for start in 0..<7 as Range<Int64> {
            let day0 = firstMonday + start
            let rated = ((day0 - 14)...(day0 + 28)).map { day in
                checkIn(day, focus: Weekday(ofDay: day).rawValue >= 5 ? 5 : 2)
            }
            let made = WellnessHistory(checkIns: rated, doses: [dose("Magnesium", onDay: day0)])
            #expect(impact(made, options: try ImpactOptions(wholeWeeks: true)).difference == 0)
            #expect(impact(made).difference != 0)
        }
    }

    @Test func daysOutOfBoundsAreRefused() {
        for length in [0, -1, Int.min, Int.max, 1_097] {
            #expect(throws: ImpactOptions.Refusal.self) { try ImpactOptions(beforeLength: length) }
        }
        for days in [-1...7, 7...Int.max, Int.min...Int.max, 3_654...3_654, 0...2_000] {
            #expect(throws: ImpactOptions.Refusal.self) { try ImpactOptions(afterDays: days) }
        }
        for days in [-1, Int.max] {
            #expect(throws: ImpactOptions.Refusal.self) { try ImpactOptions(washInDays: days) }
        }
        let refusal = ImpactOptions.Refusal(field: .beforeLength, allowed: 1...1_096)
        #expect(refusal.description == "the length of the window before must lie in 1 to 1096")
    }

    @Test func theLongestWindowsGiveAnAnswer() throws {
        var numbers = TestNumbers(seed: 2)
        let made = history(day0: firstMonday, before: numbers.levels(1_096), after: numbers.levels(1_096))
        let found = impact(made, options: try windows(1_096))
        #expect(found.status == .full && found.interval != nil)
    }
}
