/// What kind of record a row is, as JSON lines spell it.
enum RowKind: String, CaseIterable {
    case event, rollup, dose
    case checkIn = "checkin"
}

/// How rows of one kind are written.
struct RowRecipe {
    let kind: RowKind
    /// Columns that are metadata of an event; of other kinds, whatever nobody asked for.
    let details: [CSVPlan.Detail]

    init(_ kind: RowKind, _ plan: CSVPlan, _ options: CSVTranslator.Options) {
        self.kind = kind
        let own = Set(Self.roles(kind).flatMap { plan.columns($0) })
        // A row of another kind has no cell here, in a file that has rows of several.
        details = options.onlyMapped ? [] : plan.others.filter { !own.contains($0.column) }
    }

    private static func roles(_ kind: RowKind) -> [CSVMapping.Role] {
        switch kind {
        case .event, .rollup: [.kind, .type, .timestamp, .end, .duration, .id]
        case .checkIn: [.kind, .date, .focus, .sleep, .energy, .stress, .mood, .timestamp, .id, .type]
        case .dose: [.kind, .supplement, .takenAt, .amount, .id, .type, .timestamp]
        }
    }
}

extension CSVTranslator {
    /// The cells of a role, without blanks around them; empty where there is none.
    private func text(_ role: CSVMapping.Role, _ plan: CSVPlan) -> String {
        let columns = plan.columns(role)
        return columns.map { table.rows.cell($0) }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    func kind(_ plan: CSVPlan) throws(RowFailure) -> RowKind {
        let name = text(.kind, plan)
        if !name.isEmpty {
            guard let kind = RowKind(rawValue: name) else {
                let all = RowKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw RowFailure("unknown kind \(QuotedText.quote(name)): one of \(all)")
            }
            return kind
        }
        if options.type != nil || plan.has(.type) { return .event }
        if plan.has(.supplement) { return .dose }
        let levels: [CSVMapping.Role] = [.date, .focus, .sleep, .energy, .stress]
        return levels.allSatisfy { plan.has($0) } ? .checkIn : .event
    }

    func write(_ recipe: RowRecipe, _ plan: CSVPlan, _ target: inout [UInt8]) throws(RowFailure) {
        var empty: [UInt8] = []
        swap(&empty, &target)
        var line = RecordLine(empty)
        if recipe.kind != .event { line.text("kind", recipe.kind.rawValue) }
        switch recipe.kind {
        case .event, .rollup:
            let type = text(.type, plan)
            line.text("type", type.isEmpty ? options.type ?? "" : type)
            let start = try writeTime("timestamp", .timestamp, plan, isRequired: true, &line)
            try writeLength(from: start, plan, &line)
        case .checkIn:
            line.text("date", try day(text(.date, plan)))
            for role in [CSVMapping.Role.focus, .sleep, .energy, .stress] {
                let level = text(role, plan)
                guard !level.isEmpty else { throw RowFailure("\(role.rawValue) is missing") }
                guard level.utf8.count == 1, let digit = level.utf8.first, (0x31...0x35).contains(digit)
                else {
                    throw RowFailure(
                        "\(role.rawValue) is \(QuotedText.quote(level)): a level is a whole number from 1 to 5"
                    )
                }
                line.number(role.rawValue, level.utf8)
            }
            let mood = text(.mood, plan)
            if !mood.isEmpty { line.text("mood", mood) }
            _ = try writeTime("timestamp", .timestamp, plan, isRequired: false, &line)
        case .dose:
            let supplement = text(.supplement, plan)
            line.text("supplement", supplement.isEmpty ? text(.type, plan) : supplement)
            let role: CSVMapping.Role = plan.has(.takenAt) ? .takenAt : .timestamp
            _ = try writeTime("takenAt", role, plan, isRequired: true, &line)
            let amount = text(.amount, plan)
            if !amount.isEmpty { line.text("amount", amount) }
        }
        let id = text(.id, plan)
        if !id.isEmpty { line.text("id", id) }
        writeDetails(recipe, &line)
        target = line.finish()
    }

    private func writeDetails(_ recipe: RowRecipe, _ line: inout RecordLine) {
        let isEvent = recipe.kind == .event || recipe.kind == .rollup
        var hasBegun = false
        table.rows.text.withUnsafeBytes { text in
            for detail in recipe.details {
                let range = table.rows.range(detail.column)
                guard !range.isEmpty else { continue }
                if isEvent && !hasBegun { line.beginMetadata() }
                hasBegun = true
                // Where a record has no metadata, a field that it doesn't know is refused by its name.
                line.text(detail.key, UnsafeRawBufferPointer(rebasing: text[range]))
            }
        }
        if isEvent && hasBegun { line.endMetadata() }
    }

    // MARK: - Times

    /// Writes the time of a role, and gives it back.
    private func writeTime(
        _ name: String, _ role: CSVMapping.Role, _ plan: CSVPlan, isRequired: Bool,
        _ line: inout RecordLine
    ) throws(RowFailure) -> RFC3339.Reading? {
        let text = text(role, plan)
        guard !text.isEmpty else {
            if isRequired { throw RowFailure("\(name) is missing") }
            return nil
        }
        if options.readsNumbers, Self.isNumber(text) {
            line.number(name, text.utf8)
            return nil
        }
        let reading = try time(text, name)
        line.text(name, reading.written)
        return reading
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
            && text.utf8.first != UInt8(ascii: ".") && !text.contains(":") && !text.dropFirst().contains("-")
    }

    /// A time in the form that was given, or in ISO 8601, where the time of day, or its seconds, may be left out.
    private func time(_ text: String, _ name: String) throws(RowFailure) -> RFC3339.Reading {
        if let format = options.dateFormat {
            guard let reading = format.read(text) else {
                throw RowFailure(
                    "\(name) \(QuotedText.quote(text)) is not as --date-format says, or doesn't exist")
            }
            return reading
        }
        var text = text
        switch Self.parse(text) {
        case .failure(.timeIsMissing): text += "T00:00:00"
        case .failure(.secondsAreMissing):
            text.insert(contentsOf: ":00", at: text.utf8.index(text.startIndex, offsetBy: 16))
        default: break
        }
        let reading = Self.parse(text)
        guard case .failure(let failure) = reading else { return reading }
        throw RowFailure(
            "\(name) \(QuotedText.quote(text)): \(failure)"
                + " (--date-format says how times are written, such as 'dd/MM/yyyy HH:mm')")
    }

    private static func parse(_ text: String) -> RFC3339.Reading {
        var text = text
        return text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0)) }
    }

    private func day(_ text: String) throws(RowFailure) -> String {
        guard options.dateFormat != nil, !text.isEmpty else { return text }
        // A check-in's day has no time of day; what stands for one is left out.
        guard case .wallTime(let wall) = try time(text, "date") else {
            throw RowFailure("date \(QuotedText.quote(text)) has an offset: a day has none")
        }
        return String(RFC3339.Reading.wallTime(microseconds: wall).written.prefix(10))
    }

    // MARK: - Lengths

    private func writeLength(
        from start: RFC3339.Reading?, _ plan: CSVPlan, _ line: inout RecordLine
    ) throws(RowFailure) {
        let length = text(.duration, plan)
        if !length.isEmpty {
            return line.duration(microseconds: try Self.duration(length))
        }
        let text = text(.end, plan)
        guard !text.isEmpty else { return }
        guard let start else { throw RowFailure("end goes with a time that is no number") }
        let end = try time(text, "end")
        let microseconds = end.instant(options.zone) - start.instant(options.zone)
        guard microseconds >= 0 else { throw RowFailure("end is before the start") }
        line.duration(microseconds: microseconds)
    }

    /// Seconds, `1h20m`, or `H:MM:SS`.
    static func duration(_ text: String) throws(RowFailure) -> Int64 {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3 {
            let seconds = try duration(seconds: parts[2], text)
            guard let hours = number(parts[0]), let minutes = number(parts[1]), parts[1].count == 2,
                minutes < 60,
                hours < 1_000_000_000, seconds < Microseconds.minute
            else { throw notADuration(text) }
            return hours * Microseconds.hour + minutes * Microseconds.minute + seconds
        }
        if parts.count == 2 {
            throw RowFailure(
                "duration \(QuotedText.quote(text)) could be hours and minutes, or minutes and seconds: write H:MM:SS"
            )
        }
        do throws(RefusedExpression) {
            return try DurationExpression.parse(text)
        } catch {
            throw RowFailure("duration \(QuotedText.quote(text)): \(error.reason)")
        }
    }

    private static func duration(seconds: Substring, _ text: String) throws(RowFailure) -> Int64 {
        guard seconds.prefix(while: \.isNumber).count == 2,
            let value = try? DurationExpression.parse(String(seconds)),
            seconds.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { throw notADuration(text) }
        return value
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }

    private static func notADuration(_ text: String) -> RowFailure {
        RowFailure("duration \(QuotedText.quote(text)) is neither seconds nor H:MM:SS")
    }
}
