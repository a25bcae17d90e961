import EventLog
import LogFormat
import Synchronization
import TestSupport
import Testing

@Suite struct AppendTests {
    @Test(arguments: [1, 3, 10, 64]) func whatWasAppendedIsThere(perFrame: Int) throws {
        let log = try SmallLog(records: 300, perFrame: perFrame, segmentLength: 4000, seed: UInt64(perFrame))
        let (records, damage) = try contents(
            of: try LogSnapshot(directory: log.directory, system: log.system))
        #expect(damage.isEmpty, "\(damage)")
        #expect(records == log.records)
        #expect(records.map(\.sequence) == Array(1...300))
        let report = try Verification.run(directory: log.directory, system: log.system)
        #expect(report.damage.isEmpty && report.notes.isEmpty, "\(report)")
        #expect(report.records == 300)
    }

    @Test func verifyingTellsHowFarItIs() throws {
        let log = try SmallLog(records: 300, perFrame: 3, segmentLength: 4000, seed: 4)
        let told = Mutex<[(done: Int, total: Int)]>([])
        let report = try Verification.run(
            directory: log.directory, system: log.system,
            progress: { done, total in told.withLock { $0.append((done, total)) } })
        let calls = told.withLock { $0.sorted { $0.done < $1.done } }
        #expect(calls.count == report.frames)
        let total = try #require(calls.first?.total)
        #expect(calls.allSatisfy { $0.total == total } && calls.last?.done == total)
        #expect(zip(calls, calls.dropFirst()).allSatisfy { $0.done < $1.done })
    }

    @Test func twoWritersTakeTurns() throws {
        let system = MemorySystem()
        var options = LogOptions()
        options.segmentLength = 1500
        let writers = [
            try LogWriter(directory: "/log", options: options, system: system),
            try LogWriter(directory: "/log", options: options, system: system),
        ]
        var random = SeededGenerator(seed: 8)
        var expected: [StoredRecord] = []
        for round in 0..<120 {
            let record = randomRecord(using: &random)
            let sequences = try writers[round * 7 % 3 % 2].append([record])
            expected.append(StoredRecord(sequence: sequences.lowerBound, record: record))
        }
        let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: system))
        #expect(damage.isEmpty, "\(damage)")
        #expect(records == expected)
        #expect(records.map(\.sequence) == Array(1...120))
    }

    @Test func aSnapshotDoesNotSeeWhatComesLater() throws {
        let log = try SmallLog(records: 20, perFrame: 5, segmentLength: 4000, seed: 2)
        let snapshot = try LogSnapshot(directory: log.directory, system: log.system)
        let writer = try LogWriter(directory: log.directory, options: LogOptions(), system: log.system)
        try writer.append([Record(timestamp: 1, name: "later")])
        #expect(try contents(of: snapshot).records.count == 20)
    }

    @Test func recordsOverALimitAreRefusedAndNothingIsWritten() throws {
        let system = MemorySystem()
        let writer = try LogWriter(directory: "/log", options: LogOptions(), system: system)
        let bad = [
            Record(timestamp: .max, name: "a"), Record(timestamp: 0, name: "a", duration: -1),
            Record(timestamp: 0, offsetMinutes: 1440, name: "a"),
            Record(timestamp: 0, name: String(repeating: "n", count: 1025)),
        ]
        for record in bad {
            #expect(throws: LogError.self) {
                try writer.append([Record(timestamp: 1, name: "good"), record])
            }
        }
        #expect(throws: LogError.self) { try writer.append([]) }
        #expect(try LogSnapshot(directory: "/log", system: system).recordCount == 0)
    }

    /// As when the path has a slip: no empty answer. A directory that was made for a log is one.
    @Test func aDirectoryOfOtherFilesIsNoLog() throws {
        let system = MemorySystem()
        try system.makeDirectory("/other")
        #expect(try LogSnapshot(directory: "/other", system: system).recordCount == 0)
        system.close(try system.open("/other/notes.txt", .createNew))
        #expect { try LogSnapshot(directory: "/other", system: system) } throws: { error in
            (error as? LogError)?.code == .notFound
        }
        let writer = try LogWriter(directory: "/other", options: LogOptions(), system: system)
        #expect(try LogSnapshot(directory: "/other", system: system).recordCount == 0)
        try writer.append([Record(timestamp: 1, name: "a")])
        #expect(try LogSnapshot(directory: "/other", system: system).recordCount == 1)
    }

    @Test func aDirectoryThatIsNotThereSaysSo() {
        #expect { try LogSnapshot(directory: "/nowhere", system: MemorySystem()) } throws: { error in
            (error as? LogError)?.code == .notFound
        }
    }
}
