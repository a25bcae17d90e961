import LogFormat
import TestSupport

@testable import EventLog

/// Runs a workload, and loses the power after each of its calls, many times, in copies. Everything is drawn from
/// one seed, and one for the salts of segments.
struct PowerRun {
    struct Counts: Sendable {
        var losses = 0
        /// Of these, losses while the log was opened after another loss.
        var lossesInRecovery = 0
        /// Calls that changed something: the places where power was lost.
        var moments = 0
        var workloads = 0

        static func += (one: inout Counts, other: Counts) {
            one.losses += other.losses
            one.lossesInRecovery += other.lossesInRecovery
            one.moments += other.moments
            one.workloads += other.workloads
        }
    }

    static let directory = "/log"
    static let lossesAtOneMoment = 6

    let workload: PowerWorkload
    let neglect: PowerLossSystem.Neglect?
    var random: SeededGenerator
    var model = PowerModel()
    var counts = Counts()
    /// The first thing that was wrong. Nothing runs on after it.
    var problem: String?
    let machine: PowerMachine
    private(set) var processes: [PowerLossSystem] = []
    private var writers: [LogWriter?]
    private(set) var reader: LogSnapshot?
    private var step = 0
    var hasFailingSync = false
    /// A process died, and nothing was acknowledged since.
    var isAfterDeath = false
    /// A sync has failed of what a dead process had left in the cache. Nobody can tell then whether that was
    /// acknowledged, so what is lost of it counts as damage.
    var hasLostLeftovers = false
    /// The power was lost, and nothing was acknowledged since: there may be a torn end.
    var isAfterLoss = false
    /// Segments are merged and records removed too.
    let isTended: Bool

    init(
        seed: UInt64, salts: UInt64 = 0, isTended: Bool = false, hasRows: Bool = false,
        neglect: PowerLossSystem.Neglect? = nil
    ) {
        workload = PowerWorkload(seed: seed, isTended: isTended, hasRows: hasRows)
        machine = PowerMachine(seed: (seed &+ 1) << 40 | salts << 32)
        self.isTended = isTended
        random = SeededGenerator(seed: seed ^ 0x9057_0FF5)
        self.neglect = neglect
        writers = Array(repeating: nil, count: PowerWorkload.processes)
        counts.workloads = 1
        for process in 0..<PowerWorkload.processes { processes.append(newProcess(process)) }
    }

    private func newProcess(_ number: Int) -> PowerLossSystem {
        PowerLossSystem(machine, neglect: neglect, seed: UInt64(step * PowerWorkload.processes + number))
    }

    mutating func restart(_ process: Int) {
        writers[process] = nil
        if processes[process].openCount > 0 { report("\(processes[process].openCount) files were left open") }
        processes[process] = newProcess(process)
    }

    mutating func report(_ text: String) {
        if problem == nil { problem = "step \(step), loss \(counts.losses): \(text)" }
    }

    mutating func run() {
        for (index, next) in workload.steps.enumerated() where problem == nil {
            step = index
            perform(next)
        }
        guard problem == nil else { return }
        step = workload.steps.count
        look(machine.disk, "at the end")
        for process in processes.indices { restart(process) }
    }

    private mutating func perform(_ step: PowerWorkload.Step) {
        switch step {
        case .append(let process, let batch): append(batch, process)
        case .appendWithFailingSync(let process, let batch, let failing):
            hasFailingSync = true
            if isAfterDeath { hasLostLeftovers = true }
            processes[process].failingSync = failing
            append(batch, process)
            processes[process].failingSync = nil
        case .appendAndDie(let process, let batch, let calls):
            processes[process].callsLeft = calls
            isAfterDeath = true
            append(batch, process)
            restart(process)
        case .restart(let process): restart(process)
        case .read: readOn()
        case .appendInARow(let process, let batches, let trouble):
            appendInARow(batches, process, trouble)
        case .tend(let process, let work, let trouble): tend(process, work, trouble)
        case .retract(let process, let batch): retract(process, batch)
        case .losePower:
            machine.disk = machine.disk.afterPowerLoss(using: &random)
            for process in processes.indices { restart(process) }
            reader = nil
            (isAfterDeath, isAfterLoss) = (false, true)
            settle()
        }
    }

    /// Work that changes the log: the power is lost after each of its calls, with `model` as it was before, and
    /// after the last also as it is then. `body` gives back what the log has promised once it returns.
    mutating func changing(
        losses: Int = lossesAtOneMoment, _ body: (inout PowerRun) -> Void, promise: (inout PowerRun) -> Void
    ) {
        machine.keepsMoments = true
        body(&self)
        machine.keepsMoments = false
        let moments = machine.takeMoments()
        counts.moments += moments.count
        for moment in moments.dropLast() where problem == nil { losePower(moment, losses) }
        promise(&self)
        if let last = moments.last, problem == nil { losePower(last, losses) }
    }

    private mutating func append(_ batch: Int, _ process: Int) {
        append(batch, workload.batches[batch], process)
    }

    mutating func append(_ batch: Int, _ records: [Record], _ process: Int) {
        var sequences: Range<UInt64>?
        var failure: (any Error)?
        model.undecided[batch] = records
        changing { run in
            do {
                let writer = try run.writer(process)
                sequences = try writer.append(records)
            } catch { failure = error }
        } promise: { run in
            if let sequences, let wrong = run.model.acknowledge(batch, sequences) { run.report(wrong) }
        }
        if sequences != nil { (isAfterDeath, isAfterLoss) = (false, false) }
        if let failure, !processes[process].isDead && !processes[process].hasFailed {
            report("batch \(batch) was refused: \(failure)")
        }
    }

    mutating func writer(_ process: Int) throws -> LogWriter {
        if let writer = writers[process] { return writer }
        let writer = try LogWriter(
            directory: Self.directory, options: workload.options, system: processes[process])
        writers[process] = writer
        return writer
    }

    mutating func losePower(_ moment: PowerDisk, _ losses: Int) {
        look(moment, "beside the writer")
        for _ in 0..<losses where problem == nil {
            counts.losses += 1
            check(moment.afterPowerLoss(using: &random), model, depth: 0)
        }
    }

    /// A reader that lives on from one look to the next.
    private mutating func readOn() {
        guard machine.disk.folders[Self.directory] != nil else { return }
        do {
            let system = PowerLossSystem(machine)
            let next =
                try reader.map { try LogSnapshot(after: $0) }
                ?? LogSnapshot(directory: Self.directory, system: system)
            let (found, damage) = try Self.read(next)
            if let wrong = model.problem(with: found) ?? firstOf(damage) {
                report("a reader: \(wrong)")
            }
            reader = next
        } catch {
            report("a reader: \(error)")
        }
    }

    /// Takes what a loss left for the truth.
    private mutating func settle() {
        guard machine.disk.folders[Self.directory] != nil else {
            model.undecided = [:]
            return
        }
        do {
            let system = PowerLossSystem(machine)
            let found = try Self.read(LogSnapshot(directory: Self.directory, system: system)).found
            if let wrong = model.problem(with: found) { report(wrong) }
            if !Self.warnsOfNewest(machine.disk) { model = model.decided(by: found) }
        } catch {
            report("\(error)")
        }
    }
}
