import Testing

/// Many workloads of 200 calls and a little more, in which every single call fails, in every way.
@Suite struct FaultSweepTests {
    private static let calls = 200
    /// In the second half segments are merged, and records pruned.
    private static let workloads = 100..<120 as Range<UInt64>

    /// The shortest workload of this seed that makes `calls` calls.
    private static func workload(seed: UInt64) -> Workload {
        for steps in (seed < 110 ? 5 : 11)... {
            let workload = Workload(seed: seed, steps: steps, isTended: seed >= 110)
            // Nothing fails, but all calls are counted.
            var run = FaultRun(workload, FaultPlan.Faults(kind: .ioError, calls: .max..<(.max)))
            run.run()
            if run.calls >= calls { return workload }
        }
        return Workload(seed: seed, steps: 0)
    }

    @Test(arguments: FaultPlan.Kind.allCases) func everyCallOfEveryWorkloadFails(kind: FaultPlan.Kind) {
        var (runs, refusals, failed, counted) = (0, 0, 0, 0)
        for seed in Self.workloads {
            let workload = Self.workload(seed: seed)
            var call = 0
            while true {
                let faults = FaultPlan.Faults(kind: kind, calls: call..<(call + 1))
                var run = FaultRun(workload, faults)
                run.run()
                guard run.fired > 0 else { break }
                refusals += run.refusals
                if !run.problems.isEmpty {
                    failed += 1
                    if failed <= 3 { Issue.record("\(faults), seed \(seed): \(run.problems)") }
                }
                call += 1
            }
            runs += call
            // These may befall any call; the others only some.
            if kind == .interrupted || kind == .ioError { #expect(call >= Self.calls, "seed \(seed)") }
            counted += 1
        }
        print(
            "\(kind.rawValue): \(runs) calls of \(counted) workloads failed, \(refusals) batches were refused"
        )
        #expect(failed == 0, "of \(runs) runs")
        #expect(counted == Self.workloads.count && runs > counted * 50)
        #expect((refusals == 0) == (kind == .short))
    }
}
