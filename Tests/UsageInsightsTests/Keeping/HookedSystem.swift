import EventLog
import Synchronization

/// The real file system, with something that happens once before one of the calls: the first, from a given one on,
/// at which the log's lock is free.
final class HookedSystem: SystemCalls {
    private struct State {
        var calls = 0
        var lock: Descriptor?
        var holdsLock = false
        var hook: (@Sendable () -> Void)?
    }

    private let base = HostSystem()
    private let place: Int
    private let state: Mutex<State>

    init(before place: Int, _ hook: @escaping @Sendable () -> Void) {
        self.place = place
        state = Mutex(State(hook: hook))
    }

    var hasFired: Bool { state.withLock { $0.hook == nil } }

    private func count() {
        let hook: (@Sendable () -> Void)? = state.withLock { state in
            defer { state.calls += 1 }
            guard state.calls >= place, !state.holdsLock else { return nil }
            defer { state.hook = nil }
            return state.hook
        }
        hook?()
    }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        count()
        let file = try base.open(path, mode)
        if mode == .readWriteCreate { state.withLock { $0.lock = file } }
        return file
    }

    func close(_ file: Descriptor) { base.close(file) }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        count()
        return try base.read(file, into: buffer, at: offset)
    }

    func write(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        count()
        return try base.write(file, bytes, at: offset)
    }

    func allocate(_ file: Descriptor, length: Int) throws(SystemError) {
        count()
        try base.allocate(file, length: length)
    }

    func truncate(_ file: Descriptor, length: Int) throws(SystemError) {
        count()
        try base.truncate(file, length: length)
    }

    func size(_ file: Descriptor) throws(SystemError) -> Int {
        count()
        return try base.size(file)
    }

    func syncData(_ file: Descriptor) throws(SystemError) { count() }
    func syncDirectory(_ path: String) throws(SystemError) { count() }

    func rename(_ from: String, to: String) throws(SystemError) {
        count()
        try base.rename(from, to: to)
    }

    func unlink(_ path: String) throws(SystemError) {
        count()
        try base.unlink(path)
    }

    func makeDirectory(_ path: String) throws(SystemError) { try base.makeDirectory(path) }

    func list(_ path: String) throws(SystemError) -> [String] {
        count()
        return try base.list(path)
    }

    func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool {
        count()
        let isTaken = try base.tryLock(file, exclusive: exclusive)
        if isTaken { state.withLock { if $0.lock == file { $0.holdsLock = true } } }
        return isTaken
    }

    func unlock(_ file: Descriptor) {
        base.unlock(file)
        state.withLock { if $0.lock == file { $0.holdsLock = false } }
    }

    func sleep(microseconds: Int) { base.sleep(microseconds: microseconds) }
    func monotonicMicroseconds() -> Int64 { base.monotonicMicroseconds() }
}
