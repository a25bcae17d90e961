import Foundation
import Testing

@testable import UsageInsights

@Suite struct WellnessImpactTests {
    @Test func withoutADoseThereIsNothingToCompare() {
        let found = impact(WellnessHistory(checkIns: [checkIn(firstMonday, focus: 3)]))
        #expect(found.status == .noDose && found.day0 == nil && found.before == nil && found.after == nil)
        #expect(found.plain == .absent(.noDose) && found.plain.reason == "no dose in the log")
        #expect(found.summary == "There is no dose of Magnesium to compare the days before and after.")
    }

    @Test func withoutCheckInsEveryAverageIsAbsent() {
        let found = impact(history(day0: firstMonday, before: [], after: []))
        #expect(found.status == .missingCheckIns(before: 5, after: 5))
        #expect(found.plain == .absent(.noCheckIns) && found.before?.mean == nil)
        #expect(impact(history(day0: firstMonday, before: [], after: [4])).plain == .absent(.noCheckInBefore))
    }

    @Test(arguments: [4, 5, 13, 14]) func countsAtTheEdges(count: Int) throws {
        let levels: [Int?] = (0..<count).map { 2 + $0 % 3 }
        let full: [Int?] = (0..<14).map { 2 + $0 % 3 }
        for (before, after) in [(levels, full), (full, levels)] {
            let found = impact(
                history(day0: firstMonday, before: before, after: after), options: try windows(14))
            switch count {
            case 4:
                let missing = SupplementImpact.Status.missingCheckIns(
                    before: before.count == 4 ? 1 : 0, after: after.count == 4 ? 1 : 0)
                #expect(found.status == missing && found.difference == nil)
            case 14: #expect(found.status == .full && found.interval != nil)
            default: #expect(found.status == .tooFewForInterval && found.difference != nil)
            }
        }
    }

    @Test func theDayOfADoseIsThatOfTheWallClock() throws {
        let newYork = try calendar("America/New_York")
        func day0(_ text: String, _ calendar: LocalCalendar) -> Int64? {
            let history = WellnessHistory(doses: [dose("Magnesium", instant(text))])
            return impact(history, calendar: calendar).day0
        }
        #expect(day0("2026-03-07T23:59:00-05:00", newYork) == day(2026, 3, 7))
        #expect(day0("2026-03-08T00:01:00-05:00", newYork) == day(2026, 3, 8))
        #expect(day0("2026-03-08T23:59:00-04:00", newYork) == day(2026, 3, 8))
        let late = try calendar("America/New_York", dayStart: 240)
        #expect(day0("2026-03-08T03:59:00-04:00", late) == day(2026, 3, 7))
        #expect(day0("2026-03-08T04:00:00-04:00", late) == day(2026, 3, 8))
    }

    @Test func recordedOffsetsDecideTheDayWhereAsked() throws {
        // 00:30 on the 11th in Tokyo is still the 10th in Berlin.
        let inTokyo = dose("Magnesium", instant("2026-03-11T00:30:00+09:00"), offsetMinutes: 540)
        let berlin = try calendar("Europe/Berlin")
        #expect(inTokyo.day(in: berlin) == day(2026, 3, 10))
        #expect(inTokyo.day(in: berlin, usesRecordedOffsets: true) == day(2026, 3, 11))
        let late = try calendar("Europe/Berlin", dayStart: 60)
        #expect(inTokyo.day(in: late, usesRecordedOffsets: true) == day(2026, 3, 10))
        let unknown = dose("Magnesium", instant("2026-03-11T00:30:00+09:00"))
        #expect(unknown.day(in: berlin, usesRecordedOffsets: true) == day(2026, 3, 10))
        let found = SupplementImpact(
            of: "Magnesium", on: .focus, in: WellnessHistory(doses: [inTokyo]), calendar: berlin,
            usesRecordedOffsets: true)
        #expect(found.day0 == day(2026, 3, 11))
    }

    /// Days of 23 and 25 hours don't move a window.
    @Test(arguments: [day(2026, 3, 8), day(2026, 11, 1)]) func windowsSpanDaylightSaving(change: Int64) throws
    {
        let newYork = try calendar("America/New_York", dayStart: 30)
        for offset in -15...8 as ClosedRange<Int64> {
            let day0 = change + offset
            for minute in [30, 31, 1_439] as [Int64] {
                let taken = newYork.zone.instant(
                    ofWall: day0 * Microseconds.day + minute * Microseconds.minute)
                let made = WellnessHistory(
                    checkIns: checkIns(from: day0 - 7, focus: .init(repeating: 3, count: 22)),
                    doses: [dose("Magnesium", taken)])
                let found = impact(made, calendar: newYork)
                #expect(found.day0 == day0)
                #expect(found.before?.count == 7 && found.after?.count == 8 && found.plain.text == "+0%")
            }
        }
    }

    @Test func onlyTheFirstDoseSetsDay0AndOrderOfArrivalDoesNot() {
        let doses = [
            dose("Magnesium", onDay: firstMonday + 9, sequence: 1),
            dose("Magnesium", onDay: firstMonday, sequence: 2),
            dose("Zinc", onDay: firstMonday - 40, sequence: 3),
        ]
        #expect(impact(WellnessHistory(doses: doses)).day0 == firstMonday)
        #expect(impact(WellnessHistory(doses: doses.reversed())).day0 == firstMonday)
    }

    @Test func meansAndNAPEqualAPlainSecondComputation() throws {
        var numbers = TestNumbers(seed: 11)
        for _ in 0..<200 {
            let length = numbers.whole(in: 14...40)
            let (before, after) = (
                numbers.levels(length, gapChance: 0.15), numbers.levels(length, gapChance: 0.15)
            )
            let found = impact(
                history(day0: firstMonday, before: before, after: after), options: try windows(length))
            let (b, a) = (before.compactMap(\.self), after.compactMap(\.self))
            #expect(found.before?.count == b.count && found.after?.count == a.count)
            #expect(found.before?.mean == Double(b.reduce(0, +)) / Double(b.count))
            #expect(found.after?.mean == Double(a.reduce(0, +)) / Double(a.count))
            guard found.status == .full else { continue }
            var (wins, pairs) = (0.0, 0.0)
            for first in b {
                for second in a {
                    wins += second > first ? 1 : (second == first ? 0.5 : 0)
                    pairs += 1
                }
            }
            #expect(found.nonoverlap == wins / pairs)
            let (interval, p) = (try #require(found.interval), try #require(found.pValue))
            #expect((p < 0.05) == !interval.contains(0))
        }
    }

    @Test func theSameInputGivesTheSameAnswerAndTheSeedMatters() throws {
        var numbers = TestNumbers(seed: 3)
        let made = history(day0: firstMonday, before: numbers.levels(28), after: numbers.levels(28))
        let found = impact(made, options: try windows(28))
        #expect(impact(made, options: try windows(28)) == found)
        let other = impact(made, options: try windows(28, seed: 1))
        #expect(other.interval != found.interval && other.difference == found.difference)
        let (left, right) = (try #require(found.interval), try #require(other.interval))
        #expect(
            abs(left.lowerBound - right.lowerBound) < 0.1 && abs(left.upperBound - right.upperBound) < 0.1)
    }

    /// To the last digit, so that another machine or compiler that differs is found out.
    @Test func theIntervalIsTheSameOnEveryMachine() throws {
        let before: [Int?] = [3, 2, 3, 4, 3, 2, 3, 3, 4, 3, 2, 3, 3, 3]
        let after: [Int?] = [4, 4, 5, 3, 4, 4, 5, 4, 3, 4, 5, 4, 4, 4]
        let found = impact(
            history(day0: firstMonday, before: before, after: after), options: try windows(14))
        let interval = try #require(found.interval)
        let pValue = try #require(found.pValue)
        let text = "\(interval.lowerBound) \(interval.upperBound) \(pValue)"
        #expect(text == "0.6649155775845879 1.6207987081296977 0.0009896828841901657")
    }

    /// No variance in the ratings is no proof of none: they are rounded to whole levels.
    @Test func ratingsThatNeverVaryStillLeaveAnInterval() throws {
        let same = impact(
            history(
                day0: firstMonday, before: .init(repeating: 3, count: 14),
                after: .init(repeating: 4, count: 14)),
            options: try windows(14))
        let interval = try #require(same.interval)
        #expect(interval.lowerBound > 0.5 && interval.lowerBound < 0.95 && interval.upperBound < 1.5)
        #expect(same.nonoverlap == 1)
        let unmoved = impact(
            history(
                day0: firstMonday, before: .init(repeating: 3, count: 14),
                after: .init(repeating: 3, count: 14)),
            options: try windows(14))
        #expect(unmoved.pValue == 1 && unmoved.nonoverlap == 0.5 && unmoved.interval?.contains(0) == true)
    }

    @Test func hostileHistoriesNeitherTrapNorGiveNonsense() {
        for takenAt in [Int64.min, .max, 0] {
            for level in [Int.min, .max, 0] {
                let doses = [dose("Magnesium", takenAt, offsetMinutes: .max)]
                let day0 = impact(WellnessHistory(doses: doses)).day0 ?? 0
                let made = WellnessHistory(
                    checkIns: checkIns(from: day0 - 20, focus: .init(repeating: level, count: 60))
                        + [checkIn(.min, focus: 3), checkIn(.max, focus: 3)],
                    doses: doses)
                for recorded in [false, true] {
                    let table = ImpactTable(
                        history: made, calendar: utcCalendar, usesRecordedOffsets: recorded,
                        options: (try? windows(14)) ?? ImpactOptions())
                    #expect(table.rows.count == 4)
                    for row in table.rows { _ = (row.impact.summary, row.impact.plain.text) }
                }
            }
        }
    }

    @Test func theTextsOfEachStatus() throws {
        let missing = impact(history(day0: firstMonday, before: [3, 3, 3, 3], after: [4, 4, 4]))
        #expect(
            missing.summary
                == "Too few check-ins to compare focus before and after Magnesium: 1 more from the 7 days before "
                + "and 2 more from days 7 to 14 after would do.")
        let few = impact(
            history(
                day0: firstMonday, before: [3, 3, 3, 3, 3, 3, 3], after: [4, 4, 4, 4, 4, 4, 4, 4],
                others: [
                    dose("Zinc", onDay: firstMonday, sequence: 2),
                    dose("Iron", onDay: firstMonday, sequence: 3),
                ]))
        #expect(
            few.summary
                == "Magnesium is associated with focus 1 point higher (3.0 before, 4.0 after, +33%). "
                + "That is from 7 and 8 check-ins, too few for an interval: 14 in each window are needed. "
                + "Confounded: Iron and Zinc were first taken in the same span of days and may be what is seen."
        )
        let full = impact(
            history(
                day0: firstMonday, before: .init(repeating: 4, count: 14),
                after: .init(repeating: 4, count: 14)),
            options: try windows(14))
        #expect(
            full.summary.hasPrefix("Magnesium is associated with no change in focus (4.0 before, 4.0 after).")
        )
        #expect(full.summary.contains("which includes no difference"))
    }

    @Test func thePlainTextIsThatOfCsFormat() {
        let values: [Double] = [
            0, -0.0, 0.4, -0.4, 0.5, 1.5, 2.5, 12.5, -12.5, -33.4, 99.5, 400, 33.333, -80, -75.5,
        ]
        for value in values {
            #expect(SupplementImpact.Plain.percent(value).text == String(format: "%+.0f%%", value))
        }
        for before in stride(from: 1.0, through: 5, by: 1.0 / 7) {
            for after in stride(from: 1.0, through: 5, by: 0.125) {
                let percent = ((after - before) / before) * 100
                #expect(SupplementImpact.Plain.percent(percent).text == String(format: "%+.0f%%", percent))
                #expect(SupplementImpact.signed(after - before) == String(format: "%+.1f", after - before))
            }
        }
    }
}
