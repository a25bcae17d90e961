extension CSVTranslator {
    private var rows: CSVRowReader { table.rows }

    func write(_ recipe: RowRecipe, _ target: inout [UInt8]) throws(RowFailure) {
        var line = RecordLine(in: &target)
        if recipe.kind != .event { line.text("kind", recipe.kind.rawValue) }
        switch recipe.kind {
        case .event, .rollup: try writeEvent(recipe, &line)
        case .checkIn: try writeCheckIn(recipe, &line)
        case .dose: try writeDose(recipe, &line)
        }
        writeText("id", recipe.id, &line)
        try writeDetails(recipe, &line)
        target = line.finish()
    }

    private func writeEvent(_ recipe: RowRecipe, _ line: inout RecordLine) throws(RowFailure) {
        if !writeText("type", recipe.type, &line) {
            guard let type = options.type else { throw RowFailure("type is missing") }
            line.text("type", type)
        }
        let hasEnd = !recipe.end.isEmpty
        let start = try writeTime("timestamp", recipe.timestamp, &line, isRequired: true, isWanted: hasEnd)
        if hasEnd {
            try writeLength(from: start, recipe.end, &line)
        } else if recipe.duration.contains(where: { !rows.range($0).isEmpty }) {
            let text = try joined(recipe.duration, "duration")
            if !text.isEmpty {
                line.duration(microseconds: try CellDuration.read(text, unit: options.durationUnit))
            }
        }
    }

    private func writeCheckIn(_ recipe: RowRecipe, _ line: inout RecordLine) throws(RowFailure) {
        if let type = recipe.type.first(where: { !rows.range($0).isEmpty }) {
            throw RowFailure("a check-in has no type, such as \(QuotedText.quote(rows.cell(type)))")
        }
        line.text("date", try day(try joined(recipe.date, "date")))
        for (name, columns) in recipe.levels {
            let level = try joined(columns, name)
            guard !level.isEmpty else { throw RowFailure("\(name) is missing") }
            guard level.utf8.count == 1, let digit = level.utf8.first, (0x31...0x35).contains(digit) else {
                throw RowFailure(
                    "\(name) is \(QuotedText.quote(level)): a level is a whole number from 1 to 5")
            }
            line.number(name, level.utf8)
        }
        writeText("mood", recipe.mood, &line)
        _ = try writeTime("timestamp", recipe.timestamp, &line, isRequired: false, isWanted: false)
    }

    private func writeDose(_ recipe: RowRecipe, _ line: inout RecordLine) throws(RowFailure) {
        try refuseTwo(recipe.supplement, recipe.type)
        try refuseTwo(recipe.takenAt, recipe.timestamp)
        if !writeText("supplement", recipe.supplement, &line), !writeText("supplement", recipe.type, &line) {
            throw RowFailure("supplement is missing")
        }
        let isSaid = recipe.takenAt.contains { !rows.range($0).isEmpty }
        _ = try writeTime(
            "takenAt", isSaid ? recipe.takenAt : recipe.timestamp, &line, isRequired: true, isWanted: false)
        writeText("amount", recipe.amount, &line)
    }

    /// A dose may say the same in either of two columns, but not two things.
    private func refuseTwo(_ one: [Int], _ other: [Int]) throws(RowFailure) {
        let texts = [one, other].map {
            $0.map { rows.cell($0) }.filter { !$0.isEmpty }.joined(separator: " ")
        }
        if one != other && texts[0] != texts[1] && !texts.contains("") {
            throw RowFailure("the row says two things: \(CSVTable.list(texts))")
        }
    }

    private func writeDetails(_ recipe: RowRecipe, _ line: inout RecordLine) throws(RowFailure) {
        let isEvent = recipe.kind == .event || recipe.kind == .rollup
        var hasBegun = false
        var hasUnnamed = false
        for detail in recipe.details
        where !rows.range(detail.column).isEmpty || recipe.keepsEmpty && rows.quoted[detail.column] {
            if detail.key.isEmpty {
                if hasUnnamed { throw RowFailure("more than one cell stands under a column without a name") }
                hasUnnamed = true
            }
            guard isEvent else {
                if options.ignoresUnknown { continue }
                let what = recipe.kind == .dose ? "a dose" : "a check-in"
                throw RowFailure(
                    "\(what) has no \(QuotedText.quote(detail.key)) (map it, such as"
                        + " \(recipe.kind == .dose ? "amount" : "mood")=COLUMN, or leave it out with --only-mapped)"
                )
            }
            if !hasBegun { line.beginMetadata() }
            hasBegun = true
            line.text(detail.key, cell: detail.column, of: rows)
        }
        if hasBegun { line.endMetadata() }
    }

    /// Writes what is in these cells as it is; false if that is nothing.
    @discardableResult
    private func writeText(_ name: String, _ columns: [Int], _ line: inout RecordLine) -> Bool {
        if columns.count == 1 {
            guard !rows.range(columns[0]).isEmpty else { return false }
            line.text(name, cell: columns[0], of: rows)
            return true
        }
        let text = columns.map { rows.cell($0) }.filter { !$0.isEmpty }.joined(separator: " ")
        if !text.isEmpty { line.text(name, text) }
        return !text.isEmpty
    }

    /// What these cells say together, without blanks around it: all of them, or none.
    private func joined(_ columns: [Int], _ name: String) throws(RowFailure) -> String {
        if columns.count == 1 { return rows.cell(columns[0]) }
        let cells = columns.map { rows.cell($0) }
        if let gap = cells.firstIndex(where: \.isEmpty), cells.contains(where: { !$0.isEmpty }) {
            throw RowFailure("\(name): the cell of \(columnName(columns[gap])) is empty")
        }
        return cells.contains(where: { !$0.isEmpty }) ? cells.joined(separator: " ") : ""
    }

    // MARK: - Times

    /// Writes the time of a role.
    /// - Returns: the time, where it is wanted and no number.
    private func writeTime(
        _ name: String, _ columns: [Int], _ line: inout RecordLine, isRequired: Bool, isWanted: Bool
    ) throws(RowFailure) -> RFC3339.Reading? {
        // Most cells are what a line may have as it is.
        if columns.count == 1, options.dateFormat == nil {
            let reading = rows.text.withUnsafeBytes {
                RFC3339.parse(UnsafeRawBufferPointer(rebasing: $0[rows.range(columns[0])]))
            }
            if case .failure = reading {
            } else {
                line.text(name, cell: columns[0], of: rows)
                return reading
            }
        }
        let text = try joined(columns, name)
        guard !text.isEmpty else {
            if isRequired { throw RowFailure("\(name) is missing") }
            return nil
        }
        if options.readsNumbers, CellTime.isNumber(text) {
            line.number(name, text.utf8)
            return nil
        }
        let reading = try CellTime.read(text, name, options.dateFormat)
        line.text(name, reading.written)
        return isWanted ? reading : nil
    }

    private func day(_ text: String) throws(RowFailure) -> String {
        guard options.dateFormat != nil, !text.isEmpty else { return text }
        // A check-in's day has no time of day; what stands for one is left out.
        guard case .wallTime(let wall) = try CellTime.read(text, "date", options.dateFormat) else {
            throw RowFailure("date \(QuotedText.quote(text)) has an offset: a day has none")
        }
        return String(RFC3339.Reading.wallTime(microseconds: wall).written.prefix(10))
    }

    private func writeLength(
        from start: RFC3339.Reading?, _ columns: [Int], _ line: inout RecordLine
    ) throws(RowFailure) {
        let text = try joined(columns, "end")
        guard !text.isEmpty else { return }
        guard let start else { throw RowFailure("end goes with a time that is no number") }
        // A time of day alone is the next one after the start.
        let end: RFC3339.Reading
        if let reading = options.dateFormat?.read(text), reading.isRepresentable {
            end = reading
        } else if let second = ImportedTime.secondOfDay(text) {
            end = start.next(secondOfDay: second)
        } else {
            end = try CellTime.read(text, "end", options.dateFormat)
        }
        let microseconds = end.instant(options.zone) - start.instant(options.zone)
        guard microseconds >= 0 else {
            throw RowFailure("end is before the start (past midnight? then it needs a date of its own)")
        }
        line.duration(microseconds: microseconds)
    }
}
