package import EventLog
internal import LogFormat

/// Takes from a log what a period's insights need, and nothing else: times of all events, and details only of
/// the frames that reach into the two periods.
package struct ActivityReader {
    /// Which details the cards of a period need.
    struct Needs {
        var hours: Bool
        var types: Bool
        var categories: Bool
        var durations: Bool

        init(_ period: InsightPeriod) {
            hours = period == .day
            types = period == .year
            categories = period == .week
            durations = period == .day || period == .week
        }

        static let days = Needs(.month)
    }

    package let summary: ActivitySummary
    /// What could not be read.
    package let damage: [Damage]

    /// Exact for any zone and day start. What was retracted is not in it. O(events), on all processors; memory by
    /// the number of days.
    package init(
        _ period: InsightPeriod, at reference: Int64, calendar: LocalCalendar, of snapshot: LogSnapshot
    ) throws(LogError) {
        let days = InsightDays(period: period, reference: reference, calendar: calendar)
        let plan = ActivityPlan(days: days, reference: reference, needs: Needs(period))
        let retracted = try RetractedSequences(snapshot)
        let (folds, damage) = try snapshot.fold(
            where: { $0.hasEvents }, make: { ActivityFold(plan, retracted: retracted) })
        var summary = ActivitySummary()
        for fold in folds { fold.add(to: &summary) }
        self.summary = summary
        self.damage = (snapshot.damage + damage).merging(retracted.damage)
    }
}

/// What a fold of activity looks for.
struct ActivityPlan: Sendable {
    let days: InsightDays
    let reference: Int64
    let needs: ActivityReader.Needs
    /// Instants outside of which no record can belong to either period, or to the reference day. A day's margin
    /// on both sides covers clocks that were set back over midnight.
    let instants: Range<Int64>

    init(days: InsightDays, reference: Int64, needs: ActivityReader.Needs) {
        self.days = days
        self.reference = reference
        self.needs = needs
        let calendar = days.calendar
        let first = calendar.firstInstant(of: .day, key: days.previous.lowerBound) &- Microseconds.day
        let last = calendar.firstInstant(of: .day, key: days.current.upperBound) &+ Microseconds.day
        instants = min(first, last)..<max(first, last)
    }
}

/// Counts events by day, and in the two periods what the cards need. One a thread.
final class ActivityFold: FrameFold {
    private let plan: ActivityPlan
    private let retracted: RetractedSequences
    private var periods: PeriodIndex
    private var counts: [Int] = []
    private var isReferenceDayActive = false
    private var hours = [Int](repeating: 0, count: 24)
    private var details = [PeriodDetails(), PeriodDetails()]

    private struct PeriodDetails {
        var duration: Int128 = 0
        var types: [String: Int] = [:]
        var categories: [String: Int] = [:]
    }

    init(_ plan: ActivityPlan, retracted: RetractedSequences) {
        self.plan = plan
        self.retracted = retracted
        periods = PeriodIndex(calendar: plan.days.calendar, unit: .day)
    }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let times = try frame.times()
        let isNear =
            entry.maximumTimestamp >= plan.instants.lowerBound
            && entry.minimumTimestamp < plan.instants.upperBound
        let gone = try retracted.records(of: frame, entry)
        let isPlain = gone.isEmpty && frame.shapes.allSatisfy { $0.kind.countsAsEvent }
        if isPlain && !isNear {
            countDays(times)
        } else {
            let input = try DetailInput(frame, plan.needs, times: times, gone: gone)
            countDetails(input)
        }
    }

    /// Only events, none of them retracted, and none of them near: whole stretches of a day at once.
    private func countDays(_ times: UnsafeBufferPointer<Int64>) {
        var index = 0
        while index < times.count {
            move(to: times[index])
            let (start, end) = (periods.start, periods.end)
            let first = index
            while index < times.count && times[index] >= start && times[index] < end { index &+= 1 }
            counts[periods.current] &+= index &- first
        }
    }

    private func move(to instant: Int64) {
        if instant >= periods.start && instant < periods.end { return }
        periods.move(to: instant)
        while counts.count < periods.keys.count { counts.append(0) }
    }

    /// Stretch by stretch of records in one day; of each stretch only what its day needs.
    private func countDetails(_ input: DetailInput) {
        let days = plan.days
        var cursor = DetailCursor()
        var typeCounts = [Int](repeating: 0, count: input.names.count)
        var categoryCounts = [Int](repeating: 0, count: input.categories.list.count)
        var index = 0
        while index < input.times.count {
            move(to: input.times[index])
            let (start, end) = (periods.start, periods.end)
            let first = index
            while index < input.times.count && input.times[index] >= start && input.times[index] < end {
                index &+= 1
            }
            let records = first..<index
            counts[periods.current] &+= input.eventCount(records)
            let day = periods.keys[periods.current]
            if day == days.referenceDay { countReferenceDay(input, records) }
            let isCurrent = days.current.contains(day)
            let duration = cursor.nextDurations(input, records)
            if isCurrent {
                details[0].duration += duration
            } else if days.previous.contains(day) {
                details[1].duration += duration
            }
            if plan.needs.types && isCurrent { input.addTypes(records, to: &typeCounts) }
            cursor.nextCategories(input, records, isCounted: isCurrent, &categoryCounts)
        }
        if plan.needs.types { add(typeCounts, input.names, to: \.types) }
        if plan.needs.categories { add(categoryCounts, input.categories.list, to: \.categories) }
    }

    private func countReferenceDay(_ input: DetailInput, _ records: Range<Int>) {
        for index in records where input.counts(index) {
            let instant = input.times[index]
            if instant <= plan.reference { isReferenceDayActive = true }
            if plan.needs.hours { hours[plan.days.calendar.fields(at: instant).hour] += 1 }
        }
    }

    private func add(
        _ counts: [Int], _ names: StringList, to counter: WritableKeyPath<PeriodDetails, [String: Int]>
    ) {
        for index in counts.indices where counts[index] > 0 {
            details[0][keyPath: counter][names.string(index), default: 0] += counts[index]
        }
    }

    func add(to summary: inout ActivitySummary) {
        for (day, count) in zip(periods.keys, counts) where count > 0 {
            summary.days[day, default: 0] += count
        }
        summary.isReferenceDayActive = summary.isReferenceDayActive || isReferenceDayActive
        for hour in 0..<24 { summary.hours[hour] += hours[hour] }
        summary.current.duration += details[0].duration
        summary.previous.duration += details[1].duration
        summary.current.types.merge(details[0].types) { $0 + $1 }
        summary.current.categories.merge(details[0].categories) { $0 + $1 }
    }
}

/// The columns of a frame that details come from; those that aren't needed stay packed.
private struct DetailInput {
    let times: UnsafeBufferPointer<Int64>
    let shapes: UnsafeBufferPointer<UInt16>
    let isEvent: [Bool]
    /// Of each record, whether it is retracted; nil where none is.
    let isGone: [Bool]?
    let allCount: Bool
    let names: StringList
    let nameOfShape: [Int]
    let durations: UnsafeBufferPointer<Int64>?
    let hasDuration: [Bool]
    let categories: StringValues
    let hasCategory: [Bool]

    init(
        _ frame: FrameReader, _ needs: ActivityReader.Needs, times: UnsafeBufferPointer<Int64>, gone: [Int]
    ) throws(FormatError) {
        self.times = times
        shapes = try frame.shapeIndexes()
        isEvent = frame.shapes.map { $0.kind.countsAsEvent }
        var marks = gone.isEmpty ? nil : [Bool](repeating: false, count: frame.count)
        for record in gone { marks?[record] = true }
        isGone = marks
        allCount = gone.isEmpty && isEvent.allSatisfy { $0 }
        names = frame.names
        nameOfShape = frame.shapes.map(\.name)
        durations = needs.durations ? try frame.durations() : nil
        hasDuration = frame.shapes.map { needs.durations && $0.hasDuration }
        let index = needs.categories ? frame.keyIndex(RecordField.category.bytes) : nil
        if let index {
            categories = try frame.values(ofKey: index)
            hasCategory = frame.shapesHaving(key: index)
        } else {
            categories = .empty
            hasCategory = Array(repeating: false, count: frame.shapes.count)
        }
    }
}

extension DetailInput {
    /// Whether a record is an event that wasn't retracted.
    @inline(__always)
    func counts(_ record: Int) -> Bool {
        guard isEvent[Int(shapes[record])] else { return false }
        return isGone.map { !$0[record] } ?? true
    }

    func eventCount(_ records: Range<Int>) -> Int {
        if allCount { return records.count }
        return records.reduce(0) { counts($1) ? $0 + 1 : $0 }
    }

    func addTypes(_ records: Range<Int>, to counts: inout [Int]) {
        // Counted by shape first: a shape has one type, and there are few of them.
        var byShape = [Int](repeating: 0, count: isEvent.count)
        byShape.withUnsafeMutableBufferPointer { byShape in
            if let isGone {
                for index in records where !isGone[index] { byShape[Int(shapes[index])] &+= 1 }
            } else {
                for index in records { byShape[Int(shapes[index])] &+= 1 }
            }
        }
        for (shape, count) in byShape.enumerated() where isEvent[shape] {
            counts[nameOfShape[shape]] += count
        }
    }
}

/// How far the columns that not every record is in have been read.
private struct DetailCursor {
    private var durationAt = 0
    private var categoryAt = 0

    /// The durations of the next records together.
    mutating func nextDurations(_ input: DetailInput, _ records: Range<Int>) -> Int128 {
        guard let durations = input.durations else { return 0 }
        var sum: Int128 = 0
        for index in records {
            let shape = Int(input.shapes[index])
            guard input.hasDuration[shape] else { continue }
            if input.counts(index) { sum += Int128(durations[durationAt]) }
            durationAt &+= 1
        }
        return sum
    }

    /// Passes the categories of the next records, and counts them if wanted.
    mutating func nextCategories(
        _ input: DetailInput, _ records: Range<Int>, isCounted: Bool, _ counts: inout [Int]
    ) {
        guard input.categories.count > 0 else { return }
        for index in records {
            let shape = Int(input.shapes[index])
            guard input.hasCategory[shape] else { continue }
            if isCounted && input.counts(index) { counts[input.categories.listIndex(categoryAt)] &+= 1 }
            categoryAt &+= 1
        }
    }
}
