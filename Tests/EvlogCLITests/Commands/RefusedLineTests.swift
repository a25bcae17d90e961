import Testing

/// What happens to lines that can't be stored, and to those around them.
@Suite(.timeLimit(.minutes(10)))
struct RefusedLineTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static func good(_ number: Int) -> String {
        #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","metadata":{"n":"\#(number)"}}"#
    }

    @Test func everyReasonIsRefused() throws {
        let bad = [
            #"{"kind":"strange","type":"x","timestamp":"2026-01-01T00:00:00Z"}"#,
            #"{"type":1,"timestamp":"2026-01-01T00:00:00Z"}"#, #"{"type":"x"}"#,
            #"{"timestamp":"2026-01-01T00:00:00Z"}"#,
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","extra":1}"#,
            #"{"type":"x","timestamp":"2026-02-30T00:00:00Z"}"#,
            #"{"type":"x","timestamp":"2026-01-01T24:00:01Z"}"#,
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","duration":-0.000001}"#,
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","duration":1e999}"#,
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","duration":NaN}"#,
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","metadata":[]}"#,
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z"} {}"#, #"[]"#, #"null"#, #"{"#, "garbage",
            #"{"type":"","timestamp":"2026-01-01T00:00:00Z"}"#,
            #"{"type":"x","type":"y","timestamp":"2026-01-01T00:00:00Z"}"#,
            #"{"type":"\ud800","timestamp":"2026-01-01T00:00:00Z"}"#,
        ]
        let text = bad.enumerated().map { Self.good($0.offset) + "\n" + $0.element + "\n" }.joined()
        let outcome = try scratch.run(
            "append", "--file", scratch.file("bad.jsonl", text), "--on-error", "skip", "--rejects",
            scratch.directory + "/rejects", "--format", "json")
        #expect(outcome.status == 3)
        let count = bad.count
        #expect(
            outcome.text.hasPrefix(#"{"appended":\#(count),"duplicates":0,"rejected":\#(count),"#),
            "\(outcome.text)")
        #expect(scratch.contents("rejects") == Array((bad.joined(separator: "\n") + "\n").utf8))
        for index in bad.indices {
            #expect(outcome.errors.contains("bad.jsonl, line \(index * 2 + 2): "), "\(bad[index])")
        }
        #expect(try scratch.events().map(\.metadata["n"]) == bad.indices.map { "\($0)" })
    }

    @Test func rejectsKeepEveryByte() throws {
        // CRLF, bytes that are no text, zeros, a kind that isn't stored yet at the end without a line feed.
        let lines: [[UInt8]] = [
            Array(#"{"bad"}"#.utf8) + [13], [0xFF, 0xFE, 0x00, 0x80], Array("  spaces \t".utf8),
            Array(#"{"kind":"mystery","type":"x","timestamp":"2026-01-01T00:00:00Z"}"#.utf8),
        ]
        let text = Array(lines.joined(separator: [10]))
        let path = try scratch.file("bad.jsonl", text)
        let rejects = scratch.directory + "/rejects"
        let outcome = try scratch.run("append", "--file", path, "--on-error", "skip", "--rejects", rejects)
        #expect(outcome.status == 3)
        #expect(scratch.contents("rejects") == text + [10])
        // An old file of refused lines is replaced, also by none.
        #expect(try scratch.run(["append", "--file", "-", "--rejects", rejects]).status == 0)
        #expect(scratch.contents("rejects") == [])
    }

    @Test func rejectsMayNotBeTheInput() throws {
        let path = try scratch.file("lines.jsonl", Self.good(1) + "\n{\n")
        let outcome = try scratch.run("append", "--file", path, "--on-error", "skip", "--rejects", path)
        #expect(outcome.status == 2)
        #expect(scratch.contents("lines.jsonl")?.count ?? 0 > 10)
    }

    @Test func stopInTheMiddleOfALargeFile() throws {
        var lines = (1...50_000).map(Self.good)
        lines[24_999] = #"{"type":"x","timestamp":"yesterday"}"#
        let path = try scratch.file("large.jsonl", lines.joined(separator: "\n") + "\n")
        let outcome = try scratch.run("append", "--file", path, "--format", "json")
        #expect(outcome.status == 3)
        #expect(
            outcome.text
                == #"{"appended":24999,"duplicates":0,"rejected":1,"firstSequence":1,"lastSequence":24999}"#
                + "\n")
        #expect(outcome.errors.contains("large.jsonl, line 25000: "))
        #expect(outcome.errors.contains("24999 before it stored"))
        let numbers = try scratch.events().map { $0.metadata["n"] }
        #expect(numbers == (1...24_999).map { "\($0)" })
        // The rest, once the line is mended: nothing twice.
        lines[24_999] = Self.good(25_000)
        #expect(
            try scratch.appendLines(lines.joined(separator: "\n"), ["--skip-existing"])
                == AppendAnswer(25_001, duplicates: 24_999, 25_000...50_000))
    }

    @Test func linesAreNumberedOverManyChunks() throws {
        // Several chunks of 4 MiB each.
        let filler = String(repeating: "y", count: 1000)
        var lines = (1...15_000).map {
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","metadata":{"n":"\#($0)","f":"\#(filler)"}}"#
        }
        let bad = [1, 5000, 9000, 14_999, 15_000]
        for number in bad { lines[number - 1] = "bad" }
        let path = try scratch.file("large.jsonl", lines.joined(separator: "\n"))
        let outcome = try scratch.run("append", "--file", path, "--on-error", "skip")
        #expect(outcome.status == 3)
        for number in bad { #expect(outcome.errors.contains("large.jsonl, line \(number): ")) }
        #expect(try scratch.rollup("--by", "year").map(\.count) == [14_995])
        #expect(try scratch.events("--limit", "2").map { $0.metadata["n"] } == ["2", "3"])
    }

    @Test func manyRefusedLinesAreNotAllShown() throws {
        let outcome = try scratch.run(
            "append", "--file", "-", "--on-error", "skip", input: String(repeating: "bad\n", count: 1000))
        #expect(outcome.status == 3)
        #expect(outcome.errors.split(separator: "\n").count == 21)
        #expect(outcome.errors.contains("standard input: 980 more lines refused"))
    }

    @Test func aLineTooLongIsOneRefusal() throws {
        let long =
            #"{"type":"x","timestamp":"2026-01-01T00:00:00Z","metadata":{"n":""#
            + String(repeating: "z", count: 9 << 20) + #""}}"#
        let text = Self.good(1) + "\n" + long + "\n" + Self.good(2) + "\n"
        let path = try scratch.file("long.jsonl", text)
        let outcome = try scratch.run("append", "--file", path, "--on-error", "skip", "--format", "json")
        #expect(outcome.status == 3)
        #expect(outcome.text.hasPrefix(#"{"appended":2,"duplicates":0,"rejected":1,"#), "\(outcome.text)")
        #expect(outcome.errors.contains("long.jsonl, line 2: "))
        #expect(try scratch.events().map { $0.metadata["n"] } == ["1", "2"])
    }

    @Test func refusedOnTheCommandLine() throws {
        let refused = [
            ["--duration", "-5"], ["--duration", "nan"], ["--duration", "1e99"], ["--at", "2026-02-30"],
            ["--at", "soon"], ["--meta", "novalue"], ["--meta", "a=1", "--meta", "a=2"],
            ["--tz", "Mars/Olympus"],
            ["--id", ""], ["--on-error", "skip"], ["--epoch", "s"], ["--input", "jsonl"],
        ]
        for arguments in refused {
            let outcome = try scratch.run(["append", "x"] + arguments)
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(arguments): \(outcome.errors)")
        }
        #expect(try scratch.run("append").status == 2)
        #expect(try scratch.run("append", "").status == 2)
        #expect(try scratch.run("append", "x", "--file", "-").status == 2)
        // Nothing of it has made a log.
        #expect(try scratch.run("stats").status == 1)
    }

    @Test func textThatIsNotUTF8() throws {
        let outcome = try scratch.shell(#"exec "$EVLOG" append "$(printf 'a\377')""#)
        #expect(outcome.status == 2 && outcome.errors.contains("not UTF-8"))
        #expect(try scratch.run("stats").status == 1)
    }

    @Test func anInputThatCannotBeRead() throws {
        for path in [scratch.directory + "/absent.jsonl", scratch.directory] {
            let outcome = try scratch.run("append", "--file", path)
            #expect(outcome.status == 1 && outcome.errors.contains(path), "\(outcome.errors)")
        }
        let closed = try scratch.shell(#"exec "$EVLOG" append --file - <&-"#)
        #expect(closed.status == 1 && closed.errors.contains("standard input"), "\(closed.errors)")
    }
}
