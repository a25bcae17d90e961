/// What a retraction names.
package enum RetractionTarget: Hashable, Sendable {
    case sequence(UInt64)
    /// Every record that has this id.
    case id(String)
    /// Every check-in of this day, in days since 1970-01-01.
    case checkIn(day: Int64)
}
