import EventLog
import LogFormat
import UsageInsights

/// `evlog stats`: what the log holds and takes.
struct StatsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        let zone = try context.zone()
        let snapshot = try context.snapshot()
        let now = CommandContext.now()
        let stats = try LogStatistics(snapshot, now: now)
        func instant(_ value: Int64?) -> String? { value.map { InstantText.rfc3339($0, in: zone) } }
        switch context.format {
        case .json, .jsonl:
            var json = JSONWriter(StandardStreams.outputBuffer(), style: .lines)
            json.beginRow()
            json.field("directory", snapshot.directory)
            json.field("bytes", stats.bytes)
            json.field("records", stats.records)
            json.key("kinds")
            json.beginObject()
            for (name, count) in Self.kinds(stats) { json.field(name, count) }
            json.endObject()
            json.field("bytesPerRecord", stats.bytesPerRecord)
            json.field("segments", stats.segments)
            json.field("frames", stats.frames)
            json.field("oldest", instant(stats.oldest))
            json.field("newest", instant(stats.newest))
            json.field("outOfOrder", stats.outOfOrder)
            json.field("future", stats.future)
            json.field("reclaimableBytes", stats.reclaimableBytes)
            try json.endRow()
            try json.finish()
        case .csv, .table:
            let rows: [(String, String)] =
                [
                    ("directory", snapshot.directory), ("bytes", "\(stats.bytes)"),
                    ("records", "\(stats.records)"),
                ] + Self.kinds(stats).map { ("kinds.\($0)", "\($1)") } + [
                    ("bytesPerRecord", stats.bytesPerRecord.map(Self.tenths) ?? ""),
                    ("segments", "\(stats.segments)"), ("frames", "\(stats.frames)"),
                    ("oldest", instant(stats.oldest) ?? ""), ("newest", instant(stats.newest) ?? ""),
                    ("outOfOrder", "\(stats.outOfOrder)"), ("future", "\(stats.future)"),
                    ("reclaimableBytes", "\(stats.reclaimableBytes)"),
                ]
            try context.format == .csv ? printCSV(rows) : printTable(rows)
        }
        return context.report(stats.damage)
    }

    /// Records of each kind, under the names that JSON lines use.
    private static func kinds(_ stats: LogStatistics) -> [(name: String, count: Int)] {
        RecordKind.allCases.map { ($0.lineName, stats.kinds[$0] ?? 0) }
    }

    private func printCSV(_ rows: [(String, String)]) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row(["name", "value"])
        for (name, value) in rows { try csv.row([name, value]) }
        try csv.flush()
    }

    private func printTable(_ rows: [(String, String)]) throws {
        let titles = [
            "kinds.event": "  events", "kinds.checkin": "  check-ins", "kinds.dose": "  doses",
            "kinds.retract": "  retractions", "kinds.rollup": "  pruned, counted",
            "bytesPerRecord": "bytes a record", "outOfOrder": "out of order", "future": "in the future",
            "reclaimableBytes": "reclaimable bytes",
        ]
        var text = ""
        for (name, value) in rows {
            text +=
                TextWidth.padded(titles[name] ?? name, to: 18, alignment: .left) + TextWidth.sanitized(value)
                + "\n"
        }
        try StandardStreams.write(text)
    }

    static func tenths(_ value: Double) -> String {
        let scaled = Int((value * 10).rounded())
        return "\(scaled / 10).\(scaled % 10)"
    }
}
