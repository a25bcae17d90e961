internal import EventLog
package import LogFormat

/// One record with its fields apart, whatever its kind.
package struct ExportedRow {
    package let kind: RecordKind
    /// An event's type or a supplement; empty for a check-in.
    package let name: String
    package let timestamp: Int64
    package let offsetMinutes: Int?
    package let duration: Int64?
    package let id: String?
    /// Metadata, or the fields of a check-in or a dose.
    package let attributes: [String: String]
}

extension RecordExport {
    /// The keys of all that is exported, or of what is of one kind, in Unicode scalar order. Reads the frames once.
    package func keys(of kind: RecordKind? = nil) throws -> [String] {
        var found: Set<String> = []
        try forEachFrame { frame, _, wanted in
            let shapes = try frame.shapeIndexes()
            var isUsed = [Bool](repeating: false, count: frame.shapes.count)
            for index in 0..<frame.count where wanted[index] { isUsed[Int(shapes[index])] = true }
            for (shape, used) in zip(frame.shapes, isUsed)
            where used && (kind == nil || shape.kind == kind) {
                for key in frame.shapeKeys[shape.keys] { found.insert(frame.keys.string(Int(key))) }
            }
        }
        return found.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    }

    /// Hands over each record, in the order of sequence.
    package func forEachRow(
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, _ body: (ExportedRow) throws -> Void
    ) throws {
        try forEachFrame(progress: progress) { frame, entry, wanted in
            var failure: (any Error)?
            let columns = try RecordColumns(frame, entry)
            columns.forEach { record, _ in
                wanted[record] && failure == nil
            } _: { row in
                do {
                    try body(
                        ExportedRow(
                            kind: row.kind, name: row.name, timestamp: row.timestamp,
                            offsetMinutes: row.offsetMinutes, duration: row.duration, id: row.id,
                            attributes: Dictionary(
                                row.attributes.map { ($0.key, $0.value) },
                                uniquingKeysWith: { first, _ in first })))
                } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }
}
