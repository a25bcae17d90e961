import Testing

@testable import UsageInsights

@Suite struct PipePacerTests {
    private let pacer = PipePacer(batchSize: 10, flushAfterMicroseconds: 5_000_000)

    @Test func aSlowPipeIsCommittedAfterSilence() {
        #expect(pacer.came(lines: 3, isFull: false, now: 0) == .wait(untilMicroseconds: 5_000_000))
        #expect(pacer.came(lines: 1, isFull: false, now: 10) == .wait(untilMicroseconds: 5_000_010))
        #expect(pacer.look(now: 5_000_009) == .wait(untilMicroseconds: 5_000_010))
        #expect(pacer.look(now: 5_000_010) == .handOver)
    }

    @Test func whatComesDuringACommitIsOneGroup() {
        #expect(pacer.came(lines: 10, isFull: false, now: 0) == .handOver)
        for _ in 0..<50 {
            #expect(pacer.came(lines: 7, isFull: false, now: 0) == .wait(untilMicroseconds: nil))
        }
        pacer.finished()
        #expect(pacer.look(now: 0) == .handOver)
    }

    /// Lines that come before the finished commit is looked at belong to the same group.
    @Test func linesThatComeAsACommitEnds() {
        #expect(pacer.came(lines: 10, isFull: false, now: 0) == .handOver)
        #expect(pacer.came(lines: 9, isFull: false, now: 0) == .wait(untilMicroseconds: nil))
        pacer.finished()
        #expect(pacer.came(lines: 1, isFull: false, now: 0) == .handOver)
        #expect(pacer.came(lines: 1, isFull: false, now: 0) == .wait(untilMicroseconds: nil))
        pacer.finished()
        #expect(pacer.look(now: 7) == .wait(untilMicroseconds: 5_000_000))
    }

    @Test func fullChunksDoNotWaitForACommit() {
        for _ in 0..<3 { #expect(pacer.came(lines: 1000, isFull: true, now: 0) == .handOver) }
        #expect(pacer.came(lines: 10, isFull: false, now: 0) == .wait(untilMicroseconds: nil))
        pacer.finished()
        pacer.finished()
        #expect(pacer.look(now: 0) == .wait(untilMicroseconds: nil))
        pacer.finished()
        #expect(pacer.look(now: 0) == .handOver)
    }
}
