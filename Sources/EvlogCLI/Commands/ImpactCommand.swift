import UsageInsights

/// `evlog query impact`: ratings before a first dose against those after.
struct ImpactCommand {
    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        if arguments.flag("plain") && context.format != .table {
            throw UsageError("--plain and --format \(context.format.rawValue) exclude each other")
        }
        let calendar = try context.calendar()
        let options = try options()
        let reader = try WellnessReader(try context.snapshot())
        let table = ImpactTable(
            history: reader.history, calendar: calendar, usesRecordedOffsets: context.usesRecordedOffsets,
            options: options)
        let metrics = arguments.values("metric").compactMap { WellnessMetric(key: $0) }
        let supplement = arguments.operands.first
        if let supplement, !reader.history.supplements.contains(supplement) {
            let known = reader.history.supplements.prefix(10).joined(separator: ", ")
            throw CommandFailure(
                "no dose of '\(supplement)' in the log\(known.isEmpty ? "" : "; there are: \(known)")")
        }
        // Left out of sight only: the marks are about everything that was compared.
        let rows = table.rows.filter { row in
            (metrics.isEmpty || metrics.contains(row.impact.metric))
                && (supplement == nil || supplement == row.impact.supplement)
        }
        if arguments.flag("plain") {
            try printPlain(rows.map(\.impact))
        } else {
            switch context.format {
            case .json: try printJSON(rows, .array)
            case .jsonl: try printJSON(rows, .lines)
            case .csv: try printCSV(rows)
            case .table: try printTable(rows)
            }
        }
        return context.report(reader.damage)
    }

    private func options() throws -> ImpactOptions {
        let after = arguments.value("after") ?? "7d..14d"
        let ends = after.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 3, ends[1].isEmpty else {
            throw UsageError("--after '\(after)': write the first and the last day, such as 7d..34d")
        }
        let (first, last) = (try days("after", ends[0]), try days("after", ends[2]))
        guard first <= last else { throw UsageError("--after '\(after)': the last day is before the first") }
        do {
            return try ImpactOptions(
                beforeLength: try days("before", arguments.value("before") ?? "7d"), afterDays: first...last,
                washInDays: try arguments.value("wash-in").map { try days("wash-in", $0) },
                wholeWeeks: arguments.flag("whole-weeks"))
        } catch let refusal as ImpactOptions.Refusal {
            throw UsageError("\(refusal)")
        }
    }

    /// `28d`, `4w` or `28`.
    private func days(_ option: String, _ text: String) throws -> Int {
        let unit = text.hasSuffix("w") ? 7 : 1
        let digits = text.hasSuffix("d") || text.hasSuffix("w") ? String(text.dropLast()) : text
        guard let number = Int(digits), (0...100_000).contains(number) else {
            throw UsageError("--\(option) '\(text)': not a number of days, such as 28d")
        }
        return number * unit
    }

    private func printPlain(_ impacts: [SupplementImpact]) throws {
        for impact in impacts {
            let value = impact.plain.text ?? "none (\(impact.plain.reason ?? "unknown"))"
            try StandardStreams.write(
                TextWidth.sanitized(
                    "\(impact.supplement)  \(impact.metric.emoji) \(impact.metric.rawValue)  \(value)")
                    + "\n")
        }
    }

    // MARK: - Table

    private func printTable(_ rows: [ImpactTable.Row]) throws {
        var table = Table([
            .text("supplement"), .init("metric"), .number("points"), .init(""),
            .init("95 % interval").yielding(1), .number("NAP").yielding(2),
            .init("before → after").yielding(3), .init("check-ins").yielding(4),
        ])
        for row in rows {
            let impact = row.impact
            let difference = impact.difference
            let style: TextStyle? = row.standsOut ? ((difference ?? 0) > 0 ? .green : .red) : nil
            table.addRow([
                Table.Cell(impact.supplement), Table.Cell("\(impact.metric.emoji) \(impact.metric.rawValue)"),
                Table.Cell(difference.map(Self.signed) ?? "—", style: style),
                Table.Cell(row.standsOut ? "*" : ""),
                Table.Cell(
                    impact.interval.map { "\(Self.signed($0.lowerBound)) to \(Self.signed($0.upperBound))" }
                        ?? ""),
                Table.Cell(impact.nonoverlap.map { Self.hundredths($0) } ?? ""), Table.Cell(means(impact)),
                Table.Cell("\(impact.before?.count ?? 0), \(impact.after?.count ?? 0)"),
            ])
        }
        try context.show(table)
        // The four metrics of a supplement mostly share their notes: each is said once.
        var said: Set<String> = []
        for row in rows {
            let note = note(row.impact)
            guard !note.isEmpty, said.insert("\(row.impact.supplement): \(note)").inserted else { continue }
            try StandardStreams.write(TextWidth.sanitized("\(row.impact.supplement): \(note)") + "\n")
        }
        try StandardStreams.write("Associated with, not caused by.\n")
        if rows.contains(where: \.standsOut) {
            try StandardStreams.write("* stands out among all that was compared (Benjamini-Hochberg, 5 %).\n")
        }
    }

    private func means(_ impact: SupplementImpact) -> String {
        guard impact.difference != nil, let before = impact.before?.mean, let after = impact.after?.mean
        else {
            return ""
        }
        return "\(Self.hundredths(before)) → \(Self.hundredths(after))"
    }

    private func note(_ impact: SupplementImpact) -> String {
        var notes: [String] = []
        switch impact.status {
        case .noDose: notes.append("no dose")
        case .missingCheckIns(let before, let after):
            let parts = [(before, "before"), (after, "after")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            notes.append("check-ins missing: \(parts.joined(separator: ", "))")
        case .tooFewForInterval: notes.append("too few for an interval")
        case .coverageTooLow: notes.append("under 70 % of days have a check-in: no interval")
        case .full: break
        }
        if impact.isConfounded {
            notes.append("confounded with \(impact.confounders.map(\.supplement).joined(separator: ", "))")
        }
        return notes.joined(separator: "; ")
    }

    static func signed(_ value: Double) -> String { (value < 0 ? "-" : "+") + hundredths(abs(value)) }

    static func hundredths(_ value: Double) -> String {
        let scaled = Int((value * 100).rounded())
        return "\(scaled / 100).\(scaled % 100 < 10 ? "0" : "")\(scaled % 100)"
    }

    // MARK: - For scripts

    private func statusName(_ status: SupplementImpact.Status) -> String {
        switch status {
        case .noDose: "noDose"
        case .missingCheckIns: "missingCheckIns"
        case .tooFewForInterval: "tooFewForInterval"
        case .coverageTooLow: "coverageTooLow"
        case .full: "full"
        }
    }

    private func printJSON(_ rows: [ImpactTable.Row], _ style: JSONWriter.Style) throws {
        var json = JSONWriter(StandardStreams.outputBuffer(), style: style)
        for row in rows {
            let impact = row.impact
            json.beginRow()
            json.field("supplement", impact.supplement)
            json.field("metric", impact.metric.key)
            json.field("firstDose", impact.day0.map { Civil(days: $0).isoText })
            json.field("status", statusName(impact.status))
            for (name, window) in [("before", impact.before), ("after", impact.after)] {
                json.key(name)
                guard let window else {
                    json.null()
                    continue
                }
                json.beginObject()
                json.field("from", Civil(days: window.days.lowerBound).isoText)
                json.field("to", Civil(days: window.days.upperBound).isoText)
                json.field("count", window.count)
                json.field("mean", window.mean)
                json.field("coverage", window.coverage)
                json.endObject()
            }
            json.field("difference", impact.difference)
            json.field("percent", impact.percent)
            json.key("interval")
            if let interval = impact.interval {
                json.beginArray()
                json.value(interval.lowerBound)
                json.value(interval.upperBound)
                json.endArray()
            } else {
                json.null()
            }
            json.field("nap", impact.nonoverlap)
            json.field("pValue", impact.pValue)
            json.field("adjustedPValue", row.adjustedPValue)
            json.field("standsOut", row.standsOut)
            json.key("confounders")
            json.beginArray()
            for confounder in impact.confounders { json.value(confounder.supplement) }
            json.endArray()
            json.field("summary", impact.summary)
            try json.endRow()
        }
        try json.finish()
    }

    private func printCSV(_ rows: [ImpactTable.Row]) throws {
        var csv = CSVWriter(StandardStreams.outputBuffer(), isForTerminal: context.terminal.outputIsTerminal)
        try csv.row([
            "supplement", "metric", "firstDose", "status", "countBefore", "countAfter", "meanBefore",
            "meanAfter",
            "difference", "percent", "low", "high", "nap", "pValue", "adjustedPValue", "standsOut",
            "confounders",
        ])
        for row in rows {
            let impact = row.impact
            csv.field(impact.supplement)
            csv.field(impact.metric.key)
            csv.field(impact.day0.map { Civil(days: $0).isoText })
            csv.field(statusName(impact.status))
            csv.field(impact.before.map { Int64($0.count) })
            csv.field(impact.after.map { Int64($0.count) })
            csv.field(impact.before?.mean)
            csv.field(impact.after?.mean)
            csv.field(impact.difference)
            csv.field(impact.percent)
            csv.field(impact.interval?.lowerBound)
            csv.field(impact.interval?.upperBound)
            csv.field(impact.nonoverlap)
            csv.field(impact.pValue)
            csv.field(row.adjustedPValue)
            csv.field(row.standsOut ? "true" : "false")
            csv.field(impact.confounders.map(\.supplement).joined(separator: " "))
            try csv.endRow()
        }
        try csv.flush()
    }
}
