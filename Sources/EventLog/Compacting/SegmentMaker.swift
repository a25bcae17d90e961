internal import LogFormat

/// Writes a merged segment under its temporary name, from the first frame to the trailer. Nothing of it is part of
/// the log before it is given its name. Not thread-safe.
final class SegmentMaker {
    let name: SegmentName
    private let system: any SystemCalls
    private let directory: String
    private let file: Descriptor
    private var entries: [FrameEntry] = []
    /// What the next frame covers starts here.
    private(set) var covered: UInt64
    /// Bytes written so far.
    private(set) var length = 0
    private(set) var recordCount = 0

    private var temporary: String { directory + "/" + WriterState.temporaryName(name) }

    init(_ header: SegmentHeader, in directory: String, system: any SystemCalls) throws(LogError) {
        name = header.name
        covered = header.name.firstSequence
        self.directory = directory
        self.system = system
        do throws(SystemError) {
            file = try system.openFile(
                directory + "/" + WriterState.temporaryName(header.name), .createNew)
        } catch {
            throw LogError(error, "make a merged segment", path: directory + "/" + header.name.fileName)
        }
        do throws(LogError) {
            try write(header.encode())
        } catch {
            abandon()
            throw error
        }
    }

    deinit { system.close(file) }

    /// Removes what was written. Safe to call at any time before `publish`.
    func abandon() { try? system.unlink(temporary) }

    /// Adds the frame of all records in `builder` and empties it. The frame covers everything from the end of the
    /// one before to `end`, which is the sequence after the last in it.
    func add(_ builder: FrameBuilder, upTo end: UInt64) throws(LogError) {
        guard !builder.isEmpty else { return }
        guard let frame = builder.encode(effort: .high, covering: covered..<end) else {
            throw LogError(.invalid, "records too far apart for one frame", path: directory)
        }
        recordCount += builder.count
        builder.removeAll()
        try add(frame)
    }

    /// Covers what is left up to `end` with frames that have no records.
    func cover(upTo end: UInt64) throws(LogError) {
        while covered < end {
            let upper = min(end, covered + UInt64(UInt32.max))
            try add(EncodedFrame.empty(covering: covered..<upper))
        }
    }

    private func add(_ frame: EncodedFrame) throws(LogError) {
        var frame = frame
        frame.place(firstSequence: covered, salt: name.salt)
        entries.append(FrameEntry(offset: length, header: frame.header))
        covered = frame.header.endSequence
        try write(frame.bytes)
    }

    /// Ends the file with footer and trailer, and syncs it.
    func finish() throws(LogError) {
        try write(SegmentFooter(entries: entries).ending(at: length, endSequence: covered, salt: name.salt))
        do throws(SystemError) {
            try system.sync(file)
        } catch {
            throw LogError(error, "sync a merged segment", path: temporary)
        }
    }

    /// Gives the file its name. From here on it is part of the log, durably so when this returns.
    func publish() throws(LogError) {
        do throws(SystemError) {
            try system.rename(temporary, to: directory + "/" + name.fileName)
            try system.syncEntries(of: directory)
        } catch {
            throw LogError(error, "swap in a merged segment", path: directory + "/" + name.fileName)
        }
    }

    private func write(_ bytes: [UInt8]) throws(LogError) {
        do throws(SystemError) {
            try WriterState.write(bytes, to: file, at: length, path: temporary, system)
        } catch {
            var failure = LogError(error, "write a merged segment", path: temporary)
            if error.isNoSpace {
                failure.message +=
                    "; merging needs free space for the segments that it merges, and has given back its own"
            }
            throw failure
        }
        length += bytes.count
    }
}
