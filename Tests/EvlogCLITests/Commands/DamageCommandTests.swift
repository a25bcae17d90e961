import EventLog
import Foundation
import Testing

/// Bytes of the log that are not what was written.
@Suite(.timeLimit(.minutes(10)))
struct DamageCommandTests {
    private let scratch: Scratch
    /// Where each of the commits ends.
    private var ends: [Int] = []
    private let path: String

    init() throws {
        scratch = try Scratch()
        for type in ["a", "b", "c"] {
            try scratch.run("append", type, "--meta", "note=\(type)\(type)", "--at", "2026-01-01T00:00:00Z")
            let bytes = try #require(FileManager.default.contents(atPath: scratch.segment()))
            // Frames are padded with zeros to a multiple of eight bytes.
            ends.append(((bytes.lastIndex { $0 != 0 } ?? 0) + 8) & ~7)
        }
        path = try scratch.segment()
    }

    private func change(_ body: (inout [UInt8]) -> Void) throws {
        var bytes = try #require(FileManager.default.contents(atPath: path).map(Array.init))
        body(&bytes)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// Whole, but no day has that date, and no list of sequences that spelling: only another program writes such.
    @Test func recordsThatSayWhatCantBeAreNamed() throws {
        #expect(try scratch.run("verify").status == 0)
        let levels = ["focus": "1", "sleep": "2", "energy": "3", "stress": "4"]
        let writer = try LogWriter(directory: scratch.log)
        try writer.append([
            Record(
                timestamp: 1, kind: .checkIn, name: "",
                attributes: levels.merging(["date": "2023-02-29"]) { $1 })
        ])
        try writer.append([Record(timestamp: 1, kind: .retraction, name: "", attributes: ["sequences": "02"])]
        )
        for arguments in [["verify"], ["verify", "--deep"], ["export"]] {
            let outcome = try scratch.run(arguments)
            #expect(outcome.status == 4, "\(arguments)")
            let said = outcome.text + outcome.errors
            #expect(said.contains("sequence 4") && said.contains("sequence 5"), "\(arguments): \(said)")
        }
    }

    @Test func aFlippedByteCostsItsFrame() throws {
        let start = ends[0]
        for offset in stride(from: start, to: ends[1], by: 5) {
            try change { $0[offset] ^= 0x10 }
            let outcome = try scratch.run("query", "events", "--format", "jsonl")
            #expect(outcome.status == 4, "byte \(offset)")
            #expect(outcome.lines.count == 2, "byte \(offset): \(outcome.text)")
            #expect(outcome.text.contains(#""type":"a""#) && outcome.text.contains(#""type":"c""#))
            #expect(outcome.errors.contains((path as NSString).lastPathComponent), "\(outcome.errors)")
            #expect(outcome.errors.contains("byte \(start)"), "\(outcome.errors)")
            let rollup = try scratch.rollup(["--by", "day"], status: 4)
            #expect(rollup.map(\.count) == [2])
            let report = try scratch.verify(status: 4)
            #expect(report.damage.count == 1 && report.damage.first?.lostRecords == 1, "\(report.damage)")
            #expect(report.damage.first?.offset == start && report.records == 2)
            try change { $0[offset] ^= 0x10 }
        }
        #expect(try scratch.verify().records == 3)
    }

    @Test func appendingGoesOnBehindDamage() throws {
        try change { $0[(ends[0] + ends[1]) / 2] ^= 0xFF }
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
        #expect(try scratch.events(["--reverse"], status: 4).map(\.sequence) == [4, 3, 1])
        #expect(try scratch.run("stats").status == 4)
        let table = try scratch.run("verify")
        #expect(table.status == 4 && table.text.contains("1 records lost"), "\(table.text)")
    }

    /// What is met on the way to the end is told to who appends; all is stored all the same.
    @Test func appendingWarnsOfDamage() throws {
        try change { $0[ends[0] + 5] ^= 0xFF }
        for arguments in [["append", "d"], ["dose", "Zinc"], ["append", "e", "--format", "json"]] {
            let outcome = try scratch.run(arguments)
            #expect(outcome.status == 0 && !outcome.output.isEmpty)
            #expect(
                outcome.errors.contains("evlog: warning: the log is damaged (")
                    && outcome.errors.contains("see 'evlog verify'"), "\(outcome.errors)")
        }
        #expect(try scratch.events([], status: 4).map(\.type) == ["a", "c", "d", "e"])
    }

    @Test func aLostTailIsNamed() throws {
        try change { $0.removeLast($0.count - ends[1]) }
        let outcome = try scratch.run("query", "events", "--format", "jsonl")
        #expect(outcome.status == 4 && outcome.lines.count == 2, "\(outcome.errors)")
        #expect(try scratch.verify(status: 4).damage.compactMap(\.lostRecords) == [1])
        // Its sequence is not given out again.
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
    }

    @Test func aMissingSegmentIsNamed() throws {
        try FileManager.default.removeItem(atPath: path)
        let outcome = try scratch.run("query", "events", "--format", "json")
        #expect(outcome.status == 4 && outcome.text == "[]\n", "\(outcome.errors)")
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
        #expect(try scratch.events([], status: 4).map(\.sequence) == [4])
    }

    @Test func zerosAtTheEndAreHarmless() throws {
        try change { $0 += [UInt8](repeating: 0, count: 4 << 20) }
        #expect(try scratch.verify().records == 3)
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
        try change { for index in $0.count - 512..<$0.count { $0[index] = 0 } }
        #expect(try scratch.events().count == 4)
    }

    @Test func aLostLockFileChangesNoAnswer() throws {
        try FileManager.default.removeItem(atPath: scratch.log + "/lock")
        #expect(try scratch.events().map(\.sequence) == [1, 2, 3])
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: scratch.log + "/lock"))
        #expect(try scratch.append(["e"]) == AppendAnswer(1, 5...5))
        #expect(try scratch.verify().damage.isEmpty)
    }

    @Test func otherFilesAreLeftAlone() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.log + "/notes.txt"))
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
        let report = try scratch.verify()
        #expect(report.notes.contains { $0.contains("notes.txt") })
        #expect(scratch.contents("log/notes.txt") == Array("mine".utf8))
    }

    /// A disk that lost the last sector costs the frames that lie in it, and says so.
    @Test(arguments: [8, 100, 512, 4096]) func zerosInPlaceOfTheTail(count: Int) throws {
        let written = try #require(ends.last)
        let start = max(64, written - count)
        try change { for index in start..<written { $0[index] = 0 } }
        let lost = ends.count { $0 > start }
        let kept = Array(1...3).dropLast(lost)
        #expect(try scratch.events([], status: 4).map(\.sequence) == Array(kept))
        let report = try scratch.verify(status: 4)
        #expect(report.records == kept.count)
        #expect(report.damage.compactMap(\.lostRecords).reduce(0, +) == lost, "\(report.damage)")
        // What is gone is not given out again, and stays named.
        #expect(try scratch.append(["d"]) == AppendAnswer(1, 4...4))
        #expect(try scratch.events([], status: 4).map(\.sequence) == kept + [4])
        #expect(try scratch.verify(status: 4).damage.compactMap(\.lostRecords).reduce(0, +) == lost)
    }
}
