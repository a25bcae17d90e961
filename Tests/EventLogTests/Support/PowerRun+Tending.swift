import LogFormat
import UsageInsights

@testable import EventLog

/// Merging segments and removing records while the power is lost.
extension PowerRun {
    /// There are many calls in this, and each is like the others.
    private static let lossesInTending = 2

    /// Does a keeper's work, with what comes in between, and loses the power after each of its calls.
    mutating func tend(
        _ process: Int, _ work: PowerWorkload.Tending, _ trouble: PowerWorkload.Trouble?
    ) {
        guard machine.disk.folders[Self.directory] != nil else { return }
        let seen = reader.flatMap { try? Self.read($0).found }
        begin(trouble, process)
        model.doomed = mayGo(by: work, model)
        var isDone = false
        var failure: (any Error)?
        changing(losses: Self.lossesInTending) { run in
            do {
                isDone = try Self.perform(work, try run.writer(process))
            } catch { failure = error }
        } promise: { run in
            if isDone { run.model = run.settled(run.model, by: work, run.machine) }
        }
        if let failure, !processes[process].isDead && !processes[process].hasFailed {
            report("\(work) was refused: \(failure)")
        }
        end(trouble, process)
        if isDone && failure == nil { (isAfterDeath, isAfterLoss) = (false, false) }
        // A reader that began before all of it still has its answer.
        if let reader, let seen, (try? Self.read(reader).found) != seen {
            report("a reader lost its answer by \(work)")
        }
    }

    mutating func begin(_ trouble: PowerWorkload.Trouble?, _ process: Int) {
        switch trouble {
        case .death(let calls):
            processes[process].callsLeft = calls
            isAfterDeath = true
        case .failingSync(let failing):
            hasFailingSync = true
            if isAfterDeath { hasLostLeftovers = true }
            processes[process].failingSync = failing
        case nil: break
        }
    }

    mutating func end(_ trouble: PowerWorkload.Trouble?, _ process: Int) {
        switch trouble {
        case .death: restart(process)
        case .failingSync: processes[process].failingSync = nil
        case nil: break
        }
    }

    /// Does such work on what a loss left. Gives back the model as it holds until that is done.
    mutating func tend(_ writer: LogWriter, _ model: inout PowerModel) throws -> PowerModel {
        let work: PowerWorkload.Tending =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .prune(before: Int.random(in: 0...workload.batches.count, using: &random))
            case 1: .merge(width: Int.random(in: 1...5, using: &random))
            default: .compact
            }
        model.doomed = mayGo(by: work, model)
        let before = model
        if try Self.perform(work, writer), let machine = (writer.system as? PowerLossSystem)?.machine {
            model = settled(model, by: work, machine)
        }
        return before
    }

    /// Retracts a few records, of those that are there.
    mutating func retract(_ process: Int, _ batch: Int) {
        let known = model.records.filter { $1.kind != .retraction }.keys.sorted()
        guard !known.isEmpty else { return }
        var targets: Set<UInt64> = []
        for _ in 0..<3 { if let one = known.randomElement(using: &random) { targets.insert(one) } }
        model.retractions[batch] = targets.sorted()
        append(batch, PowerWorkload.retraction(batch, of: targets.sorted()), process)
    }

    /// Whether the work came to its end; false where it left a part of it undone because of damage.
    private static func perform(
        _ work: PowerWorkload.Tending, _ writer: LogWriter
    ) throws(LogError) -> Bool {
        switch work {
        case .merge(let width):
            let maintenance = try LogMaintenance(writer)
            try maintenance.removeLeftovers()
            try maintenance.rollActive()
            let snapshot = try maintenance.snapshot()
            var start = 0
            let last = max(0, snapshot.segments.count - 1)
            while start < last {
                var end = start + 1
                while end < min(start + width, last), snapshot.areNeighbours(end - 1, end) {
                    end += 1
                }
                _ = try maintenance.rewrite(start..<end, of: snapshot, through: KeepAll())
                start = end
            }
            return true
        case .compact: return try LogKeeping(writer).compact().damage.isEmpty
        case .prune(let batch):
            let cutoff = PowerWorkload.start(of: batch)
            return try LogKeeping(writer).prune(.init(cutoff: cutoff, firstDay: .min)).damage.isEmpty
        }
    }

    /// What the work may take out, beside what earlier work that came to no end may have taken.
    private func mayGo(by work: PowerWorkload.Tending, _ model: PowerModel) -> Set<UInt64> {
        switch work {
        case .merge: model.doomed
        case .compact: model.doomed.union(model.retracted(sure: false))
        case .prune(let batch):
            model.doomed.union(model.expired(before: PowerWorkload.start(of: batch)))
                .union(model.retracted(sure: false))
        }
    }

    /// The model once the work has come to its end.
    private mutating func settled(
        _ model: PowerModel, by work: PowerWorkload.Tending, _ machine: PowerMachine
    ) -> PowerModel {
        var model = model
        do {
            let snapshot = try LogSnapshot(directory: Self.directory, system: PowerLossSystem(machine))
            let found = try Self.read(snapshot).found
            var mustGo: Set<UInt64> = []
            switch work {
            case .merge: break
            case .compact: mustGo = model.retracted(sure: true)
            case .prune(let batch):
                let cutoff = PowerWorkload.start(of: batch)
                mustGo = model.expired(before: cutoff)
                // What was never acknowledged, and was there, goes as well.
                if !hasFailingSync {
                    for number in model.undecided.keys where number < batch {
                        if model.retractions[number] == nil { model.undecided[number] = nil }
                    }
                }
            }
            if let wrong = model.removed(leaving: found, mustGo: mustGo) { report("\(work): \(wrong)") }
            if let wrong = model.problem(with: found) { report("after \(work): \(wrong)") }
        } catch {
            report("after \(work): \(error)")
        }
        return model
    }
}
