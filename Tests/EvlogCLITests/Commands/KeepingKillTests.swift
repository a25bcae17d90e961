import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Compactions and prunings that are killed while they work.
@Suite(.timeLimit(.minutes(10)))
struct KeepingKillTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Many small segments: pruning a record out of the one that is being written ends it.
    private func fill(segments: Int, perSegment: Int = 40) throws {
        for segment in 0..<segments {
            let lines = (0..<perSegment).map { at in
                let day = (segment * 7 + at) % 28 + 1
                return
                    #"{"type":"t\#(at % 5)","timestamp":"2026-02-\#(day < 10 ? "0" : "")\#(day)T10:00:\#(10 + at % 50)Z","#
                    + #""metadata":{"n":"\#(segment * perSegment + at)"},"duration":\#(at)}"# + "\n"
            }
            try scratch.appendLines(lines.joined())
            // Old enough to be pruned alone, which ends the segment.
            try scratch.run("append", "old", "--at", "2020-01-01T00:00:00Z")
            let outcome = try scratch.run("prune", "--before", "2021-01-01")
            try #require(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.text)\(outcome.errors)")
        }
    }

    private func export() throws -> [UInt8] {
        let outcome = try scratch.run("export")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    /// A copy of the log, to begin again from.
    private func keepCopy() throws { _ = try scratch.shell("rm -rf copy; cp -r log copy") }
    private func bringCopyBack() throws { _ = try scratch.shell("rm -rf log; cp -r copy log") }

    /// How long such work takes here and now, in microseconds.
    private func usualTime(_ arguments: [String]) throws -> Double {
        let start = ContinuousClock.now
        #expect(try scratch.run(arguments).status == 0)
        let usual = (ContinuousClock.now - start) / .microseconds(1)
        try bringCopyBack()
        return max(2000, usual)
    }

    /// Kills one such work after another over the same log, until one comes to its end.
    private func killOverAndOver(
        _ arguments: [String], rounds: Int, seed: UInt64,
        _ check: (_ isDone: Bool, _ round: Int) throws -> Void
    ) throws -> (killed: Int, done: Int) {
        var numbers = SeededNumbers(seed: seed)
        try keepCopy()
        let usual = try usualTime(arguments)
        var (killed, done) = (0, 0)
        for round in 0..<rounds {
            let process = try scratch.start(arguments)
            process.closeInput()
            usleep(UInt32(Double.random(in: 0...usual * 1.1, using: &numbers)))
            process.send(SIGKILL)
            let outcome = try process.wait()
            let isDone = outcome.status == 0
            #expect(isDone || outcome.status == 128 + SIGKILL, "\(outcome.errors)")
            try check(isDone, round)
            if isDone { done += 1 } else { killed += 1 }
            // Half of what was killed is gone on with, the rest begins anew.
            if isDone || Int.random(in: 0..<4, using: &numbers) == 0 { try bringCopyBack() }
        }
        return (killed, done)
    }

    @Test func aKilledCompactionChangesNothing() throws {
        try fill(segments: 24)
        try scratch.run("retract", "5", "300")
        let before = try export()
        #expect(try scratch.verify().segments > 20)
        let counts = try killOverAndOver(["compact"], rounds: 60, seed: 1) { isDone, round in
            let report = try scratch.verify()
            #expect(report.damage.isEmpty, "round \(round): \(report.damage)")
            #expect(try export() == before, "round \(round)")
            if isDone { #expect(report.segments < 4 && report.notes.isEmpty, "round \(round): \(report)") }
        }
        #expect(counts.killed > 15, "\(counts)")
        // Whatever is left is cleared away by the next one, and appending goes on.
        #expect(try scratch.run("compact").status == 0)
        #expect(try export() == before)
        let report = try scratch.verify()
        #expect(
            report.notes.isEmpty && report.segments < 4 && report.records == before.split(separator: 10).count
        )
        let next = try scratch.append(["next"])
        #expect(next.firstSequence == 24 * 41 + 2)
    }

    /// Segment by segment it is as before or as after; each record that stays is there once, in its place.
    @Test(arguments: [false, true]) func aKilledPruningHasRemovedOnlyWhatIsOld(keepsRollups: Bool) throws {
        try fill(segments: 16)
        let cutoff = "2026-02-15"
        let arguments = ["prune", "--before", cutoff] + (keepsRollups ? ["--keep-rollups"] : [])
        func recent(_ output: [UInt8]) -> [ArraySlice<UInt8>] {
            output.split(separator: 10).filter { line in
                let day = String(decoding: line, as: UTF8.self).firstRange(of: "2026-02-").map {
                    String(decoding: line, as: UTF8.self)[$0.lowerBound...].prefix(10)
                }
                return day ?? "" >= cutoff
            }
        }
        let before = try export()
        let days = try scratch.rollup("--by", "day").map { [$0.day, "\($0.count)", "\($0.duration)"] }
        #expect(recent(before).count > 100 && recent(before).count < before.split(separator: 10).count - 100)
        let counts = try killOverAndOver(arguments, rounds: 60, seed: 2) { isDone, round in
            let report = try scratch.verify()
            #expect(report.damage.isEmpty, "round \(round): \(report.damage)")
            let after = try export()
            #expect(recent(after) == recent(before), "round \(round)")
            if keepsRollups {
                let now = try scratch.rollup("--by", "day").map { [$0.day, "\($0.count)", "\($0.duration)"] }
                #expect(now == days, "round \(round)")
            } else {
                let old = Set(before.split(separator: 10))
                #expect(after.split(separator: 10).allSatisfy { old.contains($0) }, "round \(round)")
                if isDone { #expect(after.split(separator: 10) == recent(before), "round \(round)") }
            }
        }
        #expect(counts.killed > 10, "\(counts)")
        #expect(try scratch.run(arguments).status == 0)
        #expect(recent(try export()) == recent(before))
        #expect(try scratch.verify().notes.isEmpty)
    }
}
