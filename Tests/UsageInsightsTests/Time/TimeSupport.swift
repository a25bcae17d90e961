import Foundation

@testable import UsageInsights

/// A seeded generator, so that a failure can be repeated.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Plain RFC 3339 with an offset or `Z`, for the tests' own instants.
func instant(_ text: String) -> Int64 {
    let date = try? Date(text, strategy: .iso8601)
    return date.map { Int64(($0.timeIntervalSince1970).rounded()) * 1_000_000 } ?? .min
}

/// What a clock at UTC would show, as the wall time of another zone: `2026-03-08T02:30:00`.
func wall(_ text: String) -> Int64 { instant(text + "Z") }

func day(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    Civil(year: year, month: month, day: day).days
}

func calendar(
    _ zone: String, dayStart: Int = 0, firstWeekday: Weekday = .monday
) throws -> LocalCalendar {
    LocalCalendar(zone: try Zone(named: zone), dayStartMinutes: dayStart, firstWeekday: firstWeekday)
}

extension LocalCalendar {
    /// `2026-03-08 03:30:00 -04:00`
    func text(_ instant: Int64) -> String {
        let fields = fields(at: instant)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return fields.date.isoText + " "
            + [fields.hour, fields.minute, fields.second].map(two).joined(separator: ":")
            + " " + Zone.offsetText(seconds: fields.offsetSeconds)
    }
}

/// Zones with something odd about each.
let oddZones = [
    "America/New_York", "Europe/Berlin", "UTC", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia",
    "Africa/Monrovia", "Africa/Casablanca", "America/St_Johns", "Europe/Dublin", "America/Sao_Paulo",
    "Asia/Beirut", "Antarctica/Troll", "America/Havana", "Asia/Gaza", "Pacific/Chatham", "Asia/Kolkata",
    "Asia/Tehran", "Africa/Cairo", "America/Nuuk", "America/Scoresbysund", "Asia/Pyongyang",
    "Pacific/Kwajalein", "Pacific/Kiritimati", "America/Caracas", "Asia/Manila", "America/Juneau",
    "Europe/Amsterdam", "America/Asuncion", "Australia/Eucla", "Pacific/Norfolk", "Asia/Amman",
    "Europe/London", "Africa/El_Aaiun",
]
