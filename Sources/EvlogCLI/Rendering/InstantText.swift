import UsageInsights

/// Instants as text.
enum InstantText {
    /// RFC 3339 with the zone's offset at that instant.
    static func rfc3339(_ instant: Int64, in zone: Zone) -> String {
        text { RFC3339.format(instant, offsetSeconds: zone.offsetSeconds(at: instant), into: $0) }
    }

    /// RFC 3339 with an offset of whole minutes; nil writes `-00:00`, for unknown.
    static func rfc3339(_ instant: Int64, offsetMinutes: Int?) -> String {
        text { RFC3339.format(instant, offsetMinutes: offsetMinutes ?? Int(RFC3339.unknownOffset), into: $0) }
    }

    private static func text(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> String {
        withUnsafeTemporaryAllocation(byteCount: RFC3339.maximumLength, alignment: 8) { buffer in
            let count = write(buffer)
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// For people: `2026-11-30 09:15:00`, as the zone's clock shows it; where it shows the same twice, because it was
    /// set back, with the offset: `2026-10-25 02:00 +02:00`.
    static func plain(_ instant: Int64, _ calendar: LocalCalendar, seconds: Bool = true) -> String {
        let fields = calendar.fields(at: instant)
        let time = "\(two(fields.hour)):\(two(fields.minute))"
        let offset = isShownTwice(instant, calendar.zone) ? " \(offsetText(instant, calendar.zone))" : ""
        return "\(fields.date.isoText) \(time)\(seconds ? ":\(two(fields.second))" : "")\(offset)"
    }

    /// Whether another instant reads the same on the zone's clock.
    static func isShownTwice(_ instant: Int64, _ zone: Zone) -> Bool {
        let offset = zone.offsetSeconds(at: instant)
        let (wall, overflows) = instant.addingReportingOverflow(Int64(offset) * Microseconds.second)
        if overflows { return false }
        // The first of two is found by the wall clock; the second by what the offset is a little later.
        let first = zone.instant(ofWall: wall)
        if first != instant { return true }
        let later = zone.offsetSeconds(at: first &+ 3 * Microseconds.hour)
        guard later < offset else { return false }
        return zone.offsetSeconds(at: wall &- Int64(later) * Microseconds.second) == later
    }

    private static func offsetText(_ instant: Int64, _ zone: Zone) -> String {
        Zone.offsetText(seconds: zone.offsetSeconds(at: instant))
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
