import Foundation
import Testing

/// Two processes that record into one log for a while, with `verify` and compactions beside them.
///
/// `EVLOG_SOAK_SECONDS=60` makes the while a minute; without it, it is short enough for every run of the tests.
@Suite(.timeLimit(.minutes(10)))
struct SoakTests {
    private let scratch: Scratch
    private let seconds: Double

    init() throws {
        scratch = try Scratch()
        let wanted = ProcessInfo.processInfo.environment["EVLOG_SOAK_SECONDS"].flatMap(Double.init)
        seconds = min(max(wanted ?? 5, 1), 300)
    }

    /// Feeds a process until the end, in bursts of all sizes and with pauses; gives back how many lines it got.
    private func feed(_ pipe: EvlogProcess, name: String, until end: Date, seed: UInt64) -> Int {
        var numbers = SeededNumbers(seed: seed)
        var sent = 0
        while Date() < end {
            // Mostly a few lines, as an app sends them; now and then a flood.
            let isFlood = Int.random(in: 0..<100, using: &numbers) == 0
            let burst = isFlood ? 2000 : Int.random(in: 1...25, using: &numbers)
            let now = Int(Date().timeIntervalSince1970 * 1000)
            let lines = (sent..<(sent + burst)).map {
                #"{"type":"\#(name)","timestamp":\#(now),"metadata":{"i":"\#($0)"}}"# + "\n"
            }
            guard pipe.write(lines.joined()) else { return -1 }
            sent += burst
            usleep(UInt32.random(in: 0...8000, using: &numbers))
        }
        return sent
    }

    /// Whether this evlog can compact: then compactions join in.
    private func canCompact() throws -> Bool { try scratch.run("help", "compact").status == 0 }

    @Test func twoRecordersLoseNothingAndDoubleNothing() throws {
        let end = Date().addingTimeInterval(seconds)
        try scratch.run("append", "first")
        let compacts = try canCompact()
        let names = ["left", "right"]
        let pipes = try names.map { _ in
            try scratch.start([
                "append", "--file", "-", "--epoch", "ms", "--flush-after", "20ms", "--format", "json",
            ])
        }
        var looks = 0
        let group = DispatchGroup()
        let counts = names.indices.map { number in
            let count = Count()
            Thread.detachNewThread(in: group) {
                count.value = feed(pipes[number], name: names[number], until: end, seed: UInt64(number))
            }
            return count
        }
        while Date() < end {
            let report = try scratch.run("verify")
            // A write that is under way may be noted; it is no damage.
            #expect(report.status == 0, "\(report.text)\(report.errors)")
            #expect(!report.text.contains("damaged"), "\(report.text)")
            if compacts {
                let outcome = try scratch.run("compact")
                #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
            }
            looks += 1
        }
        group.wait()
        let sent = counts.map(\.value)
        #expect(looks > 0 && sent.allSatisfy { $0 > 0 })
        for (number, pipe) in pipes.enumerated() {
            pipe.closeInput()
            let outcome = try pipe.wait()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.text.contains(#""appended":\#(sent[number]),"#), "\(outcome.text)")
        }
        let stored = try storedEvents().sorted { $0.sequence < $1.sequence }
        #expect(stored.map(\.sequence) == Array(1...(sent[0] + sent[1] + 1)))
        for (number, name) in names.enumerated() {
            let own = stored.filter { $0.type == name }.map(\.number)
            #expect(own == Array(0..<sent[number]), "\(name): \(own.count) of \(sent[number])")
        }
        let report = try scratch.verify()
        #expect(report.damage.isEmpty && report.notes.isEmpty && report.records == stored.count)
    }

    /// Read by the places of the quotes, since there may be a million of them.
    private func storedEvents() throws -> [(sequence: Int, type: String, number: Int)] {
        let outcome = try scratch.run("query", "events", "--format", "jsonl")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output.split(separator: UInt8(ascii: "\n")).map { line in
            let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
            func number(_ at: Int) -> Int {
                guard at < parts.count else { return -1 }
                return parts[at].reduce(0) { (48...57).contains($1) ? $0 * 10 + Int($1) - 48 : $0 }
            }
            return (number(2), parts.count > 9 ? String(decoding: parts[9], as: UTF8.self) : "", number(15))
        }
    }
}

/// What a thread found; read only after that has ended.
private final class Count: @unchecked Sendable {
    var value = 0
}

extension Thread {
    /// A thread of its own, off those that tests share: what it does may block.
    fileprivate static func detachNewThread(in group: DispatchGroup, _ work: @escaping () -> Void) {
        group.enter()
        let work = Work(run: work)
        detachNewThread {
            work.run()
            group.leave()
        }
    }

    /// Unchecked, because the processes that are fed are handed to one thread each.
    private struct Work: @unchecked Sendable {
        var run: () -> Void
    }
}
