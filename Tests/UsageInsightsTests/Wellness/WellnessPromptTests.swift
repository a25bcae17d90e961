import Testing

@testable import UsageInsights

@Suite struct WellnessPromptTests {
    @Test func aDayIsTheLocalOne() throws {
        let late = try calendar("Europe/Berlin", dayStart: 240)
        let evening = dose("Magnesium", instant("2026-03-10T23:00:00+01:00"), sequence: 1)
        let night = dose("Magnesium", instant("2026-03-11T01:30:00+01:00"), sequence: 2)
        let made = WellnessHistory(doses: [evening, night])
        #expect(!CheckInPrompt.isDue(after: night, in: made, calendar: late))
        #expect(CheckInPrompt.isDue(after: night, in: made, calendar: try calendar("Europe/Berlin")))
        let rated = WellnessHistory(checkIns: [checkIn(day(2026, 3, 10), focus: 3)], doses: [night])
        #expect(!CheckInPrompt.isDue(after: night, in: rated, calendar: late))
    }

    @Test func aDosePutInLaterForEarlierAsksForNothing() {
        let noon = dose("Zinc", firstMonday * Microseconds.day + 12 * Microseconds.hour, sequence: 1)
        let morning = dose("Zinc", onDay: firstMonday, sequence: 2)
        #expect(
            !CheckInPrompt.isDue(
                after: morning, in: WellnessHistory(doses: [noon, morning]), calendar: utcCalendar))
    }

    @Test func recordedOffsetsDecideTheDayWhereAsked() {
        // One evening in New York, by the clock there; two days by UTC.
        let early = dose("Zinc", instant("2026-03-10T18:00:00-05:00"), sequence: 1, offsetMinutes: -300)
        let late = dose("Zinc", instant("2026-03-10T20:00:00-05:00"), sequence: 2, offsetMinutes: -300)
        let made = WellnessHistory(doses: [early, late])
        #expect(CheckInPrompt.isDue(after: late, in: made, calendar: utcCalendar))
        #expect(!CheckInPrompt.isDue(after: late, in: made, calendar: utcCalendar, usesRecordedOffsets: true))
    }
}
