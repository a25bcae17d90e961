import EventLog
import UsageInsights

/// A year of made-up events: busier on weekdays, quieter in summer, with a free day now and then. The same for
/// the same end.
struct DemoHistory {
    private let now: Int64
    private let zone: Zone
    private var state: UInt64 = 0x51_7C_C1_B7_27_22_0A_95

    init(until now: Int64, zone: Zone) {
        self.now = now
        self.zone = zone
    }

    /// In the order of time.
    func records() -> [Record] {
        var copy = self
        return copy.make()
    }

    private mutating func make() -> [Record] {
        let calendar = LocalCalendar(zone: zone)
        let today = calendar.day(at: now)
        var records: [Record] = []
        for day in (today - 365)...today {
            let date = Civil(days: day)
            let isWeekend = [Weekday.saturday, .sunday].contains(Weekday(ofDay: day))
            addWellness(day, age: today - day, calendar, to: &records)
            if number(below: 25) == 0 { continue }
            let busy = (isWeekend ? 18 : 42) - ([7, 8].contains(date.month) ? 12 : 0)
            let midnight = calendar.firstInstant(of: .day, key: day)
            for _ in 0..<(busy + number(below: 15)) {
                // Two draws make the middle of the day likelier than its ends.
                let second = 7 * 3600 + (number(below: 28_800) + number(below: 28_800))
                let instant = midnight + Int64(second) * 1_000_000 + Int64(number(below: 1000)) * 1000
                if instant <= now { records.append(event(at: instant)) }
            }
        }
        return records.sorted { $0.timestamp < $1.timestamp }
    }

    /// A check-in on most evenings, and magnesium every morning of the last 60 days, since when sleep is better.
    private mutating func addWellness(
        _ day: Int64, age: Int64, _ calendar: LocalCalendar, to records: inout [Record]
    ) {
        let midnight = calendar.firstInstant(of: .day, key: day)
        let takesMagnesium = age <= 60
        let (morning, evening) = (midnight + 8 * 3_600_000_000, midnight + 22 * 3_600_000_000)
        if takesMagnesium && morning <= now {
            records.append(
                .dose(
                    of: "Magnesium", amount: "200 mg", takenAt: morning,
                    offsetMinutes: CommandContext.knownOffset(zone, morning)))
        }
        guard number(below: 8) > 0, evening <= now else { return }
        var levels: [WellnessMetric: Int] = [:]
        for metric in WellnessMetric.allCases {
            let lift = takesMagnesium && metric == .sleep ? 1 : 0
            levels[metric] = min(5, 2 + number(below: 3) + lift)
        }
        let checkIn = Record.checkIn(
            onDay: day, levels: levels, recordedAt: evening,
            offsetMinutes: CommandContext.knownOffset(zone, evening))
        if let checkIn { records.append(checkIn) }
    }

    private mutating func event(at instant: Int64) -> Record {
        var record = Record(
            timestamp: instant, offsetMinutes: CommandContext.knownOffset(zone, instant), name: "screenViewed"
        )
        switch number(below: 10) {
        case 0, 1, 2:
            record.name = "taskCompleted"
            record.attributes = ["category": pick(["work", "work", "work", "home", "health", "reading"])]
            record.duration = Int64(60 + number(below: 3600)) * 1_000_000
        case 3, 4:
            record.name = "featureUsed"
            record.attributes = ["feature": pick(["search", "export", "reminders", "darkMode"])]
        case 5:
            record.name = "sessionCompleted"
            record.duration = Int64(120 + number(below: 5400)) * 1_000_000
        default: record.attributes = ["screen": pick(["home", "editor", "library", "stats", "settings"])]
        }
        return record
    }

    private mutating func pick(_ names: [String]) -> String { names[number(below: names.count)] }

    /// A repeatable draw (xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators").
    private mutating func number(below bound: Int) -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}
