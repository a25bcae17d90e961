public import EventLog
internal import LogFormat

/// The sequences of a log that retractions have taken out of every answer.
///
/// 8 bytes each. Immutable; safe on any thread.
public struct RetractedSequences: Sendable, Equatable {
    /// Ascending, each once.
    public let sequences: [UInt64]
    /// Retractions that could not be read, or that say nothing that can be trusted.
    public let damage: [Damage]

    package static let none = RetractedSequences([])

    /// - Parameter sequences: in any order; may come more than once.
    init(_ sequences: [UInt64], damage: [Damage] = []) {
        var all = sequences.sorted()
        var kept = 0
        for index in all.indices where index == 0 || all[index] != all[index - 1] {
            all[kept] = all[index]
            kept += 1
        }
        all.removeSubrange(kept...)
        self.sequences = all
        self.damage = damage
    }

    /// Reads the retractions of a log. O(frames) where it has none, and nothing is read then; else O(records of
    /// the frames that have any).
    /// - Throws: `LogError` if a file of the log can't be read at all. Damage is no error: see ``damage``.
    public init(_ snapshot: LogSnapshot) throws(LogError) {
        guard snapshot.segments.contains(where: { $0.entries.contains { $0.has(.retraction) } }) else {
            self = .none
            return
        }
        let (folds, damage) = try snapshot.fold(
            where: { $0.has(.retraction) }, make: { RetractionFold() })
        let invalid = folds.flatMap(\.invalid).sorted().map { sequence in
            snapshot.damage(
                ofRecord: sequence, "a retraction whose list of sequences is not valid")
        }
        self.init(folds.flatMap(\.sequences), damage: damage + invalid)
    }

    /// With others that are left out of answers for another reason. O(n log n).
    func adding(_ others: [UInt64]) -> RetractedSequences {
        others.isEmpty ? self : RetractedSequences(sequences + others, damage: damage)
    }

    /// Whether nothing is retracted.
    public var isEmpty: Bool { sequences.isEmpty }

    /// Whether the record of a sequence is retracted. O(log retracted).
    public func contains(_ sequence: UInt64) -> Bool {
        let place = firstIndex(notBelow: sequence)
        return place < sequences.count && sequences[place] == sequence
    }

    /// Those of a range, ascending. O(log retracted).
    package func within(_ range: Range<UInt64>) -> ArraySlice<UInt64> {
        let first = firstIndex(notBelow: range.lowerBound)
        return sequences[first..<max(first, firstIndex(notBelow: range.upperBound))]
    }

    private func firstIndex(notBelow sequence: UInt64) -> Int {
        var (low, high) = (0, sequences.count)
        while low < high {
            let middle = (low + high) / 2
            if sequences[middle] < sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Gathers what the retractions of frames take out.
final class RetractionFold: FrameFold {
    /// Only retractions from this sequence on.
    private let start: UInt64
    /// In no order; may come more than once.
    private(set) var sequences: [UInt64] = []
    /// Retractions that aren't what the format says; they take out nothing.
    private(set) var invalid: [UInt64] = []

    init(from start: UInt64 = 0) { self.start = start }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let shapes = try frame.shapeIndexes()
        let relative = try frame.relativeSequences()
        let key = frame.keyIndex(RecordField.sequences.bytes)
        var values = StringValues.empty
        if let key { values = try frame.values(ofKey: key) }
        let has = key.map { frame.shapesHaving(key: $0) } ?? frame.shapes.map { _ in false }
        // Each distinct list is read once, however many records have it: a frame can hold far more text than
        // it has bytes.
        var lists = [ListState](repeating: .unread, count: values.list.count)
        var cursor = 0
        for index in 0..<frame.count {
            let shape = Int(shapes[index])
            defer { if has[shape] { cursor += 1 } }
            guard frame.shapes[shape].kind == .retraction else { continue }
            let own = entry.sequence(index, relative)
            guard own >= start else { continue }
            guard has[shape] else {
                invalid.append(own)
                continue
            }
            take(values.list, values.listIndex(cursor), own, &lists)
        }
    }

    private enum ListState {
        case unread
        /// Read, with the largest number, but not taken yet.
        case read([UInt64], last: UInt64)
        case taken(last: UInt64)
        case invalid
    }

    private func take(_ list: StringList, _ index: Int, _ own: UInt64, _ states: inout [ListState]) {
        if case .unread = states[index] {
            if let numbers = SequenceList.parse(list[index]), let last = numbers.last {
                states[index] = .read(numbers, last: last)
            } else {
                states[index] = .invalid
            }
        }
        switch states[index] {
        // What comes later can't have been meant.
        case .read(let numbers, let last) where last < own:
            sequences += numbers
            states[index] = .taken(last: last)
        case .taken(let last) where last < own: break
        default: invalid.append(own)
        }
    }
}
