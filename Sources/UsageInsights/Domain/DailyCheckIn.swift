/// How a day was, rated by the one who lived it. One a day.
public struct DailyCheckIn: Sendable, Equatable {
    /// The id that the first check-in of the day was given, else the date.
    public var id: String
    /// Days since 1970-01-01: a date on the calendar, so no time zone ever moves it.
    public var day: Int64
    /// From 1, very unfocused, to 5, very focused.
    public var focus: Int
    /// From 1, poor, to 5, excellent.
    public var sleep: Int
    /// From 1, exhausted, to 5, energized.
    public var energy: Int
    /// From 1, very stressed, to 5, very calm.
    public var stress: Int
    /// A note, if there is one.
    public var mood: String?
    /// When the day's first check-in was recorded, in microseconds since 1970-01-01 UTC.
    public var createdAt: Int64
    /// When the one that counts was recorded, in microseconds since 1970-01-01 UTC.
    public var updatedAt: Int64

    /// Takes the values as they are;
    /// ``EventLog/Record/checkIn(onDay:levels:mood:recordedAt:offsetMinutes:id:)`` makes one for the log, and checks.
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

    /// The level of a metric, 1 to 5.
    public subscript(metric: WellnessMetric) -> Int {
        switch metric {
        case .focus: focus
        case .sleep: sleep
        case .energy: energy
        case .stress: stress
        }
    }
}
