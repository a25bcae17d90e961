import EventLog
import LogFormat
import Testing

@testable import UsageInsights

/// Check-ins, doses and retractions among JSON lines.
@Suite struct RetractionLinesTests {
    private func event(_ name: String, id: String? = nil) -> String {
        let id = id.map { #","id":"\#($0)""# } ?? ""
        return #"{"type":"\#(name)","timestamp":"2026-11-30T09:00:00Z"\#(id)}"# + "\n"
    }

    private func retract(_ target: String) -> String { #"{"kind":"retract",\#(target)}"# + "\n" }

    private let checkIn =
        #"{"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2}"# + "\n"

    @Test func eachInItsTurn() throws {
        let log = try ScratchLog()
        let (outcome, refused) = try log.append(chunks: [
            event("a") + retract(#""sequence":1"#) + event("b", id: "x") + retract(#""id":"x""#)
                + retract(#""sequence":1"#),
            event("c") + checkIn + retract(#""checkIn":"2026-11-30""#) + event("d"),
        ])
        #expect(refused.isEmpty)
        #expect(outcome.appended == 8 && outcome.duplicates == 1 && outcome.rejected == 0)
        #expect(outcome.firstSequence == 1 && outcome.lastSequence == 8)
        #expect(try log.events().events.map(\.type) == ["c", "d"])
        #expect(try WellnessReader(try log.snapshot()).history.checkIns.isEmpty)
    }

    @Test(arguments: [
        (#""sequence":2"#, "there is no sequence 2: the newest is 1"),
        (#""id":"nope""#, #"no record has the id "nope""#),
        (#""checkIn":"2026-11-29""#, "2026-11-29 has no check-in"),
    ])
    func whatIsNotThereIsRefusedLikeABadLine(target: String, reason: String) throws {
        let text = event("a") + "\n" + retract(target) + event("b") + #"{"broken"# + "\n" + event("c")
        let stopped = try ScratchLog()
        let first = try stopped.append(chunks: [text, event("d")])
        #expect(first.outcome.stoppedAt?.lineNumber == 3 && first.outcome.stoppedAt?.message == reason)
        #expect(first.outcome.appended == 1 && first.outcome.rejected == 1)
        #expect(first.refused.map(\.lineNumber) == [3])
        #expect(
            first.refused.first.map { String(decoding: $0.text, as: UTF8.self) + "\n" } == retract(target))
        #expect(try stopped.events().events.map(\.type) == ["a"])

        let skipping = try ScratchLog()
        let all = try skipping.append(chunks: [text, event("d")]) { $0.onError = .skip }
        #expect(all.outcome.appended == 4 && all.outcome.rejected == 2 && all.outcome.stoppedAt == nil)
        #expect(all.refused.map(\.lineNumber) == [3, 5])
        #expect(try skipping.events().events.map(\.type) == ["a", "b", "c", "d"])
    }

    @Test func duplicatesAfterTheEndAreNotCounted() throws {
        let log = try ScratchLog()
        _ = try log.append(chunks: [event("a", id: "x") + event("b", id: "y")])
        let text = event("a", id: "x") + event("n") + retract(#""sequence":99"#) + event("b", id: "y")
        let (outcome, _) = try log.append(chunks: [text])
        #expect(outcome.duplicates == 1 && outcome.appended == 1 && outcome.rejected == 1)
        #expect(try log.events().events.map(\.type) == ["a", "b", "n"])
    }

    @Test func theSameFileAgainDoublesNothing() throws {
        let log = try ScratchLog()
        let dose = #"{"kind":"dose","supplement":"M","takenAt":"2026-11-30T08:00:00","amount":"1"}"# + "\n"
        let text =
            event("a") + checkIn + dose + dose + checkIn + event("b", id: "x") + retract(#""sequence":1"#)
        _ = try log.append(chunks: [text]) { $0.skipsExisting = true }
        #expect(try log.snapshot().recordCount == 7)
        // Check-ins that say no time are known by what they say.
        let (outcome, _) = try log.append(chunks: [text]) {
            $0.skipsExisting = true
            $0.now += 1_000_000
        }
        #expect(outcome.appended == 0 && outcome.duplicates == 7, "\(outcome)")
        // What was retracted doesn't come back.
        #expect(try log.events().events.map(\.type) == ["b"])
    }

    @Test func manyRetractionsAreFewCommits() throws {
        let log = try ScratchLog(segmentLength: 8 << 20)
        let count = 5_000
        _ = try log.append(chunks: [(0..<count).map { event("e\($0 % 7)", id: "i\($0)") }.joined()])
        let frames = try log.snapshot().segments.flatMap(\.entries).count
        let lines = (0..<count).map { retract($0 % 2 == 0 ? #""sequence":\#($0 + 1)"# : #""id":"i\#($0)""#) }
        let (outcome, _) = try log.append(chunks: [lines.joined()])
        #expect(outcome.appended == count)
        #expect(try log.snapshot().segments.flatMap(\.entries).count == frames + 1)
        #expect(try log.events().events.isEmpty)
    }

    @Test func timesOfRecording() throws {
        let log = try ScratchLog()
        let timed = checkIn.replacing("}", with: #","timestamp":"2026-11-30T20:00:00-05:00"}"#)
        let zoneless = checkIn.replacing("11-30", with: "11-29").replacing(
            "}", with: #","timestamp":"2026-11-29T20:00:00"}"#)
        let bare = checkIn.replacing("11-30", with: "11-28")
        let (_, refused) = try log.append(chunks: [timed + zoneless + bare]) {
            $0.zone = (try? Zone(named: "America/New_York", covering: Zone.usualRange)) ?? .utc
        }
        #expect(refused.isEmpty)
        let checkIns = try WellnessReader(try log.snapshot()).history.checkIns
        #expect(
            checkIns.map(\.createdAt) == [
                1_800_000_000_000_000, 1_796_000_400_000_000, 1_796_086_800_000_000,
            ], "\(checkIns)")
    }

    @Test func anEmptyNoteIsNone() throws {
        let log = try ScratchLog()
        let dose = #"{"kind":"dose","supplement":"M","takenAt":"2026-11-30T08:00:00Z","amount":""}"# + "\n"
        _ = try log.append(chunks: [checkIn.replacing("}", with: #","mood":""}"#) + dose])
        let history = try WellnessReader(try log.snapshot()).history
        #expect(history.checkIns.first.map { $0.mood == nil } == true)
        #expect(history.doses.first.map { $0.amount == nil } == true)
    }
}
