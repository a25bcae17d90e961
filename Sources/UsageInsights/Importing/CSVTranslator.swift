/// Reads CSV: the first row names the columns, each further one is a record.
///
/// An empty cell says nothing. What a row is goes by its `kind`; without one it is an event, or a check-in or a dose
/// where there are columns for what only those have, and none for a type.
///
/// Cost: about a microsecond a row, on one thread.
package struct CSVTranslator: InputTranslator {
    package struct Options: Sendable {
        package var mapping = CSVMapping()
        package var separator = UInt8(ascii: ",")
        /// Of events whose rows have none.
        package var type: String?
        /// How times are written; ISO 8601 without it.
        package var dateFormat: DatePattern?
        /// Numbers are times.
        package var readsNumbers = false
        package var onlyMapped = false
        /// Cells of check-ins and doses that these have no field for are left out.
        package var ignoresUnknown = false
        /// Of a duration that is a number.
        package var durationUnit = Microseconds.second
        /// For lengths between wall times.
        package var zone: Zone

        package init(zone: Zone) { self.zone = zone }
    }

    let options: Options
    private(set) var table: CSVTable
    /// Nil before the header.
    private var plan: CSVPlan?
    private var usual: RowRecipe?
    /// Of the kinds that rows have named so far.
    private var recipes: [RowKind: RowRecipe] = [:]
    private var kindColumn: Int?

    package init(_ options: Options) {
        self.options = options
        table = CSVTable(separator: options.separator)
    }

    package var isReady: Bool { plan != nil }
    package var header: [UInt8] { table.header }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        switch try table.next(input, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .piece(let piece): return .taken(piece)
        case .header(let names, let bytes, let breaks):
            do throws(InputRefusal) {
                try begin(names)
            } catch { throw table.placed(error) }
            return .taken(.nothing(bytes: bytes, lineBreaks: breaks))
        case .row(let bytes, let breaks):
            let refusal = write(&line)
            return .taken(
                TakenPiece(
                    bytes: bytes, lineBreaks: breaks, meaning: refusal.map { .refused($0) } ?? .record))
        }
    }

    func columnName(_ column: Int) -> String { QuotedText.quote(plan?.names[column] ?? "") }

    private mutating func begin(_ names: [String]) throws(InputRefusal) {
        let plan = try CSVPlan(names, options.mapping, onlyMapped: options.onlyMapped)
        let kind = try plan.usualKind(hasType: options.type != nil)
        usual = RowRecipe(kind, plan, onlyMapped: options.onlyMapped)
        kindColumn = plan.columns(.kind).first
        self.plan = plan
    }

    /// Writes the row as a record; gives back why it is none.
    private mutating func write(_ line: inout [UInt8]) -> String? {
        if let wrong = table.checkCells() { return wrong }
        do throws(RowFailure) {
            guard let recipe = try recipe() else { return "stands before the header" }
            try write(recipe, &line)
            return nil
        } catch {
            line.removeAll()
            return error.message
        }
    }

    private mutating func recipe() throws(RowFailure) -> RowRecipe? {
        guard let kindColumn, let plan else { return usual }
        let name = table.rows.cell(kindColumn)
        if name.isEmpty { return usual }
        guard let kind = RowKind(rawValue: name) else {
            let all = RowKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw RowFailure(
                "unknown kind \(QuotedText.quote(name)): one of \(all) (--map kind= makes the column a detail)"
            )
        }
        if let known = recipes[kind] { return known }
        let recipe = RowRecipe(kind, plan, onlyMapped: options.onlyMapped)
        recipes[kind] = recipe
        return recipe
    }
}
