/// Why a time zone's name was refused; the description is the message for the user, without the place.
public enum ZoneError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No such zone.
    case unknown(String)
    /// A name that people read in different ways, with what to write in its place.
    case ambiguous(String, hint: String)
    /// The process has no time zone data at all.
    case noZoneData

    /// One line for the user.
    public var description: String {
        switch self {
        case .unknown(let name): "unknown time zone '\(name)'"
        case .ambiguous(let name, let hint): "time zone '\(name)' can be read two ways: \(hint)"
        case .noZoneData: "no time zone data: this program was built without it"
        }
    }
}
