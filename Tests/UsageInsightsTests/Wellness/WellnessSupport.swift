import Testing

@testable import UsageInsights

/// 2026-03-02, a Monday.
let firstMonday = day(2026, 3, 2)

func checkIn(_ day: Int64, focus: Int, sleep: Int = 3, energy: Int = 3, stress: Int = 3) -> DailyCheckIn {
    DailyCheckIn(
        id: Civil(days: day).isoText, day: day, focus: focus, sleep: sleep, energy: energy, stress: stress,
        createdAt: 0, updatedAt: 0)
}

/// One check-in a day from a day on; nil is a gap.
func checkIns(from day: Int64, focus: [Int?]) -> [DailyCheckIn] {
    focus.enumerated().compactMap { place, level in
        level.map { checkIn(day + Int64(place), focus: $0) }
    }
}

func dose(
    _ supplement: String, _ takenAt: Int64, sequence: UInt64 = 1, offsetMinutes: Int? = nil
) -> SupplementDose {
    SupplementDose(
        sequence: sequence, supplement: supplement, takenAt: takenAt, offsetMinutes: offsetMinutes)
}

/// At 08:00 UTC of a day.
func dose(_ supplement: String, onDay day: Int64, sequence: UInt64 = 1) -> SupplementDose {
    dose(supplement, day * Microseconds.day + 8 * Microseconds.hour, sequence: sequence)
}

let utcCalendar = LocalCalendar(zone: .utc)

/// Magnesium on `day0`, and focus around it: `before` ends the day before, `after` begins 7 days after.
func history(day0: Int64, before: [Int?], after: [Int?], others: [SupplementDose] = []) -> WellnessHistory {
    WellnessHistory(
        checkIns: checkIns(from: day0 - Int64(before.count), focus: before)
            + checkIns(from: day0 + 7, focus: after),
        doses: [dose("Magnesium", onDay: day0)] + others)
}

func impact(
    _ history: WellnessHistory, options: ImpactOptions = ImpactOptions(),
    calendar: LocalCalendar = utcCalendar
) -> SupplementImpact {
    SupplementImpact(of: "Magnesium", on: .focus, in: history, calendar: calendar, options: options)
}

/// Windows of this many days.
func windows(_ days: Int, seed: UInt64 = ImpactOptions.defaultSeed) throws -> ImpactOptions {
    try ImpactOptions(beforeLength: days, afterDays: 7...(6 + days), seed: seed)
}

/// Whole numbers for tests, by a seed.
struct TestNumbers {
    private var generator: SplitMix64
    private var spare: Double?

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    mutating func uniform() -> Double { Double(generator.next() >> 11) * 0x1p-53 }

    mutating func whole(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(generator.next() % UInt64(range.count))
    }

    mutating func levels(_ count: Int, gapChance: Double = 0) -> [Int?] {
        (0..<count).map { _ in uniform() < gapChance ? nil : whole(in: 1...5) }
    }
}
