import Testing

/// Ids, copies, and what an append answers.
@Suite(.timeLimit(.minutes(10)))
struct IdentityTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func line(_ type: String, id: String? = nil) -> String {
        let id = id.map { #","id":"\#($0)""# } ?? ""
        return #"{"type":"\#(type)","timestamp":"2026-01-01T00:00:00Z"\#(id)}"# + "\n"
    }

    @Test func theAnswerHasTheseFields() throws {
        let one = try scratch.run("append", "x", "--id", "a", "--format", "json")
        #expect(
            one.text == #"{"appended":1,"duplicates":0,"rejected":0,"firstSequence":1,"lastSequence":1}"#
                + "\n")
        let again = try scratch.run("append", "x", "--id", "a", "--format", "json")
        #expect(
            again.text
                == #"{"appended":0,"duplicates":1,"rejected":0,"firstSequence":null,"lastSequence":null}"#
                + "\n")
        #expect(again.status == 0 && again.errors.isEmpty)
        let none = try scratch.run("append", "--file", "/dev/null", "--format", "json")
        #expect(
            none.text
                == #"{"appended":0,"duplicates":0,"rejected":0,"firstSequence":null,"lastSequence":null}"#
                + "\n")
        let csv = try scratch.run("append", "x", "--format", "csv")
        #expect(csv.lines == ["appended,duplicates,rejected,firstSequence,lastSequence", "1,0,0,2,2"])
    }

    @Test func anIdIsStoredOnce() throws {
        #expect(try scratch.append(["x", "--id", "a"]) == AppendAnswer(1, 1...1))
        // Whatever else the record says.
        #expect(try scratch.append(["y", "--id", "a", "--meta", "k=v"]) == AppendAnswer(0, duplicates: 1))
        #expect(
            try scratch.appendLines(line("z", id: "a") + line("z", id: "b"))
                == AppendAnswer(1, duplicates: 1, 2...2))
        #expect(try scratch.append(["x", "--id", "b"]) == AppendAnswer(0, duplicates: 1))
        let events = try scratch.events().sorted { $0.sequence < $1.sequence }
        #expect(events.map(\.id) == ["a", "b"] && events.map(\.type) == ["x", "z"])
    }

    @Test func oneFileMayRepeatAnId() throws {
        let text =
            line("p") + line("q", id: "1") + line("p") + line("r", id: "1") + line("s", id: "2") + line("p")
        #expect(try scratch.appendLines(text) == AppendAnswer(5, duplicates: 1, 1...5))
        #expect(try scratch.events().map(\.type) == ["p", "q", "p", "s", "p"])
        // Those without an id are new each time; those with one are not.
        #expect(try scratch.appendLines(text) == AppendAnswer(3, duplicates: 3, 6...8))
        #expect(try scratch.appendLines(text, ["--skip-existing"]) == AppendAnswer(0, duplicates: 6))
    }

    @Test func idsAreTakenAsTheyAre() throws {
        for (number, id) in ["a", "A", "é", "e\u{301}", " a", "\u{0}"].enumerated() {
            let escaped = id == "\0" ? "\\u0000" : id
            #expect(
                try scratch.appendLines(line("x", id: escaped))
                    == AppendAnswer(1, (number + 1)...(number + 1)))
        }
        #expect(try scratch.run("append", "x", "--id", "").status == 2)
    }

    /// The k-th copy in the input is a duplicate only if the log holds k of them.
    @Test func copiesAreCounted() throws {
        let skip = ["--skip-existing"]
        #expect(try scratch.appendLines(line("a") + line("b")) == AppendAnswer(2, 1...2))
        #expect(
            try scratch.appendLines(line("a") + line("a") + line("a") + line("c"), skip)
                == AppendAnswer(3, duplicates: 1, 3...5))
        #expect(try scratch.appendLines(line("a") + line("a"), skip) == AppendAnswer(0, duplicates: 2))
        #expect(try scratch.rollup("--by", "year", "--group", "type").map(\.count) == [3, 1, 1])
        #expect(try scratch.run("append", "a", "--at", "2026-01-01T00:00:00Z", "--skip-existing").status == 0)
        #expect(try scratch.rollup("--by", "year").map(\.count) == [5])
    }

    @Test func overlappingBackupsDoNotDouble() throws {
        let lines = (0..<3000).map { number in
            // Every third is a copy of the one before.
            let number = number % 3 == 2 ? number - 1 : number
            return
                #"{"type":"t\#(number % 7)","timestamp":"2026-01-01T00:\#(String(number / 60 + 100).suffix(2)):00Z","metadata":{"n":"\#(number)"}}"#
                + "\n"
        }
        let (early, late) = (lines[..<2000].joined(), lines[1000...].joined())
        #expect(try scratch.appendLines(early, ["--skip-existing"]) == AppendAnswer(2000, 1...2000))
        #expect(
            try scratch.appendLines(late, ["--skip-existing"])
                == AppendAnswer(1000, duplicates: 1000, 2001...3000))
        #expect(
            try scratch.appendLines(lines.shuffled().joined(), ["--skip-existing"])
                == AppendAnswer(0, duplicates: 3000))
    }

    @Test func whatMakesARecordAnother() throws {
        let base = #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"k":"v"},"duration":1}"#
        let others = [
            #"{"type":"b","timestamp":"2026-01-01T00:00:00Z","metadata":{"k":"v"},"duration":1}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00.000001Z","metadata":{"k":"v"},"duration":1}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"k":"w"},"duration":1}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"v":"k"},"duration":1}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{},"duration":1}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"k":"v"},"duration":1.000001}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"k":"v"},"duration":0}"#,
            #"{"type":"a","timestamp":"2026-01-01T00:00:00Z","metadata":{"k":"v"}}"#,
        ]
        let same = [
            #"{"type":"a","timestamp":"2026-01-01T00:00:00.0000009Z","metadata":{"k":"v","n":null},"duration":1.0}"#,
            #"{ "duration" : 1e0 , "metadata":{"\u006b":"v"}, "timestamp":"2026-01-01t00:00:00z", "type":"\u0061" }"#,
        ]
        let text = ([base] + others).joined(separator: "\n")
        #expect(try scratch.appendLines(text) == AppendAnswer(9, 1...9))
        #expect(try scratch.appendLines(text, ["--skip-existing"]) == AppendAnswer(0, duplicates: 9))
        for line in same {
            #expect(
                try scratch.appendLines(line, ["--skip-existing"]) == AppendAnswer(0, duplicates: 1),
                "\(line)")
        }
    }

    /// What another process stores while a pipe is open is seen, also after lines that have no ids.
    @Test func idsOfOthersAreSeenWhileAPipeIsOpen() throws {
        let pipe = try scratch.start(["append", "--file", "-", "--flush-after", "20ms", "--format", "json"])
        func isStored(_ count: Int) throws -> Bool {
            try eventually { try scratch.run("query", "events", "--format", "jsonl").lines.count == count }
        }
        pipe.write(line("a", id: "1"))
        #expect(try isStored(1))
        #expect(try scratch.append(["other", "--id", "X"]) == AppendAnswer(1, 2...2))
        pipe.write(line("a"))
        #expect(try isStored(3))
        pipe.write(line("a", id: "X"))
        pipe.closeInput()
        let outcome = try pipe.wait()
        #expect(
            outcome.text == #"{"appended":2,"duplicates":1,"rejected":0,"firstSequence":1,"lastSequence":3}"#
                + "\n")
        #expect(try scratch.events().filter { $0.id == "X" }.count == 1)
    }
}
