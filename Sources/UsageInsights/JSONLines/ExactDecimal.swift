/// A JSON number times a power of ten, as a whole number and what was cut from it. No floating point: every
/// digit counts, however many there are.
struct ExactDecimal {
    private(set) var isNegative = false
    /// The whole part of the magnitude.
    private(set) var units: UInt64 = 0
    /// The whole part doesn't fit.
    private(set) var isHuge = false
    /// Something other than 0 was cut.
    private(set) var isInexact = false
    /// What was cut is a half or more.
    private(set) var isHalfOrMore = false

    /// - Parameters:
    ///   - text: A number by JSON's grammar.
    ///   - power: The power of ten to multiply it by.
    ///
    /// Cost: O(digits).
    init(_ text: UnsafeRawBufferPointer, timesTenToThe power: Int) {
        var integerDigits = 0
        var exponent = 0
        var end = text.count
        var sawPoint = false
        for index in 0..<text.count {
            let byte = text[index]
            if byte &- 0x30 <= 9 {
                if !sawPoint { integerDigits &+= 1 }
            } else if byte == UInt8(ascii: ".") {
                sawPoint = true
            } else if byte == UInt8(ascii: "-") {
                isNegative = true
            } else {
                exponent = Self.exponent(UnsafeRawBufferPointer(rebasing: text[(index &+ 1)...]))
                end = index
                break
            }
        }
        // Digits before this place, leading zeros included, are the whole part.
        let place = integerDigits &+ exponent &+ power
        var index = 0
        for at in 0..<end {
            let digit = text[at] &- 0x30
            guard digit <= 9 else { continue }
            if index < place {
                append(digit)
            } else {
                if index == place { isHalfOrMore = digit >= 5 }
                if digit != 0 { isInexact = true }
            }
            index &+= 1
        }
        while index < place, units != 0, !isHuge {
            append(0)
            index &+= 1
        }
    }

    /// Not 0, and below it.
    var isBelowZero: Bool { isNegative && (units != 0 || isHuge || isInexact) }

    private mutating func append(_ digit: UInt8) {
        let (product, overflow) = units.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        if overflow || carry { isHuge = true }
        units = sum
    }

    /// Saturates: beyond a milliard, the digits of a line can't bring a number back into range.
    private static func exponent(_ text: UnsafeRawBufferPointer) -> Int {
        var value = 0
        for byte in text where byte &- 0x30 <= 9 {
            value = min(value &* 10 &+ Int(byte &- 0x30), 1_000_000_000)
        }
        return text.first == UInt8(ascii: "-") ? 0 &- value : value
    }
}
