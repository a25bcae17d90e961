/// How checking in goes with using the app. An association, never a cause: who is keen does both.
///
/// Definitions. An active day is one of the set given. Day d is *active soon* when one of days d + 1 … d + 7 is
/// active, whether d is or not. A day is *decided* when those seven are all over, the reference day counted as
/// still running: d + 7 before the reference day. Days that aren't decided are in no rate, also not those that are
/// active soon already: taking only them would raise it.
public struct Engagement: Sendable, Equatable {
    /// From the first active day to the reference day, in days since 1970-01-01; none without an active day.
    public let days: ClosedRange<Int64>?
    /// Active days in ``days``.
    public let activeDayCount: Int
    /// Those of them with a check-in.
    public let activeDaysWithCheckIn: Int
    /// Among all decided days, active or not: those with a check-in against those without.
    public let allDays: Comparison
    /// Among decided active days: those with a check-in against those without. It compares like with like, since
    /// who isn't there can't check in.
    public let activeDays: Comparison

    /// The share of active days with a check-in, 0 to 1; none without an active day.
    public var checkInShare: Double? {
        activeDayCount == 0 ? nil : Double(activeDaysWithCheckIn) / Double(activeDayCount)
    }

    /// How often days are active soon.
    public struct Rate: Sendable, Equatable {
        /// n: the decided days of this kind.
        public let dayCount: Int
        /// Those of them that are active soon.
        public let activeSoon: Int

        /// 0 to 1; none over no days.
        public var share: Double? { dayCount == 0 ? nil : Double(activeSoon) / Double(dayCount) }
    }

    /// Days with a check-in against days without.
    public struct Comparison: Sendable, Equatable {
        /// How often days with a check-in are active soon.
        public let withCheckIn: Rate
        /// How often days without a check-in are active soon.
        public let withoutCheckIn: Rate

        /// The first rate less the second, −1 to 1; none where one is missing.
        public var difference: Double? {
            guard let with = withCheckIn.share, let without = withoutCheckIn.share else { return nil }
            return with - without
        }
    }

    /// Days that "soon" reaches.
    public static let soonDays: Int64 = 7

    /// From the first active day, up to a reference day; active days and check-ins after it count for nothing.
    ///
    /// Cost: O(active days · log active days + check-ins).
    public init(activeDays: Set<Int64>, history: WellnessHistory, referenceDay: Int64) {
        let last = LocalCalendar.bounded(day: referenceDay)
        guard let first = activeDays.lazy.map(LocalCalendar.bounded(day:)).min(), first <= last else {
            self.init(noDays: ())
            return
        }
        self.init(activeDays: activeDays, history: history, days: first...last)
    }

    /// Within a range of days. Cost as from the first active day on.
    /// - Parameters:
    ///   - activeDays: days with at least one event, in days since 1970-01-01.
    ///   - history: says which days have a check-in.
    ///   - days: from the first active day to the reference day; whatever lies outside counts for nothing.
    public init(activeDays: Set<Int64>, history: WellnessHistory, days: ClosedRange<Int64>) {
        let first = LocalCalendar.bounded(day: days.lowerBound)
        let last = LocalCalendar.bounded(day: days.upperBound)
        let active = activeDays.filter { $0 >= first && $0 <= last }.sorted()
        let checkedIn = Set(history.checkIns(inDays: first...last).map(\.day))
        self.days = first...last
        activeDayCount = active.count
        activeDaysWithCheckIn = active.count(where: checkedIn.contains)

        let decided = first..<max(first, last - Self.soonDays)
        let soon = SoonDays(active: active)
        let every = Rate(dayCount: decided.count, activeSoon: soon.count(in: decided))
        let ticked = Self.rate(of: checkedIn.sorted(), in: decided, soon)
        allDays = Comparison(withCheckIn: ticked, withoutCheckIn: every.less(ticked))
        let (with, without) = (active.filter(checkedIn.contains), active.filter { !checkedIn.contains($0) })
        self.activeDays = Comparison(
            withCheckIn: Self.rate(of: with, in: decided, soon),
            withoutCheckIn: Self.rate(of: without, in: decided, soon))
    }

    private init(noDays: Void) {
        let none = Rate(dayCount: 0, activeSoon: 0)
        let comparison = Comparison(withCheckIn: none, withoutCheckIn: none)
        (days, activeDayCount, activeDaysWithCheckIn) = (nil, 0, 0)
        (allDays, activeDays) = (comparison, comparison)
    }

    private static func rate(of days: [Int64], in decided: Range<Int64>, _ soon: SoonDays) -> Rate {
        let counted = days.filter(decided.contains)
        return Rate(dayCount: counted.count, activeSoon: counted.count(where: soon.contains))
    }
}

extension Engagement.Rate {
    fileprivate func less(_ part: Self) -> Self {
        Self(dayCount: dayCount - part.dayCount, activeSoon: activeSoon - part.activeSoon)
    }
}

/// The days that are active soon: the seven before each active day, as stretches without overlap.
private struct SoonDays {
    private var stretches: [Range<Int64>] = []

    /// - Parameter active: ascending, within the bounds of days.
    init(active: [Int64]) {
        for day in active {
            let start = day - Engagement.soonDays
            if let last = stretches.last, start <= last.upperBound {
                stretches[stretches.count - 1] = last.lowerBound..<day
            } else {
                stretches.append(start..<day)
            }
        }
    }

    func count(in days: Range<Int64>) -> Int {
        stretches.reduce(0) { $0 + $1.clamped(to: days).count }
    }

    func contains(_ day: Int64) -> Bool {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].upperBound <= day { low = middle + 1 } else { high = middle }
        }
        return low < stretches.count && stretches[low].contains(day)
    }
}
