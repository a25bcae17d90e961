import Dispatch
import Foundation
import LogFormat
import Synchronization
import TestSupport
import Testing

@testable import EventLog
@testable import UsageInsights

/// A recorder on a disk of which each call fails once, and how it lets go of things.
@Suite struct RecorderFaultTests {
    private final class Bench: Sendable {
        let base = MemorySystem()
        let plan = FaultPlan()
        let clock = ManualClock()
        let told = Mutex(0)
        private let recorderBox = Mutex<UsageEventRecorder?>(nil)
        /// What is done when a write fails.
        let whenTold = Mutex<(@Sendable (Bench) -> Void)?>(nil)

        init(largestBatch: Int = 10, segmentLength: Int = 700) throws {
            var rules = RecorderMachine.Rules()
            rules.largestBatch = largestBatch
            var options = LogOptions()
            options.segmentLength = segmentLength
            let writer = try LogWriter(
                directory: "/log", options: options, system: FaultySystem(base, plan))
            let core = RecorderCore(writer: writer, rules: rules, clock: clock) { [weak self] _ in
                guard let self else { return }
                told.withLock { $0 += 1 }
                whenTold.withLock { $0 }?(self)
            }
            recorderBox.withLock { $0 = UsageEventRecorder(core: core) }
        }

        var recorder: UsageEventRecorder? { recorderBox.withLock { $0 } }

        /// Lets go of it, outside of the lock.
        func letGo() {
            let last = recorderBox.withLock { box in
                defer { box = nil }
                return box
            }
            withExtendedLifetime(last) {}
        }

        func names() throws -> [String] {
            let snapshot = try LogSnapshot(directory: "/log", system: base)
            let (records, damage) = try contents(of: snapshot)
            #expect(damage.isEmpty)
            return records.map(\.record.name)
        }
    }

    /// What waits is a line of batches that share the holding of a lock. Whatever fails, each event gets into the log
    /// once, and in order.
    @Test(arguments: FaultPlan.Kind.allCases.flatMap { kind in [1, 2].map { (kind, $0) } } + [(.noSpace, 3)])
    func everyCallMayFailWhileALineIsWritten(kind: FaultPlan.Kind, lasting: Int) throws {
        var call = 0
        while true {
            let bench = try Bench()
            let recorder = try #require(bench.recorder)
            for index in 0..<10 { try recorder.record("e\(index)") }
            try recorder.flush()
            // All that comes now gathers in line.
            bench.plan.set(FaultPlan.Faults(kind: .ioError, calls: 0..<(.max), only: .lock))
            for index in 10..<20 { try recorder.record("e\(index)") }
            #expect(throws: LogError.self) { try recorder.flush() }
            for index in 20..<95 { try recorder.record("e\(index)", metadata: ["k": "\(index)"]) }
            bench.plan.set(FaultPlan.Faults(kind: kind, calls: call..<(call + lasting)))
            for _ in 0..<6 {
                try? recorder.flush()
                bench.clock.advance(seconds: 120)
            }
            let fired = bench.plan.fired
            bench.plan.set(nil)
            let expected = (0..<95).map { "e\($0)" }
            let found: [String]
            if lasting < 3 {
                try recorder.flush()
                #expect(recorder.pendingCount == 0)
                found = try bench.names()
                #expect(found == expected, "\(kind), call \(call)")
            } else {
                // After so many failed syncs, that of the lock file among them, the process may write no more.
                try? recorder.flush()
                found = try bench.names()
                #expect(found == Array(expected.prefix(found.count)), "\(kind), call \(call)")
                #expect(recorder.pendingCount == 95 - found.count)
            }
            if found != Array(expected.prefix(found.count)) || fired == 0 { break }
            call += 1
        }
        #expect(call > 30)
    }

    /// One who asks for another write each time that one fails is told so, and not called again without end.
    @Test func flushingWhenToldOfAFailureEnds() throws {
        let bench = try Bench()
        let recorder = try #require(bench.recorder)
        bench.whenTold.withLock { $0 = { try? $0.recorder?.flush() } }
        bench.plan.set(FaultPlan.Faults(kind: .ioError, calls: 0..<(.max)))
        for index in 0..<9 { try recorder.record("e\(index)") }
        #expect(throws: LogError.self) { try recorder.flush() }
        #expect(bench.told.withLock { $0 } == 2)
        #expect(recorder.pendingCount == 9)
        bench.clock.advance(seconds: 1)
        bench.plan.set(nil)
        try recorder.flush()
        #expect(try bench.names() == (0..<9).map { "e\($0)" })
    }

    /// It helps where the cause could be removed.
    @Test func flushingWhenToldWritesWhatCanBeWritten() throws {
        let bench = try Bench()
        let recorder = try #require(bench.recorder)
        bench.whenTold.withLock {
            $0 = {
                $0.plan.set(nil)
                try? $0.recorder?.flush()
            }
        }
        bench.plan.set(FaultPlan.Faults(kind: .ioError, calls: 0..<(.max)))
        for index in 0..<35 { try recorder.record("e\(index)") }
        try? recorder.flush()
        #expect(bench.told.withLock { $0 } == 1)
        #expect(recorder.pendingCount == 0)
        #expect(try bench.names() == (0..<35).map { "e\($0)" })
    }

    /// Whoever lets go of a recorder, even while being told of a failure, isn't written for any more; nothing is left.
    @Test(arguments: [false, true]) func nothingIsLeftOfARecorder(isLetGoWhenTold: Bool) throws {
        let bench = try Bench()
        weak let core = bench.recorder?.core
        #expect(core != nil)
        bench.plan.set(FaultPlan.Faults(kind: .ioError, calls: 0..<(.max)))
        if isLetGoWhenTold { bench.whenTold.withLock { $0 = { $0.letGo() } } }
        do {
            let recorder = try #require(bench.recorder)
            for index in 0..<10 { try recorder.record("e\(index)") }
        }
        if isLetGoWhenTold {
            while bench.recorder != nil { usleep(100) }
        } else {
            bench.letGo()
        }
        bench.clock.settle()
        let told = bench.told.withLock { $0 }
        bench.clock.advance(seconds: 120)
        #expect(bench.told.withLock { $0 } == told)
        bench.clock.forget()
        // The queue's last block may still be on its way out.
        for _ in 0..<10_000 where core != nil { usleep(100) }
        #expect(core == nil)
    }

    @Test func manyThreadsFlushWhileTheDiskComesAndGoes() throws {
        let bench = try Bench(segmentLength: 5000)
        let recorder = try #require(bench.recorder)
        let refused = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for index in 0..<600 {
                do {
                    try recorder.record("t\(thread)", metadata: ["i": "\(index)"])
                    if index % 20 == thread { try recorder.flush() }
                } catch {
                    refused.withLock { $0 += 1 }
                }
                if thread == 0 && index % 50 == 0 {
                    bench.plan.set(
                        index % 100 == 0 ? FaultPlan.Faults(kind: .failsAfterDoing, calls: 3..<9) : nil)
                    bench.clock.advance(seconds: 1)
                }
            }
        }
        bench.plan.set(nil)
        try recorder.flush()
        #expect(recorder.pendingCount == 0)
        let snapshot = try LogSnapshot(directory: "/log", system: bench.base)
        let records = try contents(of: snapshot).records.map(\.record)
        for thread in 0..<6 {
            let own = records.filter { $0.name == "t\(thread)" }.compactMap { $0.attributes["i"] }
            #expect(own == (0..<600).map { "\($0)" })
        }
    }

    /// More keys than a frame can hold, keys that are empty, as many attributes as there may be, texts that lie on the
    /// stack and that do not, and such as were no valid text.
    @Test(arguments: [10, 1024, Int.max]) func whatIsUnusualIsKept(largestBatch: Int) throws {
        let bench = try Bench(largestBatch: largestBatch, segmentLength: 1 << 20)
        let recorder = try #require(bench.recorder)
        var expected: [Record] = []
        bench.plan.set(FaultPlan.Faults(kind: .ioError, calls: 0..<(.max), only: .lock))
        var random = SeededGenerator(seed: 9)
        let torn = String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self)
        for index in 0..<420 {
            var attributes: [String: String] = [:]
            switch index % 7 {
            case 0...4: for key in 0..<256 { attributes["k\(index)-\(key)"] = "\(key)" }
            case 5: attributes = ["": "", torn: torn, "\0": "\0"]
            default:
                // About as long as what lies on the stack, a byte more or less.
                let length = Int.random(in: 950...1000, using: &random)
                attributes["k"] = String(repeating: "x", count: length)
            }
            let event = UsageEvent(
                eventType: "e\(index)", timestamp: Date(timeIntervalSince1970: Double(index)),
                metadata: attributes, duration: index % 2 == 0 ? 1e12 : nil)
            try recorder.record(event)
            expected.append(try #require(Record(event)))
        }
        bench.plan.set(nil)
        try recorder.flush()
        var index = 0
        let snapshot = try LogSnapshot(directory: "/log", system: bench.base)
        _ = try EventListing().runArrivals(snapshot, from: 0) { event in
            let record = expected[index]
            let metadata = Dictionary(event.metadata.map { ($0.key, $0.value) }) { one, _ in one }
            #expect(event.type == record.name && metadata == record.attributes)
            index += 1
        }
        #expect(index == expected.count)
        #expect(try Verification.run(directory: "/log", system: bench.base).damage.isEmpty)
    }
}
