extension LocalCalendar {
    /// The first instant of a period.
    ///
    /// Where the zone skips the start of the day, that is the transition; where it skips the whole period, it
    /// is the instant at which it does so. A key that is in the middle of a period counts as its first day.
    package func firstInstant(of unit: PeriodUnit, key: Int64) -> Int64 {
        first(of: unit, key: key).instant
    }

    func first(of unit: PeriodUnit, key: Int64) -> (instant: Int64, exists: Bool) {
        if unit == .hour { return (run(of: .hour, at: key).start, true) }
        let walls = walls(ofDays: days(of: unit, holding: LocalCalendar.bounded(day: key)))
        return zone.lookUp(at: Microseconds.bounded(walls.lowerBound)) { table, shift in
            let shifted = (walls.lowerBound &- shift)..<(walls.upperBound &- shift)
            let found = table.firstInstant(ofWall: shifted)
            return (found.instant &+ shift, found.exists)
        }
    }

    /// The key of the period `count` after the one with the given key, before it where negative.
    ///
    /// O(1); for hours O(transitions between).
    package func key(of unit: PeriodUnit, adding count: Int, to key: Int64) -> Int64 {
        if unit == .hour { return hour(adding: count, to: key) }
        let day = days(of: unit, holding: LocalCalendar.bounded(day: key)).lowerBound
        // More periods than there are days lead outside the bounds either way.
        let steps = Int(LocalCalendar.bounded(day: Int64(count)))
        switch unit {
        case .hour, .day: return LocalCalendar.bounded(day: day &+ Int64(steps))
        case .week: return LocalCalendar.bounded(day: day &+ 7 &* Int64(steps))
        case .month: return LocalCalendar.bounded(day: Civil(days: day).adding(months: steps).days)
        case .year:
            let months = max(-400_000, min(400_000, steps)) &* 12
            return LocalCalendar.bounded(day: Civil(days: day).adding(months: months).days)
        }
    }

    /// The day that comes before one: mostly its number less one, but two less where the zone skips the day
    /// between. (No zone's clock was ever put forward by more than 24 hours.) O(log transitions).
    package func day(before day: Int64) -> Int64 {
        let before = key(of: .day, adding: -1, to: day)
        return first(of: .day, key: before).exists ? before : key(of: .day, adding: -1, to: before)
    }

    /// Steps bucket by bucket only where a bucket is cut, else over a whole stretch at once.
    private func hour(adding count: Int, to key: Int64) -> Int64 {
        var bucket = run(of: .hour, at: key)
        var left = Int64(count.magnitude > 1 << 40 ? 1 << 40 : count.magnitude)
        while left > 0 {
            let reached = count > 0 ? bucket.end : bucket.start &- 1
            if reached != Microseconds.bounded(reached) { break }
            bucket = run(of: .hour, at: reached)
            left &-= 1
            if left == 0 { break }
            let stretch = zone.stretch(around: reached).range
            let whole =
                count > 0
                ? (stretch.upperBound &- bucket.end) / Microseconds.hour
                : (bucket.start &- stretch.lowerBound) / Microseconds.hour
            let jump = min(left, max(0, whole)) &* Microseconds.hour &* (count > 0 ? 1 : -1)
            bucket = run(of: .hour, at: bucket.start &+ jump)
            left &-= min(left, max(0, whole))
        }
        return bucket.key
    }

    /// The periods that have instants in a range, each once, by increasing key.
    ///
    /// A day that the zone skips has none and is left out. Each step costs O(log transitions).
    package func periods(of unit: PeriodUnit, in range: Range<Int64>) -> PeriodSequence {
        guard !range.isEmpty else { return PeriodSequence(calendar: self, unit: unit, from: 1, through: 0) }
        var lowest = key(of: unit, at: range.lowerBound)
        var highest = key(of: unit, at: range.upperBound - 1)
        if unit != .hour {
            // Clocks that go back across a day's start lead into a period that has begun before the range,
            // or out of one that goes on after it.
            for transition in transitions(in: range, near: range.lowerBound) {
                lowest = min(lowest, key(of: unit, at: transition))
            }
            for transition in transitions(in: range, near: range.upperBound) {
                highest = max(highest, key(of: unit, at: transition &- 1))
            }
        }
        return PeriodSequence(calendar: self, unit: unit, from: lowest, through: highest)
    }

    /// The transitions inside a range that are less than two days from an instant.
    private func transitions(in range: Range<Int64>, near instant: Int64) -> [Int64] {
        let centre = Microseconds.bounded(instant)
        let reach = 2 &* Microseconds.day
        var found: [Int64] = []
        var next = zone.stretch(around: centre &- reach).range.upperBound
        while next < centre &+ reach {
            if next > range.lowerBound, next < range.upperBound { found.append(next) }
            next = zone.stretch(around: next).range.upperBound
        }
        return found
    }
}
