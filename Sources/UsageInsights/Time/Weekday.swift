/// A day of the week; raw values count from Monday, 0, to Sunday, 6.
public enum Weekday: Int, Sendable, CaseIterable, Hashable {
    /// The first by ISO 8601, and by default.
    case monday
    /// The day after Monday.
    case tuesday
    /// The day after Tuesday.
    case wednesday
    /// The day after Wednesday.
    case thursday
    /// The day after Thursday.
    case friday
    /// The day after Friday.
    case saturday
    /// The day after Saturday.
    case sunday

    /// The weekday of a day number (days since 1970-01-01, a Thursday).
    @inline(__always)
    package init(ofDay days: Int64) {
        let place = Int(truncatingIfNeeded: floorRemainder(days &+ 3, 7))
        self = Weekday(rawValue: place) ?? .monday
    }

    /// The English name, `monday` or `mon`, in any mix of upper and lower case; nil for anything else.
    public init?(parsing text: String) {
        let name = text.lowercased()
        guard let found = Weekday.allCases.first(where: { $0.name == name || $0.name.prefix(3) == name })
        else { return nil }
        self = found
    }

    /// The English name in lower case.
    package var name: String { String(describing: self) }
}
