/// The detailed time entries of Toggl Track: one a row, with `Start date`, `Start time`, `Duration` and, depending on
/// its version, `End date` and `End time` or `Stop date` and `Stop time`. The project is the type.
struct TogglExport: CSVExport {
    struct Moment {
        var date: Int
        var time: Int
    }

    /// Of all entries, instead of their projects.
    let type: String?
    let dateFormat: DatePattern?
    /// For lengths between wall times.
    let zone: Zone
    private var start = Moment(date: 0, time: 0)
    private var end: Moment?
    private var duration: Int?
    private var project: Int?
    private var details: [CSVPlan.Detail] = []
    /// One for each currency, which stands in brackets behind the column's name.
    private var amounts: [CSVPlan.Detail] = []

    init(type: String?, dateFormat: DatePattern?, zone: Zone) {
        self.type = type
        self.dateFormat = dateFormat
        self.zone = zone
    }

    mutating func begin(_ columns: ExportColumns) throws(InputRefusal) {
        let what = "a CSV of Toggl's detailed time entries"
        start = Moment(
            date: try columns.place("Start date", of: what), time: try columns.place("Start time", of: what))
        if let date = columns.place("End date") ?? columns.place("Stop date"),
            let time = columns.place("End time") ?? columns.place("Stop time")
        {
            end = Moment(date: date, time: time)
        }
        duration = columns.place("Duration")
        if end == nil && duration == nil { _ = try columns.place("Duration", of: what) }
        project = columns.place("Project")
        let times: Set<Int?> = [start.date, start.time, end?.date, end?.time, duration]
        for (place, name) in columns.names.enumerated() where !times.contains(place) {
            let key = name.lowercased()
            if let currency = Self.currency(ofAmount: key, name) {
                amounts.append(CSVPlan.Detail(column: place, key: currency))
            } else {
                details.append(CSVPlan.Detail(column: place, key: key))
            }
        }
    }

    /// `USD` for `Amount (USD)`, nothing for `Amount ()`; nil if it is no amount.
    private static func currency(ofAmount key: String, _ name: String) -> String? {
        if key == "amount" { return "" }
        guard key.hasPrefix("amount ("), key.hasSuffix(")") else { return nil }
        return String(name.dropFirst("amount (".count).dropLast()).trimmingBlanks()
    }

    func write(_ row: CSVRowReader, _ line: inout RecordLine) throws(RowFailure) {
        let project = project.map { Self.text(row.cell($0)) } ?? ""
        let begun = try read(start, row, "start")
        let length = try length(from: begun, row)
        line.text("type", type ?? (project.isEmpty ? "timeEntry" : project))
        line.text("timestamp", begun.written)
        line.duration(microseconds: length)
        line.beginMetadata()
        for detail in details where !Self.text(row.cell(detail.column)).isEmpty {
            line.text(detail.key, cell: detail.column, of: row)
        }
        let sums = amounts.compactMap { amount in
            let sum = row.cell(amount.column)
            return sum.isEmpty ? nil : amount.key.isEmpty ? sum : "\(sum) \(amount.key)"
        }
        if !sums.isEmpty { line.text("amount", sums.joined(separator: ", ")) }
        line.endMetadata()
    }

    private func length(from begun: RFC3339.Reading, _ row: CSVRowReader) throws(RowFailure) -> Int64 {
        let text = duration.map { row.cell($0) } ?? ""
        if !text.isEmpty {
            // The other forms that an account can ask for are rounded, or could be read in two ways.
            guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 2 else {
                throw RowFailure(
                    "duration \(QuotedText.quote(text)) is not written HH:MM:SS, as the account's duration format"
                        + " 'Improved' does")
            }
            return try CellDuration.read(text)
        }
        guard let end, !row.cell(end.date).isEmpty, !row.cell(end.time).isEmpty else {
            throw RowFailure("the entry has neither a duration nor an end")
        }
        let length = try read(end, row, "end").instant(zone) - begun.instant(zone)
        guard length >= 0 else { throw RowFailure("the end is before the start") }
        return length
    }

    private func read(
        _ moment: Moment, _ row: CSVRowReader, _ name: String
    ) throws(RowFailure) -> RFC3339.Reading {
        let date = row.cell(moment.date)
        let time = row.cell(moment.time)
        if let dateFormat {
            let text = "\(date) \(time)"
            if let reading = dateFormat.read(text), reading.isRepresentable { return reading }
            throw RowFailure(
                "\(name) \(QuotedText.quote(text)) is not as --date-format says, or doesn't exist")
        }
        do throws(RowFailure) {
            return try ImportedTime.read(date: date, time: time)
        } catch {
            throw RowFailure(
                "\(name) \(error.message) (--date-format says how date and time are written, such as"
                    + " 'MM/dd/yyyy HH:mm:ss')")
        }
    }

    /// Newer exports say nothing with a dash.
    private static func text(_ cell: String) -> String { cell == "-" ? "" : cell }
}

extension ExportTranslator {
    /// - Parameters:
    ///   - type: of all entries, instead of their projects.
    ///   - dateFormat: how a date and a time with a blank between them are written; `YYYY-MM-DD` without it.
    ///   - zone: what the times are in.
    package static func toggl(type: String?, dateFormat: DatePattern?, zone: Zone) -> ExportTranslator {
        ExportTranslator(TogglExport(type: type, dateFormat: dateFormat, zone: zone))
    }
}
