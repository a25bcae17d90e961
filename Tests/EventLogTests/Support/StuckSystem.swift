import EventLog
import Synchronization

/// A disk that is full from the first failed sync on, for segments alone: what is in the cache stays there.
final class StuckSystem: SystemCalls {
    private let base: MemorySystem
    let breaksAtSync = Mutex(false)
    private let broken = Mutex<Set<Int>>([])

    init(_ base: MemorySystem) { self.base = base }

    private static let noSpace: Int32 = 28

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        try base.open(path, mode)
    }

    func close(_ file: Descriptor) { base.close(file) }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        try base.read(file, into: buffer, at: offset)
    }

    func write(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        if let number = base.fileNumber(file), broken.withLock({ $0.contains(number) }) {
            throw SystemError(call: "pwrite", path: "", number: Self.noSpace)
        }
        return try base.write(file, bytes, at: offset)
    }

    func allocate(_ file: Descriptor, length: Int) throws(SystemError) {
        try base.allocate(file, length: length)
    }

    func truncate(_ file: Descriptor, length: Int) throws(SystemError) {
        try base.truncate(file, length: length)
    }

    func size(_ file: Descriptor) throws(SystemError) -> Int { try base.size(file) }

    func syncData(_ file: Descriptor) throws(SystemError) {
        if breaksAtSync.withLock({ $0 }), let number = base.fileNumber(file) {
            broken.withLock { _ = $0.insert(number) }
            throw SystemError(call: "fdatasync", path: "", number: Self.noSpace)
        }
        try base.syncData(file)
    }

    func syncDirectory(_ path: String) throws(SystemError) { try base.syncDirectory(path) }
    func rename(_ from: String, to: String) throws(SystemError) { try base.rename(from, to: to) }
    func unlink(_ path: String) throws(SystemError) { try base.unlink(path) }
    func makeDirectory(_ path: String) throws(SystemError) { try base.makeDirectory(path) }
    func list(_ path: String) throws(SystemError) -> [String] { try base.list(path) }

    func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool {
        try base.tryLock(file, exclusive: exclusive)
    }

    func unlock(_ file: Descriptor) { base.unlock(file) }
    func sleep(microseconds: Int) { base.sleep(microseconds: microseconds) }
    func monotonicMicroseconds() -> Int64 { base.monotonicMicroseconds() }
}
