internal import EventLog
internal import LogFormat

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
