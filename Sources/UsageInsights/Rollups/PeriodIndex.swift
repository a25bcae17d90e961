/// Gives each instant the number of its period, in the order in which periods are first met.
///
/// Times mostly come in order, so the period of the last one is looked at first, then a small table of recent
/// ones, and only then the calendar. Not thread-safe.
struct PeriodIndex {
    private let calendar: LocalCalendar
    private let unit: PeriodUnit
    /// The stretch of instants around the last one asked for that belong to `current`.
    private(set) var start: Int64 = .max
    private(set) var end: Int64 = .min
    private(set) var current = 0
    /// The key of each period, by its number.
    private(set) var keys: [Int64] = []

    private var numbers: [Int64: Int] = [:]
    private var recent: [Stretch]

    private struct Stretch {
        var start: Int64 = .max
        var end: Int64 = .min
        var number = 0
    }

    private static let recentCount = 1024
    /// About 36 minutes, so that neighbouring hours fall into different places.
    private static let placeShift: Int64 = 31

    init(calendar: LocalCalendar, unit: PeriodUnit) {
        self.calendar = calendar
        self.unit = unit
        recent = Array(repeating: Stretch(), count: Self.recentCount)
    }

    /// Makes `start`, `end` and `current` those of `instant`. About 5 ns for a recent one, 60 ns otherwise.
    @inline(never)
    mutating func move(to instant: Int64) {
        let place = Int(truncatingIfNeeded: instant &>> Self.placeShift) & (Self.recentCount - 1)
        if instant < recent[place].start || instant >= recent[place].end {
            let run = calendar.run(of: unit, at: instant)
            recent[place] = Stretch(start: run.start, end: run.end, number: number(of: run.key))
        }
        start = recent[place].start
        end = recent[place].end
        current = recent[place].number
    }

    private mutating func number(of key: Int64) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }
}
