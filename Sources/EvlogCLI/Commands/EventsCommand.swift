import EventLog
import UsageInsights

/// `evlog query events`: the events themselves.
struct EventsCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let calendar = try context.calendar()
        var listing = EventListing()
        listing.filter = try EventFilter(context, calendar)
        listing.limit = try context.count("limit", minimum: 0)
        listing.isReversed = arguments.flag("reverse")
        let follows = arguments.flag("follow")
        if follows && listing.isReversed { throw UsageError("--follow and --reverse exclude each other") }
        let snapshot = try context.snapshot()
        let output = EventOutput(context: context, calendar: calendar, isLive: follows)
        var writer = EventWriter(output)
        var damage = try listing.run(snapshot) { event in
            try writer.write(event)
            return true
        }
        if follows {
            try writer.flush()
            damage += try follow(listing, after: snapshot, &writer)
        }
        try writer.finish()
        return context.report(damage)
    }

    /// Looks for new records five times a second until a signal comes.
    private func follow(
        _ listing: EventListing, after snapshot: LogSnapshot, _ writer: inout EventWriter
    ) throws -> [Damage] {
        StopSignal.catchAll()
        var next = snapshot.nextSequence
        while !StopSignal.isRaised {
            HostSystem().sleep(microseconds: 200_000)
            let now = try context.snapshot()
            guard now.nextSequence > next else { continue }
            let damage = try listing.runArrivals(now, from: next) { event in try writer.write(event) }
            if !damage.isEmpty { _ = context.report(damage) }
            next = now.nextSequence
            try writer.flush()
        }
        return []
    }
}

/// How events are shown.
private struct EventOutput {
    let context: CommandContext
    let calendar: LocalCalendar
    let isLive: Bool

    func timestamp(_ event: StoredEvent) -> String {
        recordedOffset(event).map { InstantText.rfc3339(event.timestamp, offsetMinutes: $0) }
            ?? InstantText.rfc3339(event.timestamp, in: calendar.zone)
    }

    /// For people: the clock of the place that `timestamp` names by its offset.
    func clock(_ event: StoredEvent) -> String {
        let wall = recordedOffset(event).map { event.timestamp + Int64($0) * 60 * Microseconds.second }
        return InstantText.plain(
            wall ?? event.timestamp, LocalCalendar(zone: wall == nil ? calendar.zone : .utc))
    }

    private func recordedOffset(_ event: StoredEvent) -> Int? {
        context.usesRecordedOffsets ? event.offsetMinutes : nil
    }
}

/// Writes events in the format that was asked for. A live table has no widths to fit, so its lines are plain.
private struct EventWriter: ~Copyable {
    private let output: EventOutput
    private var json: JSONWriter
    private var csv: CSVWriter
    private var rows: [StoredEvent] = []
    private var hasHeader = false

    /// A table is laid out in pieces of so many rows, so that memory stays bounded.
    private static let tablePiece = 10_000

    init(_ output: EventOutput) {
        self.output = output
        json = JSONWriter(
            StandardStreams.outputBuffer(),
            style: output.context.format == .json && !output.isLive ? .array : .lines)
        csv = CSVWriter(
            StandardStreams.outputBuffer(), isForTerminal: output.context.terminal.outputIsTerminal)
    }

    mutating func write(_ event: StoredEvent) throws {
        switch output.context.format {
        case .json, .jsonl: try writeJSON(event)
        case .csv: try writeCSV(event)
        case .table:
            rows.append(event)
            if rows.count >= Self.tablePiece { try writeTable() }
        }
    }

    private mutating func writeJSON(_ event: StoredEvent) throws {
        json.beginRow()
        json.field("sequence", event.sequence)
        json.field("timestamp", output.timestamp(event))
        json.field("type", event.type)
        json.key("metadata")
        json.beginObject()
        for (key, value) in event.metadata { json.field(key, value) }
        json.endObject()
        json.field("duration", secondsFromMicroseconds: event.duration.map { Int128($0) })
        if let id = event.id { json.field("id", id) }
        try json.endRow()
    }

    /// Metadata is one column of JSON, since each event may have other keys.
    private mutating func writeCSV(_ event: StoredEvent) throws {
        if !hasHeader {
            try csv.row(["sequence", "timestamp", "type", "duration", "id", "metadata"])
            hasHeader = true
        }
        csv.field(event.sequence)
        csv.field(output.timestamp(event))
        csv.field(event.type)
        csv.field(secondsFromMicroseconds: event.duration.map { Int128($0) })
        csv.field(event.id)
        csv.field(JSONText.object(event.metadata.map { ($0.key, $0.value) }))
        try csv.endRow()
    }

    private mutating func writeTable() throws {
        var table = Table([
            .number("sequence"), .init("time"), .text("type"),
            .init("duration", alignment: .right).yielding(1), .text("metadata", minimum: 20).yielding(2),
        ])
        for event in rows {
            table.addRow([
                Table.Cell(event.sequence), Table.Cell(output.clock(event)),
                Table.Cell(event.type),
                Table.Cell(event.duration.map { Readable.duration(microseconds: Int128($0)) } ?? ""),
                Table.Cell(event.metadata.map { "\($0.key)=\($0.value)" }.joined(separator: "  ")),
            ])
        }
        rows.removeAll(keepingCapacity: true)
        hasHeader = true
        try output.context.show(table)
    }

    mutating func flush() throws {
        switch output.context.format {
        case .json, .jsonl: try json.flush()
        case .csv: try csv.flush()
        case .table: if !rows.isEmpty { try writeTable() }
        }
    }

    mutating func finish() throws {
        switch output.context.format {
        case .json, .jsonl: try json.finish()
        case .csv:
            if !hasHeader { try csv.row(["sequence", "timestamp", "type", "duration", "id", "metadata"]) }
            try csv.flush()
        case .table:
            if !rows.isEmpty { try writeTable() }
            if !hasHeader && !output.isLive { output.context.noteEmpty() }
        }
    }
}
