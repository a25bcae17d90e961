import LogFormat
import Testing

@testable import EventLog

/// Every call of a compaction fails once, in every way, and from some call on for good, as when the process is killed.
/// The log then holds what it held before, but for records that were to go; and the next compaction does the rest.
@Suite struct CompactionFaultTests {
    /// Takes out every third record, and all of the first forty.
    final class Sieve: RecordSieve {
        static func takes(_ sequence: UInt64) -> Bool { sequence <= 40 || sequence % 3 == 0 }

        func concerns(_ entry: FrameEntry) -> Bool { true }

        func sift(
            _ frame: FrameReader, _ entry: FrameEntry, _ fates: inout [RecordFate]
        ) throws(FormatError) {
            let relative = try frame.relativeSequences()
            for index in 0..<frame.count {
                let sequence = entry.firstSequence + (relative.map { UInt64($0[index]) } ?? UInt64(index))
                if Self.takes(sequence) { fates[index] = .dropped }
            }
        }
    }

    static func small(seed: UInt64) throws -> SmallLog {
        try SmallLog(records: 160, perFrame: 7, segmentLength: 2500, seed: seed)
    }

    static func writer(_ system: any SystemCalls) throws -> LogWriter {
        var options = LogOptions()
        options.segmentLength = 2500
        return try LogWriter(directory: "/log", options: options, system: system)
    }

    /// Ends the active segment, then merges two by two from the oldest on.
    static func maintain(_ system: any SystemCalls, _ sieve: any RecordSieve) throws {
        let maintenance = try LogMaintenance(writer(system))
        try maintenance.removeLeftovers()
        try maintenance.rollActive()
        let snapshot = try maintenance.snapshot()
        let last = max(0, snapshot.segments.count - 1)
        for start in stride(from: 0, to: last, by: 2) {
            _ = try maintenance.rewrite(start..<min(start + 2, last), of: snapshot, through: sieve)
        }
    }

    /// A killed compaction has left segments that its result replaces. Once that result is removed as a whole, they are
    /// part of the log no more than it is: nothing comes back.
    @Test func whatWasReplacedDoesNotOutliveItsReplacement() throws {
        let log = try Self.small(seed: 3)
        let maintenance = try LogMaintenance(Self.writer(log.system))
        try maintenance.rollActive()
        let before = try maintenance.snapshot()
        let old = before.segments[0..<2].map { ($0.path, log.system.files[$0.path]) }
        _ = try maintenance.rewrite(0..<2, of: before, through: KeepAll())
        for (path, bytes) in old { log.system.put(path, try #require(bytes)) }
        let merged = try maintenance.snapshot()
        let last = merged.lastSequence(ofSegment: 0)
        #expect(merged.segments[0].name.lastSequence == last)
        _ = try maintenance.remove(0..<1, of: merged)
        let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: log.system))
        #expect(records == log.records.filter { $0.sequence > last } && damage.isEmpty)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func mergingChangesNothing(seed: UInt64) throws {
        let log = try Self.small(seed: seed)
        let before = try LogSnapshot(directory: "/log", system: log.system)
        for _ in 1...4 {
            try Self.maintain(log.system, KeepAll())
            let report = try Verification.run(directory: "/log", system: log.system)
            #expect(report.damage.isEmpty && report.notes.isEmpty, "\(report)")
            let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: log.system))
            #expect(records == log.records)
            #expect(damage.isEmpty)
        }
        #expect(log.segments.count <= 4)
        // A reader that began before all of it still has its answer.
        let (records, damage) = try contents(of: before)
        #expect(records == log.records)
        #expect(damage.isEmpty)
        // The log goes on where it was.
        let next = try Self.writer(log.system).append([Record(timestamp: 1, name: "a")])
        #expect(next.lowerBound == 161)
    }

    /// Frames that together hold more than one may: the new one fills up in the middle of an old one.
    @Test func aFrameFillsUpWithinAnother() throws {
        let system = MemorySystem()
        let writer = try LogWriter(directory: "/log", options: LogOptions(), system: system)
        for frame in 0..<3 {
            try writer.append(
                (0..<40_000).map { Record(timestamp: Int64(frame * 40_000 + $0), name: "a") })
        }
        let before = try contents(of: try LogSnapshot(directory: "/log", system: system)).records
        for sieve in [KeepAll(), Sieve()] as [any RecordSieve] {
            try Self.maintain(system, sieve)
            let snapshot = try LogSnapshot(directory: "/log", system: system)
            let (records, damage) = try contents(of: snapshot)
            #expect(damage.isEmpty)
            #expect(records == before.filter { sieve is KeepAll || !Sieve.takes($0.sequence) })
            #expect(snapshot.segments[0].entries.count == (records.count + 8191) / 8192)
        }
        #expect(try Verification.run(directory: "/log", system: system).damage.isEmpty)
    }

    @Test func whatIsTakenOutIsGone() throws {
        let log = try Self.small(seed: 3)
        let plan = try LogSnapshot(directory: "/log", system: log.system).segments.map(\.recordCount)
        #expect(plan.count > 2)
        try Self.maintain(log.system, Sieve())
        let left = log.records.filter { !Sieve.takes($0.sequence) }
        let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: log.system))
        #expect(records == left)
        #expect(damage.isEmpty)
        #expect(try Verification.run(directory: "/log", system: log.system).damage.isEmpty)
    }

    @Test(arguments: FaultPlan.Kind.allCases, [1, .max]) func everyCallMayFail(
        kind: FaultPlan.Kind, lasting: Int
    ) throws {
        // Interrupted for good never ends.
        if kind == .interrupted && lasting == .max { return }
        let log = try Self.small(seed: 5)
        let left = log.records.filter { !Sieve.takes($0.sequence) }
        var call = 0
        while true {
            let base = log.system.copy()
            let end = lasting == .max ? Int.max : call + lasting
            let plan = FaultPlan(.init(kind: kind, calls: call..<end))
            let place = "\(kind) at \(call), lasting \(lasting)"
            do { try Self.maintain(FaultySystem(base, plan), Sieve()) } catch is LogError {}
            let hasFired = plan.fired > 0
            let after = base.copy()
            let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: after))
            #expect(damage.isEmpty, "\(place): \(damage)")
            let kept = records.filter { !Sieve.takes($0.sequence) }
            #expect(kept == left, "\(place)")
            let original = Set(log.records.map(\.sequence))
            #expect(Set(records.map(\.sequence)).isSubset(of: original), "\(place)")
            #expect(Set(records.map(\.sequence)).count == records.count, "\(place)")
            let report = try Verification.run(directory: "/log", system: after)
            // Half a footer is damage that costs nothing: the frames say the same.
            #expect(report.damage.allSatisfy { $0.lostRecords == 0 }, "\(place): \(report)")
            // Goes on from there.
            try Self.maintain(after, Sieve())
            let (rest, restDamage) = try contents(of: try LogSnapshot(directory: "/log", system: after))
            #expect(rest == left && restDamage.isEmpty, "\(place): \(restDamage)")
            #expect(!after.files.keys.contains { $0.hasSuffix(".new") }, "\(place)")
            let next = try Self.writer(after).append([Record(timestamp: 1, name: "a")])
            #expect(next.lowerBound == 161, "\(place)")
            if !hasFired { break }
            call += 1
        }
        #expect(call > 20)
    }

    /// Only `recover` may judge what is left of them.
    @Test func segmentsWithDamageAreLeftAlone() throws {
        let log = try Self.small(seed: 7)
        let victim = log.segments[1]
        log.system.change(victim) { $0[200] ^= 1 }
        let before = try contents(of: try LogSnapshot(directory: "/log", system: log.system))
        let bytes = log.system.files[victim]
        try Self.maintain(log.system, KeepAll())
        let after = try contents(of: try LogSnapshot(directory: "/log", system: log.system))
        #expect(after.records == before.records)
        #expect(log.system.files[victim] == bytes)
        #expect(!after.damage.isEmpty)
    }
}
