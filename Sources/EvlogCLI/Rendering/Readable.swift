/// Amounts for people to read, in whole-number arithmetic: rounded, with a unit, no separators.
enum Readable {
    /// A duration in its two largest units down to minutes: `27h 48m`, `45m`, `12s`, `350ms`, `7µs`.
    ///
    /// What is below the last unit shown is cut off.
    static func duration(microseconds: Int128) -> String {
        let sign = microseconds < 0 ? "-" : ""
        let amount = microseconds.magnitude
        let seconds = amount / 1_000_000
        if seconds >= 3600 { return "\(sign)\(seconds / 3600)h \(seconds % 3600 / 60)m" }
        if seconds >= 60 { return "\(sign)\(seconds / 60)m" }
        if seconds > 0 || amount == 0 { return "\(sign)\(seconds)s" }
        return amount >= 1000 ? "\(sign)\(amount / 1000)ms" : "\(sign)\(amount)µs"
    }

    /// A size in decimal units: `999 B`, `38.2 MB`.
    static func bytes(_ count: UInt64) -> String {
        scaled(count, units: ["B", "kB", "MB", "GB", "TB", "PB", "EB"], space: " ")
    }

    /// A count in short: `999`, `38.2k`, `1.0M`.
    static func count(_ count: UInt64) -> String {
        scaled(count, units: ["", "k", "M", "G", "T", "P", "E"], space: "")
    }

    /// How much came in how long, a second: `amount` formatted by `format`; nil when no time passed.
    static func rate(
        _ amount: UInt64, microseconds: UInt64, as format: (UInt64) -> String = Readable.count
    ) -> String? {
        guard let perSecond = perSecond(amount, microseconds: microseconds) else { return nil }
        return format(perSecond) + "/s"
    }

    /// Time that is left, as a clock shows it: `0:12`, `1:02:03`, `>99h`.
    static func countdown(seconds: UInt64) -> String {
        if seconds >= 360_000 { return ">99h" }
        let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
            : "\(minutes):\(twoDigits(seconds % 60))"
    }

    /// A rate rounded down; nil when no time passed.
    static func perSecond(_ amount: UInt64, microseconds: UInt64) -> UInt64? {
        guard microseconds > 0 else { return nil }
        return UInt64(clamping: UInt128(amount) * 1_000_000 / UInt128(microseconds))
    }

    private static func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func scaled(_ count: UInt64, units: [String], space: String) -> String {
        guard count >= 1000 else { return "\(count)\(space)\(units[0])" }
        var unit: UInt128 = 1
        var tenths: UInt128 = 10_000
        var name = units[0]
        for candidate in units.dropFirst() {
            unit *= 1000
            tenths = (UInt128(count) * 10 + unit / 2) / unit
            name = candidate
            // Rounding may have carried into the next unit.
            if tenths < 10_000 { break }
        }
        return "\(tenths / 10).\(tenths % 10)\(space)\(name)"
    }
}
