import EventLog
import TestSupport

/// One computer: a disk that processes share. Unchecked, since each run has one of its own and stays on its
/// thread.
final class PowerMachine: @unchecked Sendable {
    var disk: PowerDisk
    /// The disk after each call that changed something, where they are kept.
    private(set) var moments: [PowerDisk] = []
    var keepsMoments = false

    fileprivate var salts: SeededGenerator

    /// - Parameter seed: what the salts of segments are drawn from.
    init(_ disk: PowerDisk = PowerDisk(), seed: UInt64 = 0) {
        self.disk = disk
        salts = SeededGenerator(seed: seed)
    }

    fileprivate func changed() { if keepsMoments { moments.append(disk) } }

    /// The moments since the last time.
    func takeMoments() -> [PowerDisk] {
        defer { moments = [] }
        return moments
    }
}

/// What one process sees of a `PowerMachine`. Locks are not contended, and are lost with the process. Unchecked
/// for the same reason as the machine.
final class PowerLossSystem: SystemCalls, @unchecked Sendable {
    /// What this system leaves undone, to show that it is missed.
    enum Neglect: Sendable {
        case fileSyncs, directorySyncs
        /// Asks again after a failed sync, and believes the answer.
        case failedSyncs
    }

    /// A sync that fails.
    struct FailingSync: Sendable {
        /// How many syncs succeed before it.
        var after: Int
        var number: Int32
        /// What it should have written then counts as written.
        var drops: Bool
    }

    let machine: PowerMachine
    private let neglect: Neglect?
    private var random: SeededGenerator
    private var open: [Descriptor: Int] = [:]
    private var next: Int32 = 3
    private var time: Int64 = 0
    /// How many more calls may change something before the process dies.
    var callsLeft: Int?
    var failingSync: FailingSync?
    private(set) var isDead = false
    private(set) var hasFailed = false

    init(_ machine: PowerMachine, neglect: Neglect? = nil, seed: UInt64 = 0) {
        self.machine = machine
        self.neglect = neglect
        random = SeededGenerator(seed: seed)
    }

    var openCount: Int { open.count }

    private static let ioError: Int32 = 5
    /// What a descriptor of a directory leads to: only good to be locked.
    private static let folder = -1

    private func beAlive(_ call: String) throws(SystemError) {
        if isDead { throw SystemError(call: call, path: "", number: Self.ioError) }
    }

    /// A call that changes something. The process dies instead where its time has come.
    private func change<R>(
        _ call: String, _ body: (inout PowerDisk) throws(SystemError) -> R
    ) throws(SystemError) -> R {
        try beAlive(call)
        if let left = callsLeft {
            callsLeft = left - 1
            isDead = left <= 0
            try beAlive(call)
        }
        let result = try body(&machine.disk)
        machine.changed()
        return result
    }

    private func number(_ file: Descriptor, _ call: String) throws(SystemError) -> Int {
        try beAlive(call)
        guard let number = open[file], number != Self.folder else {
            throw SystemError(call: call, path: "", number: 9)
        }
        return number
    }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        try beAlive("open")
        let file: Int
        switch (machine.disk.node(path), mode) {
        case (.file, .createNew): throw SystemError(call: "open", path: path, number: PowerDisk.exists)
        case (.file(let number), _): file = number
        case (.folder, .read): file = Self.folder
        case (nil, .createNew), (nil, .readWriteCreate):
            file = try change("open") { disk throws(SystemError) in try disk.makeFile(path) }
        default: throw SystemError(call: "open", path: path, number: PowerDisk.notFound)
        }
        let descriptor = Descriptor(next)
        next += 1
        open[descriptor] = file
        return descriptor
    }

    func close(_ file: Descriptor) { open[file] = nil }

    func read(
        _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        let number = try number(file, "pread")
        let length = machine.disk.files[number].cached.count
        let count = max(0, min(buffer.count, length - offset))
        guard count > 0 else { return 0 }
        machine.disk.files[number].cached.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
        }
        return count
    }

    func write(
        _ file: Descriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(SystemError) -> Int {
        let number = try number(file, "pwrite")
        let copy = Array(bytes)
        return try change("pwrite") { disk throws(SystemError) in
            disk.change(number, .bytes(at: offset, copy))
            return copy.count
        }
    }

    func allocate(_ file: Descriptor, length: Int) throws(SystemError) {
        guard try size(file) < length else { return }
        try truncate(file, length: length)
    }

    func truncate(_ file: Descriptor, length: Int) throws(SystemError) {
        let number = try number(file, "ftruncate")
        try change("ftruncate") { disk throws(SystemError) in disk.change(number, .size(length)) }
    }

    func size(_ file: Descriptor) throws(SystemError) -> Int {
        machine.disk.files[try number(file, "fstat")].cached.count
    }

    func syncData(_ file: Descriptor) throws(SystemError) {
        let number = try number(file, "fdatasync")
        if let failing = failingSync {
            failingSync?.after -= 1
            if failing.after <= 0 {
                failingSync = nil
                hasFailed = true
                if failing.drops { machine.disk.dropPending(number, using: &random) }
                machine.changed()
                if neglect != .failedSyncs {
                    throw SystemError(call: "fdatasync", path: "", number: failing.number)
                }
            }
        }
        try change("fdatasync") { disk throws(SystemError) in
            if neglect != .fileSyncs { disk.sync(number) }
        }
    }

    func syncDirectory(_ path: String) throws(SystemError) {
        try change("fsync") { disk throws(SystemError) in
            if neglect != .directorySyncs { disk.syncFolder(path) }
        }
    }

    func rename(_ from: String, to: String) throws(SystemError) {
        try change("rename") { disk throws(SystemError) in try disk.rename(from, to: to) }
    }

    func unlink(_ path: String) throws(SystemError) {
        try change("unlink") { disk throws(SystemError) in try disk.unlink(path) }
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        try beAlive("mkdir")
        guard machine.disk.folders[path] == nil else { return }
        try change("mkdir") { disk throws(SystemError) in try disk.makeFolder(path) }
    }

    func list(_ path: String) throws(SystemError) -> [String] {
        try beAlive("opendir")
        guard let folder = machine.disk.folders[path] else {
            throw SystemError(call: "opendir", path: path, number: PowerDisk.notFound)
        }
        return folder.cached.keys.sorted()
    }

    func tryLock(_ file: Descriptor, exclusive: Bool) throws(SystemError) -> Bool {
        try beAlive("flock")
        return true
    }

    func unlock(_ file: Descriptor) {}
    func sleep(microseconds: Int) { time += Int64(microseconds) }
    func monotonicMicroseconds() -> Int64 { time }
    func randomNumber() -> UInt64 { machine.salts.next() }
}
