import Testing

@testable import UsageInsights

@Suite struct RecorderMachineTests {
    private typealias Machine = RecorderMachine
    private typealias Step = RecorderMachine.Step
    private let second: Int64 = 1_000_000

    private func wake(_ time: Int64) -> Step { Step(action: .wake(atMicroseconds: time)) }
    /// The open batch is closed and written.
    private let writeOpen = Step(closesBatch: true, action: .write)
    /// The head of the line is written.
    private let writeNext = Step(action: .write)

    @Test func tenAreWrittenAtOnce() {
        var machine = Machine(rules: .init())
        for _ in 0..<9 { #expect(machine.added(bytes: 1, isFull: false, now: 0) == wake(5 * second)) }
        #expect(machine.added(bytes: 1, isFull: false, now: 0) == writeOpen)
        #expect(machine.pendingCount == 10)
        #expect(machine.finished(.written, now: 0) == Step())
        #expect(machine.pendingCount == 0 && machine.pendingBytes == 0 && machine.done == 10)
    }

    @Test func eachNewRecordStartsTheFiveSecondsAnew() {
        var machine = Machine(rules: .init())
        #expect(machine.added(bytes: 1, isFull: false, now: 0) == wake(5 * second))
        #expect(machine.added(bytes: 1, isFull: false, now: 4 * second) == wake(9 * second))
        #expect(machine.timer(now: 5 * second) == wake(9 * second))
        #expect(machine.timer(now: 9 * second - 1) == wake(9 * second))
        #expect(machine.timer(now: 9 * second) == writeOpen)
    }

    @Test func whatComesDuringAWriteJoinsTheNext() {
        var machine = Machine(rules: .init())
        _ = machine.added(bytes: 1, isFull: false, now: 0)
        #expect(machine.flush(now: 0) == writeOpen)
        for _ in 0..<300 { #expect(machine.added(bytes: 1, isFull: false, now: 0) == Step()) }
        #expect(machine.finished(.written, now: 0) == writeOpen)
        #expect(machine.finished(.written, now: 0) == Step())
        #expect(machine.done == 301)
    }

    @Test func aFewThatCameDuringAWriteWaitForTheirFiveSeconds() {
        var machine = Machine(rules: .init())
        for _ in 0..<10 { _ = machine.added(bytes: 1, isFull: false, now: 0) }
        _ = machine.added(bytes: 1, isFull: false, now: second)
        #expect(machine.finished(.written, now: 2 * second) == wake(6 * second))
        #expect(machine.timer(now: 6 * second) == writeOpen)
    }

    /// Also when it is full while another one is being written.
    @Test func aFullBatchIsClosedAndWaitsInLine() {
        var machine = Machine(rules: .init())
        #expect(machine.added(bytes: 1, isFull: true, now: 0) == writeOpen)
        #expect(machine.added(bytes: 1, isFull: true, now: 0) == Step(closesBatch: true))
        #expect(machine.added(bytes: 1, isFull: true, now: 0) == Step(closesBatch: true))
        #expect(machine.added(bytes: 1, isFull: false, now: 0) == Step())
        #expect(machine.finished(.written, now: 0) == writeNext)
        #expect(machine.finished(.written, now: 0) == writeNext)
        #expect(machine.finished(.written, now: 0) == wake(5 * second))
    }

    @Test func batchesCanBeKeptSmall() {
        var rules = Machine.Rules()
        rules.largestBatch = 10
        var machine = Machine(rules: rules)
        var closed = 0
        for _ in 0..<35 where machine.added(bytes: 1, isFull: false, now: 0).closesBatch { closed += 1 }
        #expect(closed == 3)
        #expect(machine.finished(.written, now: 0) == writeNext)
        #expect(machine.finished(.written, now: 0) == writeNext)
        #expect(machine.done == 20)
        #expect(machine.finished(.written, now: 0) == wake(5 * second))
    }

    @Test func aFailedBatchStaysInFrontAndPausesGrow() {
        var machine = Machine(rules: .init())
        for _ in 0..<10 { _ = machine.added(bytes: 1, isFull: false, now: 0) }
        var now: Int64 = 0
        var pauses: [Int64] = []
        for _ in 0..<10 {
            guard case .wake(let time) = machine.finished(.failed, now: now).action else {
                Issue.record("no retry")
                return
            }
            pauses.append(time - now)
            // New ones wait behind the failed ones, and don't end the pause.
            #expect(machine.added(bytes: 1, isFull: false, now: now) == wake(time))
            now = time
            // The failed batch is written as it was; the open one stays open.
            #expect(machine.timer(now: now) == writeNext)
        }
        #expect(pauses.first == 500_000 && pauses.last == 60 * second)
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(machine.done == 0 && machine.pendingCount == 20)
        #expect(machine.finished(.written, now: now) == writeOpen)
        // A success ends the growth.
        #expect(machine.finished(.failed, now: now) == wake(now + second / 2))
        #expect(machine.done == 10)
    }

    /// What no retry can help leaves, and what stands behind it is written.
    @Test func aRefusedBatchDoesNotBlockTheLine() {
        var machine = Machine(rules: .init())
        _ = machine.added(bytes: 7, isFull: true, now: 0)
        _ = machine.added(bytes: 5, isFull: true, now: 0)
        #expect(machine.finished(.refused, now: 0) == writeNext)
        #expect(machine.pendingCount == 1 && machine.pendingBytes == 5)
        #expect(machine.finished(.written, now: 0) == Step())
    }

    @Test func flushDoesNotWaitForAPause() {
        var machine = Machine(rules: .init())
        _ = machine.added(bytes: 1, isFull: false, now: 0)
        _ = machine.flush(now: 0)
        _ = machine.finished(.failed, now: 0)
        #expect(machine.flush(now: 1) == writeNext)
    }

    /// It is for what was there when it was asked for; what comes later has its own time.
    @Test func flushEndsWithWhatWasPending() {
        var machine = Machine(rules: .init())
        _ = machine.added(bytes: 1, isFull: false, now: 0)
        _ = machine.flush(now: 0)
        _ = machine.added(bytes: 1, isFull: false, now: 0)
        #expect(machine.finished(.written, now: 0) == wake(5 * second))
    }

    @Test func memoryIsBoundedByCountAndBytes() {
        var rules = Machine.Rules()
        rules.maximumPending = 20
        rules.maximumPendingBytes = 1000
        var machine = Machine(rules: rules)
        for _ in 0..<20 {
            #expect(machine.hasRoom(forBytes: 1))
            _ = machine.added(bytes: 1, isFull: false, now: 0)
        }
        #expect(!machine.hasRoom(forBytes: 1))
        #expect(machine.pendingCount == 20)

        machine = Machine(rules: rules)
        // The largest record there is can always come where nothing else waits.
        #expect(machine.hasRoom(forBytes: 1 << 20))
        _ = machine.added(bytes: 900, isFull: false, now: 0)
        #expect(machine.hasRoom(forBytes: 100) && !machine.hasRoom(forBytes: 101))
    }
}
