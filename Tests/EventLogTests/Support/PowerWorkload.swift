import EventLog

/// What happens to a log in one run.
struct PowerWorkload: Sendable {
    /// A further kind of work on a log, such as merging segments or removing records, is one more case here and
    /// one more in `PowerRun.perform`.
    enum Step: Sendable {
        case append(process: Int, batch: Int)
        /// A sync fails on the way.
        case appendWithFailingSync(process: Int, batch: Int, PowerLossSystem.FailingSync)
        /// The process dies after that many calls that change something.
        case appendAndDie(process: Int, batch: Int, calls: Int)
        /// The process ends, and another takes its place.
        case restart(process: Int)
        case read
        /// The run goes on with what a loss of power left.
        case losePower
    }

    static let processes = 2

    var steps: [Step] = []
    var batches: [[Record]] = []
    var options = LogOptions()

    init(seed: UInt64) {
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
    }

    private mutating func addBatch(using random: inout SeededGenerator) {
        let size = [1, 1, 1, 2, 3, 9, 60].randomElement(using: &random) ?? 1
        batches.append(Self.batch(batches.count, size: size, using: &random))
    }

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
