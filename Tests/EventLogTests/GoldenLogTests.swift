import EventLog
import Foundation
import LogFormat
import Testing

/// Reads the checked-in logs of `Golden`, which are never made anew: see the README there.
@Suite struct GoldenLogTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden/v1.0")

    private struct Line: Decodable {
        var sequence: UInt64
        var kind: String
        var name: String
        var timestamp: Int64
        var offset: Int?
        var duration: Int64?
        var id: String?
        var attributes: [String: String]

        func stored() throws -> StoredRecord {
            StoredRecord(
                sequence: sequence,
                record: Record(
                    timestamp: timestamp, offsetMinutes: offset,
                    kind: try #require(RecordKind.allCases.first { "\($0)" == kind }), name: name,
                    duration: duration, attributes: attributes, id: id))
        }
    }

    private func expected() throws -> [StoredRecord] {
        let text = try Data(contentsOf: Self.directory.appending(path: "expected.json"))
        return try text.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Line.self, from: Data($0)).stored()
        }
    }

    /// The log in memory, so that no test can touch the files.
    private func copy() throws -> MemorySystem {
        let system = MemorySystem()
        try system.makeDirectory("/log")
        let source = Self.directory.appending(path: "log")
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path()) {
            let bytes = try Data(contentsOf: source.appending(path: name))
            let file = try system.open("/log/" + name, .createNew)
            try bytes.withUnsafeBytes { try system.writeWhole(file, $0, at: 0, path: name) }
            system.close(file)
        }
        return system
    }

    /// String equality alone would let another normalisation pass.
    private func expectEqual(_ found: [StoredRecord], _ expected: [StoredRecord]) {
        #expect(found.map(\.sequence) == expected.map(\.sequence))
        for (one, other) in zip(found, expected) where one != other || bytes(one) != bytes(other) {
            Issue.record("found \(one), expected \(other)")
        }
    }

    private func bytes(_ stored: StoredRecord) -> [[UInt8]] {
        let record = stored.record
        let attributes = record.attributes.flatMap { [Array($0.key.utf8), Array($0.value.utf8)] }
        return [Array(record.name.utf8), Array((record.id ?? "").utf8)]
            + attributes.sorted { $0.lexicographicallyPrecedes($1) }
    }

    @Test func everyRecordIsThere() throws {
        let snapshot = try LogSnapshot(directory: Self.directory.appending(path: "log").path())
        let (records, damage) = try contents(of: snapshot)
        #expect(damage.isEmpty, "\(damage)")
        #expect(records.count == 63)
        expectEqual(records, try expected())
        #expect(snapshot.segments.count == 3)
        #expect(snapshot.segments.map(\.name.generation) == [1, 0, 0])
        #expect(snapshot.nextSequence == 76)
    }

    @Test func everyByteIsWhole() throws {
        let report = try Verification.run(directory: "/log", system: try copy())
        #expect(report.damage.isEmpty && report.notes.isEmpty, "\(report.damage) \(report.notes)")
        #expect(report.records == 63)
        #expect(report.segments == 3)
    }

    @Test func withoutFootersAndLockTheSameRecords() throws {
        let system = try copy()
        system.remove("/log/lock")
        for path in system.files.keys where path.hasSuffix(".seg") {
            system.change(path) { bytes in
                // The trailer's mark; the newest segment has none there, only zeros.
                if let last = bytes.last, last != 0 { bytes[bytes.count - 1] ^= 1 }
            }
        }
        let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: system))
        #expect(damage.isEmpty, "\(damage)")
        expectEqual(records, try expected())
    }

    @Test func itCanBeAppendedTo() throws {
        let system = try copy()
        let writer = try LogWriter(directory: "/log", options: LogOptions(), system: system)
        let record = Record(timestamp: 1, name: "now")
        #expect(try writer.append([record]) == 76..<77)
        let (records, damage) = try contents(of: try LogSnapshot(directory: "/log", system: system))
        #expect(damage.isEmpty, "\(damage)")
        expectEqual(records, try expected() + [StoredRecord(sequence: 76, record: record)])
    }

    /// Golden files are only worth something while they hold every feature of the format.
    @Test func everyFeatureIsInIt() throws {
        let records = try expected().map(\.record)
        // A writer that only appends makes no rollups.
        #expect(Set(records.map(\.kind)) == Set(RecordKind.allCases).subtracting([.rollup]))
        #expect(records.contains { $0.timestamp == Format.minimumTimestamp })
        #expect(records.contains { $0.timestamp == Format.maximumTimestamp })
        #expect(records.contains { $0.duration == Format.maximumDuration })
        #expect(records.contains { $0.offsetMinutes == nil } && records.contains { $0.id != nil })
        let snapshot = try LogSnapshot(directory: "/log", system: try copy())
        let flags = snapshot.segments.flatMap(\.entries).map(\.flags)
        #expect(Set(flags) == [0, 1, 2, 3])
        #expect(snapshot.segments.first?.entries.contains { Int($0.span) > $0.recordCount } == true)
    }
}
