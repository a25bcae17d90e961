internal import EventLog
internal import LogFormat

/// A log with one segment of any bytes, and perhaps one after it.
///
/// Four bytes say how it is made: bit 0 of the first puts checksums around everything, bit 1 adds a lock file
/// that promises as many sequences more than the segment's first as the second byte says, bit 2 a segment that
/// begins as many sequences behind it as the third says and holds the first one's end at eight times the fourth,
/// bit 3 makes the writer seal after each commit. The rest is the segment.
enum SegmentCheck {
    private static let directory = "/log"

    static func violation(_ input: [UInt8]) -> String? {
        guard input.count > 4 else { return nil }
        do {
            let system = try make(input)
            return try check(system, sealing: input[0] & 8 != 0)
        } catch let broken as FrameContents.Broken {
            return broken.what
        } catch is LogError {
            return nil
        } catch {
            return "an error of another type: \(error)"
        }
    }

    private static func make(_ input: [UInt8]) throws -> MemorySystem {
        let system = MemorySystem()
        try system.makeDirectory(directory)
        var bytes = Array(input.dropFirst(4))
        if input[0] & 1 != 0 { Resealing.segment(&bytes) }
        let name = self.name(bytes)
        system.put(directory + "/" + name.fileName, bytes)
        if input[0] & 2 != 0 {
            system.put(directory + "/lock", lockFile(next: name.firstSequence &+ UInt64(input[1])))
        }
        if input[0] & 4 != 0, name.firstSequence < Format.maximumSequence - 256 {
            let next = SegmentName(
                firstSequence: name.firstSequence + UInt64(input[2]), lastSequence: Format.openEnd,
                generation: 0, salt: 0x5EED)
            var header = SegmentHeader(name: next)
            header.previousFirstSequence = name.firstSequence
            header.previousSalt = name.salt
            header.previousEnd = UInt64(input[3]) * UInt64(Format.alignment)
            let frame = try frame(first: next.firstSequence, salt: next.salt)
            system.put(
                directory + "/" + next.fileName,
                header.encode() + frame.bytes + [UInt8](repeating: 0, count: 64))
        }
        return system
    }

    /// A lock file (section 1 of the format) after one commit.
    private static func lockFile(next: UInt64) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 40)
        bytes.replaceSubrange(0..<8, with: Array("EVGLOCK\n".utf8))
        bytes.withUnsafeMutableBytes { buffer in
            buffer.storeLittle(UInt64(2), at: 8)
            buffer.storeLittle(next, at: 24)
            let sum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<32]))
            buffer.storeLittle(sum, at: 32)
        }
        return bytes
    }

    /// The name that the header says, where one can: else the header is refused and little else is seen.
    private static func name(_ bytes: [UInt8]) -> SegmentName {
        let plain = SegmentName(firstSequence: 1, lastSequence: Format.openEnd, generation: 0, salt: 6)
        guard bytes.count >= Format.segmentHeaderLength else { return plain }
        let name = bytes.withUnsafeBytes {
            SegmentName(
                firstSequence: $0.little(16, as: UInt64.self), lastSequence: $0.little(24, as: UInt64.self),
                generation: $0.little(32, as: UInt32.self), salt: $0.little(12, as: UInt32.self))
        }
        return SegmentName(fileName: name.fileName) ?? plain
    }

    private static func frame(first: UInt64, salt: UInt32) throws -> EncodedFrame {
        let builder = FrameBuilder()
        builder.append(Record(timestamp: 5, name: "after"))
        guard var frame = builder.encode() else { throw FrameContents.Broken(what: "no frame of one record") }
        frame.place(firstSequence: first, salt: salt)
        return frame
    }

    private static func check(_ system: MemorySystem, sealing: Bool) throws -> String? {
        let snapshot = try LogSnapshot(directory: directory, system: system)
        let before = try read(snapshot)
        let sequences = before.items.map(\.sequence)
        guard zip(sequences, sequences.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return "a sequence is there twice: \(sequences)"
        }
        let report = try Verification.run(directory: directory, system: system)
        if report.damage.isEmpty && !(snapshot.damage + before.damage).isEmpty {
            return "verify says nothing of \(snapshot.damage + before.damage)"
        }
        if report.damage.isEmpty && report.records != before.items.count {
            return "verify counts \(report.records) records of \(before.items.count)"
        }
        var options = LogOptions()
        if sealing { options.segmentLength = 64 }
        do throws(LogError) {
            let writer = try LogWriter(directory: directory, options: options, system: system)
            let given = try writer.append([Record(timestamp: 7, name: "one more")])
            if let last = sequences.last, given.lowerBound <= last {
                return "sequence \(given.lowerBound) again"
            }
        } catch {
            let after = try read(LogSnapshot(directory: directory, system: system))
            return after.items == before.items ? nil : "an append that failed (\(error)) changed what is read"
        }
        let after = try read(LogSnapshot(directory: directory, system: system))
        // More may be there than before: what was in conflict with another segment need not be with a new one.
        var sought = before.items[...]
        for item in after.items where item == sought.first { sought.removeFirst() }
        guard sought.isEmpty, after.items.last?.name == Array("one more".utf8) else {
            return "after an append, \(before.items.count) records are \(after.items.count)"
        }
        guard try read(LogSnapshot(after: snapshot)).items == after.items else {
            return "a snapshot after another reads something else"
        }
        return nil
    }

    private static func read(
        _ snapshot: LogSnapshot
    ) throws -> (items: [FrameContents.Item], damage: [Damage]) {
        let (folds, damage) = try snapshot.fold(threads: 1, make: { Collector() })
        if let broken = folds.lazy.compactMap(\.broken).first { throw broken }
        return (folds.flatMap(\.items).sorted { $0.sequence < $1.sequence }, damage)
    }

    private final class Collector: FrameFold {
        var items: [FrameContents.Item] = []
        var broken: FrameContents.Broken?

        func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
            do {
                items += try FrameContents(frame).items
            } catch let error as FormatError {
                throw error
            } catch {
                broken = error as? FrameContents.Broken
            }
        }
    }
}
