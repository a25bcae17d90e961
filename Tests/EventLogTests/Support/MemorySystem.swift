import EventLog
import Synchronization

/// A file system in memory, for one process at a time. Locks are not contended. As on disk, a name and a file
/// are two things: a descriptor holds on to its file when another takes its name.
final class MemorySystem: SystemCalls {
    private struct State {
        var contents: [Int: [UInt8]] = [:]
        var names: [String: Int] = [:]
        var directories: Set<String> = ["/"]
        var open: [Descriptor: Int] = [:]
        var next: Int32 = 3
        var nextFile = 1
        var clock: Int64 = 0

        mutating func make(_ path: String) {
            contents[nextFile] = []
            names[path] = nextFile
            nextFile += 1
        }

        /// Gives the space of a file back once neither a name nor a descriptor leads to it.
        mutating func drop(_ file: Int?) {
            guard let file, !names.values.contains(file), !open.values.contains(file) else { return }
            contents[file] = nil
        }
    }

    private let state = Mutex(State())
    private static let notFound: Int32 = 2
    private static let exists: Int32 = 17
    private static let badDescriptor: Int32 = 9

    /// A copy that shares nothing, with no file open. Files keep their numbers.
    func copy() -> MemorySystem {
        let other = MemorySystem()
        let (contents, names, directories, nextFile) = state.withLock {
            ($0.contents, $0.names, $0.directories, $0.nextFile)
        }
        other.state.withLock {
            $0.contents = contents
            $0.names = names
            $0.directories = directories
            $0.nextFile = nextFile
        }
        return other
    }

    /// The files by their paths.
    var files: [String: [UInt8]] {
        state.withLock { state in state.names.mapValues { state.contents[$0] ?? [] } }
    }

    /// What tells the file behind an open descriptor from all others, whatever its name is now.
    func fileNumber(_ file: Descriptor) -> Int? { state.withLock { $0.open[file] } }

    /// Bytes of all files that a name or a descriptor leads to.
    var heldBytes: Int { state.withLock { $0.contents.values.reduce(0) { $0 + $1.count } } }

    var openCount: Int { state.withLock { $0.open.count } }

    func change(_ path: String, _ body: (inout [UInt8]) -> Void) {
        state.withLock { state in
            guard let file = state.names[path], var bytes = state.contents.removeValue(forKey: file) else {
                return
            }
            body(&bytes)
            state.contents[file] = bytes
        }
    }

    /// Puts a file there, in the place of one that has the name.
    func put(_ path: String, _ bytes: [UInt8]) {
        state.withLock { state in
            let old = state.names[path]
            state.make(path)
            if let file = state.names[path] { state.contents[file] = bytes }
            state.drop(old)
        }
    }

    func remove(_ path: String) { state.withLock { $0.drop($0.names.removeValue(forKey: path)) } }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let result: Result<Descriptor, SystemError> = state.withLock { state in
            let isThere = state.names[path] != nil || state.directories.contains(path)
            switch mode {
            case .read, .readWrite:
                guard isThere else {
                    return .failure(SystemError(call: "open", path: path, number: Self.notFound))
                }
            case .createNew:
                guard !isThere else {
                    return .failure(SystemError(call: "open", path: path, number: Self.exists))
                }
                state.make(path)
            case .readWriteCreate: if !isThere { state.make(path) }
            }
            let file = Descriptor(state.next)
            state.next += 1
            state.open[file] = state.names[path] ?? 0
            return .success(file)
        }
        return try result.get()
    }

    func close(_ file: Descriptor) { state.withLock { $0.drop($0.open.removeValue(forKey: file)) } }

    private func with<R>(
        _ file: Descriptor, _ call: String, _ body: (inout [UInt8]) -> R
    ) throws(SystemError) -> R {
        let result: Result<R, SystemError> = state.withLock { state in
            guard let number = state.open[file], var bytes = state.contents.removeValue(forKey: number)
            else {
                return .failure(SystemError(call: call, path: "", number: Self.badDescriptor))
            }
            let result = body(&bytes)
            state.contents[number] = bytes
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
        let isThere = state.withLock { state in
            guard let file = state.names.removeValue(forKey: from) else { return false }
            let old = state.names.updateValue(file, forKey: to)
            state.drop(old)
            return true
        }
        if !isThere { throw SystemError(call: "rename", path: from, number: Self.notFound) }
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
            return state.names.keys.filter { $0.hasPrefix(path + "/") }.map {
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
