import EventLog
import LogFormat
import TestSupport
import UsageInsights

/// A seeded piece of work: two processes append in turns, and are now and then replaced by new ones; between that
/// segments are merged, and records pruned.
struct Workload: Sendable {
    enum Step: Sendable {
        case append(process: Int, batch: Int)
        case restart(process: Int)
        case compact(process: Int)
        /// Removes all that is older than this batch.
        case prune(process: Int, before: Int)
        /// Batches in a row under one lock, each a commit of its own. One that fails is tried once more, and those
        /// behind it wait for it, as a recorder does it.
        case appendInARow(process: Int, batches: Range<Int>)
    }

    var steps: [Step] = []
    var batches: [[Record]] = []

    /// - Parameters:
    ///   - isTended: whether segments are merged and records pruned.
    ///   - hasRows: whether batches are committed in a row under one lock.
    init(seed: UInt64, steps count: Int, isTended: Bool = false, hasRows: Bool = false) {
        var random = SeededGenerator(seed: seed)
        for index in 0..<count {
            let process = Int.random(in: 0..<2, using: &random)
            if hasRows && index % 2 == 0 {
                let first = batches.count
                for _ in 0..<Int.random(in: 2...5, using: &random) { addBatch(using: &random) }
                steps.append(.appendInARow(process: process, batches: first..<batches.count))
                continue
            }
            if isTended && index % 4 == 3 {
                let batch = Int.random(in: 0...batches.count, using: &random)
                let prunes = Int.random(in: 0..<3, using: &random) == 0
                steps.append(prunes ? .prune(process: process, before: batch) : .compact(process: process))
                continue
            }
            if Int.random(in: 0..<6, using: &random) == 0 {
                steps.append(.restart(process: process))
                continue
            }
            steps.append(.append(process: process, batch: batches.count))
            addBatch(using: &random)
        }
    }

    private mutating func addBatch(using random: inout SeededGenerator) {
        let size = [1, 1, 2, 9, 40].randomElement(using: &random) ?? 1
        let textLength = [0, 0, 10, 900].randomElement(using: &random) ?? 0
        batches.append(
            (0..<size).map { _ in
                var record = Self.record(of: batches.count, using: &random)
                if textLength > 0 {
                    let bytes = (0..<textLength).map { _ in UInt8.random(in: 33...126, using: &random) }
                    record.attributes["text"] = String(decoding: bytes, as: UTF8.self)
                }
                return record
            })
    }

    /// The name says which batch a record is of.
    static func record(of batch: Int, using random: inout SeededGenerator) -> Record {
        var record = randomRecord(using: &random)
        record.name = "batch \(batch)"
        record.timestamp = start(of: batch) + record.timestamp % 1000
        return record
    }

    /// No record of this batch or a later one is older.
    static func start(of batch: Int) -> Int64 { 1_700_000_000_000_000 + Int64(batch) * 1_000_000 }
}

/// Runs a workload while calls fail, and holds what is then on the disk against what was acknowledged.
struct FaultRun {
    private let workload: Workload
    private let base = MemorySystem()
    private var processes: [FaultySystem]
    private let plan: FaultPlan
    private var writers: [LogWriter?] = [nil, nil]
    private let options: LogOptions
    /// With more than one fault, that a commit could not be taken back may leave it there, whole.
    private let isSingle: Bool
    private var acknowledged: [Int: Range<UInt64>] = [:]
    /// Batches that may be pruned by now, and such as are.
    private var doomed = 0
    private var pruned = 0
    private(set) var problems: [String] = []
    private(set) var refusals = 0

    init(_ workload: Workload, _ faults: FaultPlan.Faults?, isDurable: Bool = true) {
        self.workload = workload
        plan = FaultPlan(faults)
        isSingle = (faults?.calls.count ?? 0) <= 1
        processes = [FaultySystem(base, plan), FaultySystem(base, plan)]
        var options = LogOptions()
        options.segmentLength = 3000
        options.isDurable = isDurable
        self.options = options
    }

    var calls: Int { plan.calls }
    var fired: Int { plan.fired }

    mutating func run() {
        var sinceFault = 0
        for step in workload.steps {
            switch step {
            case .restart(let process):
                writers[process] = nil
                processes[process] = FaultySystem(base, plan)
            case .append(let process, let batch): append(batch, process)
            case .appendInARow(let process, let batches): appendInARow(batches, process)
            case .compact(let process):
                tend(process) { keeping throws(LogError) in _ = try keeping.compact() }
            case .prune(let process, let batch):
                doomed = max(doomed, batch)
                tend(process) { keeping throws(LogError) in
                    _ = try keeping.prune(.init(cutoff: Workload.start(of: batch), firstDay: .min))
                } whenDone: {
                    $0.pruned = max($0.pruned, batch)
                }
            }
            guard plan.fired > 0 else { continue }
            sinceFault += 1
            if sinceFault == 1 { check("after the fault") }
            if !problems.isEmpty { return }
        }
        writers = [nil, nil]
        check("at the end")
        problems += plan.broken
        if base.openCount > 0 { problems.append("\(base.openCount) files were left open") }
    }

    private mutating func writer(_ process: Int) throws(LogError) -> LogWriter {
        if let writer = writers[process] { return writer }
        let writer = try LogWriter(directory: "/log", options: options, system: processes[process])
        writers[process] = writer
        return writer
    }

    private mutating func tend(
        _ process: Int, _ work: (LogKeeping) throws(LogError) -> Void,
        whenDone: (inout FaultRun) -> Void = { _ in }
    ) {
        do throws(LogError) {
            try work(LogKeeping(writer(process)))
            whenDone(&self)
        } catch {
            refusals += 1
        }
    }

    private mutating func append(_ batch: Int, _ process: Int) {
        do {
            let sequences = try writer(process).append(workload.batches[batch])
            acknowledge(batch, sequences)
        } catch {
            refusals += 1
        }
    }

    private mutating func appendInARow(_ batches: Range<Int>, _ process: Int) {
        var next = batches.lowerBound
        for _ in 0..<2 where next < batches.upperBound {
            do {
                try writer(process).locked { log throws(LogError) in
                    while next < batches.upperBound {
                        guard let frame = frame(of: workload.batches[next]) else { return }
                        let isFollowed = next + 1 < batches.upperBound
                        acknowledge(next, try log.commit(frame, isFollowed: isFollowed))
                        next += 1
                    }
                }
            } catch {
                refusals += 1
            }
        }
    }

    private mutating func acknowledge(_ batch: Int, _ sequences: Range<UInt64>) {
        for (other, taken) in acknowledged where taken.overlaps(sequences) {
            problems.append("batch \(batch) got \(sequences), batch \(other) had \(taken)")
        }
        acknowledged[batch] = sequences
    }

    /// Opens a copy with a system that works.
    private mutating func check(_ moment: String) {
        let copy = base.copy()
        let calm = FaultPlan()
        var unsyncable = isSingle ? plan.unsyncable : []
        // But for the lock file, which is written anew as a whole each time before it is synced.
        if let lock = try? copy.open("/log/lock", .read) {
            copy.fileNumber(lock).map { _ = unsyncable.remove($0) }
            copy.close(lock)
        }
        let clean = FaultySystem(copy, calm, unsyncable: unsyncable)
        do {
            if try compare(clean, moment) {
                var random = SeededGenerator(seed: 1)
                let added = Workload.record(of: -1, using: &random)
                let writer = try LogWriter(directory: "/log", options: options, system: clean)
                let sequences = try writer.append([added])
                for (batch, taken) in acknowledged where sequences.lowerBound < taken.upperBound {
                    problems.append(
                        "\(moment): the next append got \(sequences), batch \(batch) had \(taken)")
                }
                _ = try compare(clean, "\(moment), after one more append", added, sequences.lowerBound)
            }
        } catch {
            problems.append("\(moment): \(error)")
        }
        problems += calm.broken.map { "\(moment), by the next process: \($0)" }
    }

    /// False where there is no log yet.
    private mutating func compare(
        _ system: FaultySystem, _ moment: String, _ added: Record? = nil, _ sequence: UInt64? = nil
    ) throws -> Bool {
        let snapshot: LogSnapshot
        do throws(LogError) {
            snapshot = try LogSnapshot(directory: "/log", system: system)
        } catch {
            if error.code == .notFound && acknowledged.isEmpty { return false }
            throw error
        }
        let (records, damage) = try contents(of: snapshot)
        let report = try Verification.run(directory: "/log", system: system)
        // Where the lock file failed too, a reader can't know that nothing was lost with a torn end.
        for damage in damage + report.damage where damage.lostRecords.map({ $0 != 0 }) ?? isSingle {
            problems.append("\(moment): \(damage)")
        }
        for (one, next) in zip(records, records.dropFirst()) where one.sequence >= next.sequence {
            problems.append("\(moment): sequence \(next.sequence) is there twice")
        }
        let found = Dictionary(grouping: records, by: \.record.name)
        for (batch, expected) in workload.batches.enumerated() {
            let present = found["batch \(batch)"] ?? []
            if batch < pruned {
                if !present.isEmpty { problems.append("\(moment): batch \(batch) was pruned and is there") }
                continue
            }
            // A pruning that failed has removed it, or has not, as a whole: it lies in one segment.
            if batch < doomed && present.isEmpty { continue }
            if let sequences = acknowledged[batch] {
                let whole = zip(sequences, expected).map { StoredRecord(sequence: $0, record: $1) }
                if present != whole { problems.append("\(moment): batch \(batch) is not as it was written") }
            } else if !present.isEmpty {
                if isSingle { problems.append("\(moment): batch \(batch) was refused and is there") }
                if present.map(\.record) != expected { problems.append("\(moment): batch \(batch) in part") }
            }
        }
        if let added, let sequence {
            let present = found["batch -1"] ?? []
            if present != [StoredRecord(sequence: sequence, record: added)] {
                problems.append("\(moment): what was added is not there")
            }
        }
        return true
    }
}
