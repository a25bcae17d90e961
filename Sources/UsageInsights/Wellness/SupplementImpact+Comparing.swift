extension SupplementImpact {
    /// Compares the check-ins before and after the first dose.
    ///
    /// Cost: O(doses + log check-ins + days of the windows), and for an interval the bootstrap's: about a
    /// millisecond with windows of a month.
    ///
    /// - Parameters:
    ///   - supplement: by its exact name.
    ///   - metric: which rating to compare.
    ///   - history: all check-ins and doses, those of other supplements too: they may be confounders.
    ///   - calendar: says which day a dose belongs to.
    ///   - usesRecordedOffsets: go by each dose's own UTC offset where it has one.
    ///   - options: which days to compare.
    public init(
        of supplement: String, on metric: WellnessMetric, in history: WellnessHistory,
        calendar: LocalCalendar,
        usesRecordedOffsets: Bool = false, options: ImpactOptions = ImpactOptions()
    ) {
        let firstDoses = FirstDose.all(
            in: history, calendar: calendar, usesRecordedOffsets: usesRecordedOffsets)
        self.init(of: supplement, on: metric, in: history, firstDoses: firstDoses, options: options)
    }

    /// - Parameter firstDoses: of all supplements of the history.
    init(
        of supplement: String, on metric: WellnessMetric, in history: WellnessHistory,
        firstDoses: [FirstDose],
        options: ImpactOptions
    ) {
        self.supplement = supplement
        self.metric = metric
        guard let day0 = firstDoses.first(where: { $0.supplement == supplement })?.day else {
            (day0, before, after, status, confounders) = (nil, nil, nil, .noDose, [])
            (difference, percent, interval, nonoverlap, pValue, autocorrelation) = (
                nil, nil, nil, nil, nil, nil
            )
            return
        }
        func days(_ offsets: ClosedRange<Int>) -> ClosedRange<Int64> {
            (day0 + Int64(offsets.lowerBound))...(day0 + Int64(offsets.upperBound))
        }
        let (beforeDays, afterDays) = (days(options.beforeDays), days(options.afterDays))
        let seriesBefore = history.ratings(of: metric, inDays: beforeDays)
        let seriesAfter = history.ratings(of: metric, inDays: afterDays)
        let status = Status(before: seriesBefore, after: seriesAfter)
        let before = Window(days: beforeDays, count: seriesBefore.count, mean: seriesBefore.mean)
        let after = Window(days: afterDays, count: seriesAfter.count, mean: seriesAfter.mean)
        self.day0 = day0
        self.before = before
        self.after = after
        self.status = status
        confounders = firstDoses.filter {
            $0.supplement != supplement && $0.day >= beforeDays.lowerBound && $0.day <= afterDays.upperBound
        }.map { Confounder(supplement: $0.supplement, firstDay: $0.day) }

        if status.allowsEstimate, let meanBefore = before.mean, let meanAfter = after.mean {
            difference = meanAfter - meanBefore
            percent = Self.percent(before: meanBefore, after: meanAfter)
        } else {
            (difference, percent) = (nil, nil)
        }
        let found =
            status == .full
            ? DifferenceOfMeans(before: seriesBefore, after: seriesAfter, seed: options.seed) : nil
        interval = found?.interval
        pValue = found?.pValue
        autocorrelation = found?.correlation
        nonoverlap =
            status == .full ? Nonoverlap.share(before: seriesBefore.levels, after: seriesAfter.levels) : nil
    }

    /// The percentage. None from an average that isn't above 0, which
    /// levels of 1 to 5 never have.
    static func percent(before: Double, after: Double) -> Double? {
        guard before > 0 else { return nil }
        let percent = ((after - before) / before) * 100
        return percent.isFinite ? percent : nil
    }
}

extension SupplementImpact.Status {
    init(before: RatingSeries, after: RatingSeries) {
        let fewest = min(before.count, after.count)
        if fewest < SupplementImpact.minimumForEstimate {
            self = .missingCheckIns(
                before: max(0, SupplementImpact.minimumForEstimate - before.count),
                after: max(0, SupplementImpact.minimumForEstimate - after.count))
        } else if fewest < SupplementImpact.minimumForInterval {
            self = .tooFewForInterval
        } else if min(before.coverage, after.coverage) < SupplementImpact.minimumCoverage {
            self = .coverageTooLow
        } else {
            self = .full
        }
    }

    var allowsEstimate: Bool {
        switch self {
        case .noDose, .missingCheckIns: false
        case .tooFewForInterval, .coverageTooLow, .full: true
        }
    }
}
