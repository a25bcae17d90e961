extension WellnessHistory {
    /// The check-ins of these days, ascending. O(log check-ins).
    func checkIns(inDays days: ClosedRange<Int64>) -> ArraySlice<DailyCheckIn> {
        let start = firstIndex(notBefore: days.lowerBound)
        // A search for the day after the last would overflow at the end of Int64.
        var end = start
        while end < checkIns.count, checkIns[end].day <= days.upperBound { end += 1 }
        return checkIns[start..<end]
    }

    /// The ratings of these days, with gaps where there is no check-in. O(log check-ins + check-ins found).
    func ratings(of metric: WellnessMetric, inDays days: ClosedRange<Int64>) -> RatingSeries {
        var series = RatingSeries(dayCount: Int(days.upperBound &- days.lowerBound) &+ 1)
        for checkIn in checkIns(inDays: days) {
            series.append(checkIn[metric], onPlace: Int(checkIn.day &- days.lowerBound))
        }
        return series
    }

    private func firstIndex(notBefore day: Int64) -> Int {
        var (low, high) = (0, checkIns.count)
        while low < high {
            let middle = (low + high) / 2
            if checkIns[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SupplementDose {
    /// The local day it was taken on, in days since 1970-01-01. O(log transitions of the zone).
    ///
    /// - Parameters:
    ///   - calendar: says which day an instant belongs to.
    ///   - usesRecordedOffsets: go by the dose's own UTC offset where it has one, and by the calendar's zone where not.
    public func day(in calendar: LocalCalendar, usesRecordedOffsets: Bool = false) -> Int64 {
        guard usesRecordedOffsets, let offsetMinutes else { return calendar.day(at: takenAt) }
        let wall = Microseconds.bounded(takenAt) &+ Int64(offsetMinutes) &* Microseconds.minute
        return calendar.onWallClock.day(at: wall)
    }
}

/// A supplement and the local day of its first dose.
struct FirstDose: Equatable {
    let supplement: String
    let day: Int64

    /// One for each supplement of a history, in Unicode scalar order. O(doses + supplements · log supplements).
    static func all(
        in history: WellnessHistory, calendar: LocalCalendar, usesRecordedOffsets: Bool
    ) -> [FirstDose] {
        var days: [String: Int64] = [:]
        // Doses come by time, so the first that names a supplement is its first.
        for dose in history.doses where days[dose.supplement] == nil {
            days[dose.supplement] = dose.day(in: calendar, usesRecordedOffsets: usesRecordedOffsets)
        }
        return days.map { FirstDose(supplement: $0.key, day: $0.value) }
            .sorted { $0.supplement.unicodeScalars.lexicographicallyPrecedes($1.supplement.unicodeScalars) }
    }
}
