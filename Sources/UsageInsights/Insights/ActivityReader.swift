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

        mutating func formUnion(_ other: Needs) {
            hours = hours || other.hours
            types = types || other.types
            categories = categories || other.categories
            durations = durations || other.durations
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
        let found = try Self.read([period], at: reference, calendar: calendar, of: snapshot)
        summary = found.summaries[0]
        damage = found.damage
    }

    /// The summaries of several periods, in one pass.
    static func read(
        _ periods: [InsightPeriod], at reference: Int64, calendar: LocalCalendar, of snapshot: LogSnapshot
    ) throws(LogError) -> (summaries: [ActivitySummary], damage: [Damage]) {
        let plan = ActivityPlan(periods, reference: reference, calendar: calendar)
        let retracted = try RetractedSequences(snapshot)
        let (folds, damage) = try snapshot.fold(
            where: { $0.hasEvents }, make: { ActivityFold(plan, retracted: retracted) })
        var summaries = [ActivitySummary](repeating: ActivitySummary(), count: periods.count)
        for fold in folds { fold.add(to: &summaries) }
        return (summaries, (snapshot.damage + damage).merging(retracted.damage))
    }
}

/// What a fold of activity looks for.
struct ActivityPlan: Sendable {
    /// One period, with the one before it.
    struct Target: Sendable {
        let days: InsightDays
        let needs: ActivityReader.Needs
        /// Instants outside of which no record can belong to either period, or to the reference day. A day's margin
        /// on both sides covers clocks that were set back over midnight.
        let instants: Range<Int64>

        init(_ days: InsightDays, needs: ActivityReader.Needs) {
            self.days = days
            self.needs = needs
            let calendar = days.calendar
            let first = calendar.firstInstant(of: .day, key: days.previous.lowerBound) &- Microseconds.day
            let last = calendar.firstInstant(of: .day, key: days.current.upperBound) &+ Microseconds.day
            instants = min(first, last)..<max(first, last)
        }

        func reaches(_ entry: FrameEntry) -> Bool {
            entry.maximumTimestamp >= instants.lowerBound && entry.minimumTimestamp < instants.upperBound
        }
    }

    let targets: [Target]
    let calendar: LocalCalendar
    let reference: Int64
    let referenceDay: Int64

    init(_ periods: [InsightPeriod], reference: Int64, calendar: LocalCalendar) {
        self.calendar = calendar
        self.reference = reference
        referenceDay = calendar.day(at: reference)
        targets = periods.map { period in
            Target(
                InsightDays(period: period, reference: reference, calendar: calendar),
                needs: ActivityReader.Needs(period))
        }
    }
}

/// Counts events by day, and in each target's two periods what its cards need. One a thread.
final class ActivityFold: FrameFold {
    private let plan: ActivityPlan
    private let retracted: RetractedSequences
    private var periods: PeriodIndex
    private var counts: [Int] = []
    private var isReferenceDayActive = false
    private var hours = [Int](repeating: 0, count: 24)
    /// Of each target.
    private var details: [TargetDetails]

    private struct TargetDetails {
        var current: Int128 = 0
        var previous: Int128 = 0
        var types: [String: Int] = [:]
        var categories: [String: Int] = [:]
    }

    init(_ plan: ActivityPlan, retracted: RetractedSequences) {
        self.plan = plan
        self.retracted = retracted
        periods = PeriodIndex(calendar: plan.calendar, unit: .day)
        details = Array(repeating: TargetDetails(), count: plan.targets.count)
    }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let times = try frame.times()
        let near = plan.targets.indices.filter { plan.targets[$0].reaches(entry) }
        let gone = try retracted.records(of: frame, entry)
        let isPlain = gone.isEmpty && frame.shapes.allSatisfy { $0.kind.countsAsEvent }
        if isPlain && near.isEmpty {
            countDays(times)
        } else {
            var needs = ActivityReader.Needs.days
            for target in near { needs.formUnion(plan.targets[target].needs) }
            let input = try DetailInput(frame, needs, times: times, gone: gone)
            countDetails(input, near)
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
    /// - Parameter near: the targets that the frame reaches into.
    private func countDetails(_ input: DetailInput, _ near: [Int]) {
        var cursor = DetailCursor()
        var tallies = near.map { target in
            let needs = plan.targets[target].needs
            return NameTally(
                types: [Int](repeating: 0, count: needs.types ? input.names.count : 0),
                categories: [Int](repeating: 0, count: needs.categories ? input.categories.list.count : 0))
        }
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
            if day == plan.referenceDay { countReferenceDay(input, records) }
            let duration = cursor.nextDurations(input, records)
            var taker: Int?
            for (place, target) in near.enumerated() {
                let days = plan.targets[target].days
                let isCurrent = days.current.contains(day)
                if isCurrent {
                    details[target].current += duration
                } else if days.previous.contains(day) {
                    details[target].previous += duration
                }
                guard isCurrent else { continue }
                if !tallies[place].types.isEmpty { input.addTypes(records, to: &tallies[place].types) }
                if !tallies[place].categories.isEmpty { taker = place }
            }
            // Of all periods only one has a card about categories.
            if let taker {
                cursor.countCategories(input, records, &tallies[taker].categories)
            } else {
                cursor.passCategories(input, records)
            }
        }
        for (place, target) in near.enumerated() {
            add(tallies[place].types, input.names, to: \.types, of: target)
            add(tallies[place].categories, input.categories.list, to: \.categories, of: target)
        }
    }

    /// Counts by the numbers that names have in a frame.
    private struct NameTally {
        var types: [Int]
        var categories: [Int]
    }

    private func countReferenceDay(_ input: DetailInput, _ records: Range<Int>) {
        for index in records where input.counts(index) {
            let instant = input.times[index]
            if instant <= plan.reference { isReferenceDayActive = true }
            hours[plan.calendar.fields(at: instant).hour] += 1
        }
    }

    private func add(
        _ counts: [Int], _ names: StringList, to counter: WritableKeyPath<TargetDetails, [String: Int]>,
        of target: Int
    ) {
        for index in counts.indices where counts[index] > 0 {
            details[target][keyPath: counter][names.string(index), default: 0] += counts[index]
        }
    }

    /// - Parameter summaries: one for each target.
    func add(to summaries: inout [ActivitySummary]) {
        for (target, found) in zip(plan.targets.indices, details) {
            let needs = plan.targets[target].needs
            for (day, count) in zip(periods.keys, counts) where count > 0 {
                summaries[target].days[day, default: 0] += count
            }
            summaries[target].isReferenceDayActive =
                summaries[target].isReferenceDayActive || isReferenceDayActive
            if needs.hours { for hour in 0..<24 { summaries[target].hours[hour] += hours[hour] } }
            if needs.durations {
                summaries[target].current.duration += found.current
                summaries[target].previous.duration += found.previous
            }
            summaries[target].current.types.merge(found.types) { $0 + $1 }
            summaries[target].current.categories.merge(found.categories) { $0 + $1 }
        }
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

    /// Counts the categories of the next records.
    mutating func countCategories(_ input: DetailInput, _ records: Range<Int>, _ counts: inout [Int]) {
        guard input.categories.count > 0 else { return }
        for index in records where input.hasCategory[Int(input.shapes[index])] {
            if input.counts(index) { counts[input.categories.listIndex(categoryAt)] &+= 1 }
            categoryAt &+= 1
        }
    }

    /// Leaves out the categories of the next records.
    mutating func passCategories(_ input: DetailInput, _ records: Range<Int>) {
        guard input.categories.count > 0 else { return }
        for index in records where input.hasCategory[Int(input.shapes[index])] { categoryAt &+= 1 }
    }
}
