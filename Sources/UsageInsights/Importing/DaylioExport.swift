/// The entries of the mood diary Daylio: one a row, with the columns `full_date`, `time`, `mood` and, depending on its
/// version, `activities`, `scales`, `note_title` and `note`.
///
/// Times are as the phone shows them, and so by the clock of 24 or of 12 hours, which each cell says by itself. What
/// moods are called is the user's own choice: they stay words and are no levels.
struct DaylioExport: CSVExport {
    let type: String
    private var date = 0
    private var time = 0
    private var details: [CSVPlan.Detail] = []

    init(type: String?) { self.type = type ?? "mood" }

    mutating func begin(_ columns: ExportColumns) throws(InputRefusal) {
        let what = "a CSV export of Daylio"
        date = try columns.place("full_date", of: what)
        time = try columns.place("time", of: what)
        _ = try columns.place("mood", of: what)
        // The day again, in the language of the phone.
        let known = [date, time, columns.place("date"), columns.place("weekday")]
        details = columns.names.enumerated().filter { !known.contains($0.offset) }.map { place, name in
            CSVPlan.Detail(column: place, key: name)
        }
    }

    func write(_ row: CSVRowReader, _ line: inout RecordLine) throws(RowFailure) {
        let moment = try ImportedTime.read(date: row.cell(date), time: row.cell(time))
        line.text("type", type)
        line.text("timestamp", moment.written)
        line.beginMetadata()
        for detail in details where !row.range(detail.column).isEmpty {
            line.text(detail.key, cell: detail.column, of: row)
        }
        line.endMetadata()
    }
}

extension ExportTranslator {
    /// - Parameter type: of the events, instead of `mood`.
    package static func daylio(type: String?) -> ExportTranslator {
        ExportTranslator(DaylioExport(type: type))
    }
}
