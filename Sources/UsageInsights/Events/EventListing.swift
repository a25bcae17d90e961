package import EventLog
internal import LogFormat

/// Events in the order of time, from a log that holds them in the order of arrival.
package struct EventListing: Sendable {
    package var filter = EventFilter()
    /// At most so many.
    package var limit: Int?
    /// Newest first.
    package var isReversed = false
    /// Also what stands for events that were pruned: counts without details, which no listing shows.
    var includesPruned = false

    package init() {}

    /// Hands over each event in turn, but none that was retracted.
    ///
    /// Frames are decoded as their time comes, so that only those are in memory whose times overlap; with a
    /// limit, never more than about twice as many events as it allows. O(events log overlap).
    /// - Parameter body: Gets the event; false ends the listing.
    /// - Returns: what could not be read, up to where the listing ended.
    package func run(
        _ snapshot: LogSnapshot, _ body: (StoredEvent) throws -> Bool
    ) throws -> [Damage] {
        var frames: [(segment: Int, index: Int, entry: FrameEntry)] = []
        for (segment, file) in snapshot.segments.enumerated() {
            for (index, entry) in file.entries.enumerated() where filter.mayHold(entry) {
                frames.append((segment, index, entry))
            }
        }
        frames.sort {
            isReversed
                ? $0.entry.maximumTimestamp > $1.entry.maximumTimestamp
                : $0.entry.minimumTimestamp < $1.entry.minimumTimestamp
        }
        let retracted = try RetractedSequences(snapshot)
        let reader = EventReader(filter: filter, retracted: retracted, includesPruned: includesPruned)
        let source = snapshot.frameSource()
        var left = limit ?? .max
        // In the order of the listing, the next one last.
        var pending: [StoredEvent] = []
        var nextFrame = 0
        while left > 0 {
            var grown = false
            // Kept beside `pending`, so that many frames of the same time are sorted once and not one by one.
            var first = pending.last
            while nextFrame < frames.count,
                first.map({ mayPrecede(frames[nextFrame].entry, $0) }) ?? true
            {
                let (segment, index, _) = frames[nextFrame]
                try source.read(segment: segment, entry: index) { frame, entry throws(FormatError) in
                    let events = try reader.events(frame, entry)
                    for event in events {
                        first = first.map { comes(event, before: $0) ? event : $0 } ?? event
                    }
                    pending += events
                }
                nextFrame += 1
                grown = true
                if pending.count / 2 > max(left, Self.fewEvents) { sort(&pending, left: left) }
            }
            if grown {
                sort(&pending, left: left)
                continue
            }
            guard let event = pending.popLast() else { break }
            left -= 1
            if try !body(event) { break }
        }
        return (snapshot.damage + source.damage).merging(retracted.damage)
    }

    /// Whether a frame that isn't read yet may hold an event that comes before this one.
    private func mayPrecede(_ entry: FrameEntry, _ event: StoredEvent) -> Bool {
        isReversed ? entry.maximumTimestamp >= event.timestamp : entry.minimumTimestamp <= event.timestamp
    }

    /// With a limit, no more than about so many beyond it are kept.
    private static let fewEvents = 1024

    private func comes(_ event: StoredEvent, before other: StoredEvent) -> Bool {
        isReversed ? StoredEvent.precedes(other, event) : StoredEvent.precedes(event, other)
    }

    private func sort(_ pending: inout [StoredEvent], left: Int) {
        if isReversed {
            pending.sort(by: StoredEvent.precedes)
        } else {
            pending.sort { StoredEvent.precedes($1, $0) }
        }
        if pending.count > left { pending.removeFirst(pending.count - left) }
    }
}

extension EventListing {
    /// Hands over the events that came to the log at or after a sequence, in the order of arrival. One that
    /// the same snapshot retracts is left out; what was handed over before can't be taken back.
    package func runArrivals(
        _ snapshot: LogSnapshot, from sequence: UInt64, _ body: (StoredEvent) throws -> Void
    ) throws -> [Damage] {
        let retracted = try RetractedSequences(snapshot)
        let reader = EventReader(filter: filter, retracted: retracted, includesPruned: includesPruned)
        let source = snapshot.frameSource()
        for (segment, file) in snapshot.segments.enumerated() {
            for (index, entry) in file.entries.enumerated()
            where entry.endSequence > sequence && filter.mayHold(entry) {
                var events: [StoredEvent] = []
                try source.read(segment: segment, entry: index) { frame, entry throws(FormatError) in
                    events = try reader.events(frame, entry)
                }
                for event in events where event.sequence >= sequence { try body(event) }
            }
        }
        // Of retractions that came before, it was said before.
        let news = retracted.damage.filter { damage in
            snapshot.segments.contains { segment in
                segment.name.fileName == damage.file
                    && segment.entries.contains { $0.offset == damage.offset && $0.endSequence > sequence }
            }
        }
        return source.damage.merging(news)
    }
}
