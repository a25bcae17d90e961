import LogFormat
import UsageInsights

/// Streaks, and what the log takes.
struct ReportFacts {
    let data: ReportData

    // MARK: - Streaks

    var streaks: Markup {
        let found = data.streaks
        return """
            <section class="card" aria-labelledby="h-streaks">
            <h2 id="h-streaks">Streaks</h2>
            <dl class="facts">
            \(fact("Current streak", Self.length(found.current), Self.range(found.current) ?? "Be active today to begin one"))\
            \(fact("Longest streak", Self.length(found.longest), Self.range(found.longest) ?? ""))\
            \(fact("Active days", ReportText.grouped(found.activeDays), "over all time"))\
            \(checkInShare)</dl>
            </section>

            """
    }

    private static func length(_ run: Streaks.Run?) -> String { ReportText.counted(run?.length ?? 0, "day") }

    private static func range(_ run: Streaks.Run?) -> String? {
        run.map { ReportText.span($0.first...$0.last) }
    }

    private var checkInShare: Markup {
        let engagement = data.engagement
        guard let share = engagement.checkInShare, !data.wellness.checkIns.isEmpty else { return Markup() }
        return fact(
            "Days checked in", "\(StatsCommand.tenths(share * 100)) %",
            "\(ReportText.grouped(engagement.activeDaysWithCheckIn)) of \(ReportText.counted(engagement.activeDayCount, "active day"))"
        )
    }

    // MARK: - Storage

    var storage: Markup {
        let stats = data.storage
        func day(_ instant: Int64?) -> (String, String) {
            guard let instant else { return ("—", "") }
            let fields = InstantText.plain(instant, data.calendar, seconds: false)
            return (String(fields.prefix(10)), String(fields.dropFirst(11)))
        }
        let (oldest, newest) = (day(stats.oldest), day(stats.newest))
        return """
            <section class="card" aria-labelledby="h-storage">
            <h2 id="h-storage">The log</h2>
            <dl class="facts">
            \(fact("Size", Readable.bytes(UInt64(max(0, stats.bytes))), ReportText.counted(stats.segments, "segment")))\
            \(fact("Records", ReportText.grouped(stats.records), kinds))\
            \(fact("Bytes a record", stats.bytesPerRecord.map(StatsCommand.tenths) ?? "—", ""))\
            \(fact("Oldest", oldest.0, oldest.1))\
            \(fact("Newest", newest.0, newest.1))</dl>
            </section>

            """
    }

    private var kinds: String {
        let counts = data.storage.kinds
        let names: [(RecordKind, String)] = [
            (.event, "event"), (.checkIn, "check-in"), (.dose, "dose"), (.rollup, "pruned event"),
            (.retraction, "retraction"),
        ]
        return names.compactMap { kind, noun in
            counts[kind].flatMap { $0 > 0 ? ReportText.counted($0, noun) : nil }
        }.joined(separator: ", ")
    }

    private func fact(_ name: String, _ value: String, _ note: String) -> Markup {
        let more: Markup = note.isEmpty ? "" : "<dd class=\"sub\">\(note)</dd>"
        return "<div><dt>\(name)</dt><dd class=\"big\">\(value)</dd>\(more)</div>\n"
    }
}
