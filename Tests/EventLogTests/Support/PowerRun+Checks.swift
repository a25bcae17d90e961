import LogFormat

@testable import EventLog

/// Holding what is left of a log against the model.
extension PowerRun {
    private static let batchOfRecovery = 10_000

    /// All records of a snapshot by sequence and timestamp, in order of sequence.
    static func read(_ snapshot: LogSnapshot) throws -> (found: [PowerModel.Found], damage: [Damage]) {
        let (folds, damage) = try snapshot.fold(threads: 1, make: { TimestampCollector() })
        let found = folds.flatMap(\.found).sorted { $0.sequence < $1.sequence }
        return (found, snapshot.damage + damage)
    }

    func firstOf(_ damage: [Damage]) -> String? {
        hasLostLeftovers || isAfterLoss ? nil : damage.first?.description
    }

    /// A reader that looks while a writer is at work, or after one was killed, sees nothing wrong.
    mutating func look(_ moment: PowerDisk, _ when: String) {
        guard moment.folders[Self.directory] != nil else { return }
        do {
            let system = PowerLossSystem(PowerMachine(moment))
            let snapshot = try LogSnapshot(directory: Self.directory, system: system)
            let (found, damage) = try Self.read(snapshot)
            if let wrong = model.problem(with: found) ?? firstOf(damage) {
                report("\(when): \(wrong)")
            }
        } catch {
            report("\(when): \(error)")
        }
    }

    /// What a loss left is read, verified, appended to, and read again; and the power is lost in that too.
    mutating func check(_ disk: PowerDisk, _ model: PowerModel, depth: Int) {
        let machine = PowerMachine(disk, seed: UInt64(counts.losses) << 8 | 0x55)
        let system = PowerLossSystem(machine)
        do {
            let found = try readAfterLoss(system, machine, model)
            guard problem == nil else { return }
            let isFollowed = depth < 3 && Int.random(in: 0..<4, using: &random) == 0
            let isWarned = Self.warnsOfNewest(disk)
            var decided = isWarned ? model : model.decided(by: found)
            let before: PowerModel
            let tends = isTended && Int.random(in: 0..<3, using: &random) == 0
            machine.keepsMoments = isFollowed
            let writer = try LogWriter(
                directory: Self.directory, options: workload.options, system: system)
            if tends {
                before = try tend(writer, &decided)
            } else {
                before = try append(writer, &decided, Self.batchOfRecovery + depth)
            }
            machine.keepsMoments = false
            readAfterRecovery(system, decided, keepsTornEnd: tends && hasFailingSync)
            if isFollowed && problem == nil {
                let moments = machine.takeMoments()
                guard !moments.isEmpty else { return }
                let at = Int.random(in: 0..<moments.count, using: &random)
                counts.losses += 1
                counts.lossesInRecovery += 1
                let truth = at == moments.count - 1 ? decided : before
                check(moments[at].afterPowerLoss(using: &random), truth, depth: depth + 1)
            }
        } catch {
            report("after a loss: \(error)")
        }
    }

    /// Appends to what a loss left. Gives back the model as it holds until that is acknowledged.
    private mutating func append(
        _ writer: LogWriter, _ model: inout PowerModel, _ number: Int
    ) throws -> PowerModel {
        let size = [1, 1, 2, 20].randomElement(using: &random) ?? 1
        let batch = PowerWorkload.plainBatch(number, size: size)
        model.undecided[number] = batch
        let before = model
        let sequences = try writer.append(batch)
        if let wrong = model.acknowledge(number, sequences) { report(wrong) }
        return before
    }

    private mutating func readAfterLoss(
        _ system: PowerLossSystem, _ machine: PowerMachine, _ model: PowerModel
    ) throws -> [PowerModel.Found] {
        guard machine.disk.folders[Self.directory] != nil else {
            if !model.records.isEmpty { report("the log is lost") }
            return []
        }
        let snapshot = try LogSnapshot(directory: Self.directory, system: system)
        let (found, damage) = try Self.read(snapshot)
        if let wrong = model.problem(with: found) { report("after a loss: \(wrong)") }
        let verified = try Verification.of(snapshot)
        if verified.records != found.count { report("verify counts \(verified.records) of \(found.count)") }
        // A write that was cut shows as a torn end. Whether it was ever acknowledged only the lock file can say.
        let isSilent = LockState.read(directory: Self.directory, system: system) == nil
        let newest = snapshot.segments.last?.name.fileName
        for damage in damage + verified.damage where damage.lostRecords != 0 && !hasLostLeftovers {
            if !isSilent || damage.file != newest { report("after a loss: \(damage)") }
        }
        if counts.losses % 16 == 0 { compareWhole(try contents(of: snapshot).records, model) }
        return found
    }

    /// Every field of every record, for a sample: timestamps say which records are there, and checksums guard the
    /// rest.
    private mutating func compareWhole(_ records: [StoredRecord], _ model: PowerModel) {
        let undecided = model.undecided.values.joined()
        for stored in records {
            let expected =
                model.records[stored.sequence]
                ?? undecided.first { $0.timestamp == stored.record.timestamp }
            if stored.record != expected { report("sequence \(stored.sequence) is not as it was written") }
        }
    }

    /// Whether the lock file, which came through, says of the newest segment that a sync of it failed. What shows
    /// there and was not acknowledged is then taken back by whoever writes next.
    static func warnsOfNewest(_ disk: PowerDisk) -> Bool {
        let system = PowerLossSystem(PowerMachine(disk))
        guard let state = LockState.read(directory: directory, system: system), state.poisonedSalt != 0,
            let chain = try? LogSnapshot.chain(of: directory, system: system)
        else { return false }
        return chain.segments.last?.salt == state.poisonedSalt
    }

    /// What stands behind the end of a segment whose sync failed is never touched again, and a loss may leave
    /// half of it. It costs nothing.
    private func isExcused(_ damage: Damage) -> Bool {
        hasLostLeftovers
            || hasFailingSync && damage.lostRecords == 0
                && damage.reason.hasPrefix("footer or trailer is damaged")
    }

    /// - Parameter keepsTornEnd: nothing was appended, and the newest segment may be one that must not be touched.
    private mutating func readAfterRecovery(
        _ system: PowerLossSystem, _ model: PowerModel, keepsTornEnd: Bool
    ) {
        do {
            let snapshot = try LogSnapshot(directory: Self.directory, system: system)
            let verified = try Verification.of(snapshot)
            let (found, damage) = try Self.read(snapshot)
            if let wrong = model.problem(with: found) { report("after the next append: \(wrong)") }
            for damage in damage + verified.damage
            where !isExcused(damage) && !(keepsTornEnd && damage.lostRecords == 0) {
                report("after the next append: \(damage)")
            }
        } catch {
            report("after the next append: \(error)")
        }
    }
}

private final class TimestampCollector: FrameFold {
    var found: [PowerModel.Found] = []

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let times = try frame.times()
        let sequences = try frame.relativeSequences()
        for index in 0..<frame.count {
            let sequence = entry.firstSequence + UInt64(sequences.map { Int($0[index]) } ?? index)
            found.append(PowerModel.Found(sequence: sequence, timestamp: times[index]))
        }
    }
}
