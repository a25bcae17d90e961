/// The ratings of the last days, and their moving average.
public struct WellnessTrends: Sendable, Equatable {
    /// In days since 1970-01-01, both ends included; the arrays of ``series`` hold one value for each.
    public let days: ClosedRange<Int64>
    /// One for each metric, in the order of ``WellnessMetric``.
    public let series: [Series]

    /// One metric over the days.
    public struct Series: Sendable, Equatable {
        /// What was rated.
        public let metric: WellnessMetric
        /// The rating of each day; none where it has no check-in.
        public let values: [Int?]
        /// The mean of the check-ins that exist in the 7 days ending on each day, days before the first shown
        /// included: a simple trailing moving average. None where there are no check-ins in them.
        public let movingAverages: [Double?]
    }

    /// Days that the moving average goes back over, the day itself included.
    public static let averagedDays = 7
    /// A hundred years; more are cut to this.
    public static let maximumDayCount = 36_525

    /// The trends of a history.
    /// - Parameters:
    ///   - history: the check-ins that count.
    ///   - lastDay: in days since 1970-01-01. Check-ins after it change nothing.
    ///   - dayCount: how many days to show, 1 at the least.
    ///
    /// Cost: O(dayCount + log check-ins).
    public init(of history: WellnessHistory, endingOn lastDay: Int64, dayCount: Int = 7) {
        let lastDay = LocalCalendar.bounded(day: lastDay)
        let dayCount = max(1, min(Self.maximumDayCount, dayCount))
        let firstDay = lastDay - Int64(dayCount) + 1
        days = firstDay...lastDay
        let leadIn = Self.averagedDays - 1
        let ratedDays = (firstDay - Int64(leadIn))...lastDay
        series = WellnessMetric.allCases.map { metric in
            var levels = [Int?](repeating: nil, count: dayCount + leadIn)
            for checkIn in history.checkIns(inDays: ratedDays) {
                levels[Int(checkIn.day - ratedDays.lowerBound)] = checkIn[metric]
            }
            let averages = (0..<dayCount).map { place -> Double? in
                let rated = levels[place...(place + leadIn)].compactMap(\.self)
                return rated.isEmpty ? nil : rated.reduce(0) { $0 + Double($1) } / Double(rated.count)
            }
            return Series(metric: metric, values: Array(levels[leadIn...]), movingAverages: averages)
        }
    }

    /// The series of a metric.
    public subscript(metric: WellnessMetric) -> Series? { series.first { $0.metric == metric } }
}
