/// Why bytes are not what the format says. Closed, so that callers must handle each; the engine adds the
/// place (file and byte) and turns it into its public error.
package enum FormatError: Error, Equatable, Sendable {
    /// The bytes end before what they announce.
    case truncated(StaticDescription)
    /// A value that the format forbids.
    case invalid(StaticDescription)
    /// A length or count over its limit.
    case overLimit(StaticDescription)
    case checksumMismatch(stored: UInt32, computed: UInt32)
    /// Written by a newer version in a way that this one must not guess at.
    case unsupported(String)
}

/// A description that is one of the literals in this module, so that an error costs no allocation.
package struct StaticDescription: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let text: StaticString

    package init(stringLiteral value: StaticString) { text = value }

    package var description: String { text.description }

    package static func == (a: Self, b: Self) -> Bool { a.description == b.description }
}

extension FormatError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .truncated(let what): "\(what) is cut short"
        case .invalid(let what): "\(what) is not valid"
        case .overLimit(let what): "\(what) is over its limit"
        case .checksumMismatch(let stored, let computed):
            "checksum is \(hex(computed)), stored as \(hex(stored))"
        case .unsupported(let what): "needs a newer version: \(what)"
        }
    }
}
