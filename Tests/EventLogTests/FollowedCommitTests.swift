import LogFormat
import Testing

@testable import EventLog

/// Commits that share one holding of the lock, and with it some of the marks in the lock file.
@Suite struct FollowedCommitTests {
    private func frame(_ name: String) throws -> EncodedFrame {
        let builder = FrameBuilder()
        builder.append(Record(timestamp: 1, name: name))
        return try #require(builder.encode())
    }

    private func names(_ system: MemorySystem) throws -> [String] {
        try contents(of: try LogSnapshot(directory: "/log", system: system)).records.map(\.record.name)
    }

    @Test func theMarkIsOddUntilTheLastHasEnded() throws {
        let system = MemorySystem()
        let writer = try LogWriter(directory: "/log", options: LogOptions(), system: system)
        var states: [LockState?] = []
        try writer.locked { log throws(LogError) in
            for name in ["a", "b", "c"] {
                guard let frame = try? frame(name) else { return }
                _ = try log.commit(frame, isFollowed: true)
                states.append(LockState.read(directory: "/log", system: system))
            }
        }
        states.append(LockState.read(directory: "/log", system: system))
        #expect(states.map { $0?.nextSequence } == [2, 3, 4, 4])
        #expect(states.map { $0.map { $0.commits & 1 } } == [1, 1, 1, 0])
        #expect(Set(states.compactMap { $0?.commits }).count == 4)
        // Another process goes on from there.
        let other = try LogWriter(directory: "/log", options: LogOptions(), system: system)
        try other.append([Record(timestamp: 1, name: "d")])
        try writer.append([Record(timestamp: 1, name: "e")])
        #expect(try names(system) == ["a", "b", "c", "d", "e"])
    }

    /// Whoever dies between two of them leaves what was acknowledged, and an odd mark.
    @Test func dyingInBetweenLosesNothing() throws {
        let system = MemorySystem()
        let writer = try LogWriter(directory: "/log", options: LogOptions(), system: system)
        var left: MemorySystem?
        try writer.locked { log throws(LogError) in
            for name in ["a", "b"] {
                guard let frame = try? frame(name) else { return }
                _ = try log.commit(frame, isFollowed: true)
            }
            left = system.copy()
        }
        let rest = try #require(left)
        #expect(LockState.read(directory: "/log", system: rest).map { $0.commits & 1 } == 1)
        let next = try LogWriter(directory: "/log", options: LogOptions(), system: rest)
        #expect(try next.append([Record(timestamp: 1, name: "c")]) == 3..<4)
        #expect(try names(rest) == ["a", "b", "c"])
        #expect(try Verification.run(directory: "/log", system: rest).damage.isEmpty)
    }

    /// Every call of a workload fails in which most batches are committed in a row.
    @Test(arguments: FaultPlan.Kind.allCases, [1, 2] as [UInt64])
    func everyCallMayFail(kind: FaultPlan.Kind, seed: UInt64) {
        let workload = Workload(seed: seed, steps: 8, hasRows: true)
        for lasting in [1, 2] {
            var (call, failed) = (0, 0)
            while true {
                let faults = FaultPlan.Faults(kind: kind, calls: call..<(call + lasting))
                var run = FaultRun(workload, faults)
                run.run()
                guard run.fired > 0 else { break }
                if !run.problems.isEmpty {
                    failed += 1
                    if failed <= 3 { Issue.record("\(faults), seed \(seed): \(run.problems)") }
                }
                call += 1
            }
            #expect(failed == 0 && call > 50, "of \(call) runs, \(lasting) calls in a row")
        }
    }
}
