/// How a day was, rated by the one who lived it. One a day.
public struct DailyCheckIn: Sendable, Equatable {
    /// The id that the first check-in of the day was given, else the date.
    public var id: String
    /// Days since 1970-01-01: a date on the calendar, so no time zone ever moves it.
    public var day: Int64
    /// Each from 1 to 5.
    public var focus: Int
    public var sleep: Int
    public var energy: Int
    public var stress: Int
    /// A note, if there is one.
    public var mood: String?
    /// When the day's first check-in was recorded, in microseconds since 1970-01-01 UTC.
    public var createdAt: Int64
    /// When the one that counts was recorded.
    public var updatedAt: Int64

    public init(
        id: String, day: Int64, focus: Int, sleep: Int, energy: Int, stress: Int, mood: String? = nil,
        createdAt: Int64, updatedAt: Int64
    ) {
        self.id = id
        self.day = day
        self.focus = focus
        self.sleep = sleep
        self.energy = energy
        self.stress = stress
        self.mood = mood
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    public subscript(metric: WellnessMetric) -> Int {
        switch metric {
        case .focus: focus
        case .sleep: sleep
        case .energy: energy
        case .stress: stress
        }
    }
}
