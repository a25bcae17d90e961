/// Reads numbers and words off the front of a short ASCII text.
struct ExpressionReader {
    private let bytes: [UInt8]
    private(set) var place = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { place >= bytes.count }
    var next: UInt8? { place < bytes.count ? bytes[place] : nil }
    /// What is left, for messages.
    var rest: String { String(decoding: bytes[place...], as: UTF8.self) }

    /// Takes one byte if it is the next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        place += 1
        return true
    }

    /// Takes one byte if it is the next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    /// Takes a text if it is next.
    mutating func take(text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    /// The digits at the front, but no more than `limit` of them, and perhaps none.
    mutating func digits(upTo limit: Int) -> ArraySlice<UInt8> {
        let start = place
        while let next, place - start < limit, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
            place += 1
        }
        return bytes[start..<place]
    }

    /// The digits at the front, perhaps none.
    mutating func digits() -> ArraySlice<UInt8> {
        let start = place
        while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { place += 1 }
        return bytes[start..<place]
    }

    /// The letters at the front, perhaps none. Non-ASCII ones too, so that `µs` is one word.
    mutating func letters() -> String {
        let start = place
        while let next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20) || next >= 0x80 {
            place += 1
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// A whole number in exactly `width` digits.
    mutating func number(width: Int) -> Int? {
        let found = digits()
        return found.count == width ? ExpressionReader.value(of: found).map(Int.init) : nil
    }

    /// The value of some digits; nil over Int64.max.
    static func value(of digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = tens.addingReportingOverflow(Int64(digit &- UInt8(ascii: "0")))
            if overflow || carried { return nil }
            value = sum
        }
        return value
    }
}
