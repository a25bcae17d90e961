/// Why a line is none of a web server's log.
struct AccessLogFailure: Error {
    /// The byte of the line, from 0.
    let at: Int
    let expected: StaticString
    /// What is wrong with what stands there, where it began well.
    var problem: StaticString?

    init(at: Int, expected: StaticString, problem: StaticString? = nil) {
        self.at = at
        self.expected = expected
        self.problem = problem
    }

    func message(_ line: UnsafeRawBufferPointer) -> String {
        if let problem { return "\(expected), at byte \(at + 1), \(problem)" }
        guard at < line.count else { return "the line ends where \(expected) is expected" }
        let rest = QuotedText.quote(UnsafeRawBufferPointer(rebasing: line[at...].prefix(Self.shownBytes)))
        return "\(expected) is expected at byte \(at + 1), not \(rest)"
    }

    private static let shownBytes = 30
}
