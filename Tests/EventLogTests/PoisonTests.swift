import LogFormat
import Synchronization
import Testing

@testable import EventLog

/// After a failed sync nobody knows what of a file is on the disk: it is never synced again.
@Suite struct PoisonTests {
    private let base = MemorySystem()
    private let plan = FaultPlan()
    private let system: FaultySystem

    init() { system = FaultySystem(base, plan) }

    private func writer(segmentLength: Int = 1 << 20, system: FaultySystem? = nil) throws -> LogWriter {
        var options = LogOptions()
        options.segmentLength = segmentLength
        return try LogWriter(directory: "/log", options: options, system: system ?? self.system)
    }

    private func batch(_ name: String, _ count: Int = 1) -> [Record] {
        (0..<count).map { Record(timestamp: Int64($0), name: name) }
    }

    private func names() throws -> [String] {
        let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: base))
        #expect(damage.isEmpty, "\(damage)")
        #expect(try Verification.run(directory: "/log", system: base).damage.isEmpty)
        return records.summary
    }

    private var segments: Int { base.files.keys.filter { $0.hasSuffix(".seg") }.count }

    @Test func theBatchGoesToANewSegment() throws {
        let writer = try writer()
        try writer.append(batch("a"))
        plan.set(.init(kind: .ioError, calls: 0..<1, only: .sync))
        #expect(try writer.append(batch("b", 2)) == 2..<4)
        #expect(try writer.append(batch("c")) == 4..<5)
        #expect(try names() == ["1 a", "2 b", "3 b", "4 c"])
        #expect(segments == 2)
        #expect(plan.fired == 1 && plan.broken.isEmpty, "\(plan.broken)")
    }

    /// The file that failed and the one that replaces it begin with the same sequence. Salts are drawn at
    /// random, so once would prove little.
    @Test(arguments: 0..<8) func theFirstBatchOfASegmentIsNotHidden(round: Int) throws {
        let writer = try writer(segmentLength: 100)
        try writer.append(batch("a"))
        // The first sync is that of the new header, the second is the commit's. The segment before is sealed
        // in between.
        plan.set(.init(kind: .ioError, calls: 2..<3, only: .sync))
        #expect(try writer.append(batch("b")) == 2..<3)
        #expect(plan.fired == 1)
        plan.set(nil)
        #expect(try writer.append(batch("c")) == 3..<4)
        #expect(try names() == ["1 a", "2 b", "3 c"])
        #expect(segments == 3)
        #expect(plan.broken.isEmpty, "\(plan.broken)")
    }

    @Test(arguments: 0..<8) func theFirstBatchOfALogIsNotHidden(round: Int) throws {
        plan.set(.init(kind: .ioError, calls: 1..<2, only: .sync))
        #expect(try writer().append(batch("a")) == 1..<2)
        #expect(plan.fired == 1)
        #expect(try names() == ["1 a"])
        #expect(segments == 1)
    }

    @Test func aFullDiskRefusesAndLeavesNothing() throws {
        let writer = try writer()
        try writer.append(batch("a"))
        plan.set(.init(kind: .noSpace, calls: 0..<1, only: .sync))
        #expect { try writer.append(batch("b")) } throws: { ($0 as? LogError)?.code == .noSpace }
        #expect(try names() == ["1 a"])
        plan.set(nil)
        #expect(try writer.append(batch("b")) == 2..<3)
        #expect(try names() == ["1 a", "2 b"])
        #expect(segments == 2)
        #expect(plan.broken.isEmpty, "\(plan.broken)")
    }

    /// What one process knows of the file the next one must know too.
    @Test(arguments: [false, true]) func theNextProcessKeepsAwayToo(hasItOpen: Bool) throws {
        let one = try writer()
        try one.append(batch("a"))
        let early = FaultySystem(base, plan)
        let open = hasItOpen ? try writer(system: early) : nil
        try open?.append(batch("b"))
        plan.set(.init(kind: .noSpace, calls: 0..<1, only: .sync))
        #expect { try one.append(batch("c")) } throws: { ($0 as? LogError)?.code == .noSpace }
        plan.set(nil)
        early.forbid(plan.unsyncable)
        let other = try open ?? writer(system: early)
        try other.append(batch("d"))
        try one.append(batch("e"))
        #expect(try names() == ["1 a"] + (hasItOpen ? ["2 b", "3 d", "4 e"] : ["2 d", "3 e"]))
        #expect(segments == 2)
        #expect(plan.broken.isEmpty, "\(plan.broken)")
    }

    /// The sync fails, and so does taking the frame back: it shows until somebody begins the next segment.
    @Test(arguments: [false, true]) func whatCouldNotBeTakenBackIsNotCountedAsCommitted(byNext: Bool) throws {
        let one = try writer()
        try one.append(batch("a"))
        let broken = StuckSystem(base)
        let two = try LogWriter(directory: "/log", options: LogOptions(), system: broken)
        broken.breaksAtSync.withLock { $0 = true }
        #expect { try two.append(batch("lost")) } throws: { ($0 as? LogError)?.code == .noSpace }
        broken.breaksAtSync.withLock { $0 = false }
        let writer = byNext ? try writer() : two
        #expect(try writer.append(batch("b")) == 2..<3)
        #expect(try names() == ["1 a", "2 b"])
    }

    @Test func aLockFileThatCantBeReadForgetsNothing() throws {
        let writer = try writer()
        try writer.append(batch("a", 3))
        // The last frame is damaged: only the lock file knows of its sequences.
        let path = try #require(base.files.keys.first { $0.hasSuffix(".seg") })
        base.change(path) { bytes in
            let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            bytes[end - 5] ^= 0xFF
        }
        let next = try self.writer()
        plan.set(.init(kind: .ioError, calls: 0..<1, only: .read))
        #expect { try next.append(batch("b")) } throws: { ($0 as? LogError)?.code == .disk }
        #expect(try next.append(batch("b")) == 4..<5)
    }

    /// A process that remembers the counts of a lock file must not take those of its successor for them.
    @Test func aLostLockFileDoesNotBringAnOldSegmentBack() throws {
        let (one, two) = (try writer(), try writer())
        try one.append(batch("a"))
        try two.append(batch("b"))
        // The file is emptied, and the segment is given up without being sealed.
        base.change("/log/lock") { $0 = [] }
        plan.set(.init(kind: .ioError, calls: 0..<1, only: .sync))
        try two.append(batch("c"))
        plan.set(nil)
        try one.append(batch("d"))
        #expect(try names() == ["1 a", "2 b", "3 c", "4 d"])
        #expect(segments == 2)
    }

    /// What a process knows itself it need not learn from the lock file.
    @Test func aLostLockFileDoesNotGiveASequenceTwice() throws {
        let writer = try writer()
        try writer.append(batch("a", 3))
        base.change("/log/lock") { $0 = [] }
        let path = try #require(base.files.keys.first { $0.hasSuffix(".seg") })
        base.change(path) { bytes in
            let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            bytes[end - 5] ^= 0xFF
        }
        #expect(try writer.append(batch("b")) == 4..<5)
    }
}
