/// Reads CSV: the first row names the columns, each further one is a record.
///
/// An empty cell says nothing. What a row is goes by its `kind`; without one it is an event, or a check-in or a dose
/// where there are columns for what only those have, and none for a type.
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
        /// For lengths between wall times.
        package var zone: Zone

        package init(zone: Zone) { self.zone = zone }
    }

    let options: Options
    private(set) var table: CSVTable
    private var plan: CSVPlan?
    /// Rows of one kind are written in one way, which is worked out once.
    private var recipes: [RowKind: RowRecipe] = [:]

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
            plan = try CSVPlan(names, options.mapping, needsTime: true)
            return .taken(.nothing(bytes: bytes, lineBreaks: breaks))
        case .row(let bytes, let breaks):
            guard let plan else { return .taken(.nothing(bytes: bytes, lineBreaks: breaks)) }
            let refusal = write(plan, &line)
            return .taken(
                TakenPiece(
                    bytes: bytes, lineBreaks: breaks, meaning: refusal.map { .refused($0) } ?? .record))
        }
    }

    /// Writes the row as a record; gives back why it is none.
    private mutating func write(_ plan: CSVPlan, _ line: inout [UInt8]) -> String? {
        if let wrong = table.checkCells() { return wrong }
        let kind: RowKind
        do throws(RowFailure) {
            kind = try self.kind(plan)
        } catch { return error.message }
        let recipe = recipes[kind] ?? RowRecipe(kind, plan, options)
        recipes[kind] = recipe
        do throws(RowFailure) {
            try write(recipe, plan, &line)
            return nil
        } catch {
            line.removeAll()
            return error.message
        }
    }
}
