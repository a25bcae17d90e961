internal import LogFormat

/// Which files of a directory make up the log, by their names alone.
struct SegmentChain: Equatable {
    /// In order of sequence.
    var segments: [SegmentName] = []
    /// Replaced by a compaction whose result is there; no longer part of the log.
    var superseded: [SegmentName] = []
    /// Overlap one in `segments` and are not replaced by it.
    var conflicting: [SegmentName] = []
    /// Ranges of sequences that were removed on purpose.
    var removed: [ClosedRange<UInt64>] = []

    /// - Parameter abandoned: segments without a frame that another one with the same first sequence names as the
    ///   one before it.
    init(fileNames: [String], abandoned: Set<SegmentName> = []) {
        var names: [SegmentName] = []
        for fileName in fileNames {
            if let name = SegmentName(fileName: fileName) { names.append(name) }
            if let range = Self.removedRange(fileName) { removed.append(range) }
        }
        removed.sort { $0.lowerBound < $1.lowerBound }
        names.sort {
            ($0.firstSequence, $1.generation, $1.lastSequence, $0.salt)
                < ($1.firstSequence, $0.generation, $0.lastSequence, $1.salt)
        }
        let merged = names.filter { !$0.isOpenEnded }.sorted { $0.generation > $1.generation }
        for name in names {
            if abandoned.contains(name) || merged.contains(where: { Self.replaces($0, name) }) {
                superseded.append(name)
            } else if let last = segments.last, Self.overlap(last, name) {
                conflicting.append(name)
            } else {
                segments.append(name)
            }
        }
    }

    static func removedFileName(_ range: ClosedRange<UInt64>) -> String {
        "\(hex(range.lowerBound))-\(hex(range.upperBound)).gone"
    }

    /// Nil unless `fileName` is exactly what `removedFileName` makes.
    static func removedRange(_ fileName: String) -> ClosedRange<UInt64>? {
        var fileName = fileName
        return fileName.withUTF8 { bytes in
            var fields = HexFields(bytes)
            guard let first = fields.number(UInt64.self), fields.take("-"),
                let last = fields.number(UInt64.self), fields.take(".gone"), fields.isAtEnd,
                first <= last, last < Format.maximumSequence
            else { return nil }
            return first...last
        }
    }

    /// A merged segment takes the place of every older one that began within it. One written by appending
    /// (whose name gives no end) was sealed before it was merged, so its beginning decides.
    static func replaces(_ merged: SegmentName, _ name: SegmentName) -> Bool {
        guard merged.generation > name.generation, merged.firstSequence <= name.firstSequence else {
            return false
        }
        return name.isOpenEnded
            ? name.firstSequence <= merged.lastSequence : name.lastSequence <= merged.lastSequence
    }

    private static func overlap(_ a: SegmentName, _ b: SegmentName) -> Bool {
        a.firstSequence == b.firstSequence || (!a.isOpenEnded && a.lastSequence >= b.firstSequence)
    }

    /// How many of the sequences in `range` were not removed on purpose.
    func missing(in range: Range<UInt64>) -> UInt64 {
        guard !range.isEmpty else { return 0 }
        var count = UInt64(range.upperBound - range.lowerBound)
        var from = range.lowerBound
        for gone in removed where gone.upperBound >= from && gone.lowerBound < range.upperBound {
            let low = max(from, gone.lowerBound)
            let high = min(range.upperBound - 1, gone.upperBound)
            if low <= high {
                count -= high - low + 1
                if high == .max { break }
                from = high + 1
            }
        }
        return count
    }

    /// Open-ended segments that share their first sequence, which only their headers can tell apart.
    var ambiguous: [SegmentName] {
        let all = segments + conflicting
        return conflicting.filter(\.isOpenEnded).flatMap { name in
            all.filter { $0.isOpenEnded && $0.firstSequence == name.firstSequence }
        }
    }
}
