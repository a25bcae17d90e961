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
    /// The salt of the newest segment if a sync of it has failed, else 0. Like the failed pages that it warns
    /// of it lives in the page cache, and needs to live no longer than they do.
    var poisonedSalt: UInt32 = 0

    /// Writes the 40 bytes of the file to `target`.
    func encode(into target: UnsafeMutableRawBufferPointer) {
        target.storeLittle(Self.magic, at: 0)
        target.storeLittle(commits, at: 8)
        target.storeLittle(layouts, at: 16)
        target.storeLittle(nextSequence, at: 24)
        let sum = Checksum.crc32c(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<32]))
        target.storeLittle(sum ^ poisonedSalt, at: 32)
        target.storeLittle(poisonedSalt, at: 36)
    }

    private init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.length, bytes.little(0, as: UInt64.self) == Self.magic,
            bytes.little(32, as: UInt32.self) ^ bytes.little(36, as: UInt32.self)
                == Checksum.crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<32]))
        else { return nil }
        poisonedSalt = bytes.little(36, as: UInt32.self)
        commits = bytes.little(8, as: UInt64.self)
        layouts = bytes.little(16, as: UInt64.self)
        nextSequence = bytes.little(24, as: UInt64.self)
        guard (1...Format.maximumSequence).contains(nextSequence) else { return nil }
    }

    init() {}

    /// What to start with where the file says nothing. Its counts must be none that another process may
    /// remember, or that one would take the log for the one that it knows.
    static func fresh(_ system: any SystemCalls) -> LockState {
        var state = LockState()
        state.layouts = system.randomNumber()
        return state
    }

    /// Nil if the file says nothing. A failed read is no such thing: what is not known now may be known again,
    /// and must not be forgotten.
    static func read(_ file: Descriptor, system: any SystemCalls) throws(SystemError) -> LockState? {
        let result = withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
            Result { () throws(SystemError) -> LockState? in
                let count = try system.readWhole(file, into: buffer, at: 0)
                return count == length ? LockState(UnsafeRawBufferPointer(buffer)) : nil
            }
        }
        return try result.get()
    }

    static func read(directory: String, system: any SystemCalls) -> LockState? {
        guard let file = try? system.openFile(directory + "/" + fileName, .read) else { return nil }
        defer { system.close(file) }
        return try? read(file, system: system)
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
