/// Instants as options take them: `--at`, `--from`, `--to`.
package enum InstantExpression {
    /// Reads `now`, `today`, `yesterday`, `YYYY-MM-DD`, a step from now (`-7d`, `-3mo`, `+1d`, `-12h`), or
    /// what `timestamp` reads, also without its seconds.
    ///
    /// A date, `today` and `yesterday` are the first instant of that day, which begins at the calendar's day
    /// start. Steps in days, weeks, months and years keep the wall time and move the date (to the month's last
    /// day where it lacks the day; out of a gap by that gap); hours, minutes and seconds are real time.
    ///
    /// - Parameters:
    ///   - now: the reference instant in µs.
    ///   - timestamp: reads RFC 3339 to µs; nil where the text isn't that.
    /// - Returns: µs since 1970-01-01 UTC, in years 1...9999 of UTC.
    package static func parse(
        _ text: String, now: Int64, calendar: LocalCalendar, timestamp: (String) -> Int64?
    ) throws(RefusedExpression) -> Int64 {
        let instant = try unchecked(text, now: now, calendar: calendar, timestamp: timestamp)
        guard Microseconds.supported.contains(instant) else {
            throw RefusedExpression(text: text, reason: "outside the years 0001 to 9999")
        }
        return instant
    }

    /// Whether a text names a day as a whole: `today`, `yesterday` or `YYYY-MM-DD`.
    package static func namesDay(_ text: String) -> Bool {
        ["today", "yesterday"].contains(text.lowercased()) || DateExpression.hasForm(text)
    }

    private static func unchecked(
        _ text: String, now: Int64, calendar: LocalCalendar, timestamp: (String) -> Int64?
    ) throws(RefusedExpression) -> Int64 {
        switch text.lowercased() {
        case "now": return now
        case "today": return calendar.firstInstant(of: .day, key: calendar.day(at: now))
        case "yesterday": return calendar.firstInstant(of: .day, key: calendar.day(at: now) - 1)
        default: break
        }
        if DateExpression.hasForm(text) {
            return calendar.firstInstant(of: .day, key: try DateExpression.day(text))
        }
        if let step = try RelativeStep(text) {
            return stepping(step, from: now, in: calendar.zone)
        }
        if let instant = timestamp(text) ?? withSeconds(text).flatMap(timestamp) { return instant }
        throw RefusedExpression(
            text: text,
            reason:
                "not an instant: write 2026-11-30T09:15+01:00, '2026-11-30 09:15', 2026-11-30, today, yesterday, now"
                + " or -7d")
    }

    /// `YYYY-MM-DD HH:MM` with `:00` behind the minute; nil where a text doesn't begin like that. People leave
    /// seconds out, and there is only one way to read it.
    private static func withSeconds(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        let lacksSeconds = bytes.count == 16 || (bytes.count > 16 && bytes[16] != UInt8(ascii: ":"))
        guard lacksSeconds, bytes[13] == UInt8(ascii: ":"), bytes.allSatisfy({ $0 < 0x80 }),
            DateExpression.hasForm(String(text.prefix(10)))
        else { return nil }
        return "\(text.prefix(16)):00\(text.dropFirst(16))"
    }

    private static func stepping(_ step: RelativeStep, from now: Int64, in zone: Zone) -> Int64 {
        let now = Microseconds.bounded(now)
        // Without a step of the date, going through the wall clock would mix up an hour that occurs twice.
        if step.months == 0 && step.days == 0 { return now &+ step.microseconds }
        let wall = now &+ zone.offset(at: now)
        let day = floorDivide(wall, Microseconds.day)
        let time = wall &- day &* Microseconds.day
        return zone.instant(ofWall: step.moving(day: day) &* Microseconds.day &+ time) &+ step.microseconds
    }
}
