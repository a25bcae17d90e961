import Foundation
import Testing

/// Appending, compacting and pruning at once, again and again, while whoever holds a lock may be killed.
///
/// `EVLOG_KEEPING_ROUNDS=1000` makes it many rounds; without it there are few enough for every run of the tests.
@Suite(.timeLimit(.minutes(10)))
struct KeepingRoundsTests {
    private let scratch: Scratch
    private let rounds: Int
    private static let perBatch = 10

    init() throws {
        scratch = try Scratch()
        let wanted = ProcessInfo.processInfo.environment["EVLOG_KEEPING_ROUNDS"].flatMap { Int($0) }
        rounds = max(1, wanted ?? 40)
    }

    /// A file of a batch: every third event is so old that it is pruned.
    private func batch(_ number: Int) throws -> String {
        let lines = (0..<Self.perBatch).map { at in
            let year = at % 3 == 2 ? 2020 : 2026
            return
                #"{"type":"b","timestamp":"\#(year)-03-01T00:00:00Z","metadata":{"n":"\#(number * Self.perBatch + at)"}}"#
                + "\n"
        }
        return try scratch.file("batch-\(number)", lines.joined())
    }

    @Test func nothingIsLostAndNothingIsTwice() throws {
        var numbers = SeededNumbers(seed: 12)
        var acknowledged: Set<Int> = []
        var (killed, busy) = (0, 0)
        try scratch.run("append", "first")
        for round in 0..<rounds {
            let commands = [
                ["append", "--file", try batch(round)], ["compact"], ["prune", "--before", "2021-01-01"],
            ]
            let processes = try commands.shuffled(using: &numbers).map { arguments in
                let process = try scratch.start(arguments)
                process.closeInput()
                usleep(UInt32.random(in: 0...1500, using: &numbers))
                return (arguments[0], process)
            }
            for (_, process) in processes where Int.random(in: 0..<3, using: &numbers) == 0 {
                usleep(UInt32.random(in: 0...6000, using: &numbers))
                process.send(SIGKILL)
            }
            for (name, process) in processes {
                let outcome = try process.wait()
                switch outcome.status {
                case 0: if name == "append" { acknowledged.insert(round) }
                case 128 + SIGKILL: killed += 1
                // Only one at a time may compact or prune.
                case 5 where name != "append": busy += 1
                default: Issue.record("round \(round), \(name): \(outcome.status) \(outcome.errors)")
                }
            }
            if round % 10 == 9 || round == rounds - 1 {
                try check(upTo: round, acknowledged, isPruned: false)
            }
        }
        #expect(try scratch.run("prune", "--before", "2021-01-01").status == 0)
        #expect(try scratch.run("compact").status == 0)
        try check(upTo: rounds - 1, acknowledged, isPruned: true)
        let report = try scratch.verify()
        #expect(report.notes.isEmpty, "\(report.notes)")
        print(
            "\(rounds) rounds of appending, compacting and pruning: \(killed) processes killed,",
            "\(busy) found another at work, \(acknowledged.count) batches acknowledged")
        #expect(killed > rounds / 4 && acknowledged.count > rounds / 3)
    }

    private func check(upTo last: Int, _ acknowledged: Set<Int>, isPruned: Bool) throws {
        let report = try scratch.verify()
        #expect(report.damage.isEmpty, "round \(last): \(report.damage)")
        let events = try scratch.events().filter { $0.type == "b" }.sorted { $0.sequence < $1.sequence }
        let found = events.compactMap { $0.metadata["n"].flatMap { Int($0) } }
        #expect(found.count == events.count && Set(found).count == found.count, "round \(last): twice")
        #expect(found == found.sorted(), "round \(last): not in order")
        let present = Dictionary(grouping: found) { $0 / Self.perBatch }
        for batch in 0...last {
            let places = (present[batch] ?? []).map { $0 % Self.perBatch }
            let recent = (0..<Self.perBatch).filter { $0 % 3 != 2 }
            let kept = places.filter { $0 % 3 != 2 }
            // Whole, or not at all where it was killed; the old ones may be gone, and are once a pruning is done.
            #expect(
                kept == recent || kept.isEmpty && !acknowledged.contains(batch),
                "round \(last), batch \(batch)")
            if isPruned { #expect(kept == places, "batch \(batch)") }
        }
    }

    /// A reader that is held up in the middle of its answer goes on from the segments that it began with.
    @Test(arguments: ["export", "query events --format jsonl"])
    func aSlowReaderFinishesWithItsAnswer(command: String) throws {
        for part in 0..<8 {
            let lines = (0..<2500).map { at in
                #"{"type":"t","timestamp":"2026-01-0\#(part % 8 + 1)T00:00:00Z","metadata":{"n":"\#(part * 2500 + at)"}}"#
                    + "\n"
            }
            try scratch.appendLines(lines.joined())
            try scratch.run("append", "old", "--at", "2020-01-01T00:00:00Z")
            #expect(try scratch.run("prune", "--before", "2021-01-01").status == 0)
        }
        try scratch.run("retract", "17")
        let before = try scratch.shell(#""$EVLOG" \#(command)"#).output
        #expect(before.count > 1 << 20)
        let reader = try scratch.startShell(
            #"""
            { "$EVLOG" \#(command); echo $? >status; } | {
              read -r first; printf '%s\n' "$first"; : >started
              while [ ! -e go ]; do sleep 0.01; done; cat; }
            """#)
        #expect(eventually { scratch.contents("started") != nil })
        #expect(scratch.contents("status") == nil)
        #expect(try scratch.verify().segments > 8)
        #expect(try scratch.run("compact").lines.count == 1)
        #expect(try scratch.run("prune", "--before", "2026-01-05").lines.count == 1)
        #expect(try scratch.run("append", "later").status == 0)
        #expect(try scratch.verify().segments < 5)
        #expect(scratch.contents("status") == nil)
        _ = try scratch.file("go", "")
        let outcome = try reader.wait()
        #expect(outcome.output == before)
        #expect(scratch.contents("status") == Array("0\n".utf8))
        #expect(try scratch.shell(#""$EVLOG" \#(command)"#).output != before)
    }
}
