extension RFC3339 {
    /// Why a text is not a time.
    package enum Failure: UInt8, Error, Sendable, CaseIterable {
        case notATime
        case basicFormat
        case weekDate
        case timeIsMissing
        case secondsAreMissing
        case dateDoesNotExist
        case timeDoesNotExist
        case commaFraction
        case emptyFraction
        case longFraction
        case spaceBeforeOffset
        case badOffset
        case trailingText
        case outOfRange
    }
}

extension RFC3339.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notATime: "not an RFC 3339 time"
        case .basicFormat: "date without hyphens or time without colons"
        case .weekDate: "week dates are not RFC 3339"
        case .timeIsMissing: "date without a time of day"
        case .secondsAreMissing: "time without seconds"
        case .dateDoesNotExist: "date does not exist"
        case .timeDoesNotExist: "time of day does not exist"
        case .commaFraction: "fraction after a comma, not a point"
        case .emptyFraction: "no digits after the point"
        case .longFraction: "more than 9 fraction digits"
        case .spaceBeforeOffset: "space before the offset"
        case .badOffset: "offset is not +HH:MM"
        case .trailingText: "text after the time"
        case .outOfRange: "outside the years 0001 to 9999"
        }
    }
}
