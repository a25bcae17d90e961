import Testing

/// What must hold between the answers for one range and those for another.
@Suite(.timeLimit(.minutes(10)))
struct RangePropertyTests {
    private static let seconds = 40 * 86_400

    private struct Total: Equatable {
        var count = 0
        /// Whole quarters of a second, which sum without rounding.
        var duration = 0.0
    }

    private func total(_ scratch: Scratch, _ range: Range<Int>, by unit: String) throws -> Total {
        let rows = try scratch.rollup([
            "--by", unit, "--from", "\(Self.instant(range.lowerBound))", "--to",
            "\(Self.instant(range.upperBound))",
        ])
        return rows.reduce(into: Total()) {
            $0.count += $1.count
            $0.duration += $1.duration
        }
    }

    /// Seconds of January and February 2026 in RFC 3339.
    private static func instant(_ second: Int) -> String {
        let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
        let date = day < 31 ? "2026-01-\(two(day + 1))" : "2026-02-\(two(day - 30))"
        return "\(date)T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    @Test(arguments: [21, 22, 23] as [UInt64])
    func aRangeInsideARangeNeverHasALargerTotal(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        let scratch = try Scratch()
        let events = (0..<4000).map { _ in
            (Int.random(in: 0..<Self.seconds, using: &generator), Int.random(in: 0...400, using: &generator))
        }
        try scratch.appendLines(
            events.map {
                #"{"type":"t\#($0.0 % 3)","timestamp":"\#(Self.instant($0.0))","duration":\#(Double($0.1) / 4)}"#
                    + "\n"
            }.joined())
        // Bounds on the events themselves are where a range may be one too long or too short.
        func bound() -> Int {
            Bool.random(using: &generator)
                ? events[Int.random(in: 0..<events.count, using: &generator)].0
                : Int.random(in: 0..<Self.seconds, using: &generator)
        }
        for _ in 0..<12 {
            let bounds = (0..<4).map { _ in bound() }.sorted()
            let unit = ["hour", "day", "week", "month", "year"].randomElement(using: &generator) ?? "day"
            let outer = try total(scratch, bounds[0]..<bounds[3], by: unit)
            let inner = try total(scratch, bounds[1]..<bounds[2], by: unit)
            #expect(inner.count <= outer.count && inner.duration <= outer.duration, "\(bounds) by \(unit)")
            // The three parts of the outer range make it up, and all of it is what was stored in it.
            let left = try total(scratch, bounds[0]..<bounds[1], by: unit)
            let right = try total(scratch, bounds[2]..<bounds[3], by: unit)
            #expect(left.count + inner.count + right.count == outer.count, "\(bounds) by \(unit)")
            #expect(left.duration + inner.duration + right.duration == outer.duration, "\(bounds) by \(unit)")
            let stored = events.filter { (bounds[0]..<bounds[3]).contains($0.0) }
            #expect(outer.count == stored.count, "\(bounds) by \(unit)")
            #expect(outer.duration == stored.reduce(0) { $0 + Double($1.1) / 4 }, "\(bounds) by \(unit)")
        }
    }
}
