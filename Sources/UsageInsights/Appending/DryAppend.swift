package import EventLog

/// Reads an input as `BulkAppend` does, and stores nothing: says what would be stored, and what is refused.
///
/// Whether a record is in the log already, or what a retraction names is, only the log could say. One thread. Memory: a
/// chunk.
package final class DryAppend {
    /// What came of it.
    package struct Outcome: Sendable {
        /// Records that could be stored, retractions among them.
        package var records = 0
        package var rejected = 0
        package var retractions = 0
        /// The first of them, as JSON lines.
        package var samples: [[UInt8]] = []
        /// The line that ended it, if one did.
        package var stoppedAt: RefusedLine?
    }

    private let source: any ChunkSource
    private let options: AppendOptions
    private let sampleCount: Int

    package init(source: any ChunkSource, options: AppendOptions, samples: Int) {
        self.source = source
        self.options = options
        sampleCount = samples
    }

    /// - Parameter onRefusal: told of each refused line, in order.
    /// - Throws: `LogError` of the source.
    package func run(onRefusal: (RefusedLine) -> Void) throws(LogError) -> Outcome {
        var outcome = Outcome()
        let parser = ChunkParser(options: options)
        let chunk = InputChunk(capacity: source.chunkCapacity)
        var linesBefore = 0
        while outcome.stoppedAt == nil, try source.fill(chunk) {
            let parsed = parser.parse(chunk)
            for var line in parsed.refusals {
                if chunk.origin == nil { line.lineNumber += linesBefore }
                onRefusal(line)
                if parsed.isStopped { outcome.stoppedAt = line }
            }
            outcome.rejected += parsed.refusals.count
            outcome.records += parsed.recordCount
            for case .retractions(let pending) in parsed.steps {
                outcome.records += pending.count
                outcome.retractions += pending.count
            }
            takeSamples(of: chunk, upTo: outcome.records, &outcome)
            linesBefore += parsed.lineCount
            source.didCommit()
        }
        return outcome
    }

    private func takeSamples(of chunk: InputChunk, upTo records: Int, _ outcome: inout Outcome) {
        let wanted = min(sampleCount, records)
        guard outcome.samples.count < wanted else { return }
        var lines = JSONLinesReader(
            chunk.bytes, options: options.lines, isStartOfInput: chunk.isStartOfInput)
        var record = ParsedRecord()
        while outcome.samples.count < wanted {
            switch lines.next(into: &record) {
            case .end: return
            case .refused: continue
            case .record:
                var text = Array(chunk.bytes[lines.lineStart..<lines.offset])
                while let last = text.last, last == 0x0a || last == 0x0d { text.removeLast() }
                outcome.samples.append(text)
            }
        }
    }
}
