extension RFC3339 {
    /// Writes an instant as local time with its offset, in the shortest fraction that is exact: none, 3 or 6
    /// digits.
    ///
    /// - Parameters:
    ///   - microseconds: The instant, within the years 0001 to 9999.
    ///   - offsetMinutes: Minutes east of UTC, or `unknownOffset` for UTC marked `-00:00`. Where the offset is
    ///     a day or more, or the local time would leave the years 0001 to 9999, the text is in UTC, marked
    ///     `+00:00`: the same instant.
    ///   - zulu: Whether an offset of 0 is written `Z`.
    ///   - output: At least `maximumLength` bytes.
    /// - Returns: The count of bytes written; 0 where `output` is too small or the instant out of range.
    package static func format(
        _ microseconds: Int64, offsetMinutes: Int, zulu: Bool = false,
        into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard output.count >= maximumLength, let base = output.baseAddress, isRepresentable(microseconds)
        else { return 0 }
        let isUnknown = offsetMinutes == Int(unknownOffset)
        var offset = offsetMinutes > -1_440 && offsetMinutes < 1_440 ? offsetMinutes : 0
        var wall = microseconds &+ Int64(offset) &* 60 &* microsecondsPerSecond
        if !isRepresentable(wall) {
            wall = microseconds
            offset = 0
        }
        var writer = DigitWriter(base: base)
        writer.writeDateAndClock(wall)
        if offset == 0 && zulu && !isUnknown {
            writer.byte(UInt8(ascii: "Z"))
            return writer.count
        }
        writer.byte(UInt8(ascii: offset < 0 || isUnknown ? "-" : "+"))
        let magnitude = abs(offset)
        writer.pair(magnitude / 60)
        writer.byte(UInt8(ascii: ":"))
        writer.pair(magnitude % 60)
        return writer.count
    }

    /// As `format(_:offsetMinutes:)`, for zones whose offset has seconds (local mean time).
    ///
    /// RFC 3339 has no seconds in an offset, so the nearest whole minute is written (a half: away from UTC),
    /// and the clock time is the one of that offset: the text names the same instant exactly.
    package static func format(
        _ microseconds: Int64, offsetSeconds: Int, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard offsetSeconds > -86_400, offsetSeconds < 86_400 else {
            return format(microseconds, offsetMinutes: 0, into: output)
        }
        let minutes = (offsetSeconds + (offsetSeconds < 0 ? -30 : 30)) / 60
        return format(microseconds, offsetMinutes: minutes, into: output)
    }

    /// Writes `YYYY-MM-DD` for a day since 1970-01-01, in 10 bytes; 0 where it doesn't fit or is out of range.
    package static func formatDay(_ day: Int64, into output: UnsafeMutableRawBufferPointer) -> Int {
        guard day >= -719_162, day <= 2_932_896, output.count >= 10, let base = output.baseAddress else {
            return 0
        }
        var writer = DigitWriter(base: base)
        writer.writeDate(ofDay: day)
        return writer.count
    }

    private struct DigitWriter {
        let base: UnsafeMutableRawPointer
        var count = 0

        mutating func byte(_ value: UInt8) {
            base.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
            count += 1
        }

        mutating func pair(_ value: Int) {
            byte(0x30 &+ UInt8(truncatingIfNeeded: value / 10))
            byte(0x30 &+ UInt8(truncatingIfNeeded: value % 10))
        }

        mutating func writeDate(ofDay day: Int64) {
            let date = RFC3339.date(ofDay: day)
            pair(date.year / 100)
            pair(date.year % 100)
            byte(UInt8(ascii: "-"))
            pair(date.month)
            byte(UInt8(ascii: "-"))
            pair(date.day)
        }

        mutating func writeDateAndClock(_ wall: Int64) {
            let microsecondsPerDay = secondsPerDay * microsecondsPerSecond
            // Shifted by more than 2000 years of whole days, so that division rounds one way only.
            let shiftDays: Int64 = 1_000_000
            let shifted = wall &+ shiftDays &* microsecondsPerDay
            let day = shifted / microsecondsPerDay
            let ofDay = shifted &- day &* microsecondsPerDay
            writeDate(ofDay: day &- shiftDays)
            byte(UInt8(ascii: "T"))
            let second = Int(ofDay / microsecondsPerSecond)
            pair(second / 3_600)
            byte(UInt8(ascii: ":"))
            pair(second / 60 % 60)
            byte(UInt8(ascii: ":"))
            pair(second % 60)
            writeFraction(Int(ofDay % microsecondsPerSecond))
        }

        private mutating func writeFraction(_ microseconds: Int) {
            guard microseconds != 0 else { return }
            byte(UInt8(ascii: "."))
            let milliseconds = microseconds / 1_000
            byte(0x30 &+ UInt8(truncatingIfNeeded: milliseconds / 100))
            pair(milliseconds % 100)
            let rest = microseconds % 1_000
            guard rest != 0 else { return }
            byte(0x30 &+ UInt8(truncatingIfNeeded: rest / 100))
            pair(rest % 100)
        }
    }
}
