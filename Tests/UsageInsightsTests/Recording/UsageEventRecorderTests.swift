import Dispatch
import EventLog
import Foundation
import Synchronization
import Testing

@testable import UsageInsights

/// A clock that stands still until it is moved; what is due then runs on its queue.
private final class ManualClock: RecorderClock {
    private struct Wish {
        var time: Int64
        var queue: DispatchQueue
        var work: @Sendable () -> Void
    }

    private let state = Mutex((now: Int64(0), wishes: [Wish]()))

    func now() -> Int64 { state.withLock { $0.now } }

    func schedule(atMicroseconds time: Int64, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)
    {
        state.withLock { $0.wishes.append(Wish(time: time, queue: queue, work: work)) }
    }

    /// Moves on, and waits until everything that is due by then is done.
    func advance(seconds: Double) {
        let due = state.withLock { state in
            state.now += Int64(seconds * 1_000_000)
            let now = state.now
            let due = state.wishes.filter { $0.time <= now }
            state.wishes.removeAll { $0.time <= now }
            return due
        }
        for wish in due { wish.queue.sync(execute: wish.work) }
    }

    var wishCount: Int { state.withLock { $0.wishes.count } }
}

@Suite struct UsageEventRecorderTests {
    private func types(_ directory: String) throws -> [String] {
        var types: [String] = []
        _ = try EventListing().runArrivals(try LogSnapshot(directory: directory), from: 0) {
            types.append($0.type)
        }
        return types
    }

    private func temporaryDirectory() -> String {
        NSTemporaryDirectory() + "evlog-recorder-" + UUID().uuidString
    }

    @Test func oneEventIsOnTheDiskAfterFiveSeconds() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let clock = ManualClock()
        let writer = try LogWriter(directory: directory)
        let recorder = UsageEventRecorder(core: RecorderCore(writer: writer, rules: .init(), clock: clock))
        for index in 0..<3 { try recorder.record("e\(index)") }
        #expect(clock.wishCount == 1)
        clock.advance(seconds: 4.9)
        #expect(recorder.pendingCount == 3)
        clock.advance(seconds: 0.2)
        #expect(recorder.pendingCount == 0)
        #expect(try types(directory) == ["e0", "e1", "e2"])
    }

    @Test func lettingGoWritesWhatIsPending() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        do {
            let recorder = UsageEventRecorder(writer: try LogWriter(directory: directory))
            try recorder.recordTaskCompleted(category: "work")
            try recorder.recordScreenView("home")
            try recorder.recordFeatureUsed("export")
            try recorder.recordSession(duration: 12.5)
        }
        #expect(
            try types(directory) == ["taskCompleted", "screenViewed", "featureUsed", "sessionCompleted"])
    }

    @Test func closingRefusesWhatComesLater() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let recorder = UsageEventRecorder(writer: try LogWriter(directory: directory))
        try recorder.record("a")
        try recorder.close()
        #expect(throws: LogError.self) { try recorder.record("b") }
        #expect(throws: LogError.self) { try recorder.record("") }
        #expect(try types(directory) == ["a"])
    }

    @Test func manyThreadsLoseNothingAndDoubleNothing() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let recorder = UsageEventRecorder(
            writer: try LogWriter(directory: directory), maximumPending: 1_000_000)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for index in 0..<2500 { try? recorder.record("t\(thread)-\(index)") }
        }
        try recorder.flush()
        let found = try types(directory)
        #expect(found.count == 10_000 && Set(found).count == 10_000)
        for thread in 0..<4 {
            let own = found.filter { $0.hasPrefix("t\(thread)-") }
            #expect(own == (0..<2500).map { "t\(thread)-\($0)" }, "each thread's events keep their order")
        }
    }

    @Test func aFailureIsToldAndTheEventsStay() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let clock = ManualClock()
        let told = Mutex(0)
        let writer = try LogWriter(directory: directory)
        let core = RecorderCore(
            writer: writer, rules: .init(), clock: clock, onFailure: { _ in told.withLock { $0 += 1 } })
        let recorder = UsageEventRecorder(core: core)
        try recorder.record("a")
        // The directory is gone: no segment can be made in it.
        try FileManager.default.removeItem(atPath: directory)
        #expect(throws: LogError.self) { try recorder.flush() }
        #expect(told.withLock { $0 } == 1)
        #expect(recorder.pendingCount == 1 && recorder.lastFailure != nil)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try recorder.record("b")
        clock.advance(seconds: 1)
        #expect(recorder.pendingCount == 0 && recorder.lastFailure == nil)
        #expect(try types(directory) == ["a", "b"])
    }
}
