/// A place in the log that could not be read, and what that costs. Never skipped in silence: whoever reads
/// gets these beside the answer, and an answer with damage is one from everything else.
public struct Damage: Sendable, Equatable, CustomStringConvertible {
    /// The file's name inside the log directory.
    public var file: String
    /// The byte of the file at which it starts.
    public var offset: Int
    /// How many bytes it takes, where that is known.
    public var length: Int?
    /// Records that are lost with it: nil where it can't be told.
    public var lostRecords: Int?
    /// What is wrong, in a few words, ready to be put after "…: ".
    public var reason: String

    /// Takes the values as they are.
    public init(file: String, offset: Int, length: Int? = nil, lostRecords: Int?, reason: String) {
        self.file = file
        self.offset = offset
        self.length = length
        self.lostRecords = lostRecords
        self.reason = reason
    }

    /// How the reason begins where a writer took back what was never acknowledged.
    static let cutOff = "cut off a torn end"

    /// Nothing is damaged any more, and nothing that was acknowledged is lost.
    package var isMended: Bool { reason.hasPrefix(Self.cutOff) }

    /// One line: file, byte, reason, and the records that it costs.
    public var description: String {
        let cost =
            switch lostRecords {
            case .some(0): "no records lost"
            case .some(1): "1 record lost"
            case .some(let count): "\(count) records lost"
            case .none: "records lost: unknown"
            }
        return "\(file), byte \(offset): \(reason); \(cost)"
    }
}
