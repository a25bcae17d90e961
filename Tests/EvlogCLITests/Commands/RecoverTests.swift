import Foundation
import Testing

/// What can be read of a damaged log goes into a new one, and nothing else changes.
@Suite(.timeLimit(.minutes(10)))
struct RecoverTests {
    private let scratch: Scratch
    private var saved: String { scratch.directory + "/saved" }

    private struct Answer: Decodable {
        var salvagedRecords: Int
        var lostRecords: Int
        var lostIsKnown: Bool
        var damage: [VerifyAnswer.Place]
    }

    init() throws { scratch = try Scratch() }

    private func recover(status: Int32) throws -> Answer {
        let outcome = try scratch.run("recover", "--into", saved, "--format", "json")
        #expect(outcome.status == status, "\(outcome.errors)")
        return try JSONDecoder().decode(Answer.self, from: Data(outcome.output))
    }

    /// Every file of the log with its bytes.
    private func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.log) {
            found[name] = FileManager.default.contents(atPath: scratch.log + "/" + name)
        }
        return found
    }

    /// The new log is whole and answers as the old one does.
    private func checkSaved() throws {
        let verify = try scratch.run("--log", saved, "verify", "--deep", "--format", "json")
        #expect(verify.status == 0, "\(verify.text)\(verify.errors)")
        let report = try JSONDecoder().decode(VerifyAnswer.self, from: Data(verify.output))
        #expect(report.damage.isEmpty && report.notes.isEmpty, "\(report)")
        for question in [["events"], ["rollup", "--by", "day"], ["check-ins"]] {
            let arguments = ["query"] + question + ["--format", "jsonl"]
            let old = try scratch.run(arguments)
            let new = try scratch.run(["--log", saved] + arguments)
            #expect(new.status == 0 && new.text == old.text, "\(new.errors)")
        }
        #expect(try scratch.run("--log", saved, "export").text == scratch.run("export").text)
    }

    private func fill() throws {
        for type in ["a", "b", "c", "d", "e", "f"] {
            try scratch.run("append", type, "--meta", "note=\(type)\(type)", "--at", "2026-01-01T00:00:00Z")
        }
        try scratch.run("retract", "5")
    }

    @Test func aFlippedByteCostsItsFrame() throws {
        try fill()
        let path = try scratch.segment()
        let whole = try #require(FileManager.default.contents(atPath: path).map(Array.init))
        for offset in stride(from: 70, to: 670, by: 97) {
            var bytes = whole
            bytes[offset] ^= 0x10
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let before = try files()
            let lost = try scratch.verify(status: 4).damage.compactMap(\.lostRecords).reduce(0, +)
            let answer = try recover(status: lost > 0 ? 4 : 0)
            #expect(answer.lostRecords == lost && answer.salvagedRecords == 7 - lost, "byte \(offset)")
            #expect(!answer.damage.isEmpty && answer.lostIsKnown)
            #expect(try files() == before)
            try checkSaved()
            // New records go on behind the old ones.
            let next = try scratch.run("--log", saved, "append", "next", "--format", "json")
            #expect(next.text.contains(#""firstSequence":8"#), "\(next.text)\(next.errors)")
            #expect(try scratch.run("--log", saved, "verify").status == 0)
            try FileManager.default.removeItem(atPath: saved)
        }
    }

    @Test func aLostSegmentIsAHole() throws {
        try fill()
        try scratch.run("compact")
        #expect(try scratch.append(["g"]).appended == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.log).filter {
            $0.hasSuffix(".seg")
        }
        #expect(names.count == 2)
        try FileManager.default.removeItem(atPath: scratch.log + "/" + #require(names.min()))
        let before = try files()
        let answer = try recover(status: 4)
        #expect(answer.salvagedRecords == 1 && answer.lostRecords > 0 && answer.damage.count == 1)
        #expect(try files() == before)
        try checkSaved()
    }

    @Test func aLogWithoutSegmentsKeepsItsNumbers() throws {
        try fill()
        try FileManager.default.removeItem(atPath: scratch.segment())
        #expect(try recover(status: 4).lostRecords == 7)
        try checkSaved()
        // What stands for the lost ones has no time.
        let stats = try scratch.run("--log", saved, "stats", "--format", "json").text
        #expect(stats.contains(#""oldest":null,"newest":null"#), "\(stats)")
        let next = try scratch.run("--log", saved, "append", "next", "--format", "json")
        #expect(next.text.contains(#""firstSequence":8"#), "\(next.text)")
    }

    @Test func aWholeLogIsCopied() throws {
        try fill()
        let answer = try recover(status: 0)
        #expect(answer.salvagedRecords == 7 && answer.lostRecords == 0 && answer.damage.isEmpty)
        try checkSaved()
        #expect(try scratch.run("--log", saved, "compact").status == 0)
        try checkSaved()
    }

    @Test func onlyIntoANewDirectory() throws {
        try fill()
        let before = try files()
        #expect(try scratch.run("recover", "--into", scratch.log).status == 2)
        #expect(try scratch.run("recover", "--into", scratch.log + "/").status == 2)
        #expect(try scratch.run("recover", "--into", scratch.directory).status == 2)
        #expect(try scratch.run("recover").status == 2)
        #expect(try scratch.run("--log", scratch.directory + "/none", "recover", "--into", saved).status == 1)
        #expect(try files() == before)
        #expect(!FileManager.default.fileExists(atPath: saved))
    }
}
