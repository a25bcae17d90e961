/// Reads and writes the times that records carry: RFC 3339 with the few spellings beside it that real
/// exports use (`t`, `z`, a space for `T`, `+0900`, `+09`).
///
/// An instant is whole microseconds since 1970-01-01T00:00:00Z in the proleptic Gregorian calendar, from
/// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z. Nothing here allocates or keeps state, so all of it
/// may be called from any thread.
package enum RFC3339 {
    /// The offset of an instant whose local offset is not known: `-00:00` (RFC 3339, section 4.3).
    package static let unknownOffset = Int16.min

    package static let earliestMicroseconds: Int64 = -62_135_596_800_000_000
    package static let latestMicroseconds: Int64 = 253_402_300_799_999_999

    /// Room enough for any text that `format` writes, in bytes.
    package static let maximumLength = 32

    /// What a text says.
    package enum Reading: Equatable, Sendable {
        /// Microseconds since 1970-01-01T00:00:00Z, and the offset in minutes east of UTC, or `unknownOffset`.
        case instant(microseconds: Int64, offsetMinutes: Int16)
        /// No offset was given: the time on a wall clock, as microseconds since 1970-01-01T00:00:00 on it.
        case wallTime(microseconds: Int64)
        case failure(Failure)
    }

    /// Whether an instant, or a wall time, is within the years 0001 to 9999.
    @inline(__always)
    package static func isRepresentable(_ microseconds: Int64) -> Bool {
        microseconds >= earliestMicroseconds && microseconds <= latestMicroseconds
    }
}
