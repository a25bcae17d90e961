import EventLog
import LogFormat
import Testing

/// Segments that are whole by their checksums, and not what they should be.
@Suite struct HostileSegmentTests {
    private let log: HandMadeLog

    init() throws { log = try HandMadeLog() }

    /// Two frames of two records, merged, and the open segment after it.
    private func mergedLog(footer change: (inout ByteWriter) -> Void = { _ in }) throws -> (String, Int) {
        let frames = [
            try HandMadeLog.frame(["a", "b"], first: 1, salt: 5),
            try HandMadeLog.frame(["c", "d"], first: 3, salt: 5),
        ]
        let path = try log.addSealed(HandMadeLog.name(1, 4, generation: 1, salt: 5), frames, footer: change)
        log.add(HandMadeLog.name(5, salt: 6), [try HandMadeLog.frame(["e"], first: 5, salt: 6)])
        return (path, Format.segmentHeaderLength + frames[0].bytes.count)
    }

    @Test(arguments: [64, 72, 1 << 40, Int.max & ~7, Int.max & ~7 - 80])
    func aTrailerThatPointsAnywhere(offset: Int) throws {
        let name = HandMadeLog.name(1, salt: 6)
        let frame = try HandMadeLog.frame(["a"], first: 1, salt: 6)
        log.system.put(
            log.path(name),
            SegmentHeader(name: name).encode() + frame.bytes
                + SegmentTrailer.encode(footerOffset: offset, salt: 6))
        #expect(try log.read().records.summary == ["1 a"])
        #expect(try log.verify().damage.isEmpty == false)
        #expect(try log.writer().append([Record(timestamp: 1, name: "b")]) == 2..<3)
        #expect(try log.read().records.summary == ["1 a", "2 b"])
    }

    @Test func aMergedSegmentThatIsCutSaysSo() throws {
        let (path, second) = try mergedLog()
        #expect(try log.read().records.count == 5)
        #expect(try log.verify().damage.isEmpty)
        log.system.change(path) { $0.removeLast($0.count - second) }
        let (records, damage) = try log.read()
        #expect(records.summary == ["1 a", "2 b", "5 e"])
        #expect(damage.compactMap(\.lostRecords).reduce(0, +) == 2, "\(damage)")
        #expect(damage.contains { path.hasSuffix($0.file) && $0.reason.contains("sequences 3 to 4") })
        #expect(try log.verify().damage.compactMap(\.lostRecords).reduce(0, +) == 2)
    }

    @Test func aFooterSectionThatMustBeKnownIsRefusedByName() throws {
        _ = try mergedLog { payload in
            payload.byte(5)
            payload.varint(1)
            payload.byte(0)
        }
        #expect { try log.snapshot() } throws: { error in
            (error as? LogError)?.code == .unsupportedVersion
                && (error as? LogError)?.message.contains("footer section 5") == true
        }
    }

    @Test func aFooterSectionThatMayBeUnknownIsPassedOver() throws {
        _ = try mergedLog { payload in
            payload.byte(200)
            payload.varint(1)
            payload.byte(0)
        }
        #expect(try log.read().records.count == 5)
        #expect(try log.verify().damage.isEmpty)
    }

    @Test func aGivenUpFrameStaysAway() throws {
        let (old, new) = (HandMadeLog.name(1, salt: 6), HandMadeLog.name(2, salt: 7))
        let kept = try HandMadeLog.frame(["kept"], first: 1, salt: 6)
        log.add(old, [kept, try HandMadeLog.frame(["given up"], first: 2, salt: 6)])
        let path = log.add(
            new, [try HandMadeLog.frame(["again"], first: 2, salt: 7)],
            previous: (old, Format.segmentHeaderLength + kept.bytes.count))
        #expect(try log.read().records.summary == ["1 kept", "2 again"])
        #expect(try log.verify().damage.isEmpty)
        // Without the header nothing says where the first one ended, but its sequences are taken.
        log.system.change(path) { $0[20] ^= 1 }
        #expect(try log.read().records.summary == ["1 kept", "2 again"])
        #expect(try log.verify().damage.compactMap(\.lostRecords).reduce(0, +) == 0)
    }

    /// Two segments can't both have a sequence: a frame that reaches into the next segment is damaged, whole.
    @Test(arguments: [false, true]) func noSequenceIsReadTwice(isSealed: Bool) throws {
        let (old, new) = (HandMadeLog.name(1, salt: 6), HandMadeLog.name(3, salt: 7))
        let frames = [
            try HandMadeLog.frame(["a"], first: 1, salt: 6),
            try HandMadeLog.frame(["b", "c", "d"], first: 2, salt: 6),
        ]
        if isSealed { try log.addSealed(old, frames) } else { log.add(old, frames) }
        log.add(new, [try HandMadeLog.frame(["e"], first: 3, salt: 7)])
        let (records, damage) = try log.read()
        #expect(records.summary == ["1 a", "3 e"])
        #expect(damage.compactMap(\.lostRecords).reduce(0, +) == 1, "\(damage)")
        #expect(try log.verify().damage.compactMap(\.lostRecords).reduce(0, +) == 1)
    }

    /// Sequences over the last one of its name belong to the segment after it, which need not be there yet.
    @Test(arguments: [false, true]) func aMergedSegmentHoldsNoMoreThanItsName(isSealed: Bool) throws {
        let name = HandMadeLog.name(1, 4, generation: 1, salt: 5)
        let frames = [
            try HandMadeLog.frame(["a", "b", "c", "d"], first: 1, salt: 5),
            try HandMadeLog.frame(["e"], first: 500, salt: 5),
        ]
        if isSealed { try log.addSealed(name, frames) } else { log.add(name, frames) }
        let kept = ["1 a", "2 b", "3 c", "4 d"]
        #expect(try log.read().records.summary == kept)
        // Nor is anything added to it, though it may have lost its footer.
        let merged = log.system.files[log.path(name)]
        let sequence = try log.writer().append([Record(timestamp: 1, name: "next")]).lowerBound
        #expect(try log.read().records.summary == kept + ["\(sequence) next"])
        #expect(log.system.files[log.path(name)] == merged)
    }

    /// Walked, the second frame could not follow the first, and would be cut off as a torn end.
    @Test func whatAWholeFooterListsIsNotCutOff() throws {
        var frames = [
            try HandMadeLog.frame(["a"], first: 1, salt: 5), try HandMadeLog.frame(["b"], first: 2, salt: 5),
        ]
        let path = try log.addSealed(HandMadeLog.name(1, salt: 5), frames)
        let before = try log.read().records
        frames[0].place(firstSequence: 1000, salt: 5)
        log.system.change(path) { bytes in
            bytes.replaceSubrange(64..<64 + frames[0].bytes.count, with: frames[0].bytes)
        }
        let readable = try log.read().records
        let sealed = log.system.files[path]
        #expect(before.count == 2 && readable.contains { $0.record.name == "b" })
        let sequence = try log.writer().append([Record(timestamp: 1, name: "c")]).lowerBound
        #expect(try log.read().records.summary == readable.summary + ["\(sequence) c"])
        #expect(log.system.files[path] == sealed)
    }

    @Test func aFooterWhoseFramesReachBehindItIsNotBelieved() throws {
        let frame = try HandMadeLog.frame(["a", "b", "c"], first: 1, salt: 5)
        let entry = FrameEntry(offset: Format.segmentHeaderLength, header: frame.header)
        var footer = SegmentFooter(entries: [entry]).encode(endSequence: 2)
        footer.place(firstSequence: 2, salt: 5)
        let name = HandMadeLog.name(1, salt: 5)
        let start = SegmentHeader(name: name).encode() + frame.bytes
        log.system.put(
            log.path(name),
            start + footer.bytes + SegmentTrailer.encode(footerOffset: start.count, salt: 5))
        #expect(try log.read().records.summary == ["1 a", "2 b", "3 c"])
        #expect(try log.writer().append([Record(timestamp: 1, name: "d")]) == 4..<5)
        #expect(try log.read().records.summary == ["1 a", "2 b", "3 c", "4 d"])
    }

    @Test(arguments: [0, 200] as [UInt8])
    func aFrameThatMayBeSkippedMustHoldNoRecords(type: UInt8) throws {
        log.add(
            HandMadeLog.name(1, salt: 6),
            [
                try HandMadeLog.frame(["a"], first: 1, salt: 6),
                try HandMadeLog.frame(["b"], first: 2, salt: 6, type: type),
                try HandMadeLog.frame(["c"], first: 3, salt: 6),
            ])
        let (records, damage) = try log.read()
        #expect(records.summary == ["1 a", "3 c"])
        #expect(damage.map(\.lostRecords) == [1], "\(damage)")
    }

    /// Type 0 is none, not even one that may be skipped.
    @Test(arguments: [0, 200] as [UInt8]) func aFrameOfAnUnknownTypeWithoutRecords(type: UInt8) throws {
        var payload = ByteWriter()
        payload.byte(1)
        var header = try HandMadeLog.frame(["a"], first: 1, salt: 6).header
        (header.type, header.flags, header.recordCount, header.span, header.kinds) = (type, 0, 0, 0, 0)
        var optional = EncodedFrame(payload: payload, header: header, effort: .fast)
        optional.place(firstSequence: 2, salt: 6)
        log.add(
            HandMadeLog.name(1, salt: 6),
            [
                try HandMadeLog.frame(["a"], first: 1, salt: 6), optional,
                try HandMadeLog.frame(["b"], first: 2, salt: 6),
            ])
        #expect(try log.read().records.summary == ["1 a", "2 b"])
        let damage = try log.verify().damage
        #expect(damage.isEmpty == (type != 0) && damage.allSatisfy { $0.lostRecords == 0 }, "\(damage)")
    }

    @Test func aFrameOfAnUnknownRequiredTypeIsRefused() throws {
        log.add(
            HandMadeLog.name(1, salt: 6), [try HandMadeLog.frame(["a"], first: 1, salt: 6, type: 3)])
        #expect { try log.snapshot() } throws: { ($0 as? LogError)?.code == .unsupportedVersion }
    }

    /// A process that is killed between the footer and the cut leaves zeros behind the trailer.
    @Test(arguments: [8, 1000]) func aFooterThatWasNotCutBehindIsNoDamage(zeros: Int) throws {
        let log = try SmallLog(records: 200, perFrame: 7, segmentLength: 3000, seed: 12)
        log.system.change(log.segments[0]) { $0 += [UInt8](repeating: 0, count: zeros) }
        let report = try Verification.run(directory: log.directory, system: log.system)
        #expect(report.damage.isEmpty, "\(report.damage)")
        #expect(report.notes.count == 1, "\(report.notes)")
        #expect(report.records == 200)
        // Any bit of that footer still counts.
        let end = try #require(log.system.files[log.segments[0]]).count - zeros
        for place in [end - 1, end - Format.trailerLength, end - Format.trailerLength - 8] {
            let copy = log.system.copy()
            copy.change(log.segments[0]) { $0[place] ^= 1 }
            #expect(try Verification.run(directory: log.directory, system: copy).damage.count == 1)
        }
    }
}
