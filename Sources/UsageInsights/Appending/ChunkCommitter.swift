internal import EventLog
internal import LogFormat

/// Commits parsed chunks one after the other, and keeps count. Used by one thread at a time.
final class ChunkCommitter {
    private let writer: LogWriter
    private let options: AppendOptions
    /// What was done so far; everything that it counts as appended is durable.
    private(set) var outcome = AppendOutcome()
    /// Bytes of input that were dealt with.
    private(set) var bytes = 0
    private var linesBefore = 0
    private var known: KnownRecords?
    /// `known` has seen all that the log holds since its lock was taken.
    private var isKnownCurrent = false
    private var retractions: RetractionIndex?
    private var rebuilder: ChunkParser?

    init(writer: LogWriter, options: AppendOptions) {
        self.writer = writer
        self.options = options
    }

    /// Commits what a chunk holds, without duplicates. Where a retraction is refused and reading is to stop at
    /// that, what comes after it is not committed.
    /// - Returns: the lines that were refused, in order, their numbers counted over the whole input.
    /// - Throws: what a commit throws; `outcome` says what was committed until then.
    func commit(_ parsed: ParsedChunk, of chunk: InputChunk) throws(LogError) -> [RefusedLine] {
        var refused = parsed.refusals
        var skipped: [Bool] = []
        var end: PendingRetraction?
        if !parsed.steps.isEmpty {
            try writer.locked { log throws(LogError) in
                outcome.notices += log.takeNotices()
                var steps = parsed.steps
                isKnownCurrent = !parsed.identities.isEmpty
                if !parsed.identities.isEmpty {
                    skipped = try findDuplicates(parsed.identities, log)
                    if skipped.contains(true) { steps = rebuild(chunk, parsed, skipping: skipped) }
                }
                for step in steps where end == nil {
                    switch step {
                    case .frame(let frame): try commit(frame, log)
                    case .retractions(let pending): end = try commit(pending, log, &refused)
                    }
                }
            }
        }
        if let end {
            skipped.removeSubrange(min(end.recordsBefore, skipped.count)...)
            refused.removeAll { $0.lineNumber > end.lineNumber }
        }
        outcome.duplicates += skipped.lazy.filter { $0 }.count
        outcome.rejected += refused.count
        refused.sort { $0.lineNumber < $1.lineNumber }
        if chunk.origin == nil {
            for index in refused.indices { refused[index].lineNumber += linesBefore }
        }
        if parsed.isStopped || end != nil { outcome.stoppedAt = refused.last }
        linesBefore += parsed.lineCount
        bytes += chunk.origin?.bytes ?? chunk.count
        return refused
    }

    private func commit(_ frame: EncodedFrame, _ log: LockedLog) throws(LogError) {
        let sequences = try log.commit(frame)
        outcome.count(sequences)
        // Without a look at the log just now, others may have stored something in between.
        if isKnownCurrent { known?.didStore(upTo: sequences.upperBound) }
    }

    /// Commits retractions that follow one another.
    /// - Returns: the one that ends it all, if one was refused and reading is to stop at that.
    private func commit(
        _ pending: [PendingRetraction], _ log: LockedLog, _ refused: inout [RefusedLine]
    ) throws(LogError) -> PendingRetraction? {
        let index = retractions ?? RetractionIndex()
        retractions = index
        let asksForIDs = pending.contains { if case .id = $0.target { true } else { false } }
        try index.refresh(log, withIDs: asksForIDs)
        var records = RetractionRecords()
        var end: PendingRetraction?
        for retraction in pending where end == nil {
            switch try index.resolve(retraction.target) {
            case .sequences(let sequences):
                index.didRetract(sequences)
                records.add(
                    sequences, target: retraction.target, timestamp: retraction.timestamp,
                    offsetMinutes: retraction.offsetMinutes)
            case .alreadyRetracted: outcome.duplicates += 1
            case .refused(let reason):
                refused.append(
                    RefusedLine(lineNumber: retraction.lineNumber, message: reason, text: retraction.text))
                if options.onError == .stop { end = retraction }
            }
        }
        for frame in records.takeFrames() { try commit(frame, log) }
        return end
    }

    private func findDuplicates(
        _ identities: [RecordIdentity], _ log: LockedLog
    ) throws(LogError) -> [Bool] {
        let known = known ?? KnownRecords(comparesRecords: options.skipsExisting)
        self.known = known
        try known.refresh(log)
        return identities.map { known.isDuplicate($0) }
    }

    private func rebuild(
        _ chunk: InputChunk, _ parsed: ParsedChunk, skipping skipped: [Bool]
    ) -> [ChunkStep] {
        let parser = rebuilder ?? ChunkParser(options: options)
        rebuilder = parser
        return parser.parse(chunk, skipped: skipped, readAt: parsed.readAt).steps
    }
}
