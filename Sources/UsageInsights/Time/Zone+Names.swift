internal import Foundation

extension Zone {
    /// The zone of a name as an option takes it.
    ///
    /// - Parameters:
    ///   - name: an IANA name (`Europe/Berlin`; upper and lower case count), `UTC`, `GMT`, `Z`, or an offset
    ///     from UTC: `+05:30`, `-0800`, `+01`.
    ///   - range: the instants that answers are wanted for. Others get right answers too; the first of them
    ///     then costs a millisecond. A narrow range makes a zone cheaper: about 3 µs for each transition, and
    ///     0.3 ms once in a process.
    /// - Throws: ``ZoneError``. Abbreviations such as `BST` or `IST`, and `GMT+3`, which POSIX and everyone
    ///   else read with opposite signs, are refused as ambiguous.
    public init(named name: String, covering range: ClosedRange<Int64> = usualRange) throws(ZoneError) {
        switch name {
        case "UTC", "GMT", "Z", "z":
            self.init(identifier: name.uppercased() == "Z" ? "UTC" : name, offsetSeconds: 0)
            return
        default: break
        }
        if let offset = Zone.isoOffset(name) {
            self.init(identifier: Zone.offsetText(seconds: offset), offsetSeconds: offset)
            return
        }
        if Zone.abbreviations.contains(name) {
            throw .ambiguous(name, hint: "write a name such as Europe/Berlin, or an offset such as +05:30")
        }
        if let offset = Zone.posixOffset(name) {
            if offset == 0 {
                self.init(identifier: name, offsetSeconds: 0)
                return
            }
            // EST5 and the like; as an option, nobody should have to know which sign is east.
            throw .ambiguous(
                name,
                hint: "write \(Zone.offsetText(seconds: offset)) or \(Zone.offsetText(seconds: -offset))")
        }
        try self.init(foundationName: name, covering: range)
    }

    /// A zone that is always the same number of seconds from UTC, east positive.
    ///
    /// Up to 24 hours, excluded, either way; nil beyond.
    public init?(fixedOffsetSeconds seconds: Int) {
        guard seconds > -86_400, seconds < 86_400 else { return nil }
        self.init(identifier: Zone.offsetText(seconds: seconds), offsetSeconds: seconds)
    }

    /// The IANA names that are known here, sorted; none where there is no time zone data.
    package static var knownNames: [String] {
        ZoneData.isLinked ? TimeZone.knownTimeZoneIdentifiers.sorted() : []
    }

    /// The zone of the process: `$TZ` if that is set, else the system's.
    ///
    /// `TZ` may start with a colon, be empty (UTC), be the path of a file under a `zoneinfo` directory, an
    /// IANA name, or a POSIX form without daylight saving time (`UTC0`, `JST-9`, `<+03>-3`), which counts
    /// hours west of UTC as positive. `EST5EDT`, `CST6CDT`, `MST7MDT` and `PST8PDT` are IANA names too.
    ///
    /// - Parameters:
    ///   - environment: that of the process where nil.
    ///   - range: the instants that answers are wanted for, as with ``init(named:covering:)``.
    /// - Throws: ``ZoneError`` for a `TZ` that is none of these. It is never replaced by UTC in silence.
    public static func current(
        environment: [String: String]? = nil,
        covering range: ClosedRange<Int64> = usualRange
    ) throws(ZoneError) -> Zone {
        let environment = environment ?? ProcessInfo.processInfo.environment
        guard var name = environment["TZ"] else {
            let system = TimeZone.current
            return try Zone(foundationName: system.identifier, covering: range)
        }
        if name.hasPrefix(":") { name.removeFirst() }
        if name.isEmpty { return .utc }
        if name.hasPrefix("/"), let directory = name.range(of: "/zoneinfo/") {
            name = String(name[directory.upperBound...])
        }
        for directory in ["posix/", "right/"] where name.hasPrefix(directory) {
            name.removeFirst(directory.count)
        }
        if let offset = posixOffset(name) {
            return Zone(identifier: offset == 0 ? "UTC" : offsetText(seconds: offset), offsetSeconds: offset)
        }
        return try Zone(named: name, covering: range)
    }

    private init(foundationName name: String, covering range: ClosedRange<Int64>) throws(ZoneError) {
        // The longest IANA name has 32 characters; Foundation shouldn't have to look at more than a name.
        guard name.utf8.count <= 64, let timeZone = TimeZone(identifier: name) else {
            throw ZoneData.isLinked ? .unknown(name) : .noZoneData
        }
        self.init(identifier: name, timeZone: timeZone, covering: range)
    }

    /// `+05:30`, `-0800`, `+01` in seconds east of UTC, up to 23:59.
    private static func isoOffset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return nil
        }
        var digits: [Int] = []
        for (place, byte) in bytes.enumerated().dropFirst() {
            if byte == UInt8(ascii: ":"), place == 3, bytes.count == 6 { continue }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits.count < 4 else { return nil }
            digits.append(Int(byte - UInt8(ascii: "0")))
        }
        if digits.count == 2 { digits += [0, 0] }
        guard digits.count == 4 else { return nil }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits[2] * 10 + digits[3]
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    /// A POSIX zone without daylight saving time, `NAME[+-]H[H][:MM[:SS]]`, in seconds east of UTC.
    private static func posixOffset(_ text: String) -> Int? {
        var rest = Substring(text)
        if rest.first == "<" {
            guard let close = rest.firstIndex(of: ">") else { return nil }
            rest = rest[rest.index(after: close)...]
        } else {
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            guard name.count >= 3 else { return nil }
            rest = rest[name.endIndex...]
        }
        let west = rest.first != "-"
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        var seconds = 0
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        for (unit, part) in zip([3600, 60, 1], parts) {
            guard (1...2).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(part), number < (unit == 3600 ? 25 : 60)
            else { return nil }
            seconds += number * unit
        }
        guard seconds < 86_400 else { return nil }
        return west ? -seconds : seconds
    }

    /// `+05:30`; with seconds where there are any, as in times before there were zones.
    package static func offsetText(seconds: Int) -> String {
        let size = seconds.magnitude
        let numbers = [size / 3600, size / 60 % 60, size % 60].prefix(size % 60 == 0 ? 2 : 3)
        let texts = numbers.map { ($0 < 10 ? "0" : "") + String($0) }
        return (seconds < 0 ? "-" : "+") + texts.joined(separator: ":")
    }

    /// Three-letter names that ICU knows and IANA doesn't. ICU takes `BST` for Bangladesh and `IST` for India.
    private static let abbreviations: Set<String> = [
        "ACT", "AET", "AGT", "ART", "AST", "BET", "BST", "CAT", "CNT", "CST", "CTT", "EAT", "ECT", "IET",
        "IST", "JST", "MIT", "NET", "NST", "PLT", "PNT", "PRT", "PST", "SST", "VST",
    ]
}
