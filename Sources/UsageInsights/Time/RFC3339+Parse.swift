extension RFC3339 {
    private static let headLength = 19

    /// Reads one time; the whole text must be it.
    ///
    /// Digits beyond the microsecond are cut, which is toward the past before 1970 too. Second 60 is the
    /// next second. Cost: O(1), about 10 ns for the common layouts.
    @inline(__always)
    package static func parse(_ text: UnsafeRawBufferPointer) -> Reading {
        guard let base = text.baseAddress, text.count >= headLength else {
            return .failure(diagnoseHead(text))
        }
        // "20" "26-11-30" "T" "09:15:00": two words of the same make, and what is around them.
        let dateWord = loadWord(base + 2) ^ 0x3030_2d30_302d_3030
        let clockWord = loadWord(base + 11) ^ 0x3030_3a30_303a_3030
        let century0 = base.load(as: UInt8.self) ^ 0x30
        let century1 = base.load(fromByteOffset: 1, as: UInt8.self) ^ 0x30
        let separator = base.load(fromByteOffset: 10, as: UInt8.self)
        guard isThreePairs(dateWord), isThreePairs(clockWord), century0 <= 9, century1 <= 9,
            separator | 0x20 == UInt8(ascii: "t") || separator == UInt8(ascii: " ")
        else { return .failure(diagnoseHead(text)) }

        let date = pairs(dateWord)
        let year = (Int(century0) &* 10 &+ Int(century1)) &* 100 &+ date.0
        guard dateExists(year: year, month: date.1, day: date.2) else {
            return .failure(year == 0 ? .outOfRange : .dateDoesNotExist)
        }
        let clock = pairs(clockWord)
        guard clock.0 <= 23, clock.1 <= 59, clock.2 <= 60 else { return .failure(.timeDoesNotExist) }
        let secondOfDay = Int64(clock.0 &* 3_600 &+ clock.1 &* 60 &+ clock.2)
        let second = dayNumber(year: year, month: date.1, day: date.2) &* secondsPerDay &+ secondOfDay
        return finish(text, base: base, wall: second &* microsecondsPerSecond)
    }

    /// Reads `YYYY-MM-DD`, a calendar day of the years 0001 to 9999, as days since 1970-01-01.
    package static func parseDay(_ text: UnsafeRawBufferPointer) -> Result<Int64, Failure> {
        guard text.count == 10, let base = text.baseAddress else { return .failure(.notATime) }
        let dateWord = loadWord(base + 2) ^ 0x3030_2d30_302d_3030
        let century0 = text[0] ^ 0x30
        let century1 = text[1] ^ 0x30
        guard isThreePairs(dateWord), century0 <= 9, century1 <= 9 else { return .failure(.notATime) }
        let date = pairs(dateWord)
        let year = (Int(century0) &* 10 &+ Int(century1)) &* 100 &+ date.0
        guard dateExists(year: year, month: date.1, day: date.2) else {
            return .failure(year == 0 ? .outOfRange : .dateDoesNotExist)
        }
        return .success(dayNumber(year: year, month: date.1, day: date.2))
    }

    /// Fraction and offset, from byte 19 on.
    @inline(__always)
    private static func finish(
        _ text: UnsafeRawBufferPointer, base: UnsafeRawPointer, wall wholeSeconds: Int64
    ) -> Reading {
        var wall = wholeSeconds
        var at = headLength
        let count = text.count
        if at < count, base.load(fromByteOffset: at, as: UInt8.self) == UInt8(ascii: ".") {
            at &+= 1
            var fraction: Int64 = 0
            var digits = 0
            while at < count {
                let digit = base.load(fromByteOffset: at, as: UInt8.self) &- 0x30
                guard digit <= 9 else { break }
                if digits < 6 { fraction = fraction &* 10 &+ Int64(digit) }
                digits &+= 1
                at &+= 1
            }
            switch digits {
            case 3: fraction &*= 1_000
            case 6...9: break
            case 0: return .failure(.emptyFraction)
            case 1, 2, 4, 5:
                for _ in digits..<6 { fraction &*= 10 }
            default: return .failure(.longFraction)
            }
            wall &+= fraction
        }
        guard isRepresentable(wall) else { return .failure(.outOfRange) }
        guard at < count else { return .wallTime(microseconds: wall) }
        let sign = base.load(fromByteOffset: at, as: UInt8.self)
        if sign | 0x20 == UInt8(ascii: "z") {
            guard at &+ 1 == count else { return .failure(.trailingText) }
            return .instant(microseconds: wall, offsetMinutes: 0)
        }
        return finishOffset(UnsafeRawBufferPointer(start: base + at, count: count &- at), wall: wall)
    }

    /// `+HH:MM`, `+HHMM` or `+HH`, and nothing after it.
    private static func finishOffset(_ text: UnsafeRawBufferPointer, wall: Int64) -> Reading {
        let isEast = text[0] == UInt8(ascii: "+")
        guard isEast || text[0] == UInt8(ascii: "-") else {
            switch text[0] {
            case UInt8(ascii: ","): return .failure(.commaFraction)
            case UInt8(ascii: " "): return .failure(.spaceBeforeOffset)
            default: return .failure(.trailingText)
            }
        }
        guard text.count >= 3, let hours = pair(text, at: 1) else { return .failure(.badOffset) }
        var minutes = 0
        if text.count > 3 {
            let at = text[3] == UInt8(ascii: ":") ? 4 : 3
            guard text.count >= at &+ 2, let value = pair(text, at: at) else { return .failure(.badOffset) }
            guard text.count == at &+ 2 else { return .failure(.trailingText) }
            minutes = value
        }
        guard hours <= 23, minutes <= 59 else { return .failure(.badOffset) }
        let magnitude = hours &* 60 &+ minutes
        let offset = isEast ? magnitude : 0 &- magnitude
        let instant = wall &- Int64(offset) &* 60 &* microsecondsPerSecond
        guard isRepresentable(instant) else { return .failure(.outOfRange) }
        let isUnknown = magnitude == 0 && !isEast
        return .instant(
            microseconds: instant,
            offsetMinutes: isUnknown ? unknownOffset : Int16(truncatingIfNeeded: offset))
    }

    @inline(__always)
    private static func loadWord(_ at: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
    }

    /// Whether a word, already xored with "00-00-00" or "00:00:00", holds digits and those separators.
    @inline(__always)
    private static func isThreePairs(_ word: UInt64) -> Bool {
        let overNine = (word | (word &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
        return overNine | (word & 0x0000_ff00_00ff_0000) == 0
    }

    @inline(__always)
    private static func pairs(_ word: UInt64) -> (Int, Int, Int) {
        let sums = word &* 10 &+ (word >> 8)
        return (Int(sums & 0xff), Int((sums >> 24) & 0xff), Int((sums >> 48) & 0xff))
    }

    private static func pair(_ text: UnsafeRawBufferPointer, at index: Int) -> Int? {
        let tens = text[index] &- 0x30
        let ones = text[index &+ 1] &- 0x30
        guard tens <= 9, ones <= 9 else { return nil }
        return Int(tens) &* 10 &+ Int(ones)
    }

    /// Names what is wrong with a text that doesn't begin as `YYYY-MM-DD HH:MM:SS` does.
    @inline(never)
    private static func diagnoseHead(_ text: UnsafeRawBufferPointer) -> Failure {
        let shape = text.prefix(headLength).map { byte -> UInt8 in
            byte &- 0x30 <= 9 ? UInt8(ascii: "0") : byte
        }
        func begins(_ pattern: StaticString) -> Bool {
            pattern.withUTF8Buffer { shape.starts(with: $0) }
        }
        let isCalendarDate = begins("0000-00-00")
        if begins("0000-W") || begins("0000W") { return .weekDate }
        if begins("00000000T") || begins("00000000t") || (begins("00000000") && text.count == 8) {
            return .basicFormat
        }
        if isCalendarDate && text.count == 10 {
            switch parseDay(UnsafeRawBufferPointer(rebasing: text.prefix(10))) {
            case .failure(let failure): return failure
            case .success: return .timeIsMissing
            }
        }
        guard isCalendarDate, shape.count > 10, "Tt ".utf8.contains(shape[10]) else { return .notATime }
        let clock = shape.dropFirst(11)
        if clock.starts(with: "000000".utf8) { return .basicFormat }
        if clock.starts(with: "00:00".utf8), clock.dropFirst(5).first != UInt8(ascii: ":") {
            return .secondsAreMissing
        }
        return .notATime
    }
}
