internal import LogFormat

/// What the lock file says beside being locked: hints for those who come next. All of it is derived; a file
/// that is missing, empty or damaged changes no answer.
struct LockState: Equatable {
    static let fileName = "lock"
    private static let magic: UInt64 = 0x0A4B_434F_4C47_5645  // "EVGLOCK\n"
    private static let length = 40

    /// Raised by one before a commit writes and by one after it: odd if its holder died in between.
    var commits: UInt64 = 0
    /// Raised before a segment is added or replaced, so that others look at the directory again.
    var layouts: UInt64 = 0
    /// What the next record will get. Raised after a commit is durable, so never ahead of the log.
    var nextSequence: UInt64 = 1

    private func encode(into target: UnsafeMutableRawBufferPointer) {
        target.storeLittle(Self.magic, at: 0)
        target.storeLittle(commits, at: 8)
        target.storeLittle(layouts, at: 16)
        target.storeLittle(nextSequence, at: 24)
        let sum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<32]))
        target.storeLittle(sum, at: 32)
        target.storeLittle(UInt32(0), at: 36)
    }

    private init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.length, bytes.little(0, as: UInt64.self) == Self.magic,
            bytes.little(32, as: UInt32.self)
                == Checksum.crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<32])),
            bytes.little(36, as: UInt32.self) == 0
        else { return nil }
        commits = bytes.little(8, as: UInt64.self)
        layouts = bytes.little(16, as: UInt64.self)
        nextSequence = bytes.little(24, as: UInt64.self)
        guard (1...Format.maximumSequence).contains(nextSequence) else { return nil }
    }

    init() {}

    static func read(_ file: Descriptor, system: any SystemCalls) -> LockState? {
        withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
            guard let count = try? system.readWhole(file, into: buffer, at: 0), count == length else {
                return nil
            }
            return LockState(UnsafeRawBufferPointer(buffer))
        }
    }

    static func read(directory: String, system: any SystemCalls) -> LockState? {
        guard let file = try? system.openFile(directory + "/" + fileName, .read) else { return nil }
        defer { system.close(file) }
        return read(file, system: system)
    }

    func write(to file: Descriptor, system: any SystemCalls) throws(SystemError) {
        var failure: SystemError?
        withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { buffer in
            encode(into: buffer)
            do throws(SystemError) {
                try system.writeWhole(file, UnsafeRawBufferPointer(buffer), at: 0, path: Self.fileName)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
