import EventLog
import TestSupport
import Testing

/// The simulated disk keeps what it must, and is seen to lose all that it may.
@Suite struct PowerDiskTests {
    /// What losses leave of a disk, drawn often.
    private func outcomes<R: Hashable>(_ disk: PowerDisk, _ look: (PowerDisk) -> R) -> Set<R> {
        var random = SeededGenerator(seed: 7)
        return Set((0..<2000).map { _ in look(disk.afterPowerLoss(using: &random)) })
    }

    private func content(_ disk: PowerDisk, _ path: String) -> [UInt8]? {
        guard case .file(let number)? = disk.node(path) else { return nil }
        return disk.files[number].cached
    }

    private func names(_ disk: PowerDisk) -> [String] { disk.folders["/"]?.cached.keys.sorted() ?? [] }

    @Test func aFileNeedsItsOwnSyncAndThatOfItsDirectory() throws {
        var disk = PowerDisk()
        let file = try disk.makeFile("/a")
        disk.change(file, .bytes(at: 0, [1, 2]))
        #expect(outcomes(disk) { content($0, "/a") } == [nil, [], [0, 0], [1], [1, 2], [0, 2]])
        disk.sync(file)
        #expect(outcomes(disk) { content($0, "/a") } == [nil, [1, 2]])
        disk.syncFolder("/")
        #expect(outcomes(disk) { content($0, "/a") } == [[1, 2]])
    }

    @Test func changesSurviveInAnyCombination() throws {
        var disk = PowerDisk()
        let file = try disk.makeFile("/a")
        disk.change(file, .size(3))
        disk.sync(file)
        disk.syncFolder("/")
        disk.change(file, .bytes(at: 0, [1]))
        disk.change(file, .bytes(at: 2, [3]))
        #expect(outcomes(disk) { content($0, "/a") } == [[0, 0, 0], [1, 0, 0], [0, 0, 3], [1, 0, 3]])
        disk.change(file, .size(1))
        #expect(outcomes(disk) { content($0, "/a") }.isSuperset(of: [[0], [1], [0, 0, 0], [1, 0, 3]]))
    }

    @Test func writesTearAtSectorsAndPages() throws {
        var disk = PowerDisk()
        let file = try disk.makeFile("/a")
        disk.change(file, .size(8192))
        disk.sync(file)
        disk.syncFolder("/")
        disk.change(file, .bytes(at: 0, [UInt8](repeating: 1, count: 8192)))
        let kept = outcomes(disk) { disk in
            stride(from: 0, to: 8192, by: 512).map { content(disk, "/a")?[$0] ?? 9 }
        }
        #expect(kept.contains { $0.first == 0 && $0.last == 1 } && kept.count > 100)
        #expect(
            kept.contains([UInt8](repeating: 0, count: 8) + [UInt8](repeating: 1, count: 8)))
    }

    /// The old file or the new one has the name, never none.
    @Test func aRenameIsOneStep() throws {
        var disk = PowerDisk()
        let old = try disk.makeFile("/a")
        disk.change(old, .bytes(at: 0, [1]))
        disk.sync(old)
        disk.syncFolder("/")
        let new = try disk.makeFile("/b")
        disk.change(new, .bytes(at: 0, [2]))
        disk.sync(new)
        try disk.rename("/b", to: "/a")
        #expect(outcomes(disk) { content($0, "/a") } == [[1], [2]])
        #expect(outcomes(disk, names) == [["a"], ["a", "b"]])
        try disk.unlink("/a")
        #expect(outcomes(disk, names) == [[], ["a"], ["b"], ["a", "b"]])
    }

    @Test func aDirectoryGoesWithItsName() throws {
        var disk = PowerDisk()
        try disk.makeFolder("/x")
        _ = try disk.makeFile("/x/a")
        disk.syncFolder("/x")
        #expect(outcomes(disk) { $0.folders["/x"]?.cached.count } == [nil, 1])
    }

    /// What a failed sync has dropped no later one saves.
    @Test func aFailedSyncMayDropWhatItShouldWrite() throws {
        let machine = PowerMachine()
        let system = PowerLossSystem(machine)
        let file = try system.open("/a", .createNew)
        try system.syncDirectory("/")
        let bytes = [UInt8](repeating: 1, count: 5000)
        _ = try bytes.withUnsafeBytes { try system.write(file, $0, at: 0) }
        system.failingSync = .init(after: 0, number: 5, drops: true)
        #expect(throws: SystemError.self) { try system.syncData(file) }
        try system.syncData(file)
        #expect(content(machine.disk, "/a") == bytes)
        let left = outcomes(machine.disk) { content($0, "/a") }
        #expect(left.count == 1 && left.first != bytes)
    }
}
