import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Processes that are killed while they write.
@Suite(.timeLimit(.minutes(10)))
struct KillTests {
    @Test func whatWasAcknowledgedSurvives() throws {
        var generator = SeededNumbers(seed: 9)
        let scratch = try Scratch()
        var before = 0
        for round in 0..<10 {
            let pipe = try scratch.start([
                "append", "--file", "-", "--flush-after", "1ms", "--batch-size", "5",
            ])
            let pieces = Int.random(in: 5...80, using: &generator)
            for piece in 0..<pieces {
                pipe.write(
                    (0..<7).map {
                        #"{"type":"r\#(round)","timestamp":"2026-01-01T00:00:00Z","metadata":{"n":"\#(piece * 7 + $0)"}}"#
                            + "\n"
                    }.joined())
                usleep(UInt32.random(in: 0...1500, using: &generator))
            }
            let seen = try scratch.run("query", "events", "--format", "jsonl")
            pipe.send(SIGKILL)
            #expect(try pipe.wait().status == 128 + SIGKILL)

            let report = try scratch.verify()
            #expect(report.damage.isEmpty, "\(report.damage)")
            let events = try scratch.events()
            let acknowledged = seen.status == 0 ? seen.lines.count : 0
            #expect(events.count >= max(before, acknowledged))
            #expect(events.map(\.sequence) == Array(1...events.count))
            // Of this round's lines a first part, without a gap.
            let own = events.filter { $0.type == "r\(round)" }.compactMap { $0.metadata["n"] }
            #expect(own == own.indices.map { "\($0)" })

            let answer = try scratch.append(["next", "--at", "2026-01-01T00:00:00Z"])
            #expect(answer == AppendAnswer(1, (events.count + 1)...(events.count + 1)))
            #expect(try scratch.verify().damage.isEmpty)
            before = events.count + 1
        }
    }

    /// Killed over and over while it begins a log.
    @Test func killedAtTheStart() throws {
        var generator = SeededNumbers(seed: 10)
        for _ in 0..<8 {
            let scratch = try Scratch()
            let path = try scratch.file(
                "lines.jsonl", eventLines((0..<2000).map { _ in ("x", "2026-01-01T00:00:00Z") }))
            let process = try scratch.start(["append", "--file", path])
            usleep(UInt32.random(in: 500...12_000, using: &generator))
            process.send(SIGKILL)
            _ = try process.wait()
            #expect(try scratch.append(["next"]).appended == 1)
            let count = try scratch.events("--type", "x").count
            #expect(count == 0 || count == 2000)
            #expect(try scratch.verify().damage.isEmpty)
        }
    }

    /// Single events one after the other, by a process each; what one said on its output is there afterwards.
    @Test func killedBetweenSingleEvents() throws {
        var generator = SeededNumbers(seed: 11)
        let scratch = try Scratch()
        // Moments spread over what it takes here and now, so that some come before its end and some after.
        let start = ContinuousClock.now
        try scratch.run("append", "first")
        let usual = max(2000, (ContinuousClock.now - start) / .microseconds(1))
        var acknowledged: [Int] = []
        for round in 0..<60 {
            let process = try scratch.start([
                "append", "r\(round)", "--format", "json", "--id", "id \(round)",
            ])
            process.closeInput()
            usleep(UInt32(Double.random(in: 0...usual * 1.5, using: &generator)))
            process.send(SIGKILL)
            let outcome = try process.wait()
            #expect(outcome.status == 0 || outcome.status == 128 + SIGKILL)
            if outcome.text.hasSuffix("}\n") { acknowledged.append(round) }
            if round % 10 == 9 {
                let events = try scratch.events()
                #expect(Set(events.map(\.type)).isSuperset(of: acknowledged.map { "r\($0)" }))
                #expect(Set(events.map(\.type)).count == events.count)
                #expect(events.map(\.sequence) == Array(1...events.count))
                #expect(try scratch.verify().damage.isEmpty)
                // The next one waits for no lock that a dead process held.
                let next = try scratch.append(["next\(round)", "--wait", "0"])
                #expect(next.firstSequence == events.count + 1)
                // What was cut off is stored now; what was acknowledged is a duplicate.
                for past in 0...round {
                    let again = try scratch.append(["r\(past)", "--id", "id \(past)"])
                    #expect(!acknowledged.contains(past) || again.duplicates == 1, "round \(past)")
                }
                acknowledged = Array(0...round)
            }
        }
        #expect(acknowledged.count == 60)
    }

    /// A lock goes with the process that held it.
    @Test func aLockOfAKilledProcess() throws {
        let scratch = try Scratch()
        try scratch.run("append", "x")
        let holder = try scratch.startShell(#"exec flock -x log/lock sh -c 'echo held; exec sleep 60'"#)
        func isHeld() throws -> Bool { try scratch.run("append", "y", "--wait", "0").status == 5 }
        #expect(try eventually(isHeld))
        let waiting = try scratch.start(["append", "z", "--wait", "30s"])
        waiting.closeInput()
        usleep(50_000)
        #expect(!waiting.hasEnded)
        // The shell's child holds the descriptor too, so both are ended, as the end of a session does.
        _ = try scratch.shell(
            #"for child in $(cat /proc/"$1"/task/*/children); do kill -9 "$child"; done"#,
            ["\(holder.identifier)"])
        holder.send(SIGKILL)
        #expect(try waiting.wait(seconds: 10).status == 0)
        #expect(try scratch.events().map(\.type).last == "z")
        #expect(try scratch.verify().damage.isEmpty)
    }
}
