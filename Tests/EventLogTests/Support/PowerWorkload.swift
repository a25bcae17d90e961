import EventLog
import LogFormat
import TestSupport

/// What happens to a log in one run.
struct PowerWorkload: Sendable {
    /// A further kind of work on a log is one more case here and one more in `PowerRun.perform`.
    enum Step: Sendable {
        case append(process: Int, batch: Int)
        /// A sync fails on the way.
        case appendWithFailingSync(process: Int, batch: Int, PowerLossSystem.FailingSync)
        /// The process dies after that many calls that change something.
        case appendAndDie(process: Int, batch: Int, calls: Int)
        /// The process ends, and another takes its place.
        case restart(process: Int)
        case read
        /// Batches in a row under one lock, each a commit of its own. Where one fails, it and those behind it are
        /// tried once more, as a recorder does it.
        case appendInARow(process: Int, batches: Range<Int>, Trouble?)
        /// Segments are merged, or records removed.
        case tend(process: Int, Tending, Trouble?)
        /// Some of the records that are there are retracted.
        case retract(process: Int, batch: Int)
        /// The run goes on with what a loss of power left.
        case losePower
    }

    enum Tending: Sendable {
        /// Merges neighbours, so many at a time, and takes nothing out.
        case merge(width: Int)
        case compact
        /// Removes all that is older than this batch.
        case prune(before: Int)
    }

    /// What comes in between.
    enum Trouble: Sendable {
        /// The process dies after that many calls that change something.
        case death(calls: Int)
        case failingSync(PowerLossSystem.FailingSync)
    }

    static let processes = 2

    var steps: [Step] = []
    var batches: [[Record]] = []
    var options = LogOptions()

    /// - Parameters:
    ///   - isTended: whether segments are merged, and records retracted and removed, in between.
    ///   - hasRows: whether batches are also committed in a row under one lock.
    init(seed: UInt64, isTended: Bool, hasRows: Bool = false) {
        var random = SeededGenerator(seed: seed)
        options.segmentLength = [300, 900, 2000, 6000].randomElement(using: &random) ?? 900
        for _ in 0..<Int.random(in: 6...18, using: &random) {
            let process = Int.random(in: 0..<Self.processes, using: &random)
            switch Int.random(in: 0..<24, using: &random) {
            case 0, 1: steps.append(.restart(process: process))
            case 2, 3: steps.append(.read)
            case 4, 5: steps.append(.losePower)
            case 6...9:
                let calls = Int.random(in: 0...16, using: &random)
                steps.append(.appendAndDie(process: process, batch: batches.count, calls: calls))
                addBatch(using: &random)
            case 10...12:
                let failing = PowerLossSystem.FailingSync(
                    after: Int.random(in: 0...2, using: &random),
                    number: Bool.random(using: &random) ? 5 : 28, drops: Bool.random(using: &random))
                steps.append(.appendWithFailingSync(process: process, batch: batches.count, failing))
                addBatch(using: &random)
            default:
                steps.append(.append(process: process, batch: batches.count))
                addBatch(using: &random)
            }
        }
        if hasRows { addRows(seed: seed) }
        if isTended { addTending(seed: seed) }
    }

    /// Puts rows of batches between the steps.
    private mutating func addRows(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x2055_A11D)
        var at = Int.random(in: 0...1, using: &random)
        while at <= steps.count {
            let process = Int.random(in: 0..<Self.processes, using: &random)
            let first = batches.count
            for _ in 0..<Int.random(in: 2...6, using: &random) { addBatch(using: &random) }
            let trouble = Self.trouble(using: &random, calls: 40, syncs: 8)
            steps.insert(.appendInARow(process: process, batches: first..<batches.count, trouble), at: at)
            at += Int.random(in: 2...4, using: &random)
        }
    }

    private mutating func addBatch(using random: inout SeededGenerator) {
        let size = [1, 1, 1, 2, 3, 9, 60].randomElement(using: &random) ?? 1
        batches.append(Self.batch(batches.count, size: size, using: &random))
    }

    /// Puts the work of a keeper between the steps, which stay what they are without it.
    private mutating func addTending(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x7E4D_1206)
        options.segmentLength = [300, 300, 900, 2000].randomElement(using: &random) ?? 300
        var at = Int.random(in: 1...3, using: &random)
        while at <= steps.count {
            let process = Int.random(in: 0..<Self.processes, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                steps.insert(.retract(process: process, batch: batches.count), at: at)
                batches.append([])
            } else {
                let work: Tending =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: .merge(width: Int.random(in: 1...5, using: &random))
                    case 1, 2: .prune(before: Int.random(in: 0...batches.count, using: &random))
                    default: .compact
                    }
                steps.insert(.tend(process: process, work, Self.trouble(using: &random)), at: at)
            }
            at += Int.random(in: 2...4, using: &random)
        }
    }

    private static func trouble(
        using random: inout SeededGenerator, calls: Int = 30, syncs: Int = 3
    ) -> Trouble? {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: .death(calls: Int.random(in: 0...calls, using: &random))
        case 2:
            .failingSync(
                PowerLossSystem.FailingSync(
                    after: Int.random(in: 0...syncs, using: &random),
                    number: Bool.random(using: &random) ? 5 : 28, drops: Bool.random(using: &random)))
        default: nil
        }
    }

    /// The batch of a retraction.
    static func retraction(_ number: Int, of sequences: [UInt64]) -> [Record] {
        [
            Record(
                timestamp: start(of: number), kind: .retraction, name: "",
                attributes: ["sequences": sequences.map(String.init).joined(separator: ",")])
        ]
    }

    /// No record of this batch or a later one is older.
    static func start(of batch: Int) -> Int64 { start + Int64(batch * mostInBatch) * 1_000_000 }

    private static let start: Int64 = 1_700_000_000_000_000
    private static let mostInBatch = 100

    /// The timestamp of a record says which it is: no two records of a run have the same.
    static func batch(_ number: Int, size: Int, using random: inout SeededGenerator) -> [Record] {
        let textLength = [0, 0, 0, 30, 5000].randomElement(using: &random) ?? 0
        return (0..<size).map { index in
            var record = Record(timestamp: 0, name: "batch \(number)")
            if Bool.random(using: &random) { record = randomRecord(using: &random) }
            record.timestamp =
                start + Int64(number * mostInBatch + index) * 1_000_000
                + Int64.random(in: 0..<1000, using: &random) * 1000
            if textLength > 0 && index % 20 == 0 {
                let bytes = (0..<textLength).map { _ in UInt8.random(in: 33...126, using: &random) }
                record.attributes["text"] = String(decoding: bytes, as: UTF8.self)
            }
            return record
        }
    }

    /// As `batch`, of records that cost little to make.
    static func plainBatch(_ number: Int, size: Int) -> [Record] {
        (0..<size).map { index in
            Record(timestamp: start + Int64(number * mostInBatch + index) * 1_000_000, name: "batch")
        }
    }

    /// The batch that the record with this timestamp is of.
    static func batch(at timestamp: Int64) -> Int { Int((timestamp - start) / 1_000_000) / mostInBatch }
}
