/// What calendar and clock on a wall show at an instant, midnight being 00:00 whatever the day start.
package struct LocalFields: Sendable, Hashable {
    package var date: Civil
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var microsecond: Int
    package var weekday: Weekday
    package var offsetSeconds: Int
}

extension LocalCalendar {
    /// Date, time of day, weekday and offset at an instant. O(log transitions).
    package func fields(at instant: Int64) -> LocalFields {
        let instant = Microseconds.bounded(instant)
        let offset = zone.offset(at: instant)
        let wall = instant &+ offset
        let day = floorDivide(wall, Microseconds.day)
        let time = Int(truncatingIfNeeded: wall &- day &* Microseconds.day)
        let seconds = time / 1_000_000
        return LocalFields(
            date: Civil(days: day), hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
            microsecond: time % 1_000_000, weekday: Weekday(ofDay: day),
            offsetSeconds: Int(truncatingIfNeeded: offset / Microseconds.second))
    }
}
