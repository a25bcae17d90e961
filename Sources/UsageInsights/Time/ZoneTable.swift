internal import Foundation

/// The UTC offsets of a zone as a sorted list of stretches, each from one transition to the next.
///
/// A value type with nothing shared or lazy in it: looking up is a binary search, O(log n), without
/// allocation.
struct ZoneTable: Sendable {
    /// The first instant of each stretch in µs, increasing; the first is the distant past.
    private(set) var starts: [Int64]
    /// The offset from UTC in µs during each stretch; neighbours differ.
    private(set) var offsets: [Int64]
    /// From here on a stretch is found 400 years earlier (or a multiple of it); `Int64.max`: nowhere.
    private(set) var repeatsFrom: Int64

    /// The same offset for ever.
    init(fixedOffset: Int64) {
        starts = [Microseconds.distantPast]
        offsets = [fixedOffset]
        repeatsFrom = .max
    }

    /// Asks Foundation for the offsets between two instants.
    ///
    /// Foundation's "next daylight saving time transition" reports every change of a zone, also those without
    /// daylight saving time (a test samples the offsets to make sure). Costs about 3 µs a transition. Before
    /// `from`, the offset is taken to be the one at `from`.
    init(of timeZone: TimeZone, from: Int64, to: Int64) {
        self.init(fixedOffset: 0)
        var date = Date(timeIntervalSince1970: Double(floorDivide(from, Microseconds.second)))
        let end = Double(floorDivide(to, Microseconds.second))
        offsets[0] = Int64(timeZone.secondsFromGMT(for: date)) &* Microseconds.second
        // A guard against a zone that never ends; no real one comes near.
        for _ in 0..<20_000 {
            guard let next = timeZone.nextDaylightSavingTimeTransition(after: date), next > date,
                next.timeIntervalSince1970 < end
            else { break }
            date = next
            append(
                start: Int64(next.timeIntervalSince1970.rounded()) &* Microseconds.second,
                offset: Int64(timeZone.secondsFromGMT(for: next)) &* Microseconds.second)
        }
    }

    /// All offsets of a zone, for any instant.
    ///
    /// Yearly rules ("last Sunday in October") depend on nothing but the calendar, which repeats every 400
    /// years. So one such cycle, once all one-off changes are over, serves for ever.
    init(completeFor timeZone: TimeZone) {
        let cycleStart = ZoneTable.cycleStart
        let cycleEnd = cycleStart &+ Microseconds.cycle
        // Two years more on the far side, so that looking a year around an instant stays in the table.
        self.init(
            of: timeZone, from: Microseconds.supported.lowerBound, to: cycleEnd &+ ZoneTable.margin)
        if let last = starts.last, last >= cycleStart { repeatsFrom = cycleEnd }
    }

    private mutating func append(start: Int64, offset: Int64) {
        // Only the zone's abbreviation or its daylight saving flag changed.
        if offset == offsets[offsets.count - 1] { return }
        starts.append(start)
        offsets.append(offset)
    }

    /// 2104-01-01. The last one-off changes known are Morocco's, up to 2087.
    static let cycleStart: Int64 = 48_942 * Microseconds.day
    /// Nobody looks further than this around an instant (a year, and the shifts of a zone).
    static let margin: Int64 = 800 * Microseconds.day

    /// What to subtract from an instant so that this table holds it. 0, or a multiple of 400 years.
    @inline(__always)
    func shift(for instant: Int64) -> Int64 {
        if instant < repeatsFrom { return 0 }
        return ((instant &- repeatsFrom) / Microseconds.cycle &+ 1) &* Microseconds.cycle
    }

    /// The stretch that holds an instant (already shifted).
    @inline(__always)
    func index(of instant: Int64) -> Int {
        var low = 0
        var length = starts.count
        // Halves the range without a branch that depends on the data, which the processor would mispredict.
        starts.withUnsafeBufferPointer { starts in
            while length > 1 {
                let half = length >> 1
                low = starts[low &+ half] <= instant ? low &+ half : low
                length &-= half
            }
        }
        return low
    }

    /// The instant at which a stretch ends.
    @inline(__always)
    func end(of index: Int) -> Int64 {
        index &+ 1 < starts.count ? starts[index &+ 1] : Microseconds.distantFuture
    }

    /// The instant of a wall time, both in µs and already shifted: one that occurs twice is the
    /// first, one that is skipped is moved forward by the gap.
    func instant(ofWall wall: Int64) -> Int64 {
        // No offset reaches two days, so the instant can't lie in an earlier stretch.
        var index = self.index(of: wall &- 2 &* Microseconds.day)
        while index &+ 1 < starts.count {
            let instant = wall &- offsets[index]
            let next = starts[index &+ 1]
            // Second condition: the next stretch begins past this wall time, so both skip it. The old offset
            // then leads into the next stretch, to the wall time plus the gap.
            if instant < next || wall < next &+ offsets[index &+ 1] { return instant }
            index &+= 1
        }
        return wall &- offsets[index]
    }

    /// The first instant whose wall time is in a range, both in µs and already shifted; for wall times that
    /// the zone skips altogether, the instant at which it does so.
    func firstInstant(ofWall range: Range<Int64>) -> (instant: Int64, exists: Bool) {
        var index = self.index(of: range.lowerBound &- 2 &* Microseconds.day)
        var first = max(range.lowerBound &- offsets[index], starts[index])
        while first >= end(of: index), index &+ 1 < starts.count {
            index &+= 1
            first = max(range.lowerBound &- offsets[index], starts[index])
        }
        return (first, first &+ offsets[index] < range.upperBound)
    }
}
