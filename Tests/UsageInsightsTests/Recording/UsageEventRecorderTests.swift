import Dispatch
import EventLog
import Foundation
import LogFormat
import Synchronization
import TestSupport
import Testing

@testable import UsageInsights

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

    /// What fails is tried again as it was: the log gets each event once, in order, also when the failures come in the
    /// middle of many.
    @Test(arguments: [UsageEventRecorder.Syncing.grouped, .eachBatch])
    func failuresKeepOrder(syncing: UsageEventRecorder.Syncing) throws {
        let directory = temporaryDirectory()
        let aside = directory + "-aside"
        defer { for path in [directory, aside] { try? FileManager.default.removeItem(atPath: path) } }
        let clock = ManualClock()
        let told = Mutex(0)
        var rules = RecorderMachine.Rules()
        if syncing == .eachBatch { rules.largestBatch = rules.batchSize }
        // Small enough that every commit wants a new segment, and so the directory.
        var options = LogOptions()
        options.segmentLength = 1
        let core = RecorderCore(
            writer: try LogWriter(directory: directory, options: options), rules: rules, clock: clock,
            onFailure: { _ in told.withLock { $0 += 1 } })
        let recorder = UsageEventRecorder(core: core)
        for index in 0..<25 { try recorder.record("e\(index)") }
        try recorder.flush()
        try FileManager.default.moveItem(atPath: directory, toPath: aside)
        for index in 25..<60 { try recorder.record("e\(index)") }
        #expect(throws: LogError.self) { try recorder.flush() }
        for _ in 0..<4 { clock.advance(seconds: 60) }
        #expect(recorder.pendingCount == 35 && told.withLock { $0 } >= 4)
        try FileManager.default.moveItem(atPath: aside, toPath: directory)
        for index in 60..<63 { try recorder.record("e\(index)") }
        try recorder.close()
        #expect(recorder.pendingCount == 0 && recorder.lastFailure == nil)
        #expect(try types(directory) == (0..<63).map { "e\($0)" })
    }

    @Test func whatDoesNotFitIsRefusedAndNothingOldIsDropped() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var rules = RecorderMachine.Rules()
        rules.maximumPendingBytes = 1 << 20
        let recorder = UsageEventRecorder(
            core: RecorderCore(
                writer: try LogWriter(directory: directory), rules: rules, clock: ManualClock()))
        try FileManager.default.removeItem(atPath: directory)
        let text = String(repeating: "x", count: 100_000)
        var taken = 0
        #expect(throws: LogError.self) {
            for index in 0..<20 {
                try recorder.record("e\(index)", metadata: ["text": text])
                taken += 1
            }
        }
        #expect(taken == 10 && recorder.pendingCount == 10)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try recorder.flush()
        #expect(try types(directory) == (0..<10).map { "e\($0)" })
        try recorder.record("later", metadata: ["text": text])
        try recorder.close()
    }

    /// The largest records that the format knows: none makes a frame that can't be written.
    @Test func theLargestRecordsFitTheirFrames() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let recorder = UsageEventRecorder(
            core: RecorderCore(
                writer: try LogWriter(directory: directory), rules: .init(), clock: ManualClock()))
        for index in 0..<6 {
            var metadata: [String: String] = [:]
            for key in 0..<15 {
                metadata["k\(key)"] = String(repeating: "\(key)\(index)é", count: (250 << 10) / 5)
            }
            try recorder.record("e\(index)", metadata: metadata)
        }
        try recorder.close()
        #expect(try types(directory) == (0..<6).map { "e\($0)" })
    }

    /// What is taken is what the format allows, on the byte.
    @Test func limitsAreThoseOfTheFormat() {
        func agrees(_ event: UsageEvent, _ isTaken: Bool) -> Bool {
            let time = Int64(exactly: (event.timestamp.timeIntervalSince1970 * 1_000_000).rounded())
            let nothing = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            let own = time.flatMap {
                RecordBytes.write(
                    name: event.eventType, timestamp: $0, offset: 0, duration: event.duration,
                    attributes: event.metadata, to: nothing)
            }
            return (own != nil) == isTaken && (Record(event) != nil) == isTaken
        }
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        for (length, isTaken) in [(1024, true), (1025, false)] {
            #expect(agrees(UsageEvent(eventType: text(length)), isTaken))
            #expect(agrees(UsageEvent(eventType: "e", metadata: [text(length): ""]), isTaken))
        }
        for (length, isTaken) in [(256 << 10, true), ((256 << 10) + 1, false)] {
            #expect(agrees(UsageEvent(eventType: "e", metadata: ["k": text(length)]), isTaken))
        }
        for (count, isTaken) in [(256, true), (257, false)] {
            let pairs = (0..<count).map { ("k\($0)", "v") }
            #expect(agrees(UsageEvent(eventType: "e", metadata: .init(uniqueKeysWithValues: pairs)), isTaken))
        }
        for (count, isTaken) in [(15, true), (16, false)] {
            let pairs = (0..<count).map { ("k\($0)", text(256 << 10)) }
            #expect(agrees(UsageEvent(eventType: "e", metadata: .init(uniqueKeysWithValues: pairs)), isTaken))
        }
        for (duration, isTaken) in [(0, true), (1e12, true), (1.1e12, false), (-1, false), (.nan, false)] {
            #expect(agrees(UsageEvent(eventType: "e", duration: duration), isTaken))
        }
        for (seconds, isTaken) in [(253_402_300_799.0, true), (253_402_300_800, false), (.infinity, false)] {
            #expect(
                agrees(UsageEvent(eventType: "e", timestamp: Date(timeIntervalSince1970: seconds)), isTaken))
        }
        #expect(agrees(UsageEvent(eventType: ""), false))
    }

    @Test func oneByOneWritesFramesOfTen() throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let recorder = UsageEventRecorder(writer: try LogWriter(directory: directory), syncing: .eachBatch)
        for index in 0..<1000 { try recorder.record("e\(index)") }
        try recorder.close()
        #expect(try types(directory) == (0..<1000).map { "e\($0)" })
        let (counts, _) = try LogSnapshot(directory: directory).fold(
            where: { _ in true }, make: { FrameSizes() })
        #expect(counts.flatMap(\.sizes) == Array(repeating: 10, count: 100))
    }

    @Test func tasksAndFlushesAtTheSameTime() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let recorder = UsageEventRecorder(writer: try LogWriter(directory: directory))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for index in 0..<1000 {
                        try recorder.record("t\(task)", metadata: ["i": "\(index)", "task": "\(task)"])
                        if index % 250 == 249 { try recorder.flush() }
                        if index % 100 == 0 { await Task.yield() }
                    }
                }
            }
            try await group.waitForAll()
        }
        try recorder.close()
        var found: [String: [String]] = [:]
        _ = try EventListing().runArrivals(try LogSnapshot(directory: directory), from: 0) {
            found[$0.type, default: []].append($0.metadata.first { $0.key == "i" }?.value ?? "")
        }
        #expect(found.count == 8)
        for own in found.values { #expect(own == (0..<1000).map { "\($0)" }) }
    }
}

/// How many records each frame holds.
private final class FrameSizes: FrameFold {
    var sizes: [Int] = []

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) { sizes.append(frame.count) }
}

@Suite struct RecorderPruneTests {
    @Test func oldEventsGoAndPendingOnesAreWrittenFirst() throws {
        let log = try ScratchLog()
        let recorder = UsageEventRecorder(writer: log.writer)
        let old = Date(timeIntervalSinceNow: -400 * 86_400)
        try recorder.record(UsageEvent(eventType: "old", timestamp: old))
        try recorder.record("new")
        #expect(try recorder.pruneEvents() == 1)
        #expect(try log.events().events.map(\.type) == ["new"])
        #expect(throws: LogError.self) { try recorder.pruneEvents(olderThanDays: -1) }
        #expect(try recorder.pruneEvents(olderThanDays: .max) == 0)
    }
}
