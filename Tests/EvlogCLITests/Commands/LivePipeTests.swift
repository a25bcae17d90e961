import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `append --file -` on a pipe that stays open.
@Suite(.timeLimit(.minutes(10)))
struct LivePipeTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func lines(_ numbers: ClosedRange<Int>) -> String {
        eventLines(numbers.map { ("x\($0)", "2026-01-01T00:00:00Z") })
    }

    private func storedCount() throws -> Int {
        let outcome = try scratch.run("query", "events", "--format", "jsonl")
        return outcome.status == 0 ? outcome.lines.count : 0
    }

    @Test func pendingLinesAreStoredAfterAPause() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "200ms"])
        pipe.write(lines(1...3))
        #expect(try eventually { try storedCount() == 3 })
        #expect(!pipe.hasEnded)
        pipe.write(lines(4...4) + #"{"type":"half"#)
        #expect(try eventually { try storedCount() == 4 })
        pipe.write(#"","timestamp":"2026-01-01T00:00:00Z"}"# + "\n")
        #expect(try eventually { try storedCount() == 5 })
        pipe.closeInput()
        let outcome = try pipe.wait()
        #expect(outcome.status == 0 && outcome.text.hasPrefix("5 records stored"), "\(outcome.errors)")
    }

    @Test func aFullBatchIsStoredAtOnce() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "1h", "--batch-size", "3"])
        pipe.write(lines(1...2))
        usleep(300_000)
        #expect(try storedCount() == 0)
        pipe.write(lines(3...3))
        #expect(try eventually { try storedCount() == 3 })
    }

    /// While the log is held by another process a commit waits; what comes meanwhile is read, and is one group.
    @Test func whatComesDuringACommitIsOneGroup() throws {
        try scratch.run("append", "first")
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "1h", "--wait", "30s"])
        let holder = open(scratch.log + "/lock", O_RDWR | O_CLOEXEC)
        #expect(flock(holder, LOCK_EX) == 0)
        pipe.write(lines(1...10))
        usleep(300_000)
        // More than the pipe's buffer holds: it gets through only if it is read.
        for part in 0..<100 { #expect(pipe.write(lines((part * 40 + 11)...(part * 40 + 50)))) }
        usleep(100_000)
        _ = close(holder)
        #expect(try eventually { try storedCount() == 4011 })
        #expect(try scratch.verify().frames <= 4)
        pipe.closeInput()
        #expect(try pipe.wait().status == 0)
        #expect(
            try scratch.events().sorted { $0.sequence < $1.sequence }.dropFirst().map(\.type)
                == (1...4010).map { "x\($0)" })
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalStoresWhatIsPending(signal: Int32) throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "1h", "--format", "json"])
        // Half a line is not read to its end, and so it is neither stored nor refused.
        pipe.write(lines(1...3) + #"{"type":"ha"#)
        usleep(300_000)
        pipe.send(signal)
        let outcome = try pipe.wait(seconds: 5)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.text == #"{"appended":3,"duplicates":0,"rejected":0,"firstSequence":1,"lastSequence":3}"#
                + "\n")
        #expect(try scratch.events().map(\.type) == ["x1", "x2", "x3"])
    }

    @Test func aSignalEndsAnIdlePipe() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "20ms"])
        pipe.write(lines(1...1))
        #expect(try eventually { try storedCount() == 1 })
        usleep(100_000)
        pipe.send(SIGTERM)
        #expect(try pipe.wait(seconds: 5).status == 0)
    }

    /// That is how `nohup` keeps a command alive.
    @Test func anIgnoredSignalStaysIgnored() throws {
        let pipe = try scratch.startShell(
            #"trap '' HUP; exec "$EVLOG" append --file - --flush-after 20ms"#)
        pipe.write(lines(1...1))
        #expect(try eventually { try storedCount() == 1 })
        pipe.send(SIGHUP)
        usleep(300_000)
        #expect(!pipe.hasEnded)
        pipe.write(lines(2...2))
        #expect(try eventually { try storedCount() == 2 })
    }

    /// It does not wait for input that it would not store.
    @Test func aBadLineEndsItThoughThePipeIsOpen() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "50ms"])
        pipe.write(lines(1...2) + "bad\n" + lines(3...3))
        let outcome = try pipe.wait(seconds: 5)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("standard input, line 3: "), "\(outcome.errors)")
        #expect(outcome.errors.contains("2 before it stored"))
        #expect(try scratch.events().map(\.type) == ["x1", "x2"])
    }

    @Test func skipGoesOnAfterABadLine() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "50ms", "--on-error", "skip"])
        pipe.write("bad\n" + lines(1...1))
        #expect(try eventually { try storedCount() == 1 })
        pipe.write(lines(2...2))
        #expect(try eventually { try storedCount() == 2 })
        pipe.closeInput()
        #expect(try pipe.wait().status == 3)
    }

    @Test func aRegularFileAsInput() throws {
        let path = try scratch.file("lines.jsonl", lines(1...100))
        let process = try scratch.start(["append", "--file", "-"], inputPath: path)
        #expect(try process.wait().status == 0)
        #expect(try storedCount() == 100)
    }

    @Test func followShowsWhatComes() throws {
        try scratch.run("append", "before")
        let follower = try scratch.start([
            "query", "events", "--follow", "--format", "jsonl", "--type", "x1", "--type", "before",
        ])
        usleep(300_000)
        try scratch.appendLines(lines(1...2))
        usleep(600_000)
        follower.send(SIGINT)
        let outcome = try follower.wait(seconds: 5)
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 2, "\(outcome.text)")
    }
}
