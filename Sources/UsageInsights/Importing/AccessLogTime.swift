/// The time of a line of a web server's log, `[10/Oct/2000:13:55:36 -0700]`: a wall time and the offset that it has.
struct AccessLogTime {
    static let length = 28

    private let text: UnsafeRawBufferPointer
    private let month: Int

    private static let expected: StaticString = "a time such as [10/Oct/2000:13:55:36 -0700]"

    /// - Parameters:
    ///   - line: must outlive this.
    ///   - place: of the bracket.
    init(_ line: UnsafeRawBufferPointer, at place: Int) throws(AccessLogFailure) {
        guard line.count - place >= Self.length else {
            throw AccessLogFailure(at: place, expected: Self.expected)
        }
        text = UnsafeRawBufferPointer(rebasing: line[place..<(place + Self.length)])
        let sign = text[22]
        guard text[3] == UInt8(ascii: "/"), text[7] == UInt8(ascii: "/"), text[12] == UInt8(ascii: ":"),
            text[15] == UInt8(ascii: ":"), text[18] == UInt8(ascii: ":"), text[21] == UInt8(ascii: " "),
            sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text[27] == UInt8(ascii: "]"),
            let month = Self.month(text[4], text[5], text[6]), let day = Self.pair(text, 1),
            let century = Self.pair(text, 8), let year = Self.pair(text, 10), let hour = Self.pair(text, 13),
            let minute = Self.pair(text, 16), let second = Self.pair(text, 19),
            let offsetHour = Self.pair(text, 23), let offsetMinute = Self.pair(text, 25)
        else { throw AccessLogFailure(at: place, expected: Self.expected) }
        guard RFC3339.dateExists(year: century * 100 + year, month: month, day: day), hour <= 23,
            minute <= 59,
            second <= 60, offsetHour <= 23, offsetMinute <= 59
        else { throw AccessLogFailure(at: place, expected: "the time", problem: "doesn't exist") }
        self.month = month
    }

    /// Calls `body` with the same time as RFC 3339 has it.
    func withText(_ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 25, alignment: 8) { output in
            func copy(_ count: Int, from: Int, to: Int) {
                for index in 0..<count { output[to + index] = text[from + index] }
            }
            copy(4, from: 8, to: 0)
            output[4] = UInt8(ascii: "-")
            output[5] = UInt8(ascii: month >= 10 ? "1" : "0")
            output[6] = 0x30 + UInt8(month % 10)
            output[7] = UInt8(ascii: "-")
            copy(2, from: 1, to: 8)
            output[10] = UInt8(ascii: "T")
            copy(8, from: 13, to: 11)
            copy(3, from: 22, to: 19)
            output[22] = UInt8(ascii: ":")
            copy(2, from: 25, to: 23)
            body(UnsafeRawBufferPointer(output))
        }
    }

    private static func pair(_ text: UnsafeRawBufferPointer, _ at: Int) -> Int? {
        let tens = text[at] &- 0x30
        let ones = text[at + 1] &- 0x30
        return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
    }

    private static func month(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        func name(_ text: StaticString) -> UInt32 {
            text.withUTF8Buffer { UInt32($0[0]) << 16 | UInt32($0[1]) << 8 | UInt32($0[2]) }
        }
        switch UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third) {
        case name("Jan"): return 1
        case name("Feb"): return 2
        case name("Mar"): return 3
        case name("Apr"): return 4
        case name("May"): return 5
        case name("Jun"): return 6
        case name("Jul"): return 7
        case name("Aug"): return 8
        case name("Sep"): return 9
        case name("Oct"): return 10
        case name("Nov"): return 11
        case name("Dec"): return 12
        default: return nil
        }
    }
}
