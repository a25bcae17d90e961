import EventLog
import LogFormat
import Testing

/// Every system call of a piece of work fails once, in every way. Whatever was acknowledged is then in the log
/// once and whole, and nothing else is; and the log goes on.
@Suite struct FaultTests {
    struct Trial: Sendable, CustomTestStringConvertible {
        var kind: FaultPlan.Kind
        /// How many calls in a row fail; nil for all from the first on.
        var lasting: Int?
        var seed: UInt64
        var isDurable = true

        var testDescription: String {
            "\(kind.rawValue), \(lasting.map { "\($0) in a row" } ?? "for good"), seed \(seed)"
                + (isDurable ? "" : ", not durable")
        }
    }

    private static let trials: [Trial] =
        FaultPlan.Kind.allCases.flatMap { kind in
            [1, 2, nil].map { Trial(kind: kind, lasting: $0, seed: 1) }
        }.filter { $0.kind != .interrupted || $0.lasting != nil }
        + [.ioError, .failsAfterDoing].map { Trial(kind: $0, lasting: 1, seed: 2) }
        + [Trial(kind: .ioError, lasting: 1, seed: 3, isDurable: false)]

    @Test func withoutFaultsAllIsThere() {
        for seed in 1...10 as ClosedRange<UInt64> {
            var run = FaultRun(Workload(seed: seed, steps: 60), nil)
            run.run()
            #expect(run.problems.isEmpty && run.refusals == 0, "seed \(seed): \(run.problems)")
        }
    }

    @Test(arguments: trials) func everyCallMayFail(_ trial: Trial) {
        let workload = Workload(seed: trial.seed, steps: 20)
        var call = 0
        var (refusals, failed) = (0, 0)
        while true {
            let end = trial.lasting.map { call + $0 } ?? .max
            let faults = FaultPlan.Faults(kind: trial.kind, calls: call..<end)
            var run = FaultRun(workload, faults, isDurable: trial.isDurable)
            run.run()
            guard run.fired > 0 else { break }
            refusals += run.refusals
            if !run.problems.isEmpty {
                failed += 1
                if failed <= 3 { Issue.record("\(faults), seed \(trial.seed): \(run.problems)") }
            }
            call += 1
        }
        #expect(failed == 0, "of \(call) runs")
        #expect(call > 20)
        if trial.kind == .interrupted || trial.kind == .short { #expect(refusals <= call) }
    }

    /// A reader that can't read says so, or reads it all: never less.
    @Test(arguments: [FaultPlan.Kind.ioError, .interrupted, .short], [1, 3])
    func everyCallOfAReaderMayFail(kind: FaultPlan.Kind, lasting: Int) throws {
        let log = try SmallLog(records: 120, perFrame: 7, segmentLength: 3000, seed: 12)
        var (call, refusals) = (0, 0)
        while true {
            let plan = FaultPlan(.init(kind: kind, calls: call..<(call + lasting)))
            let system = FaultySystem(log.system, plan)
            do {
                let (records, damage) = try contents(
                    of: try LogSnapshot(directory: log.directory, system: system))
                #expect(records == log.records && damage.isEmpty, "\(kind) at \(call): \(damage)")
                let report = try Verification.run(directory: log.directory, system: system)
                // A footer that can't be read is damage, whose cost is nothing.
                #expect(report.damage.allSatisfy { $0.lostRecords == 0 }, "\(kind) at \(call): \(report)")
                #expect(report.records == 120 && (kind == .ioError || report.damage.isEmpty))
            } catch is LogError {
                refusals += 1
            }
            if plan.fired == 0 { break }
            #expect(log.system.openCount == 0, "\(kind) at \(call)")
            call += 1
        }
        #expect(call > 10 && refusals < call)
        #expect(kind != .short || refusals == 0)
    }

    /// A name is durable only once the directory that holds it is synced, all the way up.
    @Test func newDirectoriesAreSynced() throws {
        for (path, expected) in [("/log", ["/", "/log"]), ("/x/y/log/", ["/", "/x", "/x/y", "/x/y/log/"])] {
            let plan = FaultPlan()
            let writer = try LogWriter(
                directory: path, options: LogOptions(), system: FaultySystem(MemorySystem(), plan))
            try writer.append([Record(timestamp: 1, name: "a")])
            #expect(Set(plan.syncedDirectories) == Set(expected), "\(path)")
        }
    }
}
