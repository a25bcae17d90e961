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

    /// For people: `2026-11-30 09:15:00`, as the zone's clock shows it.
    static func plain(_ instant: Int64, _ calendar: LocalCalendar, seconds: Bool = true) -> String {
        let fields = calendar.fields(at: instant)
        let time = "\(two(fields.hour)):\(two(fields.minute))"
        return "\(fields.date.isoText) \(time)\(seconds ? ":\(two(fields.second))" : "")"
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
