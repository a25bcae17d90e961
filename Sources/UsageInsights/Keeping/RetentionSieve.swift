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

    private let retracted: RetractedSequences
    /// Ascending.
    private let superseded: [UInt64]
    private let expiry: Expiry?
    /// Whether retractions go: true once nothing is left that they take back.
    private let dropsRetractions: Bool
    private var cells: [RollupCell: RollupCell.Sum] = [:]

    init(
        retracted: RetractedSequences, superseded: [UInt64], expiry: Expiry? = nil,
        dropsRetractions: Bool = false
    ) {
        self.retracted = retracted
        self.superseded = superseded
        self.expiry = expiry
        self.dropsRetractions = dropsRetractions
    }

    var replaces: Bool { expiry?.keepsRollups ?? false }

    func concerns(_ entry: FrameEntry) -> Bool {
        guard entry.recordCount > 0 else { return false }
        if let expiry, expiry.mayCover(entry) { return true }
        if dropsRetractions && entry.has(.retraction) { return true }
        let range = entry.firstSequence..<max(entry.firstSequence, entry.endSequence)
        return !retracted.within(range).isEmpty
            || entry.has(.checkIn) && superseded.contains(where: { range.contains($0) })
    }

    func sift(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: UnsafeMutableBufferPointer<RecordFate>
    ) throws(FormatError) {
        let shapes = try frame.shapeIndexes()
        if let expiry, expiry.mayCover(entry) {
            let times = try frame.times()
            let fateOfShape = frame.shapes.map { expiry.fate(of: $0.kind) }
            for index in 0..<frame.count where times[index] < expiry.cutoff {
                fates[index] = fateOfShape[Int(shapes[index])]
            }
            if expiry.kinds.contains(.checkIn) && entry.has(.checkIn) {
                try sift(checkIns: frame, entry, before: expiry.firstDay, fates)
            }
        }
        if dropsRetractions && entry.has(.retraction) {
            let goes = frame.shapes.map { $0.kind == .retraction }
            for index in 0..<frame.count where goes[Int(shapes[index])] { fates[index] = .dropped }
            // One that says nothing valid is damage that someone should see.
            let fold = RetractionFold()
            try fold.fold(frame, entry)
            if !fold.invalid.isEmpty {
                let relative = try frame.relativeSequences()
                for index in 0..<frame.count {
                    let place = relative.map { UInt64($0[index]) } ?? UInt64(index)
                    if fold.invalid.contains(entry.firstSequence + place) { fates[index] = .kept }
                }
            }
        }
        for record in try retracted.records(of: frame, entry) { fates[record] = .dropped }
        guard entry.has(.checkIn), !superseded.isEmpty else { return }
        let relative = try frame.relativeSequences()
        for index in 0..<frame.count where frame.shapes[Int(shapes[index])].kind == .checkIn {
            let sequence = entry.firstSequence + (relative.map { UInt64($0[index]) } ?? UInt64(index))
            if superseded.contains(sequence) { fates[index] = .dropped }
        }
    }

    private func sift(
        checkIns frame: FrameReader, _ entry: FrameEntry, before firstDay: Int64,
        _ fates: UnsafeMutableBufferPointer<RecordFate>
    ) throws(FormatError) {
        let relative = try frame.relativeSequences()
        var expired: Set<UInt64> = []
        try RecordColumns(frame, entry).forEach(of: .checkIn) { row in
            guard let date = row[RecordField.date], let day = try? DateExpression.day(date), day < firstDay
            else {
                return
            }
            expired.insert(row.sequence)
        }
        guard !expired.isEmpty else { return }
        for index in 0..<frame.count {
            let place = relative.map { UInt64($0[index]) } ?? UInt64(index)
            if expired.contains(entry.firstSequence + place) { fates[index] = .dropped }
        }
    }

    func gather(
        _ frame: FrameReader, _ entry: FrameEntry, _ fates: UnsafeBufferPointer<RecordFate>
    ) throws(FormatError) {
        guard fates.contains(.replaced) else { return }
        var record = 0
        let columns = try RecordColumns(frame, entry)
        columns.forEach { index, _ in
            record = index
            return fates[record] == .replaced
        } _: { row in
            let cell = RollupCell(row)
            cells[cell, default: RollupCell.Sum()].add(row.duration)
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
