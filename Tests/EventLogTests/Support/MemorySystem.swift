import EventLog
import Synchronization

/// A file system in memory, for one process at a time. Locks are not contended.
final class MemorySystem: SystemCalls {
    private struct State {
        var files: [String: [UInt8]] = [:]
        var directories: Set<String> = ["/"]
        var open: [Descriptor: String] = [:]
        var next: Int32 = 3
        var clock: Int64 = 0
    }

    private let state = Mutex(State())
    private static let notFound: Int32 = 2
    private static let exists: Int32 = 17
    private static let badDescriptor: Int32 = 9

    /// A copy that shares nothing, with no file open.
    func copy() -> MemorySystem {
        let other = MemorySystem()
        let (files, directories) = state.withLock { ($0.files, $0.directories) }
        other.state.withLock {
            $0.files = files
            $0.directories = directories
        }
        return other
    }

    var files: [String: [UInt8]] { state.withLock { $0.files } }

    func change(_ path: String, _ body: (inout [UInt8]) -> Void) {
        state.withLock { state in
            guard var bytes = state.files.removeValue(forKey: path) else { return }
            body(&bytes)
            state.files[path] = bytes
        }
    }

    func remove(_ path: String) { state.withLock { $0.files[path] = nil } }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let result: Result<Descriptor, SystemError> = state.withLock { state in
            let isThere = state.files[path] != nil || state.directories.contains(path)
            switch mode {
            case .read, .readWrite:
                guard isThere else {
                    return .failure(SystemError(call: "open", path: path, number: Self.notFound))
                }
            case .createNew:
                guard !isThere else {
                    return .failure(SystemError(call: "open", path: path, number: Self.exists))
                }
                state.files[path] = []
            case .readWriteCreate: if !isThere { state.files[path] = [] }
            }
            let file = Descriptor(state.next)
            state.next += 1
            state.open[file] = path
            return .success(file)
        }
        return try result.get()
    }

    func close(_ file: Descriptor) { state.withLock { $0.open[file] = nil } }

    private func with<R>(
        _ file: Descriptor, _ call: String, _ body: (inout [UInt8]) -> R
    ) throws(SystemError) -> R {
        let result: Result<R, SystemError> = state.withLock { state in
            guard let path = state.open[file], var bytes = state.files.removeValue(forKey: path) else {
                return .failure(SystemError(call: call, path: "", number: Self.badDescriptor))
            }
            let result = body(&bytes)
            state.files[path] = bytes
            return .success(result)
        }
        return try result.get()
    }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        try with(file, "pread") { bytes in
            let count = max(0, min(buffer.count, bytes.count - offset))
            if count > 0 {
                bytes.withUnsafeBytes { source in
                    buffer.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: source[offset..<(offset + count)]))
                }
            }
            return count
        }
    }

    func write(_ file: Descriptor, _ source: UnsafeRawBufferPointer, at offset: Int) throws(SystemError)
        -> Int
    {
        try with(file, "pwrite") { bytes in
            if bytes.count < offset + source.count {
                bytes += [UInt8](repeating: 0, count: offset + source.count - bytes.count)
            }
            bytes.replaceSubrange(offset..<(offset + source.count), with: source)
            return source.count
        }
    }

    func allocate(_ file: Descriptor, length: Int) throws(SystemError) {
        try with(file, "fallocate") { bytes in
            if bytes.count < length { bytes += [UInt8](repeating: 0, count: length - bytes.count) }
        }
    }

    func truncate(_ file: Descriptor, length: Int) throws(SystemError) {
        try with(file, "ftruncate") { bytes in
            bytes = Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - bytes.count))
        }
    }

    func size(_ file: Descriptor) throws(SystemError) -> Int { try with(file, "fstat") { $0.count } }
    func syncData(_ file: Descriptor) throws(SystemError) { try with(file, "fdatasync") { _ in } }
    func syncDirectory(_ path: String) throws(SystemError) {}

    func rename(_ from: String, to: String) throws(SystemError) {
        state.withLock { state in
            state.files[to] = state.files.removeValue(forKey: from)
            for (file, path) in state.open where path == from { state.open[file] = to }
        }
    }

    func unlink(_ path: String) throws(SystemError) { remove(path) }

    func makeDirectory(_ path: String) throws(SystemError) {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let isThere = state.withLock { state in
            guard state.directories.contains("/" + parent) else { return false }
            state.directories.insert(path)
            return true
        }
        if !isThere { throw SystemError(call: "mkdir", path: path, number: Self.notFound) }
    }

    func list(_ path: String) throws(SystemError) -> [String] {
        let names: [String]? = state.withLock { state in
            guard state.directories.contains(path) else { return nil }
            return state.files.keys.filter { $0.hasPrefix(path + "/") }.map {
                String($0.dropFirst(path.count + 1))
            }
        }
        guard let names else { throw SystemError(call: "opendir", path: path, number: Self.notFound) }
        return names
    }

    func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool { true }
    func unlock(_ file: Descriptor) {}
    func sleep(microseconds: Int) { state.withLock { $0.clock += Int64(microseconds) } }
    func monotonicMicroseconds() -> Int64 { state.withLock { $0.clock } }
}
