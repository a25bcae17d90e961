extension ActivityCells {
    /// The same summary as `ActivityReader` takes from the log, or nil where cells can't give it exactly: the
    /// zone has had offsets, or changes of them, that are no multiple of 15 minutes, the day starts between quarters, or there are
    /// too many types or categories. O(days).
    func summary(
        _ period: InsightPeriod, at reference: Int64, calendar: LocalCalendar
    ) -> ActivitySummary? {
        guard isExact(for: calendar) else { return nil }
        let needs = ActivityReader.Needs(period)
        if needs.types && types.isOverfull || needs.categories && categories.isOverfull { return nil }
        let days = InsightDays(period: period, reference: reference, calendar: calendar)
        var summary = ActivitySummary()
        for (utcDay, cells) in self.days {
            let midnight = utcDay &* Microseconds.day
            var quarter = 0
            while quarter < Self.quarters {
                // All quarter-hours of this UTC day that fall into one local day.
                let run = calendar.run(of: .day, at: midnight &+ Int64(quarter) &* Self.quarterMicroseconds)
                let end = min(
                    Self.quarters,
                    max(quarter + 1, Int(clamping: (run.end &- midnight) / Self.quarterMicroseconds)))
                add(cells, quarter..<end, of: run.key, days, needs, to: &summary)
                if run.key == days.referenceDay {
                    addReferenceDay(
                        cells, quarter..<end, midnight: midnight, reference, days, needs, to: &summary)
                }
                quarter = end
            }
        }
        return summary
    }

    private func isExact(for calendar: LocalCalendar) -> Bool {
        guard calendar.dayStartMinutes % 15 == 0, let first = days.keys.min(), let last = days.keys.max()
        else {
            return days.isEmpty
        }
        var instant = first &* Microseconds.day
        let end = (last &+ 1) &* Microseconds.day
        while instant < end {
            let stretch = calendar.zone.stretch(around: instant)
            guard stretch.offsetSeconds % 900 == 0 else { return false }
            let transition = stretch.range.upperBound
            guard transition > instant, transition < end else { return true }
            // Clocks that change at 00:01, as St John's did until 2011, cut a quarter-hour in two.
            guard floorRemainder(transition, Self.quarterMicroseconds) == 0 else { return false }
            instant = transition
        }
        return true
    }

    private func add(
        _ cells: Day, _ quarters: Range<Int>, of day: Int64, _ days: InsightDays,
        _ needs: ActivityReader.Needs, to summary: inout ActivitySummary
    ) {
        var count = 0
        for quarter in quarters { count &+= Int(cells.counts[quarter]) }
        guard count > 0 else { return }
        summary.days[day, default: 0] += count
        let isCurrent = days.current.contains(day)
        guard isCurrent || days.previous.contains(day) else { return }
        if needs.durations {
            let duration = cells.durations[quarters].reduce(0, +)
            if isCurrent {
                summary.current.duration += duration
            } else {
                summary.previous.duration += duration
            }
        }
        guard isCurrent else { return }
        if needs.types { Self.add(cells.types, types.names, quarters, to: &summary.current.types) }
        if needs.categories {
            Self.add(cells.categories, categories.names, quarters, to: &summary.current.categories)
        }
    }

    private static func add(
        _ counts: [UInt32], _ names: [String], _ quarters: Range<Int>, to totals: inout [String: Int]
    ) {
        for number in 0..<(counts.count / Self.quarters) {
            var count = 0
            for quarter in quarters { count &+= Int(counts[number &* Self.quarters &+ quarter]) }
            if count > 0 { totals[names[number], default: 0] += count }
        }
    }

    private func addReferenceDay(
        _ cells: Day, _ quarters: Range<Int>, midnight: Int64, _ reference: Int64, _ days: InsightDays,
        _ needs: ActivityReader.Needs, to summary: inout ActivitySummary
    ) {
        for quarter in quarters where cells.counts[quarter] > 0 {
            if cells.earliest[quarter] <= reference { summary.isReferenceDayActive = true }
            guard needs.hours else { continue }
            let start = midnight &+ Int64(quarter) &* Self.quarterMicroseconds
            summary.hours[days.calendar.fields(at: start).hour] += Int(cells.counts[quarter])
        }
    }
}
