internal import Foundation
internal import Synchronization

/// A time zone: what its wall clocks show at any instant.
///
/// Instants are microseconds since 1970-01-01 UTC; beyond ±146,000 years they count as that bound. The zone's
/// transitions are taken from Foundation once, when it is made, and answers from then on are whole-number
/// arithmetic: 15 to 30 ns each, O(log transitions). Foundation is asked again only for the first instant
/// outside the range the zone was made for. Safe to use from any thread.
public struct Zone: Sendable, Equatable, CustomStringConvertible {
    /// The name it was asked for by: an IANA name, `UTC`, or an offset such as `+05:30`.
    public let identifier: String
    /// Exact for the instants in ``exact``, and a year around them.
    private let table: ZoneTable
    private let exact: ClosedRange<Int64>
    /// None for a fixed offset, whose own table is complete.
    private let complete: CompleteTable?

    init(identifier: String, timeZone: TimeZone, covering range: ClosedRange<Int64>) {
        // Beyond the start of the 400-year cycle the complete table is as cheap.
        let last = min(Microseconds.bounded(range.upperBound), ZoneTable.cycleStart)
        let first = min(Microseconds.bounded(range.lowerBound), last)
        self.identifier = identifier
        self.table = ZoneTable(
            of: timeZone, from: first &- ZoneTable.margin, to: last &+ ZoneTable.margin)
        self.exact = first...last
        self.complete = CompleteTable(of: timeZone)
    }

    init(identifier: String, offsetSeconds: Int) {
        self.identifier = identifier
        self.table = ZoneTable(fixedOffset: Int64(offsetSeconds) &* Microseconds.second)
        self.exact = Int64.min...Int64.max
        self.complete = nil
    }

    /// 1970 up to and including 2037.
    public static let usualRange: ClosedRange<Int64> = 0...(24_837 * Microseconds.day - 1)

    /// Coordinated universal time.
    public static let utc = Zone(identifier: "UTC", offsetSeconds: 0)

    /// The identifier.
    public var description: String { identifier }

    /// Zones are equal when they were asked for by the same name.
    public static func == (left: Zone, right: Zone) -> Bool { left.identifier == right.identifier }

    /// The wall clock's difference from UTC at an instant, positive to the east.
    public func offsetSeconds(at instant: Int64) -> Int {
        Int(truncatingIfNeeded: offset(at: Microseconds.bounded(instant)) / Microseconds.second)
    }

    /// The instant of a wall time, given as the µs that a clock at UTC would show it at.
    ///
    /// A wall time that the zone skips is moved forward by the gap, one that occurs twice is the
    /// first.
    public func instant(ofWall wall: Int64) -> Int64 {
        let wall = Microseconds.bounded(wall)
        return lookUp(at: wall) { table, shift in table.instant(ofWall: wall &- shift) &+ shift }
    }

    /// The longest stretch of time around an instant in which the zone's offset stays the same.
    ///
    /// Where it has no beginning or end, it reaches beyond the years 1 to 9999.
    package func stretch(around instant: Int64) -> (range: Range<Int64>, offsetSeconds: Int) {
        let instant = Microseconds.bounded(instant)
        let found = lookUp(at: instant) { table, shift in Zone.stretch(of: table, shift, instant) }
        // The table made for a range says nothing about where its outermost stretches begin and end.
        let isInner =
            found.range.lowerBound > Microseconds.distantPast
            && found.range.upperBound < Microseconds.distantFuture
        guard !isInner, let table = complete?.table else { return found }
        return Zone.stretch(of: table, table.shift(for: instant), instant)
    }

    private static func stretch(
        of table: borrowing ZoneTable, _ shift: Int64, _ instant: Int64
    ) -> (range: Range<Int64>, offsetSeconds: Int) {
        let index = table.index(of: instant &- shift)
        var start = table.starts[index]
        var end = table.end(of: index)
        if start != Microseconds.distantPast { start &+= shift }
        if end != Microseconds.distantFuture { end &+= shift }
        return (start..<end, Int(truncatingIfNeeded: table.offsets[index] / Microseconds.second))
    }

    /// The offset in µs; `instant` is bounded already.
    @inline(__always)
    func offset(at instant: Int64) -> Int64 {
        lookUp(at: instant) { table, shift in table.offsets[table.index(of: instant &- shift)] }
    }

    /// Hands over a table that is exact for a year around a bounded instant, and what to subtract from
    /// instants before looking them up in it.
    @inline(__always)
    func lookUp<Answer>(at instant: Int64, _ body: (borrowing ZoneTable, Int64) -> Answer) -> Answer {
        guard !exact.contains(instant), let table = complete?.table else { return body(table, 0) }
        return body(table, table.shift(for: instant))
    }
}

/// A zone's complete table, made when the first instant outside the zone's usual table is asked for.
private final class CompleteTable: Sendable {
    private let timeZone: TimeZone
    private let made = Mutex<ZoneTable?>(nil)

    init(of timeZone: TimeZone) { self.timeZone = timeZone }

    /// About 1 ms for a zone with daylight saving time the first time, a lock after that.
    var table: ZoneTable {
        made.withLock { made in
            if let made { return made }
            let table = ZoneTable(completeFor: timeZone)
            made = table
            return table
        }
    }
}
