/// How lines are read.
package struct JSONLinesOptions: Sendable {
    /// What a number as timestamp counts from 1970-01-01T00:00:00Z.
    package enum EpochUnit: Sendable {
        case seconds, milliseconds, microseconds

        var powerToMicroseconds: Int {
            switch self {
            case .seconds: 6
            case .milliseconds: 3
            case .microseconds: 0
            }
        }
    }

    /// Skip fields that a record of its kind doesn't have, in place of refusing the line.
    package var ignoreUnknown: Bool
    /// Without it, a number as timestamp is refused: its unit is never guessed.
    package var epoch: EpochUnit?

    package init(ignoreUnknown: Bool = false, epoch: EpochUnit? = nil) {
        self.ignoreUnknown = ignoreUnknown
        self.epoch = epoch
    }
}
