extension LocalCalendar {
    /// The longest run of instants around the given one that belong to the same period.
    ///
    /// Runs tile the time line: the end of one is the start of the next. O(log transitions), no allocation.
    package func run(of unit: PeriodUnit, at instant: Int64) -> PeriodRun {
        let instant = Microseconds.bounded(instant)
        return zone.lookUp(at: instant) { table, shift in
            let shifted = instant &- shift
            let index = table.index(of: shifted)
            var run: PeriodRun
            if unit == .hour {
                run = LocalCalendar.hour(in: table, index, at: shifted)
                run.key &+= shift
            } else {
                // The calendar repeats like the zone's rules, so only day numbers need to be moved.
                let day = floorDivide(shifted &+ table.offsets[index] &- dayStart, Microseconds.day)
                let days = days(of: unit, holding: day)
                run = LocalCalendar.run(in: table, index, within: walls(ofDays: days))
                run.key = days.lowerBound &+ shift / Microseconds.day
            }
            run.start &+= shift
            run.end &+= shift
            return run
        }
    }

    /// The instants around a stretch whose wall time stays within a range that the stretch has a part of.
    @inline(__always)
    private static func run(
        in table: borrowing ZoneTable, _ index: Int, within walls: Range<Int64>
    ) -> PeriodRun {
        var low = index
        var start = walls.lowerBound &- table.offsets[low]
        // Also where start and transition coincide: clocks that go back at 01:00 to 00:00 stay in the day.
        while start <= table.starts[low] {
            let transition = table.starts[low]
            start = transition
            if low == 0 { break }
            // Does the clock still show a time in the range just before the transition?
            let wallBefore = transition &+ table.offsets[low &- 1]
            if wallBefore <= walls.lowerBound || wallBefore > walls.upperBound { break }
            low &-= 1
            start = walls.lowerBound &- table.offsets[low]
        }
        var high = index
        var end = walls.upperBound &- table.offsets[high]
        while end >= table.end(of: high) {
            let transition = table.end(of: high)
            end = transition
            if high &+ 1 >= table.starts.count { break }
            let wallAfter = transition &+ table.offsets[high &+ 1]
            if wallAfter < walls.lowerBound || wallAfter >= walls.upperBound { break }
            high &+= 1
            end = walls.upperBound &- table.offsets[high]
        }
        return PeriodRun(key: 0, start: start, end: end)
    }

    /// The hour bucket of an instant.
    ///
    /// A bucket is one real hour and starts where the wall clock shows a whole one. Going over a whole-hour
    /// shift changes nothing about that. Where the offset modulo one hour changes, the bucket is cut.
    @inline(__always)
    private static func hour(in table: borrowing ZoneTable, _ index: Int, at instant: Int64) -> PeriodRun {
        let grid = floorRemainder(table.offsets[index], Microseconds.hour)
        var start = floorDivide(instant &+ grid, Microseconds.hour) &* Microseconds.hour &- grid
        var end = start &+ Microseconds.hour
        var low = index
        while start < table.starts[low] {
            if low == 0 || floorRemainder(table.offsets[low &- 1], Microseconds.hour) != grid {
                start = table.starts[low]
                break
            }
            low &-= 1
        }
        var high = index
        while end > table.end(of: high) {
            if high &+ 1 >= table.starts.count
                || floorRemainder(table.offsets[high &+ 1], Microseconds.hour) != grid
            {
                end = table.end(of: high)
                break
            }
            high &+= 1
        }
        return PeriodRun(key: start, start: start, end: end)
    }
}
