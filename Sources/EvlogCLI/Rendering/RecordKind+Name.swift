import LogFormat

extension RecordKind {
    /// As JSON lines, options and answers call it.
    var lineName: String {
        switch self {
        case .event: "event"
        case .checkIn: "checkin"
        case .dose: "dose"
        case .retraction: "retract"
        case .rollup: "rollup"
        }
    }
}
