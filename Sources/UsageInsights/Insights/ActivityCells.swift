/// Activity by UTC quarter-hour: events, time, types and categories. Every zone's offset today is a multiple of
/// 15 minutes, so the days and hours of any zone, with any day start on a quarter, are sums of these cells.
///
/// Types and categories are tracked up to `trackedNames` distinct ones each; beyond that they are not, and say
/// so. About 4 KB a day with ten types and five categories. Not thread-safe.
final class ActivityCells {
    /// One UTC day.
    struct Day {
        var counts = [UInt32](repeating: 0, count: ActivityCells.quarters)
        /// The earliest instant of each quarter-hour that has any.
        var earliest = [Int64](repeating: .max, count: ActivityCells.quarters)
        /// Microseconds.
        var durations = [Int128](repeating: 0, count: ActivityCells.quarters)
        /// By type, then quarter-hour; as long as the types met so far.
        var types: [UInt32] = []
        var categories: [UInt32] = []
    }

    static let quarters = 96
    static let quarterMicroseconds: Int64 = 900_000_000
    static let trackedNames = 64

    private(set) var days: [Int64: Day] = [:]
    private(set) var types = NameIndex()
    private(set) var categories = NameIndex()

    /// Numbers for names, until there are too many.
    struct NameIndex {
        private(set) var names: [String] = []
        private var numbers: [String: Int] = [:]
        /// More names came than are tracked: counts by name are not complete.
        private(set) var isOverfull = false

        mutating func number(_ name: String) -> Int? {
            if let number = numbers[name] { return number }
            guard names.count < ActivityCells.trackedNames else {
                isOverfull = true
                return nil
            }
            numbers[name] = names.count
            names.append(name)
            return names.count - 1
        }

        mutating func absorb(_ other: NameIndex) { isOverfull = isOverfull || other.isOverfull }
    }

    func number(ofType name: String) -> Int { types.number(name) ?? -1 }
    func number(ofCategory name: String) -> Int { categories.number(name) ?? -1 }

    /// Changes one UTC day; the cheap way to add many records of it.
    func withDay<R>(_ day: Int64, _ body: (inout Day) -> R) -> R {
        var cells = days.removeValue(forKey: day) ?? Day()
        defer { days[day] = cells }
        return body(&cells)
    }

    /// Adds what another has counted.
    func add(_ other: ActivityCells) {
        let typeNumbers = other.types.names.map { number(ofType: $0) }
        let categoryNumbers = other.categories.names.map { number(ofCategory: $0) }
        types.absorb(other.types)
        categories.absorb(other.categories)
        for (day, cells) in other.days {
            withDay(day) { mine in
                for quarter in 0..<Self.quarters where cells.counts[quarter] > 0 {
                    mine.counts[quarter] &+= cells.counts[quarter]
                    mine.earliest[quarter] = min(mine.earliest[quarter], cells.earliest[quarter])
                    mine.durations[quarter] += cells.durations[quarter]
                }
                Self.add(cells.types, numbers: typeNumbers, to: &mine.types)
                Self.add(cells.categories, numbers: categoryNumbers, to: &mine.categories)
            }
        }
    }

    private static func add(_ counts: [UInt32], numbers: [Int], to target: inout [UInt32]) {
        for at in counts.indices where counts[at] > 0 {
            let number = numbers[at / quarters]
            if number >= 0 { target.count(number, at % quarters, counts[at]) }
        }
    }
}

extension [UInt32] {
    /// Adds to the cell of a name and quarter-hour, making room if the name is new to this day.
    mutating func count(_ number: Int, _ quarter: Int, _ amount: UInt32) {
        let at = number * ActivityCells.quarters + quarter
        if at >= count {
            append(contentsOf: repeatElement(0, count: (number + 1) * ActivityCells.quarters - count))
        }
        self[at] &+= amount
    }
}
