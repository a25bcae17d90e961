import EventLog
import Foundation
import LogFormat
import TestSupport
import Testing

@testable import UsageInsights

@Suite struct RetractionAppendTests {
    private func event(_ name: String, id: String? = nil) -> Record {
        Record(timestamp: 1_000_000, name: name, id: id)
    }

    private func checkIn(_ day: Int64, recordedAt: Int64 = 0) -> Record {
        let levels = Dictionary(uniqueKeysWithValues: WellnessMetric.allCases.map { ($0, 3) })
        return Record.checkIn(onDay: day, levels: levels, recordedAt: recordedAt)
            ?? Record(timestamp: 0, name: "")
    }

    private func names(_ log: ScratchLog) throws -> [String] { try log.events().events.map(\.type) }

    @Test func bySequence() throws {
        let log = try ScratchLog()
        try log.append(event("a"), event("b"), event("c"))
        let outcome = try log.retract(.sequence(2))
        #expect(outcome.stored.firstSequence == 4 && outcome.sequences == [2])
        #expect(try names(log) == ["a", "c"])
        let again = try log.retract(.sequence(2))
        #expect(again.stored.appended == 0 && again.stored.duplicates == 1 && again.refusal == nil)
        #expect(try log.snapshot().recordCount == 4)
    }

    @Test func whatIsNotThereIsRefusedAndNothingStored() throws {
        let log = try ScratchLog()
        #expect(try log.retract(.sequence(1)).refusal == "there is no sequence 1: the log is empty")
        try log.append(event("a"), event("b", id: "x"))
        _ = try log.retract(.sequence(1))
        let count = try log.snapshot().recordCount
        for (target, reason): (RetractionTarget, String) in [
            (.sequence(0), "there is no sequence 0: the newest is 3"),
            (.sequence(4), "there is no sequence 4: the newest is 3"),
            (.sequence(.max), "there is no sequence 18446744073709551615: the newest is 3"),
            (.sequence(3), "sequence 3 is a retraction, which is final"),
            (.id("y"), "no record has the id \"y\""), (.id(""), "no record has the id \"\""),
            (.checkIn(day: 0), "1970-01-01 has no check-in"),
        ] {
            #expect(try log.retract(target).refusal == reason)
            // One that could be retracted goes with it.
            #expect(try log.retract(.sequence(2), target).refusal == reason)
        }
        #expect(try log.snapshot().recordCount == count)
        #expect(try names(log) == ["b"])
    }

    @Test func sequencesThatACompactionLeftOut() throws {
        let log = try ScratchLog()
        let sequences = try log.append([event("a"), event("b")], places: [1, 4], span: 7)
        #expect(sequences == [2, 5])
        for gone: UInt64 in [1, 3, 4, 6, 7] {
            #expect(try log.retract(.sequence(gone)).refusal == "sequence \(gone) is not in the log any more")
        }
        #expect(try log.retract(.sequence(5)).refusal == nil)
        #expect(try names(log) == ["a"])
    }

    @Test func byID() throws {
        let log = try ScratchLog()
        try log.append(event("a", id: "x"), event("b", id: "y"))
        try log.append(event("c", id: "x"))
        #expect(try log.retract(.id("x")).sequences == [1, 3])
        #expect(try names(log) == ["b"])
        #expect(try log.retract(.id("x")).stored.duplicates == 1)
        try log.append(event("d", id: "x"))
        #expect(try log.retract(.id("x")).sequences == [5])
    }

    @Test func byDayWithAllThatTheCheckInReplaced() throws {
        let log = try ScratchLog()
        try log.append(checkIn(10), checkIn(11), checkIn(10, recordedAt: 5))
        #expect(try log.retract(.checkIn(day: 10)).sequences == [1, 3])
        #expect(try WellnessReader(try log.snapshot()).history.checkIns.map(\.day) == [11])
        #expect(try log.retract(.checkIn(day: 10)).stored.duplicates == 1)
        try log.append(checkIn(10))
        #expect(try WellnessReader(try log.snapshot()).history.checkIns.map(\.day) == [10, 11])
    }

    @Test func moreThanOneRecordCanName() throws {
        let log = try ScratchLog(segmentLength: 8 << 20)
        let count = SequenceList.maximumCount + 10
        var left = count
        while left > 0 {
            let some = min(left, 60_000)
            try log.writer.append((0..<some).map { _ in event("a", id: "x") })
            left -= some
        }
        try log.append(event("b"))
        let outcome = try log.retract(.id("x"))
        #expect(outcome.sequences.count == count && outcome.stored.appended == 2)
        #expect(try names(log) == ["b"])
    }

    @Test func aDamagedRetractionIsNamedOnce() throws {
        let log = try ScratchLog()
        try log.append(event("a"), event("b"))
        // Retraction and event in one frame, as a compaction leaves them.
        var retraction = Record(timestamp: 0, kind: .retraction, name: "")
        retraction.attributes = ["sequences": "1"]
        try log.append(retraction, event("c"))
        #expect(try names(log) == ["b", "c"])
        try log.damageLastFrame()
        let (events, damage) = try log.events()
        #expect(events.map(\.type) == ["a", "b"])
        #expect(damage.count == 1 && damage.first?.lostRecords == 2)
        let query = RollupQuery(unit: .year, calendar: LocalCalendar(zone: .utc))
        #expect(try Rollup(query, of: try log.snapshot()).damage == damage)
        #expect(try WellnessReader(try log.snapshot()).damage == damage)
    }

    @Test(
        arguments: [
            nil, "", ",", "1,", ",1", "1,,2", "2,1", "1,1", "01", "0", "-1", "+1", " 1", "1 ", "1.0", "x",
            "3",
            "1,3", "4", "4611686018427387904", "18446744073709551617", "99999999999999999999999", "１",
        ] as [String?])
    func aListThatIsNotValidSaysNothing(list: String?) throws {
        let log = try ScratchLog()
        try log.append(event("a"), event("b"))
        var retraction = Record(timestamp: 0, kind: .retraction, name: "")
        retraction.attributes["sequences"] = list
        try log.append(retraction)
        let (events, damage) = try log.events()
        #expect(events.map(\.type) == ["a", "b"])
        #expect(damage.count == 1 && damage.first?.lostRecords == 1)
        #expect(
            damage.first?.reason == "sequence 3: a retraction whose list of sequences is not valid",
            "\(damage)")
    }

    @Test func listsReadBack() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let numbers = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                UInt64.random(in: 1..<(1 << UInt64.random(in: 1...62, using: &random)), using: &random)
            }
            let sorted = Set(numbers).sorted()
            var text = SequenceList.text(sorted)
            #expect(text.withUTF8 { SequenceList.parse(UnsafeRawBufferPointer($0)) } == sorted)
        }
    }
}

extension ScratchLog {
    /// Flips a bit in the payload of the last frame.
    func damageLastFrame() throws {
        let snapshot = try snapshot()
        guard let segment = snapshot.segments.last, let entry = segment.entries.last else { return }
        let path = directory + "/" + segment.name.fileName
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[entry.offset + Format.frameHeaderLength + 3] ^= 4
        try bytes.write(to: URL(filePath: path))
    }
}
