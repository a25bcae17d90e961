internal import LogFormat

/// A projection: something made out of records, one after the other, such as a count, a table or an index.
///
/// ``LogSnapshot/foldRecords(of:timestamps:startingAt:threads:make:)`` makes one for each thread and hands each record
/// to one of them, so a fold needs no lock. What the threads have made is brought together afterwards, by whoever asked.
public protocol RecordFold: AnyObject, SendableMetatype {
    /// Takes in a record.
    ///
    /// Called from one thread at a time. Records come in the order of arrival within a batch that was committed at
    /// once, and in no order across batches: an answer must not hang on it, or keep the sequences and sort.
    /// - Parameters:
    ///   - record: the record as it was appended. Where two of its metadata keys are one to `String`, for being the
    ///     same but for Unicode's normalisation, it has one of them.
    ///   - sequence: its place in the log, counted from 1: unique, and the same for as long as the log lives.
    func fold(_ record: Record, sequence: UInt64)
}

extension LogSnapshot {
    /// Hands the records of the log to projections, on all processors.
    ///
    /// Records come as they are stored. Retracted ones are among them, and of a day with several check-ins all: what
    /// records mean is told by the library UsageInsights, whose `RetractedSequences` says which to leave out.
    ///
    /// Cost: O(records of the kinds), about a third of a microsecond each on one processor. Batches without a record
    /// of the kinds, or as a whole before `startingAt` or outside `timestamps`, are passed by unread. Memory: a fold, a
    /// decoder and about a megabyte of file a thread, whatever the log holds. Takes no lock, and waits for no writer.
    /// - Parameters:
    ///   - kinds: which kinds of records to hand over. Events that were pruned and go on being counted are
    ///     ``RecordKind/rollup``.
    ///   - timestamps: only records of these instants, in microseconds since 1970-01-01 UTC; nil for all.
    ///   - sequence: only records from this one on. With the ``nextSequence`` of an earlier snapshot: only what came
    ///     since.
    ///   - threads: how many at the most; nil for one a processor. Short logs get by with one.
    ///   - make: makes an empty fold; called once on each thread.
    /// - Returns: the folds, one or more, and the places of the log that could not be read, those of ``damage``
    ///   included. A damaged batch shows in no fold.
    /// - Throws: ``LogError`` if a file of the log can't be read at all, or was written by a newer version. Damage is no
    ///   error.
    public func foldRecords<Fold: RecordFold>(
        of kinds: Set<RecordKind>, timestamps: Range<Int64>? = nil, startingAt sequence: UInt64 = 1,
        threads: Int? = nil, make: @escaping @Sendable () -> Fold
    ) throws(LogError) -> (folds: [Fold], damage: [Damage]) {
        let (adapters, found) = try fold(
            threads: threads.map { max(1, $0) },
            where: { entry in
                guard entry.endSequence > sequence, kinds.contains(where: entry.has) else { return false }
                guard let timestamps else { return true }
                return entry.maximumTimestamp >= timestamps.lowerBound
                    && entry.minimumTimestamp < timestamps.upperBound
            },
            make: {
                RecordFoldAdapter(make(), kinds: kinds, timestamps: timestamps, startingAt: sequence)
            })
        return (adapters.map(\.fold), inOrder(damage + found))
    }
}

/// Takes the records out of frames for a projection.
private final class RecordFoldAdapter<Fold: RecordFold>: FrameFold {
    let fold: Fold
    private let kinds: Set<RecordKind>
    private let timestamps: Range<Int64>?
    private let sequence: UInt64

    init(_ fold: Fold, kinds: Set<RecordKind>, timestamps: Range<Int64>?, startingAt sequence: UInt64) {
        self.fold = fold
        self.kinds = kinds
        self.timestamps = timestamps
        self.sequence = sequence
    }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let isWanted = frame.shapes.map { kinds.contains($0.kind) }
        // Whatever can fail is over before the first record is handed out.
        let columns = try RecordColumns(frame, entry)
        let times = try frame.times()
        let relative = try frame.relativeSequences()
        columns.forEach { index, shape in
            isWanted[shape] && timestamps?.contains(times[index]) != false
                && entry.sequence(index, relative) >= sequence
        } _: { row in
            fold.fold(Record(row), sequence: row.sequence)
        }
    }
}

extension Record {
    fileprivate init(_ row: RecordColumns.Row) {
        self.init(
            timestamp: row.timestamp, offsetMinutes: row.offsetMinutes, kind: row.kind, name: row.name,
            duration: row.duration,
            attributes: Dictionary(row.attributes, uniquingKeysWith: { first, _ in first }), id: row.id)
    }
}
