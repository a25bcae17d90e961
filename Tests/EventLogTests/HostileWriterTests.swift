import LogFormat
import TestSupport
import Testing

@testable import EventLog

/// What a writer must not do, whatever it finds and is given.
@Suite struct HostileWriterTests {
    private static let after = Record(timestamp: 5, name: "after")

    private func randomText(_ length: Int, _ random: inout SeededGenerator) -> String {
        String(decoding: (0..<length).map { _ in UInt8.random(in: 32...126, using: &random) }, as: UTF8.self)
    }

    @Test func aRecordOverWhatAFrameHoldsIsRefused() throws {
        let log = try HandMadeLog()
        var random = SeededGenerator(seed: 4)
        var record = Record(timestamp: 1, name: "big")
        // Keys of ten bytes. The name takes three.
        let text = (Format.maximumRecordTextLength - 3) / 17 - 10
        for key in 0..<17 {
            record.attributes["key \(100_000 + key)"] = randomText(text, &random)
        }
        let writer = try log.writer()
        #expect(try writer.append([record, Self.after]) == 1..<3)
        #expect(try log.read().records.map(\.record) == [record, Self.after])
        record.attributes["one more"] = randomText(text, &random)
        let before = log.system.files.filter { $0.key.hasSuffix(".seg") }
        #expect { try writer.append([record]) } throws: { ($0 as? LogError)?.code == .invalid }
        #expect(log.system.files.filter { $0.key.hasSuffix(".seg") } == before)
    }

    /// Behind the limits of records stands that of the frame, for callers that make their own.
    @Test func aFrameOverItsLimitsIsRefused() throws {
        let log = try HandMadeLog()
        var payload = ByteWriter()
        payload.zeros(Format.maximumRawLength + 1)
        var header = try HandMadeLog.frame(["a"], first: 1, salt: 1).header
        header.flags = 0
        let frame = EncodedFrame(payload: payload, header: header, effort: .fast)
        let writer = try log.writer()
        #expect { try writer.commit(frame) } throws: { ($0 as? LogError)?.code == .invalid }
        #expect(try log.read().records.isEmpty)
        #expect(try writer.append([Self.after]) == 1..<2)
    }

    /// Frames that this version can't read look like a torn end: nothing of them may be cut.
    @Test(arguments: [false, true]) func aNewerSegmentIsNeverWrittenTo(isStrange: Bool) throws {
        let log = try SmallLog(records: 20, perFrame: 5, segmentLength: 1 << 20, seed: 2)
        log.system.change(log.segments[0]) { bytes in
            bytes[8] = 2
            resealHeader(&bytes)
            if isStrange { for at in 64..<2000 { bytes[at] ^= 0x55 } }
        }
        let before = log.system.files[log.segments[0]]
        #expect { try LogSnapshot(directory: log.directory, system: log.system) } throws: {
            ($0 as? LogError)?.code == .unsupportedVersion
        }
        let writer = try LogWriter(directory: log.directory, options: LogOptions(), system: log.system)
        #expect { try writer.append([Self.after]) } throws: {
            ($0 as? LogError)?.code == .unsupportedVersion
        }
        #expect(log.system.files[log.segments[0]] == before)
        #expect(log.segments.count == 1)
    }

    @Test(arguments: [false, true]) func aSegmentWithADamagedHeaderIsLeftAsItIs(isTorn: Bool) throws {
        let log = try SmallLog(records: 20, perFrame: 5, segmentLength: 1 << 20, seed: 2)
        let path = log.segments[0]
        log.system.change(path) { bytes in
            bytes[3] ^= 1
            let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
            if isTorn { bytes[end - 5] ^= 0xFF }
        }
        let before = log.system.files[path]
        let writer = try LogWriter(directory: log.directory, options: LogOptions(), system: log.system)
        #expect(try writer.append([Self.after]) == 21..<22)
        #expect(log.system.files[path] == before)
        let (records, _) = try contents(of: try LogSnapshot(directory: log.directory, system: log.system))
        #expect(records.map(\.record) == log.records.prefix(isTorn ? 15 : 20).map(\.record) + [Self.after])
    }

    /// Nothing can be told of such a segment, and the next one must not begin with the same sequence.
    @Test func aDamagedSegmentWithoutFramesDoesNotHideTheNextOne() throws {
        let log = try HandMadeLog()
        let path = log.add(HandMadeLog.name(1, salt: 1), [])
        log.system.change(path) { $0[3] ^= 1 }
        let before = log.system.files[path]
        let sequences = try log.writer().append([Self.after])
        #expect(try log.read().records == [StoredRecord(sequence: sequences.lowerBound, record: Self.after)])
        #expect(log.system.files[path] == before)
        let next = try log.writer().append([Self.after])
        #expect(next.lowerBound == sequences.upperBound)
        #expect(try log.read().records.count == 2)
    }

    @Test func noSequenceOfARemovedRangeIsGivenAgain() throws {
        let log = try HandMadeLog()
        log.system.put("/log/0000000000000001-0000000000000064.gone", [])
        log.system.put("/log/0000000000000005-000000000000000a.gone", [])
        #expect(try log.writer().append([Self.after]) == 101..<102)
        #expect(try log.verify().damage.isEmpty)
    }

    private func lockFile(next: UInt64) -> [UInt8] {
        var state = LockState()
        state.nextSequence = next
        var bytes = [UInt8](repeating: 0, count: 40)
        bytes.withUnsafeMutableBytes { state.encode(into: $0) }
        return bytes
    }

    @Test(arguments: [0, Format.maximumSequence + 1, .max - 1, .max])
    func aLockFileThatSaysNonsenseSaysNothing(next: UInt64) throws {
        let log = try HandMadeLog()
        log.system.put("/log/lock", lockFile(next: next))
        #expect(try log.read().damage.isEmpty)
        #expect(try log.writer().append([Self.after, Self.after]) == 1..<3)
        #expect(try log.read().records.count == 2)
    }

    @Test func whenAllSequencesAreTakenTheLogIsFull() throws {
        let log = try HandMadeLog()
        log.system.put("/log/lock", lockFile(next: Format.maximumSequence - 1))
        let writer = try log.writer()
        #expect { try writer.append([Self.after, Self.after]) } throws: {
            ($0 as? LogError)?.code == .invalid
        }
        #expect(try log.read().records.isEmpty)
    }
}
