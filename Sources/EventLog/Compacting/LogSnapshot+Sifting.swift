package import LogFormat

/// What writing segments anew would take out, seen without writing any.
extension LogSnapshot {
    /// Whether no sequence lies between two segments, so that one may cover both.
    package func areNeighbours(_ first: Int, _ second: Int) -> Bool {
        lastSequence(ofSegment: first) + 1 == segments[second].name.firstSequence
    }

    /// The last sequence that segment number `index` stands for.
    func lastSequence(ofSegment index: Int) -> UInt64 {
        let segment = segments[index]
        return segment.name.isOpenEnded ? segment.walk.nextSequence - 1 : segment.name.lastSequence
    }

    /// How many records the sieve takes out of each frame of a segment that it concerns. Reads only those.
    package func forEachSifted(
        _ index: Int, through sieve: any RecordSieve, _ body: (FrameEntry, _ taken: Int) -> Void
    ) throws(LogError) {
        try forEachConcerned(whole(index), RunReader(snapshot: self), sieve) { _, entry, fates in
            body(entry, fates.count { $0 != .kept })
            return true
        }
    }

    /// Whether the sieve takes out any record of a segment.
    package func takesAny(_ index: Int, through sieve: any RecordSieve) throws(LogError) -> Bool {
        var takes = false
        try forEachConcerned(whole(index), RunReader(snapshot: self), sieve) { _, _, fates in
            takes = fates.contains { $0 != .kept }
            return !takes
        }
        return takes
    }

    private func whole(_ index: Int) -> Run { Run(segment: index, entries: segments[index].entries.indices) }

    /// Reads those frames of a run that the sieve concerns, until `body` says false.
    func forEachConcerned(
        _ run: Run, _ reader: RunReader, _ sieve: any RecordSieve,
        _ body: (FrameReader, FrameEntry, [RecordFate]) throws(FormatError) -> Bool
    ) throws(LogError) {
        var goesOn = true
        for at in run.entries where goesOn && sieve.concerns(segments[run.segment].entries[at]) {
            try reader.read(Run(segment: run.segment, entries: at..<(at + 1))) {
                frame, entry throws(FormatError) in
                goesOn = try body(frame, entry, try sieve.fates(of: frame, entry))
            }
        }
    }
}
