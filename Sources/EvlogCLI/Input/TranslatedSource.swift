import EventLog
import Synchronization
import UsageInsights

/// An input that isn't JSON lines, as chunks of JSON lines: see `InputTranslator`.
final class TranslatedSource: ChunkSource {
    let chunkCapacity: Int
    private let source: InputSource
    private let keepsText: Bool
    private let state: Mutex<State>
    /// Of each chunk that was handed over and isn't committed, how many pieces it was the first to hold something of.
    /// Apart from the rest, which is locked while `fill` waits for input, and that may wait for a commit to be known.
    private let underWay = Mutex<[Int]>([])

    /// Unchecked sendable, as a chunk is.
    private struct State: @unchecked Sendable {
        var translator: any InputTranslator
        /// What was read; the bytes before `taken` are dealt with.
        var input: [UInt8] = []
        var taken = 0
        var isAtEnd = false
        /// Nothing more can be made of the input.
        var isOver = false
        let raw: InputChunk
        /// Pieces of the source that were read since something was handed over.
        var openPieces = 0
        /// What found no room in the chunk before, and the line that it makes.
        var waiting: TakenPiece?
        var line: [UInt8] = []
        /// Ends of lines before `taken`.
        var linesTaken = 0
    }

    init(_ source: InputSource, _ translator: any InputTranslator, keepsText: Bool) {
        self.source = source
        self.keepsText = keepsText
        chunkCapacity = source.chunkCapacity
        state = Mutex(State(translator: translator, raw: InputChunk(capacity: source.chunkCapacity)))
    }

    func cancel() { source.cancel() }

    func didCommit() {
        let count = underWay.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
        for _ in 0..<count { source.didCommit() }
    }

    /// Reads up to the first record; gives back what stands before it. Call once, before `fill`.
    /// - Throws: `InputRefusal` if the input can't be read as what it should be, `LogError` if not at all.
    func prepare() throws -> [UInt8] {
        var outcome: Result<[UInt8], any Error>?
        state.withLock { state in outcome = Result { try prepare(&state) } }
        return try outcome?.get() ?? []
    }

    private func prepare(_ state: inout State) throws -> [UInt8] {
        while !state.translator.isReady && !state.isOver {
            switch try step(&state) {
            case nil, .needsMore: try readMore(&state)
            case .taken(let piece):
                state.linesTaken += piece.lineBreaks
                state.taken += piece.bytes
            }
        }
        return state.translator.header
    }

    func fill(_ chunk: InputChunk) throws(LogError) -> Bool {
        var outcome: Result<Bool, LogError>?
        state.withLock { state in
            outcome = Result { () throws(LogError) in try fill(chunk, &state) }
        }
        return try outcome?.get() ?? false
    }

    private func fill(_ chunk: InputChunk, _ state: inout State) throws(LogError) -> Bool {
        var filling = Filling(chunk, keepsText: keepsText)
        while !state.isOver {
            let piece: TakenPiece
            if let waiting = state.waiting {
                piece = waiting
            } else {
                let step: TranslationStep?
                do throws(InputRefusal) {
                    step = try self.step(&state)
                } catch {
                    throw LogError(.invalid, error.message, path: source.name)
                }
                guard case .taken(let next) = step else {
                    // What there is comes first: the rest may be long in coming.
                    if !filling.isEmpty { break }
                    try readMore(&state)
                    continue
                }
                piece = next
            }
            guard filling.hasRoom(for: piece, line: state.line) else {
                state.waiting = piece
                break
            }
            state.waiting = nil
            let text = state.input[state.taken..<(state.taken + (piece.isWhole ? piece.bytes : 0))]
            filling.add(piece, line: state.line, lineNumber: state.linesTaken + piece.line + 1, text)
            state.taken += piece.bytes
            state.linesTaken += piece.lineBreaks
            if case .endsHere = piece.meaning { state.isOver = true }
        }
        guard filling.finish() else { return false }
        let pieces = state.openPieces
        underWay.withLock { $0.append(pieces) }
        state.openPieces = 0
        return true
    }

    /// Nil where all that was read is taken.
    private func step(_ state: inout State) throws(InputRefusal) -> TranslationStep? {
        guard state.taken < state.input.count else { return nil }
        var step: Result<TranslationStep, InputRefusal>?
        state.line.removeAll(keepingCapacity: true)
        state.input.withUnsafeBytes { input in
            step = Result { () throws(InputRefusal) in
                try state.translator.next(
                    UnsafeRawBufferPointer(rebasing: input[state.taken...]), isEnd: state.isAtEnd,
                    line: &state.line)
            }
        }
        return try step?.get()
    }

    /// Only where nothing waits to be handed over.
    private func readMore(_ state: inout State) throws(LogError) {
        guard !state.isAtEnd else {
            state.isOver = true
            return
        }
        state.input.removeFirst(state.taken)
        state.taken = 0
        // Of these nothing is left to be committed.
        for _ in 0..<state.openPieces { source.didCommit() }
        state.openPieces = 0
        if try source.fill(state.raw) {
            state.input.append(contentsOf: state.raw.bytes)
            state.openPieces = 1
        } else {
            state.isAtEnd = true
            // Half a line is nothing to refuse where reading was stopped, nor is the rest of a file. But whole lines that
            // came by a pipe are: they are gone.
            let hasLines = source.isPipe && state.input.contains(UInt8(ascii: "\n"))
            if source.isStopped && !hasLines { state.isOver = true }
        }
    }
}

/// Puts lines into a chunk.
private struct Filling {
    private let chunk: InputChunk
    private let keepsText: Bool
    private var origin = ChunkOrigin()

    /// Refused lines take more memory than what they were.
    private static let mostRefusals = 4096

    init(_ chunk: InputChunk, keepsText: Bool) {
        self.chunk = chunk
        self.keepsText = keepsText
        chunk.count = 0
        chunk.isStartOfInput = false
    }

    var isEmpty: Bool { chunk.count == 0 && origin.refusals.isEmpty }

    /// Whether there is anything in the chunk, which is then whole.
    func finish() -> Bool {
        chunk.origin = origin
        return !isEmpty
    }

    func hasRoom(for piece: TakenPiece, line: [UInt8]) -> Bool {
        isEmpty
            || chunk.count + line.count + 1 <= chunk.memory.count && origin.refusals.count < Self.mostRefusals
    }

    mutating func add(_ piece: TakenPiece, line: [UInt8], lineNumber: Int, _ text: ArraySlice<UInt8>) {
        origin.bytes += piece.bytes
        switch piece.meaning {
        case .nothing: break
        case .record:
            guard chunk.count + line.count + 1 <= chunk.memory.count else {
                return refuse("the record is too long", lineNumber, text)
            }
            origin.lineNumbers.append(lineNumber)
            if keepsText { origin.texts.append(Self.withoutLineEnd(text)) }
            line.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: chunk.memory[chunk.count...]).copyMemory(from: bytes)
            }
            chunk.count += line.count
            chunk.memory[chunk.count] = UInt8(ascii: "\n")
            chunk.count += 1
        case .refused(let message), .endsHere(let message): refuse(message, lineNumber, text)
        }
    }

    private mutating func refuse(_ message: String, _ lineNumber: Int, _ text: ArraySlice<UInt8>) {
        let line = RefusedLine(
            lineNumber: lineNumber, message: message, text: keepsText ? Self.withoutLineEnd(text) : [])
        origin.refusals.append((origin.lineNumbers.count, line))
    }

    private static func withoutLineEnd(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = text
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        return Array(text)
    }
}
