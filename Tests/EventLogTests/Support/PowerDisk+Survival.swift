import TestSupport

/// What is left when the power is lost.
extension PowerDisk {
    /// How much of what isn't stable survives. Each file, and the names, draw their own.
    enum Style: CaseIterable {
        case nothing, everything
        /// Up to one moment, which is the same for all.
        case inOrder
        /// Each change or not, whatever was done before it.
        case coins
        /// As `coins`, and writes in part.
        case torn
    }

    /// The disk as the next start finds it: all of it stable.
    func afterPowerLoss(using random: inout SeededGenerator) -> PowerDisk {
        let cut = Int.random(in: 0...clock, using: &random)
        var left = PowerDisk()
        left.files = files.map { file in
            let style = Self.style(using: &random)
            let content =
                file.pending.isEmpty
                ? file.stable : file.content(surviving: style, cut: cut, using: &random)
            return File(stable: content, cached: content)
        }
        left.folders = [:]
        left.keepFolder("/", of: self, cut: cut, using: &random)
        let named = left.folders.values.flatMap(\.stable.values)
        for number in left.files.indices where !named.contains(.file(number)) {
            left.files[number] = File()
        }
        return left
    }

    private static func style(using random: inout SeededGenerator) -> Style {
        Style.allCases[Int.random(in: 0..<Style.allCases.count, using: &random)]
    }

    /// A directory is there if its name is, in one that is there.
    private mutating func keepFolder(
        _ path: String, of disk: PowerDisk, cut: Int, using random: inout SeededGenerator
    ) {
        guard let folder = disk.folders[path] else { return }
        let style = Self.style(using: &random)
        var names = folder.stable
        for pending in folder.pending {
            let survives =
                switch style {
                case .nothing: false
                case .everything: true
                case .inOrder: pending.stamp <= cut
                case .coins, .torn: Bool.random(using: &random)
                }
            if survives { Self.apply(pending.change, to: &names) }
        }
        folders[path] = Folder(stable: names, cached: names)
        for (name, node) in names.sorted(by: { $0.key < $1.key }) where node == .folder {
            keepFolder((path == "/" ? "" : path) + "/" + name, of: disk, cut: cut, using: &random)
        }
    }
}

extension PowerDisk.File {
    func content(
        surviving style: PowerDisk.Style, cut: Int, using random: inout SeededGenerator
    ) -> [UInt8] {
        var content = stable
        for pending in pending {
            switch style {
            case .nothing: return content
            case .everything: PowerDisk.apply(pending.change, to: &content)
            case .inOrder: if pending.stamp <= cut { PowerDisk.apply(pending.change, to: &content) }
            case .coins: if Bool.random(using: &random) { PowerDisk.apply(pending.change, to: &content) }
            case .torn: Self.tear(pending.change, &content, using: &random)
            }
        }
        return content
    }

    /// Does some of a change.
    private static func tear(
        _ change: PowerDisk.FileChange, _ content: inout [UInt8], using random: inout SeededGenerator
    ) {
        switch change {
        case .size(let size):
            switch Int.random(in: 0..<3, using: &random) {
            case 0: break
            case 1 where size > content.count:
                let some = Int.random(in: content.count...size, using: &random)
                PowerDisk.apply(.size(some & ~4095 > content.count ? some & ~4095 : some), to: &content)
            default: PowerDisk.apply(change, to: &content)
            }
        case .bytes(let offset, let bytes):
            let split = Int.random(in: 0...bytes.count, using: &random)
            let other = Int.random(in: 0...bytes.count, using: &random)
            func keep(_ part: Range<Int>) {
                guard !part.isEmpty else { return }
                PowerDisk.apply(.bytes(at: offset + part.lowerBound, Array(bytes[part])), to: &content)
            }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: break
            case 1: keep(0..<split)
            case 2: keep(split..<bytes.count)
            case 3: keep(min(split, other)..<max(split, other))
            case 4: inBlocks(of: 512, offset, bytes.count, using: &random, keep)
            case 5: inBlocks(of: 4096, offset, bytes.count, using: &random, keep)
            case 6:
                // The file has grown, and what it grew for is not there.
                if content.count < offset + bytes.count {
                    PowerDisk.apply(.size(offset + bytes.count), to: &content)
                }
            default: keep(0..<bytes.count)
            }
        }
    }

    private static func inBlocks(
        of length: Int, _ offset: Int, _ count: Int, using random: inout SeededGenerator,
        _ keep: (Range<Int>) -> Void
    ) {
        var start = offset
        while start < offset + count {
            let end = min(offset + count, (start / length + 1) * length)
            if Bool.random(using: &random) { keep((start - offset)..<(end - offset)) }
            start = end
        }
    }
}
