/// Where the fields of one line of a web server's log are:
///
///     [VHOST ]HOST IDENT USER [TIME] "REQUEST" STATUS BYTES[ "REFERER" "AGENT"][ EXTRA]
///
/// Quoted fields are without their quotation marks, and as they were logged.
struct AccessLogLine {
    /// Empty where there is none, as `referer`, `agent` and `extra` are.
    private(set) var virtualHost = 0..<0
    private(set) var host = 0..<0
    private(set) var ident = 0..<0
    private(set) var user = 0..<0
    let time: AccessLogTime
    let request: Range<Int>
    let status: Range<Int>
    let bytes: Range<Int>
    private(set) var referer = 0..<0
    private(set) var agent = 0..<0
    private(set) var extra = 0..<0

    private let text: UnsafeRawBufferPointer

    private static let blank = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let dash = UInt8(ascii: "-")

    /// - Parameter text: without a line end and blanks before it; must outlive this.
    init(_ text: UnsafeRawBufferPointer) throws(AccessLogFailure) {
        self.text = text
        let (timeStart, time) = try Self.findTime(text)
        self.time = time
        var at = timeStart + AccessLogTime.length
        try Self.takeBlank(text, &at, before: "the request in quotation marks")
        request = try Self.takeQuoted(text, &at, "the request in quotation marks")
        try Self.takeBlank(text, &at, before: "the status")
        status = try Self.takeNumber(text, &at, 3...3, "a status of three digits")
        try Self.takeBlank(text, &at, before: "the number of bytes")
        bytes = try Self.takeNumber(text, &at, 1...19, "the number of bytes or -")
        if Self.isQuote(text, at + 1) {
            at += 1
            referer = try Self.takeQuoted(text, &at, "the referer in quotation marks")
            if Self.isQuote(text, at + 1) {
                try Self.takeBlank(text, &at, before: "the agent")
                agent = try Self.takeQuoted(text, &at, "the agent in quotation marks")
            }
        }
        if at < text.count {
            try Self.takeBlank(text, &at, before: "the rest")
            extra = at..<text.count
        }
        try findNames(upTo: timeStart - 1)
    }

    /// Whether a field says that there is nothing: empty, a dash or, where quotation marks are still around it, one
    /// of these in them.
    func isNothing(_ range: Range<Int>) -> Bool {
        switch range.count {
        case 0: return true
        case 1: return text[range.lowerBound] == Self.dash
        case 2, 3:
            guard text[range.lowerBound] == Self.quote, text[range.upperBound - 1] == Self.quote else {
                return false
            }
            return range.count == 2 || text[range.lowerBound + 1] == Self.dash
        default: return false
        }
    }

    // MARK: - Before the time

    /// The first time in brackets: a user's name may hold blanks and brackets.
    private static func findTime(_ text: UnsafeRawBufferPointer) throws(AccessLogFailure) -> (
        Int, AccessLogTime
    ) {
        var first: (place: Int, failure: AccessLogFailure)?
        var at = 0
        while let bracket = ByteSearch.first(UInt8(ascii: "["), in: text, from: at) {
            at = bracket + 1
            // What stands in quotation marks comes after the time, and so does all that follows.
            if let quote = first?.place, ByteSearch.first(Self.quote, in: text, from: quote) ?? .max < bracket
            {
                break
            }
            guard bracket > 0, text[bracket - 1] == blank else { continue }
            do throws(AccessLogFailure) {
                return (bracket, try AccessLogTime(text, at: bracket))
            } catch { if first == nil { first = (bracket, error) } }
        }
        throw first?.failure ?? AccessLogFailure(at: 0, expected: "HOST IDENT USER [TIME]")
    }

    /// A virtual host in front shows by the ident, which nobody sets, being one word later, or by its port. A dash
    /// for the host instead is the ident of a line that has none, and a user's name with blanks.
    private mutating func findNames(upTo end: Int) throws(AccessLogFailure) {
        var at = 0
        let first = try takeHosts(&at, end, "a host")
        let second = try takeHosts(&at, end, "an ident or -")
        guard at <= end else { throw AccessLogFailure(at: end, expected: "a user or -") }
        let rest = at..<end
        (host, ident, user) = (first, second, rest)
        guard let third = try? takeWord(&at, end, ""), at < end else { return }
        let hasIdent = !isDash(third)
        let hasHost = !isDash(second)
        guard isPort(of: first) ? hasHost || !hasIdent : hasHost && !hasIdent else { return }
        (virtualHost, host, ident, user) = (first, second, third, at..<end)
    }

    private func isDash(_ range: Range<Int>) -> Bool {
        range.count == 1 && text[range.lowerBound] == Self.dash
    }

    /// Whether a word is `NAME:PORT`, which an IPv6 address isn't unless it is in brackets.
    private func isPort(of word: Range<Int>) -> Bool {
        guard let colon = text[word].lastIndex(of: UInt8(ascii: ":")), colon > word.lowerBound else {
            return false
        }
        let port = text[(colon + 1)..<word.upperBound]
        guard (1...5).contains(port.count), port.allSatisfy(Self.isDigit) else { return false }
        if text[word.lowerBound] == UInt8(ascii: "[") { return text[colon - 1] == UInt8(ascii: "]") }
        return !text[word.lowerBound..<colon].contains(UInt8(ascii: ":"))
    }

    /// A word or, as proxies say for whom they ask, several with a comma and a blank between them; and the blank behind.
    private func takeHosts(
        _ at: inout Int, _ end: Int, _ expected: StaticString
    ) throws(AccessLogFailure) -> Range<Int> {
        var hosts = try takeWord(&at, end, expected)
        while text[hosts.upperBound - 1] == UInt8(ascii: ","), at < end {
            hosts = hosts.lowerBound..<(try takeWord(&at, end, expected)).upperBound
        }
        return hosts
    }

    /// A word and the blank behind it.
    private func takeWord(
        _ at: inout Int, _ end: Int, _ expected: StaticString
    ) throws(AccessLogFailure) -> Range<Int> {
        let start = at
        while at < end, text[at] != Self.blank { at += 1 }
        guard at > start else { throw AccessLogFailure(at: start, expected: expected) }
        let word = start..<at
        at += 1
        return word
    }

    // MARK: - Behind the time

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

    private static func isQuote(_ text: UnsafeRawBufferPointer, _ at: Int) -> Bool {
        at < text.count && text[at] == quote
    }

    private static func takeBlank(
        _ text: UnsafeRawBufferPointer, _ at: inout Int, before next: StaticString
    ) throws(AccessLogFailure) {
        guard at < text.count else { throw AccessLogFailure(at: at, expected: next) }
        guard text[at] == blank else { throw AccessLogFailure(at: at, expected: "a blank") }
        at += 1
    }

    private static func takeNumber(
        _ text: UnsafeRawBufferPointer, _ at: inout Int, _ digits: ClosedRange<Int>, _ expected: StaticString
    ) throws(AccessLogFailure) -> Range<Int> {
        let start = at
        if at < text.count, text[at] == dash {
            at += 1
        } else {
            while at < text.count, isDigit(text[at]) { at += 1 }
            guard digits.contains(at - start) else { throw AccessLogFailure(at: start, expected: expected) }
        }
        guard at == text.count || text[at] == blank else {
            throw AccessLogFailure(at: start, expected: expected)
        }
        return start..<at
    }

    private static func takeQuoted(
        _ text: UnsafeRawBufferPointer, _ at: inout Int, _ expected: StaticString
    ) throws(AccessLogFailure) -> Range<Int> {
        guard isQuote(text, at) else { throw AccessLogFailure(at: at, expected: expected) }
        let start = at + 1
        var from = start
        while let end = ByteSearch.first(quote, in: text, from: from) {
            var backslashes = 0
            while text[end - 1 - backslashes] == UInt8(ascii: "\\") { backslashes += 1 }
            if backslashes & 1 == 0 {
                at = end + 1
                return start..<end
            }
            from = end + 1
        }
        throw AccessLogFailure(at: at, expected: expected, problem: "is never closed")
    }

    // MARK: - The request

    /// Nil where the request isn't a method, a path and a protocol, with one blank between each. A path may hold
    /// blanks: clients send such, and servers log them.
    var requestParts: (method: Range<Int>, path: Range<Int>, protocol: Range<Int>)? {
        guard let space = ByteSearch.first(Self.blank, in: text, from: request.lowerBound),
            space < request.upperBound
        else { return nil }
        var last = request.upperBound - 1
        while text[last] != Self.blank { last -= 1 }
        let method = request.lowerBound..<space
        guard space + 1 < last, text[space + 1] != Self.blank, text[last - 1] != Self.blank, !method.isEmpty,
            text[method].allSatisfy(Self.isLetter)
        else { return nil }
        let version = (last + 1)..<request.upperBound
        guard let slash = text[version].firstIndex(of: UInt8(ascii: "/")), slash > version.lowerBound,
            text[version.lowerBound..<slash].allSatisfy(Self.isLetter), slash + 1 < version.upperBound,
            text[(slash + 1)..<version.upperBound].allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return (method, (space + 1)..<last, version)
    }

    /// What a method's name, and a protocol's, is made of.
    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == dash || byte == UInt8(ascii: "_")
    }
}
