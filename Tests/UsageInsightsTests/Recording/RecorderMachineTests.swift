import Testing

@testable import UsageInsights

@Suite struct RecorderMachineTests {
    private typealias Machine = RecorderMachine<Int>
    private let second: Int64 = 1_000_000

    @Test func tenAreWrittenAtOnce() {
        var machine = Machine(rules: .init())
        for item in 0..<9 { #expect(machine.record(item, now: 0) == .wake(atMicroseconds: 5 * second)) }
        #expect(machine.record(9, now: 0) == .write)
        #expect(Array(machine.batch) == Array(0..<10))
        #expect(machine.finished(isWritten: true, now: 0) == .nothing)
        #expect(machine.pending.isEmpty)
    }

    @Test func eachNewRecordStartsTheFiveSecondsAnew() {
        var machine = Machine(rules: .init())
        #expect(machine.record(1, now: 0) == .wake(atMicroseconds: 5 * second))
        #expect(machine.record(2, now: 4 * second) == .wake(atMicroseconds: 9 * second))
        #expect(machine.timer(now: 5 * second) == .wake(atMicroseconds: 9 * second))
        #expect(machine.timer(now: 9 * second) == .write)
        #expect(Array(machine.batch) == [1, 2])
    }

    @Test func whatComesDuringAWriteJoinsTheNext() {
        var machine = Machine(rules: .init())
        _ = machine.record(1, now: 0)
        #expect(machine.flush(now: 0) == .write)
        for item in 2..<30 { #expect(machine.record(item, now: 0) == .nothing) }
        #expect(Array(machine.batch) == [1])
        #expect(machine.finished(isWritten: true, now: 0) == .write)
        #expect(Array(machine.batch) == Array(2..<30))
    }

    @Test func aFailedBatchStaysInFrontAndPausesGrow() {
        var machine = Machine(rules: .init())
        for item in 0..<10 { _ = machine.record(item, now: 0) }
        var now: Int64 = 0
        var pauses: [Int64] = []
        for round in 0..<10 {
            guard case .wake(let time)? = Optional(machine.finished(isWritten: false, now: now)) else {
                Issue.record("no retry")
                return
            }
            pauses.append(time - now)
            // New ones wait behind the failed ones, and don't end the pause.
            #expect(machine.record(100 + round, now: now) == .wake(atMicroseconds: time))
            now = time
            #expect(machine.timer(now: now) == .write)
            #expect(machine.batch.first == 0)
        }
        #expect(pauses.first == 500_000 && pauses.last == 60 * second)
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(machine.finished(isWritten: true, now: now) != .write)
    }

    @Test func flushDoesNotWaitForAPause() {
        var machine = Machine(rules: .init())
        _ = machine.record(1, now: 0)
        _ = machine.flush(now: 0)
        _ = machine.finished(isWritten: false, now: 0)
        #expect(machine.flush(now: 1) == .write)
    }

    @Test func aFullQueueRefusesAndDropsNothing() {
        var rules = Machine.Rules()
        rules.maximumPending = 20
        var machine = Machine(rules: rules)
        for item in 0..<20 { #expect(machine.record(item, now: 0) != nil) }
        #expect(machine.record(20, now: 0) == nil)
        #expect(machine.pending == Array(0..<20))
    }
}
