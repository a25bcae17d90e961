import EventLog
import LogFormat
import TestSupport
import Testing

/// A small log of several segments in memory, and what is in it.
struct SmallLog {
    let system = MemorySystem()
    let directory = "/log"
    var records: [StoredRecord] = []

    init(records count: Int, perFrame: Int, segmentLength: Int, seed: UInt64) throws {
        var options = LogOptions()
        options.segmentLength = segmentLength
        let writer = try LogWriter(directory: directory, options: options, system: system)
        var random = SeededGenerator(seed: seed)
        while records.count < count {
            let batch = (0..<min(perFrame, count - records.count)).map { _ in randomRecord(using: &random) }
            let sequences = try writer.append(batch)
            for (record, sequence) in zip(batch, sequences) {
                records.append(StoredRecord(sequence: sequence, record: record))
            }
        }
    }

    var segments: [String] { system.files.keys.filter { $0.hasSuffix(".seg") }.sorted() }
}

@Suite struct DamageTests {
    private func smallLog() throws -> SmallLog {
        let log = try SmallLog(records: 200, perFrame: 7, segmentLength: 3000, seed: 12)
        #expect(log.segments.count == 3)
        return log
    }

    /// What became of one change: reported with its place, or nothing in the log differs.
    private enum Outcome {
        case reported, harmless
        case silent(String)
    }

    private func examine(_ system: MemorySystem, _ log: SmallLog, file: String) throws -> Outcome {
        let report = try Verification.run(directory: log.directory, system: system)
        let (records, damage) = try contents(of: try LogSnapshot(directory: log.directory, system: system))
        let lost = damage.compactMap(\.lostRecords).reduce(0, +)
        for record in records where !log.records.contains(record) { return .silent("a wrong record") }
        if records.count + lost != log.records.count && !damage.contains(where: { $0.lostRecords == nil }) {
            return .silent("\(records.count) records and \(lost) said to be lost: \(damage)")
        }
        if records.count < log.records.count && damage.isEmpty { return .silent("fewer records, no word") }
        if report.damage.contains(where: { file.hasSuffix($0.file) }) { return .reported }
        return records == log.records ? .harmless : .silent("verify says nothing: \(report)")
    }

    @Test func everyFlippedBitIsReportedOrHarmless() throws {
        let log = try smallLog()
        var (reported, harmless) = (0, 0)
        let system = log.system.copy()
        for (path, bytes) in log.system.files {
            // Behind the end of the newest segment stand only zeros: there a sample will do.
            let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            let bits =
                Array(0..<(used * 8 + 256))
                + Array(stride(from: used * 8 + 256, to: bytes.count * 8, by: 997))
            let harmlessBefore = harmless
            for bit in bits where bit / 8 < bytes.count {
                system.change(path) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
                switch try examine(system, log, file: path) {
                case .reported: reported += 1
                case .harmless: harmless += 1
                case .silent(let why): Issue.record("\(path) bit \(bit): \(why)")
                }
                system.change(path) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
            }
            if path.hasSuffix(".seg") && path != log.segments.last {
                #expect(harmless == harmlessBefore, "every bit of a sealed segment is content")
            }
        }
        print("flipped bits: \(reported) reported, \(harmless) harmless")
    }

    @Test func everyTruncationIsReportedOrHarmless() throws {
        let log = try smallLog()
        var (reported, harmless) = (0, 0)
        for (path, bytes) in log.system.files where path.hasSuffix(".seg") {
            let used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            let lengths =
                Array(0..<min(bytes.count, used + 32))
                + Array(stride(from: used + 32, to: bytes.count, by: 997))
            for length in lengths {
                let system = log.system.copy()
                system.change(path) { $0.removeLast($0.count - length) }
                switch try examine(system, log, file: path) {
                case .reported: reported += 1
                case .harmless:
                    harmless += 1
                    #expect(length >= used, "\(path) cut to \(length) of \(used)")
                case .silent(let why): Issue.record("\(path) cut to \(length): \(why)")
                }
            }
        }
        print("truncations: \(reported) reported, \(harmless) harmless")
    }

    @Test func aMissingSegmentIsNamedWithItsCost() throws {
        for index in 0..<3 {
            let log = try smallLog()
            let names = log.segments
            log.system.remove(names[index])
            let (records, damage) = try contents(
                of: try LogSnapshot(directory: log.directory, system: log.system))
            #expect(damage.count == 1, "\(damage)")
            #expect(records.count + (damage.first?.lostRecords ?? 0) == 200, "\(damage)")
        }
    }

    @Test func aTornEndIsCutByTheNextWriterAndNothingElse() throws {
        let log = try SmallLog(records: 50, perFrame: 7, segmentLength: 1 << 20, seed: 3)
        let path = try #require(log.segments.last)
        let end = (log.system.files[path]?.lastIndex { $0 != 0 } ?? 0) + 1
        log.system.change(path) { $0[end - 5] ^= 0xFF }
        let writer = try LogWriter(directory: log.directory, options: LogOptions(), system: log.system)
        let added = Record(timestamp: 5, name: "after")
        let sequences = try writer.append([added])
        // The lock file knows that 50 were committed: no sequence is given twice.
        #expect(sequences == 51..<52)
        let (records, damage) = try contents(
            of: try LogSnapshot(directory: log.directory, system: log.system))
        #expect(records == Array(log.records.prefix(49)) + [StoredRecord(sequence: 51, record: added)])
        #expect(damage.map(\.lostRecords) == [1])
    }

    @Test func zeroedEndOpens() throws {
        for zeroed in [8, 100, 512] {
            let log = try SmallLog(records: 50, perFrame: 5, segmentLength: 1 << 20, seed: 3)
            let path = try #require(log.segments.last)
            let end = (log.system.files[path]?.lastIndex { $0 != 0 } ?? 0) + 1
            log.system.change(path) { bytes in
                for at in max(64, end - zeroed)..<end { bytes[at] = 0 }
                bytes += [UInt8](repeating: 0, count: 4 << 20)
            }
            let before = try contents(of: try LogSnapshot(directory: log.directory, system: log.system))
            #expect(before.records == Array(log.records.prefix(before.records.count)))
            #expect(before.records.count + before.damage.compactMap(\.lostRecords).reduce(0, +) == 50)
            let writer = try LogWriter(directory: log.directory, options: LogOptions(), system: log.system)
            try writer.append([Record(timestamp: 5, name: "after")])
            let after = try contents(of: try LogSnapshot(directory: log.directory, system: log.system))
            #expect(after.records.count == before.records.count + 1)
        }
    }

    @Test func withoutTheLockFileNothingChanges() throws {
        let log = try smallLog()
        log.system.remove("/log/lock")
        let (records, damage) = try contents(
            of: try LogSnapshot(directory: log.directory, system: log.system))
        #expect(records == log.records)
        #expect(damage.isEmpty)
        let writer = try LogWriter(directory: log.directory, options: LogOptions(), system: log.system)
        #expect(try writer.append([Record(timestamp: 5, name: "after")]) == 201..<202)
    }
}
