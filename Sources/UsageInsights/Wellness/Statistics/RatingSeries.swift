/// The ratings of a run of days, with gaps where a day has none.
struct RatingSeries: Equatable {
    let dayCount: Int
    /// The days that have a rating, counted from the first day, ascending.
    private(set) var places: [Int] = []
    /// One for each of `places`.
    private(set) var levels: [Double] = []

    init(dayCount: Int) { self.dayCount = max(0, dayCount) }

    var count: Int { levels.count }

    /// The share of days that have a rating, 0 to 1.
    var coverage: Double { dayCount == 0 ? 0 : Double(count) / Double(dayCount) }

    /// The arithmetic mean, the sum divided by the count. Over nothing it is
    /// absent, never 0.
    var mean: Double? { levels.isEmpty ? nil : levels.reduce(0, +) / Double(count) }

    /// Each level less their mean.
    var deviations: [Double] {
        guard let mean else { return [] }
        return levels.map { $0 - mean }
    }

    /// Adds a rating. Places ascend; of two for the same day the later one counts.
    mutating func append(_ level: Int, onPlace place: Int) {
        guard (0..<dayCount).contains(place) else { return }
        if places.last == place { levels[count - 1] = Double(level) }
        guard place > places.last ?? -1 else { return }
        places.append(place)
        levels.append(Double(level))
    }
}
