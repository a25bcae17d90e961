internal import EventLog
internal import LogFormat

/// Takes out what is retracted, superseded or expired. Used by one thread at a time.
final class RetentionSieve: RecordSieve {
    /// What is old enough to go.
    struct Expiry {
        /// Records before this instant, in microseconds.
        var cutoff: Int64
        var kinds: Set<RecordKind>
        /// Check-ins of days before this one, in days since 1970-01-01: they have an age by the day they rate, not by
        /// the moment they were written down.
        var firstDay: Int64
        /// What was pruned goes on being counted.
        var keepsRollups: Bool

        /// Whether the header alone says that all records of a frame are expired.
        func coversAll(of entry: FrameEntry) -> Bool {
            guard !keepsRollups, entry.maximumTimestamp < cutoff || entry.recordCount == 0 else {
                return false
            }
            return RecordKind.allCases.allSatisfy { kind in
                !entry.has(kind)
                    || kind != .checkIn && (kinds.contains(kind) || kind == .rollup && kinds.contains(.event))
            }
        }

        func mayCover(_ entry: FrameEntry) -> Bool {
            if kinds.contains(.checkIn) && entry.has(.checkIn) { return true }
            guard entry.minimumTimestamp < cutoff else { return false }
            return kinds.contains(.dose) && entry.has(.dose)
                || kinds.contains(.event) && (entry.has(.event) || entry.has(.rollup) && !keepsRollups)
        }
    }

    /// What no answer shows any more: retracted, or superseded.
    private let gone: RetractedSequences
    private let expiry: Expiry?
    /// Whether retractions go: true once nothing is left that they take back.
    private(set) var dropsRetractions: Bool
    private var cells: [RollupCell: RollupCell.Sum] = [:]

    init(gone: RetractedSequences, expiry: Expiry? = nil, dropsRetractions: Bool = false) {
        self.gone = gone
        self.expiry = expiry
        self.dropsRetractions = dropsRetractions
    }

    /// Called when something could not be written anew: what retractions take back may still be in it.
    func keepRetractions() { dropsRetractions = false }

    var replaces: Bool { expiry?.keepsRollups ?? false }

    func concerns(_ entry: FrameEntry) -> Bool {
        guard entry.recordCount > 0 else { return false }
        if let expiry, expiry.mayCover(entry) { return true }
        if dropsRetractions && entry.has(.retraction) { return true }
        return !gone.within(entry.firstSequence..<max(entry.firstSequence, entry.endSequence)).isEmpty
    }

    func sift(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: inout [RecordFate]
    ) throws(FormatError) {
        let shapes = try frame.shapeIndexes()
        if let expiry, expiry.mayCover(entry) {
            let times = try frame.times()
            let fateOfShape = frame.shapes.map { expiry.fate(of: $0.kind) }
            for index in 0..<frame.count where times[index] < expiry.cutoff {
                fates[index] = fateOfShape[Int(shapes[index])]
            }
            if expiry.kinds.contains(.checkIn) && entry.has(.checkIn) {
                try sift(checkIns: frame, entry, before: expiry.firstDay, &fates)
            }
        }
        if dropsRetractions && entry.has(.retraction) {
            let goes = frame.shapes.map { $0.kind == .retraction }
            for index in 0..<frame.count where goes[Int(shapes[index])] { fates[index] = .dropped }
            // One that says nothing valid is damage that someone should see.
            let fold = RetractionFold()
            try fold.fold(frame, entry)
            for record in try RetractedSequences(fold.invalid).records(of: frame, entry) {
                fates[record] = .kept
            }
        }
        for record in try gone.records(of: frame, entry) { fates[record] = .dropped }
    }

    private func sift(
        checkIns frame: FrameReader, _ entry: FrameEntry, before firstDay: Int64,
        _ fates: inout [RecordFate]
    ) throws(FormatError) {
        var expired: [Int] = []
        try RecordColumns(frame, entry).forEach(of: .checkIn) { row in
            guard let date = row[RecordField.date], let day = try? DateExpression.day(date), day < firstDay
            else { return }
            expired.append(row.record)
        }
        for record in expired { fates[record] = .dropped }
    }

    func gather(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: [RecordFate]
    ) throws(FormatError) {
        guard fates.contains(.replaced) else { return }
        try RecordColumns(frame, entry).forEach { record, _ in
            fates[record] == .replaced
        } _: { row in
            cells[RollupCell(row), default: RollupCell.Sum()].add(row.duration)
        }
    }

    func takeReplacements() -> [ReplacementRun] {
        defer { cells = [:] }
        return cells.sorted { $0.key < $1.key }.flatMap { $0.value.runs(of: $0.key) }
    }
}

extension RetentionSieve.Expiry {
    fileprivate func fate(of kind: RecordKind) -> RecordFate {
        switch kind {
        case .event: kinds.contains(.event) ? (keepsRollups ? .replaced : .dropped) : .kept
        case .rollup: kinds.contains(.event) && !keepsRollups ? .dropped : .kept
        case .dose: kinds.contains(.dose) ? .dropped : .kept
        case .checkIn, .retraction: .kept
        }
    }
}
