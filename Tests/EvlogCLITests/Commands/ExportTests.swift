import EventLog
import Foundation
import Testing

/// What is exported, appended to a new log and exported again is the same, to the byte.
@Suite(.timeLimit(.minutes(10)))
struct ExportTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @discardableResult
    private func export(_ arguments: String..., log: String? = nil, status: Int32 = 0) throws -> String {
        let outcome = try scratch.run((log.map { ["--log", $0] } ?? []) + ["export"] + arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
        return outcome.text
    }

    /// Exports, appends to another log, and exports that.
    private func roundTrip() throws -> String {
        let first = try export()
        let copy = scratch.directory + "/copy"
        let outcome = try scratch.run(
            "--log", copy, "append", "--file", scratch.file("exported.jsonl", first))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try export(log: copy) == first)
        return first
    }

    /// Lines as export writes them, hostile in every field.
    private static let lines = [
        #"{"type":"a\u0000\u001f\u007f\u0085\"\\\n/","timestamp":"0001-01-01T00:00:00+00:00","metadata":{"":"","A":"","a":"😀","é":"\t","😀":"ﬁ"},"duration":0.000001,"id":"x\"y"}"#,
        #"{"type":"b","timestamp":"9999-12-31T23:59:59.999999-00:00","duration":1000000000000}"#,
        #"{"type":"b","timestamp":"2026-11-30T09:15:00.123+05:45","metadata":{"note":"{\"k\":[1]}"},"duration":45.1}"#,
        #"{"type":"b","timestamp":"2026-11-30T09:15:00.000001-12:00"}"#,
        #"{"kind":"checkin","date":"2026-11-30","focus":4,"sleep":3,"energy":5,"stress":2,"mood":"so \"so\"","timestamp":"2026-11-30T20:00:00+01:00","id":"c1"}"#,
        #"{"kind":"dose","supplement":"Magnesium","takenAt":"2026-11-30T08:00:00+01:00","amount":"200 mg","id":"d1"}"#,
        #"{"kind":"dose","supplement":"Zinc ☃","takenAt":"2026-11-30T08:00:00.500-00:00"}"#,
        #"{"kind":"rollup","type":"b","timestamp":"2020-01-01T00:15:00+00:00","metadata":{"category":"w"},"duration":7.5}"#,
        #"{"kind":"rollup","type":"b","timestamp":"2020-01-01T00:15:00+00:00"}"#,
        #"{"type":"b","timestamp":"2026-11-30T09:15:00.000001-12:00"}"#,
    ].map { $0 + "\n" }

    @Test func everyFieldSurvives() throws {
        #expect(try scratch.appendLines(Self.lines.joined()).appended == Self.lines.count)
        #expect(try roundTrip() == Self.lines.joined())
    }

    @Test func rollupLinesHoldOnlyWhatPruningKeeps() throws {
        let head = #"{"kind":"rollup","type":"b","timestamp":"2020-01-01T00:15:00Z""#
        for rest in [#","metadata":{"other":"x"}}"#, #","id":"x"}"#, #","duration":-1}"#] {
            #expect(try scratch.appendLines(head + rest + "\n", status: 3).rejected == 1, "\(rest)")
        }
        #expect(
            try scratch.appendLines(head + #","metadata":{"category":"w"},"duration":3}"# + "\n").appended
                == 1)
        #expect(try scratch.rollup("--by", "year").map(\.count) == [1])
        #expect(try scratch.events().isEmpty)
    }

    /// A check-in that was replaced twice, and something taken back: the same before and after a compaction.
    @Test func compactingChangesNothing() throws {
        var text = Self.lines.joined()
        for (hour, focus) in [(21, 1), (22, 2), (23, 3)] {
            text +=
                #"{"kind":"checkin","date":"2026-11-30","focus":\#(focus),"sleep":3,"energy":5,"stress":2,"timestamp":"2026-11-30T\#(hour):00:00+01:00"}"#
                + "\n"
        }
        text += #"{"type":"gone","timestamp":"2026-11-30T09:15:00Z"}"# + "\n"
        try scratch.appendLines(text)
        let checkIns = try scratch.run("query", "check-ins", "--format", "json").text
        try scratch.run("retract", "2")
        try scratch.run("retract", "14")
        let before = try roundTrip()
        #expect(!before.contains("gone") && !before.contains("retract") && !before.contains("9999-12-31"))
        #expect(
            !before.contains(#""focus":1"#) && !before.contains(#""focus":2"#)
                && before.contains(#""focus":3"#))
        #expect(before.split(separator: "\n").count == Self.lines.count)
        #expect(try scratch.run("compact").status == 0)
        #expect(try scratch.run("stats").text.contains("records           \(Self.lines.count)\n"))
        #expect(try export() == before)
        let copied = try scratch.run(
            "--log", scratch.directory + "/copy", "query", "check-ins", "--format", "json")
        #expect(copied.text == checkIns && checkIns.contains(#""id":"c1""#), "\(copied.text)")
    }

    @Test func whatPruningCountsIsCountedInTheCopy() throws {
        try scratch.appendLines(Self.lines.joined())
        #expect(try scratch.run("prune", "--before", "2026-12-01", "--keep-rollups").status == 0)
        #expect(try roundTrip().contains(#""kind":"rollup""#))
        let arguments = ["query", "rollup", "--by", "year", "--group", "type", "--format", "json"]
        let copy = try scratch.run(["--log", scratch.directory + "/copy"] + arguments)
        #expect(try scratch.run(arguments).text == copy.text)
    }

    @Test func rangesRunUpToButNotAtTheirEnd() throws {
        let days = (1...4).map { "2026-11-0\($0)T00:00:00Z" }
        try scratch.appendLines(eventLines(days.map { ("e", $0) }))
        let text = try export("--from", "2026-11-02", "--to", "2026-11-04")
        #expect(text.split(separator: "\n").count == 2 && text.contains("11-02T") && text.contains("11-03T"))
        #expect(try scratch.run("export", "--from", "2026-11-02", "--to", "2026-11-01").status == 2)
    }

    @Test func filesAreWholeAndNotReplacedUnasked() throws {
        try scratch.appendLines(Self.lines.joined())
        let path = scratch.directory + "/out.jsonl"
        try export("--out", path)
        #expect(scratch.contents("out.jsonl") == Array(Self.lines.joined().utf8))
        #expect(try scratch.run("export", "--out", path).status == 2)
        try export("--out", path, "--force", "--from", "2026-01-01")
        #expect(try #require(scratch.contents("out.jsonl")).count < Self.lines.joined().utf8.count)
        #expect(try scratch.run("export", "--out", "/dev/null", "--force").status == 2)
        #expect(try scratch.run("export", "--out", scratch.directory + "/none/out").status == 1)
        #expect(try scratch.run("export", "--force").status == 2)
        #expect(try scratch.run("export", "--format", "json").status == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory)
        #expect(!names.contains { $0.hasSuffix(".new") })
    }

    @Test func aFileForEachDay() throws {
        try scratch.appendLines(
            eventLines([
                ("a", "2026-11-01T23:30:00Z"), ("b", "2026-11-03T12:00:00Z"), ("c", "2026-11-01T10:00:00Z"),
            ]))
        let days = scratch.directory + "/days"
        #expect(try scratch.run("export", "--partition", "day").status == 2)
        try export("--partition", "day", "--out", days)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: days).sorted() == [
                "2026-11-01.jsonl", "2026-11-03.jsonl",
            ])
        let first = String(decoding: try #require(scratch.contents("days/2026-11-01.jsonl")), as: UTF8.self)
        #expect(first.split(separator: "\n").count == 2 && first.hasPrefix(#"{"type":"a""#))
        #expect(try scratch.run("export", "--partition", "day", "--out", days).status == 2)
        try export("--partition", "day", "--out", days, "--force", "--tz", "Europe/Berlin")
        #expect(scratch.contents("days/2026-11-02.jsonl") != nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: days).allSatisfy { $0.hasSuffix(".jsonl") })
    }

    @Test func commaSeparated() throws {
        try scratch.appendLines(
            #"{"type":"a,b","timestamp":"2026-11-30T09:15:00+01:00","metadata":{"type":"t","z":""},"duration":1.5,"id":"i"}"#
                + "\n" + Self.lines[5])
        #expect(
            try export("--format", "csv") == """
                type,timestamp,duration,id,kind,amount,metadata.type,z
                "a,b",2026-11-30T09:15:00+01:00,1.5,i,event,,t,""
                Magnesium,2026-11-30T08:00:00+01:00,,d1,dose,200 mg,,

                """)
    }

    /// Records that only a program that embeds the log can store.
    @Test func linesThatAppendWouldRefuseAreNamed() throws {
        let writer = try LogWriter(directory: scratch.log)
        let long = String(repeating: "\u{7f}", count: 200_000)
        try writer.append([
            Record(timestamp: 0, name: "e"), Record(timestamp: 0, name: "e", attributes: ["k": long]),
        ])
        let outcome = try scratch.run("export")
        #expect(outcome.status == 3 && outcome.lines.count == 2)
        #expect(outcome.errors.contains("the first is sequence 2"), "\(outcome.errors)")
    }

    @Test func damageIsNamedAndTheRestExported() throws {
        try scratch.run("append", "a")
        let end = try #require(FileManager.default.contents(atPath: scratch.segment())?.lastIndex { $0 != 0 })
        try scratch.run("append", "b")
        let path = try scratch.segment()
        var bytes = try #require(FileManager.default.contents(atPath: path).map(Array.init))
        bytes[end - 4] ^= 0x10
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let outcome = try scratch.run("export")
        #expect(outcome.status == 4 && outcome.lines.count == 1 && outcome.text.hasPrefix(#"{"type":"b""#))
        #expect(outcome.errors.contains("damaged: "), "\(outcome.errors)")
    }
}
