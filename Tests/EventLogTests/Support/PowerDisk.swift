import EventLog
import TestSupport

/// A disk and the cache before it, as a value: copying one freezes a moment.
///
/// Of each file and each directory it knows what is stable, which no loss of power takes away, and what was done
/// since, in order. Processes see all that was done. What a loss leaves is drawn in `PowerDisk+Survival.swift`.
struct PowerDisk {
    enum Node: Equatable {
        case file(Int)
        case folder
    }

    enum FileChange {
        case bytes(at: Int, [UInt8])
        /// Longer, with zeros behind, or shorter.
        case size(Int)
    }

    enum NameChange {
        case link(String, Node)
        case unlink(String)
        /// Takes the place of what had the name `to`, in one.
        case rename(from: String, to: String, Node)
    }

    /// A change that a loss may undo, and when it was made.
    struct Pending<Change> {
        var stamp: Int
        var change: Change
    }

    struct File {
        var stable: [UInt8] = []
        var cached: [UInt8] = []
        var pending: [Pending<FileChange>] = []
    }

    struct Folder {
        var stable: [String: Node] = [:]
        var cached: [String: Node] = [:]
        var pending: [Pending<NameChange>] = []
    }

    /// By their numbers. A file keeps its number, whatever its name is.
    var files: [File] = []
    /// By their paths.
    var folders: [String: Folder] = ["/": Folder()]
    var clock = 0

    static let notFound: Int32 = 2
    static let exists: Int32 = 17

    static func apply(_ change: FileChange, to content: inout [UInt8]) {
        switch change {
        case .bytes(let offset, let bytes):
            let end = offset + bytes.count
            if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
            content.withUnsafeMutableBytes { target in
                bytes.withUnsafeBytes { source in
                    UnsafeMutableRawBufferPointer(rebasing: target[offset..<end]).copyMemory(from: source)
                }
            }
        case .size(let size):
            if content.count > size {
                content.removeLast(content.count - size)
            } else {
                content += [UInt8](repeating: 0, count: size - content.count)
            }
        }
    }

    static func apply(_ change: NameChange, to names: inout [String: Node]) {
        switch change {
        case .link(let name, let node): names[name] = node
        case .unlink(let name): names[name] = nil
        case .rename(let from, let to, let node):
            if names[from] == node { names[from] = nil }
            names[to] = node
        }
    }

    mutating func change(_ file: Int, _ change: FileChange) {
        clock += 1
        Self.apply(change, to: &files[file].cached)
        files[file].pending.append(Pending(stamp: clock, change: change))
    }

    private mutating func change(names path: String, _ change: NameChange) {
        clock += 1
        folders[path]?.pending.append(Pending(stamp: clock, change: change))
        if var names = folders[path]?.cached {
            Self.apply(change, to: &names)
            folders[path]?.cached = names
        }
    }

    /// The directory that a path is in, and its name there.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("/", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    func node(_ path: String) -> Node? {
        let (folder, name) = Self.split(path)
        return folders[folder]?.cached[name]
    }

    mutating func makeFile(_ path: String) throws(SystemError) -> Int {
        let (folder, name) = Self.split(path)
        guard folders[folder] != nil else {
            throw SystemError(call: "open", path: path, number: Self.notFound)
        }
        files.append(File())
        change(names: folder, .link(name, .file(files.count - 1)))
        return files.count - 1
    }

    mutating func makeFolder(_ path: String) throws(SystemError) {
        guard folders[path] == nil else { return }
        let (folder, name) = Self.split(path)
        guard folders[folder] != nil else {
            throw SystemError(call: "mkdir", path: path, number: Self.notFound)
        }
        change(names: folder, .link(name, .folder))
        folders[path] = Folder()
    }

    mutating func unlink(_ path: String) throws(SystemError) {
        guard node(path) != nil else {
            throw SystemError(call: "unlink", path: path, number: Self.notFound)
        }
        let (folder, name) = Self.split(path)
        change(names: folder, .unlink(name))
    }

    /// Within one directory.
    mutating func rename(_ from: String, to: String) throws(SystemError) {
        guard let node = node(from), Self.split(from).folder == Self.split(to).folder else {
            throw SystemError(call: "rename", path: from, number: Self.notFound)
        }
        change(
            names: Self.split(from).folder,
            .rename(from: Self.split(from).name, to: Self.split(to).name, node))
    }

    /// Makes content and size of a file stable, not its name.
    mutating func sync(_ file: Int) {
        for pending in files[file].pending { Self.apply(pending.change, to: &files[file].stable) }
        files[file].pending = []
    }

    mutating func syncFolder(_ path: String) {
        guard var folder = folders[path] else { return }
        for pending in folder.pending { Self.apply(pending.change, to: &folder.stable) }
        folder.pending = []
        folders[path] = folder
    }

    /// What a failed sync may do: some of what was to be written is, the rest counts as written and is not. Only
    /// the cache still has it.
    mutating func dropPending(_ file: Int, using random: inout SeededGenerator) {
        files[file].stable = files[file].content(surviving: .torn, cut: clock, using: &random)
        files[file].pending = []
    }
}
