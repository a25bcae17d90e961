internal import EventLog
internal import LogFormat

/// Folds frames into counts and durations by period and group. One a thread.
final class RollupFold: FrameFold {
    private let query: RollupQuery
    private let selection: FrameSelection
    private var periods: PeriodIndex
    private let cells: RollupCells
    /// Wall times of the frame at hand, made only where recorded offsets count.
    private var wallTimes: UnsafeMutablePointer<Int64>?

    /// - Parameter expectedPeriods: about how many periods there are, for memory to be taken once.
    init(_ query: RollupQuery, retracted: RetractedSequences, expectedPeriods: Int = 1) {
        self.query = query
        selection = FrameSelection(
            filter: query.filter, groupings: query.groupings, retracted: retracted)
        periods = PeriodIndex(
            calendar: query.usesRecordedOffsets ? query.calendar.onWallClock : query.calendar,
            unit: query.unit)
        cells = RollupCells(groupCount: selection.groupCount, expectedPeriods: expectedPeriods)
    }

    deinit { wallTimes?.deallocate() }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        // All that can fail comes before the first count, so that a damaged frame leaves no trace.
        let shapes = try frame.shapeIndexes()
        let durations = try frame.durations()
        let times = try instants(frame)
        let selected = try selection.select(frame, entry)
        let isSmall = frame.longestDuration < Int64.max >> 17
        let fold = FrameInput(
            times: times, shapes: shapes, durations: durations,
            hasDuration: frame.shapes.map { $0.hasDuration ? 1 : 0 },
            sumsFit: isSmall)
        switch selected {
        case .everything: addAll(fold)
        case .byShape(let groups):
            groups.withUnsafeBufferPointer { groups in add(fold) { shape, _ in groups[shape] } }
        case .byRecord(let groups): add(fold) { _, record in groups[record] }
        }
    }

    private struct FrameInput {
        var times: UnsafeBufferPointer<Int64>
        var shapes: UnsafeBufferPointer<UInt16>
        var durations: UnsafeBufferPointer<Int64>
        var hasDuration: [Int]
        /// A frame's durations can't add up to more than 63 bits.
        var sumsFit: Bool
    }

    /// Instants, or the wall times where they were recorded.
    private func instants(_ frame: FrameReader) throws(FormatError) -> UnsafeBufferPointer<Int64> {
        let times = try frame.times()
        guard query.usesRecordedOffsets else { return times }
        let offsets = try frame.offsets()
        let walls = wallTimes ?? .allocate(capacity: Format.maximumRecordCount)
        wallTimes = walls
        for index in 0..<frame.count {
            let known = offsets.map { $0[index] }.flatMap { $0 == Int64(Format.unknownOffset) ? nil : $0 }
            let seconds = known.map { Int($0) * 60 } ?? query.calendar.zone.offsetSeconds(at: times[index])
            walls[index] = times[index] &+ Int64(seconds) &* Microseconds.second
        }
        return UnsafeBufferPointer(start: walls, count: frame.count)
    }

    /// No groups and no filter: stretches of records in one period are counted at once.
    private func addAll(_ input: FrameInput) {
        guard let times = input.times.baseAddress, let shapes = input.shapes.baseAddress,
            let durations = input.durations.baseAddress
        else { return }
        let count = input.times.count
        input.hasDuration.withUnsafeBufferPointer { has in
            var index = 0
            var durationAt = 0
            while index < count {
                if times[index] < periods.start || times[index] >= periods.end { move(to: times[index]) }
                let (start, end) = (periods.start, periods.end)
                let first = index
                var sum: Int64 = 0
                var wide: Int128 = 0
                if input.sumsFit {
                    while index < count && times[index] >= start && times[index] < end {
                        let step = has[Int(shapes[index])]
                        sum &+= durations[durationAt] & Int64(truncatingIfNeeded: 0 &- step)
                        durationAt &+= step
                        index &+= 1
                    }
                } else {
                    while index < count && times[index] >= start && times[index] < end {
                        if has[Int(shapes[index])] != 0 {
                            wide += Int128(durations[durationAt])
                            durationAt &+= 1
                        }
                        index &+= 1
                    }
                }
                cells.add(
                    period: periods.current, group: 0, count: index &- first, duration: wide &+ Int128(sum))
            }
        }
    }

    @inline(__always)
    private func add(_ input: FrameInput, group: (_ shape: Int, _ record: Int) -> Int32) {
        guard let times = input.times.baseAddress, let shapes = input.shapes.baseAddress,
            let durations = input.durations.baseAddress
        else { return }
        cells.makeRoom(periods: periods.keys.count, groups: selection.groupCount)
        let count = input.times.count
        input.hasDuration.withUnsafeBufferPointer { has in
            var durationAt = 0
            // Of the period that the last record was in; loaded again only when one is in another.
            var (start, end) = (Int64.max, Int64.min)
            var row: UnsafeMutablePointer<RollupCells.Cell>?
            for index in 0..<count {
                let shape = Int(shapes[index])
                let step = has[shape]
                let duration = durations[durationAt] & Int64(truncatingIfNeeded: 0 &- step)
                durationAt &+= step
                let group = Int(group(shape, index))
                if group < 0 { continue }
                if times[index] < start || times[index] >= end {
                    move(to: times[index])
                    (start, end) = (periods.start, periods.end)
                    row = cells.row(period: periods.current)
                }
                if let row {
                    row[group].count &+= 1
                    row[group].duration &+= Int128(duration)
                } else {
                    cells.add(period: periods.current, group: group, count: 1, duration: Int128(duration))
                }
            }
        }
    }

    private func move(to instant: Int64) {
        periods.move(to: instant)
        cells.makeRoom(periods: periods.keys.count, groups: selection.groupCount)
    }

    /// The key of each period that was met, by its number.
    var periodKeys: [Int64] { periods.keys }

    /// The values of each group that was met, by its number.
    var groupValues: [[String?]] { (0..<selection.groupCount).map { selection.values(ofGroup: $0) } }

    /// All counts that aren't 0, in no order.
    func forEachCell(_ body: (_ period: Int, _ group: Int, _ count: Int, _ duration: Int128) -> Void) {
        cells.forEach(body)
    }
}
