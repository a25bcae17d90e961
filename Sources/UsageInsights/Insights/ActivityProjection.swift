internal import EventLog
internal import LogFormat

/// Cells of all events of a log, rebuilt from it on start and kept current by folding only what is new. Derived:
/// throwing it away changes no answer. Not thread-safe.
final class ActivityProjection {
    private(set) var cells = ActivityCells()
    /// Everything before this sequence is in the cells.
    private(set) var nextSequence: UInt64 = 1
    /// What was left out of the cells.
    private var retracted = RetractedSequences.none
    private var seen: LogSnapshot?

    /// Takes in what the snapshot has beyond what was taken in before. O(new events), on all processors; O(events)
    /// where something was retracted or removed that the cells have.
    /// - Returns: what could not be read; it is not in the cells, nor looked at again.
    func refresh(_ snapshot: LogSnapshot) throws(LogError) -> [Damage] {
        guard snapshot.nextSequence >= nextSequence else { return [] }
        if let seen, try snapshot.lacksRecords(of: seen) { reset() }
        seen = snapshot
        guard snapshot.nextSequence > nextSequence else { return [] }
        let retracted = try RetractedSequences(snapshot)
        // A cell can't take an event out again: it would have to know the next earliest.
        let isOutdated = retracted.within(0..<nextSequence).contains { !self.retracted.contains($0) }
        if isOutdated { reset() }
        self.retracted = retracted
        let from = nextSequence
        let (folds, damage) = try snapshot.fold(
            where: { $0.endSequence > from && $0.hasEvents },
            make: { CellFold(from: from, retracted: retracted) })
        for fold in folds {
            if nextSequence == 1 && cells.days.isEmpty {
                cells = fold.cells
            } else {
                cells.add(fold.cells)
            }
        }
        nextSequence = snapshot.nextSequence
        return damage.merging(retracted.damage)
    }

    /// Forgets everything, so that the next refresh begins anew.
    func reset() {
        cells = ActivityCells()
        nextSequence = 1
        retracted = .none
    }
}

/// Folds frames into cells. One a thread.
private final class CellFold: FrameFold {
    let cells = ActivityCells()
    private let from: UInt64

    private let retracted: RetractedSequences

    init(from: UInt64, retracted: RetractedSequences) {
        self.from = from
        self.retracted = retracted
    }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let columns = try CellColumns(frame, cells)
        let times = try frame.times()
        let first = try firstNew(frame, entry)
        let gone = try retracted.records(of: frame, entry)
        var goneAt = 0
        var nextGone = gone.first ?? .max
        var durationAt = 0
        var categoryAt = 0
        var index = 0
        while index < frame.count {
            let day = floorDivide(times[index], Microseconds.day)
            let midnight = day &* Microseconds.day
            cells.withDay(day) { cells in
                while index < frame.count {
                    let time = times[index] &- midnight
                    guard time >= 0 && time < Microseconds.day else { return }
                    let shape = Int(columns.shapes[index])
                    var duration: Int64 = 0
                    if columns.hasDuration[shape] {
                        duration = columns.durations[durationAt]
                        durationAt &+= 1
                    }
                    var category = -1
                    if columns.hasCategory[shape] {
                        category = columns.categoryNumbers[columns.categories.listIndex(categoryAt)]
                        categoryAt &+= 1
                    }
                    let isGone = index == nextGone
                    if isGone {
                        goneAt += 1
                        nextGone = goneAt < gone.count ? gone[goneAt] : .max
                    }
                    if columns.isEvent[shape] && index >= first && !isGone {
                        let quarter = Int(time / ActivityCells.quarterMicroseconds)
                        cells.counts[quarter] &+= 1
                        cells.earliest[quarter] = min(cells.earliest[quarter], times[index])
                        cells.durations[quarter] += Int128(duration)
                        let type = columns.typeNumbers[shape]
                        if type >= 0 { cells.types.count(type, quarter, 1) }
                        if category >= 0 { cells.categories.count(category, quarter, 1) }
                    }
                    index &+= 1
                }
            }
        }
    }

    /// The first record of the frame that wasn't taken in before.
    private func firstNew(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) -> Int {
        guard entry.firstSequence < from else { return 0 }
        let relative = from - entry.firstSequence
        guard let sequences = try frame.relativeSequences() else { return Int(clamping: relative) }
        return sequences.firstIndex { UInt64($0) >= relative } ?? frame.count
    }
}

/// The columns of a frame, with the numbers that names have in the cells.
private struct CellColumns {
    let shapes: UnsafeBufferPointer<UInt16>
    let durations: UnsafeBufferPointer<Int64>
    let categories: StringValues
    let isEvent: [Bool]
    let hasDuration: [Bool]
    let hasCategory: [Bool]
    let typeNumbers: [Int]
    let categoryNumbers: [Int]

    init(_ frame: FrameReader, _ cells: ActivityCells) throws(FormatError) {
        shapes = try frame.shapeIndexes()
        durations = try frame.durations()
        isEvent = frame.shapes.map { $0.kind.countsAsEvent }
        hasDuration = frame.shapes.map(\.hasDuration)
        typeNumbers = frame.shapes.map { shape in
            shape.kind.countsAsEvent ? cells.number(ofType: frame.names.string(shape.name)) : -1
        }
        if let index = frame.keyIndex(RecordField.category.bytes) {
            let column = try frame.values(ofKey: index)
            categories = column
            hasCategory = frame.shapesHaving(key: index)
            categoryNumbers = (0..<column.list.count).map { cells.number(ofCategory: column.list.string($0)) }
        } else {
            categories = .empty
            hasCategory = Array(repeating: false, count: frame.shapes.count)
            categoryNumbers = []
        }
    }
}
