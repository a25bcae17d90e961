/// Reads `Checkmarks.csv` of Loop Habit Tracker, where each column is a habit and each row a day. Each day on which a
/// habit was done makes an event, called like the habit, at the day's start: several of one row.
package struct LoopTranslator: InputTranslator {
    private var table = CSVTable()
    /// Nil before the header.
    private var habits: [String]?
    package private(set) var isReady = false
    /// What was taken off the front of the input, and is to be looked at again.
    private var held: CSVTable.Step?
    private var linesTaken = 0
    private var columns: Int { table.columnCount ?? 0 }

    /// The records of a row that are not handed over yet.
    private var waiting: ArraySlice<LoopDay.Done> = []
    private var timestamp = ""

    package init() {}

    package var header: [UInt8] { table.header }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        let step = if let held { held } else { try table.next(input, isEnd: isEnd) }
        held = nil
        switch step {
        case .needsMore: return .needsMore
        case .header(let names, let bytes, let breaks):
            habits = try LoopHeader.habits(names)
            return taken(.nothing(bytes: bytes, lineBreaks: breaks))
        case .piece(let piece):
            if habits != nil && !isReady && piece.meaning != .nothing { return hold(step) }
            return taken(piece)
        case .row(let bytes, let breaks):
            let piece = row(bytes, breaks, &line)
            if case .refused(let message) = piece.meaning, !isReady,
                LoopDay.isOfAnotherFile(table.rows, columns: columns)
            {
                throw InputRefusal(message, line: linesTaken + 1)
            }
            guard isReady else {
                line.removeAll()
                waiting = []
                return hold(step)
            }
            if piece.bytes == 0 { held = step }
            return taken(piece)
        }
    }

    /// The first row shows whether this is the right file, so only what follows a look at it is handed over.
    private mutating func hold(_ step: CSVTable.Step) -> TranslationStep {
        isReady = true
        held = step
        return .taken(.nothing(bytes: 0, lineBreaks: 0))
    }

    private mutating func taken(_ piece: TakenPiece) -> TranslationStep {
        linesTaken += piece.lineBreaks
        return .taken(piece)
    }

    /// The next record of the row, or all of the row if it has none.
    private mutating func row(_ bytes: Int, _ breaks: Int, _ line: inout [UInt8]) -> TakenPiece {
        if waiting.isEmpty {
            do throws(RowFailure) {
                if let wrong = table.checkText() { throw RowFailure(wrong) }
                let day = try LoopDay(table.rows, habits ?? [], columns: columns)
                waiting = day.done[...]
                timestamp = day.start.written
            } catch {
                return TakenPiece(bytes: bytes, lineBreaks: breaks, meaning: .refused(error.message))
            }
        }
        guard let done = waiting.popFirst(), let habits else {
            return .nothing(bytes: bytes, lineBreaks: breaks)
        }
        var record = RecordLine(in: &line)
        record.text("type", habits[done.habit])
        record.text("timestamp", timestamp)
        if let value = done.value {
            record.beginMetadata()
            record.text("value", value)
            record.endMetadata()
        }
        line = record.finish()
        let isLast = waiting.isEmpty
        return TakenPiece(bytes: isLast ? bytes : 0, lineBreaks: isLast ? breaks : 0, meaning: .record)
    }
}
