/// A piece of HTML or SVG. Literals are markup; a text put into one becomes nothing but text, whatever it holds, so
/// that escaping can't be forgotten.
///
///     let cell: Markup = "<td title=\"\(note)\">\(count)</td>"
struct Markup: Sendable, Equatable {
    private(set) var text = ""

    init() {}

    /// Text of the program that is markup already.
    init(trusted text: String) { self.text = text }

    static func += (left: inout Markup, right: Markup) { left.text += right.text }
}

extension Markup: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += MarkupText.escaped(value) }
        mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
        /// A coordinate or a share, to a hundredth.
        mutating func appendInterpolation(_ number: Double) { text += Markup.hundredths(number) }
        mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
    }

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// `12.5`, `-0.25`, `3`: as short as can be. What isn't finite is 0.
    private static func hundredths(_ number: Double) -> String {
        guard let scaled = Int(exactly: (number * 100).rounded()) else { return "0" }
        let (whole, rest) = (abs(scaled) / 100, abs(scaled) % 100)
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)"
        return "\(scaled < 0 ? "-" : "")\(whole)\(fraction)"
    }
}
