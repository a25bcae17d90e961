package import LogFormat

/// One segment of a snapshot, open for reading: its frames as they were when it was opened. Closes its file
/// when the last reader lets go, so a compaction may unlink it meanwhile. Immutable, so safe on any thread.
package final class SegmentFile: Sendable {
    package let name: SegmentName
    package let entries: [FrameEntry]
    package let damage: [Damage]
    let header: SegmentHeader?
    let file: Descriptor
    let path: String
    let walk: SegmentWalk
    /// The frames were taken from a footer that is whole, without looking at them.
    let hasWholeFooter: Bool
    /// Bytes of the file, and of those the ones that belong to the log.
    package let fileLength: Int
    private let system: any SystemCalls

    deinit { system.close(file) }

    let limits: SegmentLimits

    /// Opens `name` in `directory`. `limits` is what the next segment says of where this one ended; `earlier` the
    /// same segment as it was before, so that only what came since is walked.
    init(
        _ name: SegmentName, in directory: String, limits: SegmentLimits, system: any SystemCalls,
        after earlier: SegmentFile? = nil
    ) throws(LogError) {
        let path = directory + "/" + name.fileName
        let file: Descriptor
        do throws(SystemError) {
            file = try system.openFile(path, .read)
        } catch {
            throw LogError(error, "open a segment", path: path)
        }
        do throws(LogError) {
            let found = try Self.examine(
                name, file: file, path: path, limits: limits, system: system, after: earlier)
            header = found.header
            walk = found.walk
            entries = found.walk.entries
            damage = found.damage
            fileLength = found.length
            hasWholeFooter = found.hasWholeFooter
        } catch {
            system.close(file)
            throw error
        }
        self.name = name
        self.limits = limits
        self.file = file
        self.path = path
        self.system = system
    }

    private struct Findings {
        var header: SegmentHeader?
        var walk: SegmentWalk
        var damage: [Damage]
        var length: Int
        var hasWholeFooter: Bool
    }

    private static func examine(
        _ name: SegmentName, file: Descriptor, path: String, limits: SegmentLimits, system: any SystemCalls,
        after earlier: SegmentFile?
    ) throws(LogError) -> Findings {
        var damage: [Damage] = []
        let (header, length) = try readHeader(name, file: file, path: path, system: system, into: &damage)
        // A footer is a shortcut. Where it isn't whole, the frames say the same.
        if let walk = try sealedWalk(
            name, file: file, path: path, length: length, limits: limits, system: system)
        {
            return Findings(
                header: header, walk: walk, damage: damage + walk.damage, length: length, hasWholeFooter: true
            )
        }
        let walker = SegmentWalker(name, file: file, path: path, system: system, limits: limits)
        let isWalkedOn =
            earlier.map { $0.walk.ending == .open && $0.damage.isEmpty && $0.limits == limits } ?? false
        let walk = try walker.walk(after: isWalkedOn ? earlier?.walk : nil)
        return Findings(
            header: header, walk: walk, damage: damage + walk.damage, length: length, hasWholeFooter: false)
    }

    private static func readHeader(
        _ name: SegmentName, file: Descriptor, path: String, system: any SystemCalls,
        into damage: inout [Damage]
    ) throws(LogError) -> (SegmentHeader?, Int) {
        var bytes = [UInt8](repeating: 0, count: Format.segmentHeaderLength)
        var length = 0
        do throws(SystemError) {
            length = try system.sizeOf(file)
            var failure: SystemError?
            bytes.withUnsafeMutableBytes { buffer in
                do throws(SystemError) {
                    _ = try system.readWhole(file, into: buffer, at: 0)
                } catch { failure = error }
            }
            if let failure { throw failure }
        } catch {
            throw LogError(error, "read a segment", path: path)
        }
        let decoded = bytes.withUnsafeBytes { buffer in
            Result { () throws(FormatError) in try SegmentHeader.decode(buffer) }
        }
        switch decoded {
        case .success(let header) where header.name == name: return (header, length)
        case .failure(.unsupported(let what)):
            throw LogError(.unsupportedVersion, "needs a newer version: \(what)", path: path, offset: 0)
        case .success:
            damage.append(
                Damage(
                    file: name.fileName, offset: 0, length: Format.segmentHeaderLength, lostRecords: 0,
                    reason: "the header is that of another segment"))
        case .failure(let error):
            damage.append(
                Damage(
                    file: name.fileName, offset: 0, length: Format.segmentHeaderLength, lostRecords: 0,
                    reason: "segment header: \(error)"))
        }
        return (nil, length)
    }

    /// The frames by the footer, if the segment has one that is whole.
    static func sealedWalk(
        _ name: SegmentName, file: Descriptor, path: String, length: Int, limits: SegmentLimits,
        system: any SystemCalls
    ) throws(LogError) -> SegmentWalk? {
        let window = FileWindow(system: system, file: file)
        let trailerStart = length - Format.trailerLength
        guard trailerStart >= Format.segmentHeaderLength,
            let trailer = try? window.bytes(at: trailerStart, count: Format.trailerLength, sparse: true),
            let footerOffset = try? SegmentTrailer.decode(trailer, salt: name.salt),
            footerOffset <= trailerStart - Format.frameHeaderLength,
            let footer = try? window.bytes(
                at: footerOffset, count: trailerStart - footerOffset, sparse: true),
            let header = try? FrameHeader.decode(footer, salt: name.salt),
            footerOffset + header.frameLength == trailerStart
        else { return nil }
        let stored = UnsafeRawBufferPointer(rebasing: footer[Format.frameHeaderLength...])
        do throws(FormatError) {
            let index = try SegmentFooter.decode(header, stored: stored, limit: footerOffset)
            guard (index.entries.first?.firstSequence ?? .max) >= name.firstSequence,
                (index.entries.last?.endSequence ?? 0) <= header.firstSequence
            else { return nil }
            var walk = SegmentWalk(end: footerOffset, nextSequence: header.firstSequence)
            // As when walked: a frame that begins or reaches behind the segment's end is none of its.
            let end = limits.end(of: name)
            walk.entries = index.entries.filter { $0.firstSequence < end && $0.endSequence <= end }
            walk.ending = .sealed
            noteGaps(name, limits, &walk)
            return walk
        } catch {
            if case .unsupported = error { throw LogError(error, path: path, offset: footerOffset) }
            return nil
        }
    }

    /// A segment that was damaged when it was sealed has a footer without the frames that were lost.
    private static func noteGaps(_ name: SegmentName, _ limits: SegmentLimits, _ walk: inout SegmentWalk) {
        var next = name.firstSequence
        var end = Format.segmentHeaderLength
        func note(upTo sequence: UInt64, at offset: Int) {
            guard sequence > next else { return }
            walk.damage.append(
                Damage(
                    file: name.fileName, offset: end, length: offset - end,
                    lostRecords: Int(clamping: sequence - next),
                    reason: "frames are missing: sequences \(next) to \(sequence - 1)"))
        }
        for entry in walk.entries {
            note(upTo: entry.firstSequence, at: entry.offset)
            next = entry.endSequence
            end = entry.end
        }
        note(upTo: min(walk.nextSequence, limits.end(of: name)), at: walk.end)
    }

    var isSealed: Bool { walk.ending == .sealed }

    /// Reads `count` bytes at `offset` into `buffer`; fewer at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(LogError) -> Int {
        do throws(SystemError) {
            return try system.readWhole(file, into: buffer, at: offset)
        } catch {
            throw LogError(error, "read a segment", path: path)
        }
    }
}

extension SegmentFile {
    package var recordCount: Int { entries.reduce(0) { $0 + $1.recordCount } }

    /// Bytes of its frames.
    package var frameBytes: Int { entries.reduce(0) { $0 + $1.frameLength } }

    /// Bytes of the file that hold no frame of the log, beside its header and footer.
    package var unusedBytes: Int {
        max(0, (isSealed ? walk.end : fileLength) - Format.segmentHeaderLength - frameBytes)
    }
}
