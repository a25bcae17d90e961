import EventLog
import LogFormat
import Synchronization

/// Which system calls fail, and how. Shared by all processes of one run.
final class FaultPlan: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case ioError, noSpace, interrupted
        /// A read or a write does only a part of what it was asked for.
        case short
        /// The call does all of its work (a write half of it) and says that it failed.
        case failsAfterDoing
    }

    /// Calls that `kind` can befall are counted from 0; those in `calls` fail.
    struct Faults: Sendable, CustomStringConvertible {
        var kind: Kind
        var calls: Range<Int>
        /// Where only calls of one sort are counted and fail.
        var only: FaultySystem.Call?

        var description: String { "\(kind.rawValue) at calls \(calls)" }
    }

    private struct State {
        var faults: Faults?
        var count = 0
        var fired = 0
        var unsyncable: Set<Int> = []
        var syncedDirectories: [String] = []
        var broken: [String] = []
    }

    private let state = Mutex(State())

    init(_ faults: Faults? = nil) { state.withLock { $0.faults = faults } }

    /// Begins to count anew, with other faults or none.
    func set(_ faults: Faults?) {
        state.withLock { state in
            state.faults = faults
            state.count = 0
            state.fired = 0
        }
    }

    var calls: Int { state.withLock { $0.count } }
    var fired: Int { state.withLock { $0.fired } }
    /// Files whose sync failed in any process.
    var unsyncable: Set<Int> { state.withLock { $0.unsyncable } }
    /// What was done against the law of poisoned files.
    var broken: [String] { state.withLock { $0.broken } }

    fileprivate func next(_ call: FaultySystem.Call) -> Kind? {
        state.withLock { state in
            guard let faults = state.faults, Self.can(faults.kind, befall: call),
                faults.only == nil || faults.only == call
            else { return nil }
            defer { state.count += 1 }
            guard faults.calls.contains(state.count) else { return nil }
            state.fired += 1
            return faults.kind
        }
    }

    private static func can(_ kind: Kind, befall call: FaultySystem.Call) -> Bool {
        switch kind {
        case .ioError, .interrupted: true
        case .noSpace: [.create, .write, .allocate, .sync, .syncDirectory, .rename].contains(call)
        case .short: [.read, .write].contains(call)
        case .failsAfterDoing:
            [.write, .allocate, .truncate, .sync, .syncDirectory, .rename, .unlink].contains(call)
        }
    }

    var syncedDirectories: [String] { state.withLock { $0.syncedDirectories } }

    fileprivate func synced(directory: String) { state.withLock { $0.syncedDirectories.append(directory) } }

    fileprivate func syncFailed(_ file: Int) { state.withLock { _ = $0.unsyncable.insert(file) } }

    fileprivate func report(_ text: String) { state.withLock { $0.broken.append(text) } }
}

/// One process's view of a `MemorySystem`, in which calls fail as a plan says. Holds the process to the law of
/// poisoned files: after a failed sync the file is never synced again.
final class FaultySystem: SystemCalls {
    enum Call: Sendable {
        case open, create, read, write, allocate, truncate, size, sync, syncDirectory, rename, unlink
        case makeDirectory, list, lock
    }

    let base: MemorySystem
    let plan: FaultPlan
    private let unsyncable: Mutex<Set<Int>>

    /// `unsyncable` holds files that must not be synced, as other processes found.
    init(_ base: MemorySystem, _ plan: FaultPlan = FaultPlan(), unsyncable: Set<Int> = []) {
        self.base = base
        self.plan = plan
        self.unsyncable = Mutex(unsyncable)
    }

    /// Adds files that must not be synced.
    func forbid(_ files: Set<Int>) { unsyncable.withLock { $0.formUnion(files) } }

    private static func error(_ kind: FaultPlan.Kind, _ call: Call, _ path: String) -> SystemError {
        let number: Int32 =
            switch kind {
            case .noSpace: 28
            case .interrupted: 4
            case .ioError, .short, .failsAfterDoing: 5
            }
        return SystemError(call: "\(call)", path: path, number: number)
    }

    private func attempt<R>(
        _ call: Call, _ path: String = "", _ body: () throws(SystemError) -> R
    ) throws(SystemError) -> R {
        guard let kind = plan.next(call) else { return try body() }
        if kind == .failsAfterDoing { _ = try body() }
        throw Self.error(kind, call, path)
    }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let creates = mode == .createNew || mode == .readWriteCreate
        return try attempt(creates ? .create : .open, path) { () throws(SystemError) in
            try base.open(path, mode)
        }
    }

    func close(_ file: Descriptor) { base.close(file) }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        switch plan.next(.read) {
        case nil: return try base.read(file, into: buffer, at: offset)
        case .short?:
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<((buffer.count + 1) / 3 + 1)])
            return try base.read(file, into: buffer.count < 3 ? buffer : part, at: offset)
        case let kind?: throw Self.error(kind, .read, "")
        }
    }

    func write(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        let half = UnsafeRawBufferPointer(rebasing: bytes[..<((bytes.count + 1) / 2)])
        switch plan.next(.write) {
        case nil: return try base.write(file, bytes, at: offset)
        case .short?: return try base.write(file, half, at: offset)
        case .failsAfterDoing?:
            _ = try base.write(file, half, at: offset)
            throw Self.error(.failsAfterDoing, .write, "")
        case let kind?: throw Self.error(kind, .write, "")
        }
    }

    func allocate(_ file: Descriptor, length: Int) throws(SystemError) {
        try attempt(.allocate) { () throws(SystemError) in try base.allocate(file, length: length) }
    }

    func truncate(_ file: Descriptor, length: Int) throws(SystemError) {
        try attempt(.truncate) { () throws(SystemError) in try base.truncate(file, length: length) }
    }

    func size(_ file: Descriptor) throws(SystemError) -> Int {
        try attempt(.size) { () throws(SystemError) in try base.size(file) }
    }

    func syncData(_ file: Descriptor) throws(SystemError) {
        let number = base.fileNumber(file) ?? 0
        if unsyncable.withLock({ $0.contains(number) }) {
            plan.report("file \(number) was synced again after a sync of it had failed")
        }
        do throws(SystemError) {
            try attempt(.sync) { () throws(SystemError) in try base.syncData(file) }
        } catch {
            if error.number != 4 {
                unsyncable.withLock { _ = $0.insert(number) }
                plan.syncFailed(number)
            }
            throw error
        }
    }

    func syncDirectory(_ path: String) throws(SystemError) {
        try attempt(.syncDirectory, path) { () throws(SystemError) in try base.syncDirectory(path) }
        plan.synced(directory: path)
    }

    func rename(_ from: String, to: String) throws(SystemError) {
        try attempt(.rename, from) { () throws(SystemError) in try base.rename(from, to: to) }
    }

    func unlink(_ path: String) throws(SystemError) {
        try attempt(.unlink, path) { () throws(SystemError) in try base.unlink(path) }
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        try attempt(.makeDirectory, path) { () throws(SystemError) in try base.makeDirectory(path) }
    }

    func list(_ path: String) throws(SystemError) -> [String] {
        try attempt(.list, path) { () throws(SystemError) in try base.list(path) }
    }

    func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool {
        try attempt(.lock) { () throws(SystemError) in try base.tryLock(file, exclusive: exclusive) }
    }

    func unlock(_ file: Descriptor) { base.unlock(file) }
    func sleep(microseconds: Int) { base.sleep(microseconds: microseconds) }
    func monotonicMicroseconds() -> Int64 { base.monotonicMicroseconds() }
}
