import Foundation
import Testing

/// Power is lost after every call of seeded workloads, and in every way that a disk may lose what was not synced.
/// What was acknowledged must be there, and nothing in part.
///
/// `EVLOG_POWER_LOSSES=10000000` makes it a long run, `EVLOG_POWER_SEED`, or one of the names that a failure
/// is told with, runs one workload again, exactly.
@Suite struct PowerLossTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let losses = environment["EVLOG_POWER_LOSSES"].flatMap { Int($0) } ?? 100_000
    private static let lanes = 4

    /// Runs workloads, of every `step`-th seed, until that many losses are done or one goes wrong.
    private static func run(
        losses: Int, seed first: Int = 0, step: Int = 1, isTended: Bool = false,
        hasRows: Bool = false, neglect: PowerLossSystem.Neglect? = nil
    ) -> (counts: PowerRun.Counts, failure: (seed: Int, problem: String)?) {
        var counts = PowerRun.Counts()
        var seed = first
        while counts.losses < losses {
            var run = PowerRun(
                seed: UInt64(seed), isTended: isTended, hasRows: hasRows, neglect: neglect)
            run.run()
            counts += run.counts
            if let problem = run.problem { return (counts, (seed, problem)) }
            seed += step
        }
        return (counts, nil)
    }

    /// In every other lane segments are merged, and records retracted and pruned, between the appends.
    @Test(arguments: 0..<lanes) func nothingAcknowledgedIsLost(lane: Int) {
        let share = (Self.losses + Self.lanes - 1) / Self.lanes
        let isTended = lane % 2 == 1
        let (counts, failure) = Self.run(
            losses: share, seed: lane / 2, step: Self.lanes / 2, isTended: isTended)
        print(
            "power losses\(isTended ? " with keeping" : ""): \(counts.losses), of these in recovery:",
            "\(counts.lossesInRecovery), calls: \(counts.moments), workloads: \(counts.workloads)")
        if let failure {
            let name = isTended ? "EVLOG_POWER_KEEPING_SEED" : "EVLOG_POWER_SEED"
            Issue.record("\(failure.problem); again with \(name)=\(failure.seed) and --filter replay")
        } else {
            #expect(counts.losses >= share && counts.lossesInRecovery > share / 10)
        }
    }

    /// Several batches are committed under one lock, as a recorder does it under load: each of them is promised by
    /// itself, and one that fails is tried again.
    @Test(arguments: [false, true]) func nothingOfARowIsLostOrDoubled(isTended: Bool) {
        let share = (Self.losses + 3) / 4
        let (counts, failure) = Self.run(losses: share, isTended: isTended, hasRows: true)
        print(
            "power losses in rows\(isTended ? " with keeping" : ""): \(counts.losses), calls: \(counts.moments)"
        )
        if let failure {
            let name = isTended ? "EVLOG_POWER_KEEPING_ROWS_SEED" : "EVLOG_POWER_ROWS_SEED"
            Issue.record("\(failure.problem); again with \(name)=\(failure.seed) and --filter replay")
        } else {
            #expect(counts.losses >= share)
        }
    }

    @Test(arguments: [
        "EVLOG_POWER_SEED", "EVLOG_POWER_KEEPING_SEED", "EVLOG_POWER_ROWS_SEED",
        "EVLOG_POWER_KEEPING_ROWS_SEED",
    ]) func replay(name: String) {
        guard let seed = Self.environment[name].flatMap({ UInt64($0) }) else { return }
        var run = PowerRun(
            seed: seed, isTended: name.contains("KEEPING"), hasRows: name.contains("ROWS"))
        run.run()
        #expect(run.problem == nil)
    }

    /// A few times with other salts, since these decide which tears show.
    private func expectNoProblem(seed: UInt64, isTended: Bool = false, salts count: UInt64 = 8) {
        for salts in 0..<count {
            var run = PowerRun(seed: seed, salts: salts, isTended: isTended)
            run.run()
            #expect(run.problem == nil, "seed \(seed), salts \(salts)")
        }
    }

    /// A loss while a segment is sealed, or after a process was killed there, leaves half a footer. The next writer
    /// makes it whole.
    @Test(arguments: [2, 13, 109] as [UInt64]) func halfAFooterIsMadeWhole(seed: UInt64) {
        expectNoProblem(seed: seed)
    }

    /// The first sync of a segment fails, a new file takes its name and salt, and an old lock file that warns of
    /// this salt comes back with the loss.
    @Test(arguments: [1, 4, 275, 657] as [UInt64]) func anOldWarningCutsNothingOff(seed: UInt64) {
        expectNoProblem(seed: seed)
    }

    /// In the same place a process is killed before the new file has its name; the next needs that name again.
    @Test(arguments: [1, 4] as [UInt64]) func aNameThatWasLeftBehindIsNotInTheWay(seed: UInt64) {
        expectNoProblem(seed: seed)
    }

    /// A process is killed before it synced its frame, or the name of its segment, and the next one builds on both.
    @Test(arguments: [1, 22, 30] as [UInt64]) func whatAKilledProcessDidNotSyncIsSynced(seed: UInt64) {
        expectNoProblem(seed: seed)
    }

    /// A torn frame is cut off, and the next one of the same length gets no further than its first eight bytes.
    @Test(arguments: [119, 264] as [UInt64]) func whatWasCutOffDoesNotComeBack(seed: UInt64) {
        expectNoProblem(seed: seed)
    }

    /// A compaction is killed before it synced the name of a merged segment, and the next one deletes what that has
    /// replaced.
    @Test func whatIsReplacedStaysUntilItsReplacementIsDurable() {
        expectNoProblem(seed: 45, isTended: true, salts: 1)
    }

    /// A system that leaves out what the log relies on is found out.
    @Test(arguments: [PowerLossSystem.Neglect.fileSyncs, .directorySyncs, .failedSyncs])
    func whatIsNotSyncedIsMissed(neglect: PowerLossSystem.Neglect) {
        let (counts, failure) = Self.run(losses: 100_000, neglect: neglect)
        print("without \(neglect): found after \(counts.losses) losses: \(failure?.problem ?? "never")")
        #expect(failure != nil)
    }
}
