/// A supplement that was taken.
public struct SupplementDose: Sendable, Equatable {
    /// Its place in the log, which tells it from all others.
    public var sequence: UInt64
    /// Its name; upper and lower case count.
    public var supplement: String
    /// Microseconds since 1970-01-01 UTC.
    public var takenAt: Int64
    /// Minutes east of UTC where it was recorded, if known.
    public var offsetMinutes: Int?
    /// As it was written, such as `200 mg`.
    public var amount: String?

    /// Takes the values as they are; ``EventLog/Record/dose(of:amount:takenAt:offsetMinutes:id:)`` makes one for the log.
    public init(
        sequence: UInt64, supplement: String, takenAt: Int64, offsetMinutes: Int? = nil, amount: String? = nil
    ) {
        self.sequence = sequence
        self.supplement = supplement
        self.takenAt = takenAt
        self.offsetMinutes = offsetMinutes
        self.amount = amount
    }
}
