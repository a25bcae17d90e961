import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Processes that are killed while they write.
@Suite(.timeLimit(.minutes(1)))
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
}
