import Testing

/// Many processes and one log.
@Suite(.timeLimit(.minutes(10)))
struct ManyProcessesTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func eightProcessesAppendSingleEvents() throws {
        let script =
            #"i=0; while [ $i -lt 100 ]; do "$EVLOG" append "p$1" --meta "i=$i" >&2 || exit 1; i=$((i+1)); done"#
        let processes = try (0..<8).map { try scratch.startShell(script, ["\($0)"]) }
        for process in processes {
            let outcome = try process.wait(seconds: 60)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let events = try scratch.events()
        #expect(events.map(\.sequence).sorted() == Array(1...800))
        #expect(Set(events.map { $0.type + ($0.metadata["i"] ?? "") }).count == 800)
        let report = try scratch.verify()
        #expect(report.records == 800 && report.damage.isEmpty && report.notes.isEmpty)
        // Each process sees its own in the order in which it wrote.
        for number in 0..<8 {
            let own = events.filter { $0.type == "p\(number)" }.sorted { $0.sequence < $1.sequence }
            #expect(own.compactMap { $0.metadata["i"] } == (0..<100).map { "\($0)" })
        }
    }

    @Test func readersBesideWritersSeeNoHalfState() throws {
        let lines = (0..<2000).map {
            #"{"type":"t\#($0 % 5)","timestamp":"2026-01-01T00:00:00Z","metadata":{"n":"\#($0)"}}"# + "\n"
        }
        let path = try scratch.file("lines.jsonl", lines.joined())
        try scratch.run("append", "first", "--at", "2026-01-01T00:00:00Z")
        let script =
            #"i=0; while [ $i -lt 12 ]; do "$EVLOG" append --file "$1" >&2 || exit 1; i=$((i+1)); done"#
        let writers = try (0..<4).map { _ in try scratch.startShell(script, [path]) }
        var last = 0
        var looks = 0
        while looks == 0 || !writers.allSatisfy(\.hasEnded) {
            let report = try scratch.run("verify")
            let said = report.text + report.errors
            // A write that is under way may be noted; it is no damage.
            #expect(report.status == 0 && report.lines.last?.hasPrefix("ok: ") == true, "\(said)")
            #expect(!report.text.contains("damaged"), "\(said)")
            let query = try scratch.run("query", "rollup", "--by", "year", "--format", "csv")
            #expect(query.status == 0 && query.errors.isEmpty, "\(query.errors)")
            let count = query.lines.last.flatMap { Int($0.split(separator: ",")[1]) } ?? -1
            #expect(count >= last && count % 2000 == 1, "\(count) after \(last)")
            last = count
            looks += 1
        }
        for writer in writers { #expect(try writer.wait().status == 0) }
        #expect(try scratch.rollup("--by", "year").map(\.count) == [96_001])
        #expect(try scratch.verify().records == 96_001)
    }

    /// Only one of many that bring the same id stores it.
    @Test func oneIdFromManyProcesses() throws {
        let processes = try (0..<8).map { number in
            try scratch.startShell(
                #"for id in a b c d e f g h; do "$EVLOG" append "p$1" --id "$id" --format json || exit 1; done"#,
                ["\(number)"])
        }
        var appended = 0
        for process in processes {
            let outcome = try process.wait()
            #expect(outcome.status == 0, "\(outcome.errors)")
            appended += outcome.lines.filter { $0.contains(#""appended":1"#) }.count
        }
        #expect(appended == 8)
        #expect(try scratch.events().compactMap(\.id).sorted() == ["a", "b", "c", "d", "e", "f", "g", "h"])
    }
}
