import EventLog
import LogFormat
import TestSupport
import Testing

@testable import UsageInsights

@Suite struct WellnessReaderTests {
    private func checkIn(
        _ day: Int64, _ level: Int, at time: Int64, id: String? = nil, mood: String? = nil
    ) throws -> Record {
        let levels = Dictionary(uniqueKeysWithValues: WellnessMetric.allCases.map { ($0, level) })
        return try #require(
            Record.checkIn(onDay: day, levels: levels, mood: mood, recordedAt: time, id: id))
    }

    @Test func aLaterOneReplacesWhatIsRated() throws {
        let log = try ScratchLog()
        try log.append(try checkIn(20_000, 1, at: 10, id: "first", mood: "low"))
        try log.append(try checkIn(20_000, 5, at: 20, id: "second"))
        let history = try WellnessReader(try log.snapshot()).history
        #expect(
            history.checkIns == [
                DailyCheckIn(
                    id: "first", day: 20_000, focus: 5, sleep: 5, energy: 5, stress: 5, createdAt: 10,
                    updatedAt: 20)
            ])
    }

    @Test func orderOfArrivalChangesNothing() throws {
        let records = [
            try checkIn(1, 1, at: 10, id: "a"), try checkIn(1, 2, at: 20, mood: "m"),
            try checkIn(1, 3, at: 30, id: "c"),
            try checkIn(2, 4, at: 5),
        ]
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            let log = try ScratchLog()
            for record in records.shuffled(using: &random) { try log.append(record) }
            let checkIns = try WellnessReader(try log.snapshot()).history.checkIns
            #expect(checkIns.map(\.day) == [1, 2])
            #expect(checkIns.map(\.id) == ["a", "1970-01-03"])
            #expect(checkIns.map(\.focus) == [3, 4])
            #expect(checkIns.map(\.createdAt) == [10, 5] && checkIns.map(\.updatedAt) == [30, 5])
            #expect(checkIns.allSatisfy { $0.mood == nil })
        }
    }

    @Test func atTheSameTimeTheOneThatCameLaterCounts() throws {
        let log = try ScratchLog()
        try log.append(try checkIn(1, 1, at: 10, id: "a"), try checkIn(1, 2, at: 10, id: "b"))
        let checkIn = try #require(try WellnessReader(try log.snapshot()).history.checkIns.first)
        #expect(checkIn.id == "a" && checkIn.focus == 2)
    }

    @Test func retractingTheLaterBringsBackTheFirst() throws {
        let log = try ScratchLog()
        try log.append(try checkIn(1, 1, at: 10, id: "a"), try checkIn(1, 2, at: 20, id: "b"))
        _ = try log.retract(.sequence(2))
        var checkIn = try #require(try WellnessReader(try log.snapshot()).history.checkIns.first)
        #expect(checkIn.id == "a" && checkIn.focus == 1 && checkIn.updatedAt == 10)
        try log.append(try self.checkIn(1, 4, at: 30))
        _ = try log.retract(.sequence(1))
        checkIn = try #require(try WellnessReader(try log.snapshot()).history.checkIns.first)
        #expect(checkIn.id == "1970-01-02" && checkIn.focus == 4 && checkIn.createdAt == 30)
    }

    @Test(
        arguments: [
            ("focus", "6", "focus is no level from 1 to 5"), ("sleep", "0", "sleep is no level from 1 to 5"),
            ("energy", "2.5", "energy is no level from 1 to 5"),
            ("stress", "", "stress is no level from 1 to 5"),
            ("stress", nil, "stress is no level from 1 to 5"),
            ("focus", "03", "focus is no level from 1 to 5"),
            ("date", "2026-02-30", "date is no date"), ("date", nil, "date is no date"),
            ("date", "today", "date is no date"),
        ] as [(String, String?, String)])
    func nonsenseIsDamage(key: String, value: String?, reason: String) throws {
        let log = try ScratchLog()
        var record = try checkIn(20_000, 3, at: 10)
        record.attributes[key] = value
        try log.append(try checkIn(20_000, 4, at: 5), record)
        let reader = try WellnessReader(try log.snapshot())
        #expect(reader.history.checkIns.map(\.focus) == [4])
        #expect(reader.damage.map(\.reason) == ["sequence 2: a check-in whose \(reason)"])
        #expect(reader.damage.first?.lostRecords == 1)
        // It can be retracted, and then nobody misses it.
        _ = try log.retract(.sequence(2))
        #expect(try WellnessReader(try log.snapshot()).damage.isEmpty)
    }

    @Test func recordsOutOfRangeAreNotMade() {
        var levels = Dictionary(uniqueKeysWithValues: WellnessMetric.allCases.map { ($0, 3) })
        #expect(Record.checkIn(onDay: 0, levels: levels, recordedAt: 0) != nil)
        #expect(Record.checkIn(onDay: 2_932_897, levels: levels, recordedAt: 0) == nil)
        #expect(Record.checkIn(onDay: -719_163, levels: levels, recordedAt: 0) == nil)
        #expect(Record.checkIn(onDay: .max, levels: levels, recordedAt: 0) == nil)
        levels[.stress] = 6
        #expect(Record.checkIn(onDay: 0, levels: levels, recordedAt: 0) == nil)
        levels[.stress] = nil
        #expect(Record.checkIn(onDay: 0, levels: levels, recordedAt: 0) == nil)
    }

    @Test func dosesByTime() throws {
        let log = try ScratchLog()
        try log.append(
            Record.dose(of: "B", takenAt: 20),
            Record.dose(of: "A", amount: "1 g", takenAt: 10, offsetMinutes: 60),
            Record(timestamp: 15, name: "A"))
        let history = try WellnessReader(try log.snapshot()).history
        #expect(
            history.doses == [
                SupplementDose(
                    sequence: 2, supplement: "A", takenAt: 10, offsetMinutes: 60, amount: "1 g"),
                SupplementDose(sequence: 1, supplement: "B", takenAt: 20),
            ])
        #expect(history.supplements == ["A", "B"])
    }
}
