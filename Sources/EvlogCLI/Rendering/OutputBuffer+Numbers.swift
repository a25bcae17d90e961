extension OutputBuffer {
    mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    mutating func append(decimal value: UInt64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            var rest = value
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeBufferPointer(rebasing: digits[start..<20]))
        }
    }

    /// Appends whole microseconds as seconds, exactly and as short as can be: `45`, `27.4`, `0.000001`.
    mutating func append(secondsFromMicroseconds microseconds: Int128) {
        if microseconds < 0 { append(UInt8(ascii: "-")) }
        let amount = microseconds.magnitude
        var fraction: UInt64
        if let small = UInt64(exactly: amount) {
            // Dividing 128 bits costs many times more, and almost never is needed.
            append(decimal: small / 1_000_000)
            fraction = small % 1_000_000
        } else {
            let (seconds, rest) = amount.quotientAndRemainder(dividingBy: 1_000_000)
            if let small = UInt64(exactly: seconds) {
                append(decimal: small)
            } else {
                append(seconds.description)
            }
            fraction = UInt64(truncatingIfNeeded: rest)
        }
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        var unit: UInt64 = 100_000
        while fraction > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / unit))
            fraction %= unit
            unit /= 10
        }
    }

    /// Appends the shortest decimal that reads back as the same number, `45` rather than `45.0`.
    ///
    /// The value must be finite: what stands for the others differs by format.
    mutating func append(finite value: Double) {
        let text = value.description
        append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}
