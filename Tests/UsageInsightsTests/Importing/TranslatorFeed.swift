import Testing

@testable import UsageInsights

/// What a translator made of an input.
struct Translation: Equatable {
    /// The records, as JSON lines.
    var lines: [String] = []
    /// `LINE: MESSAGE` of each refusal.
    var refused: [String] = []
    /// Why nothing of the input was read.
    var refusal: String?
    /// What the refused pieces were made of.
    var rejected: [String] = []

    /// But for what refused pieces held: of a piece that never ends that depends on how it came.
    var outcome: Translation {
        var copy = self
        copy.rejected = []
        return copy
    }
}

/// Feeds an input to a translator, a piece at a time, as the command does.
func translate(_ translator: any InputTranslator, _ input: [UInt8], pieces: Int = .max) -> Translation {
    var translator = translator
    var result = Translation()
    var buffer: [UInt8] = []
    var fed = 0
    var linesTaken = 0
    var idle = 0
    while true {
        let isEnd = fed == input.count
        var step: Result<TranslationStep, InputRefusal>?
        var line: [UInt8] = []
        if !buffer.isEmpty {
            step = buffer.withUnsafeBytes { bytes in
                Result { () throws(InputRefusal) in try translator.next(bytes, isEnd: isEnd, line: &line) }
            }
        }
        switch step {
        case .failure(let refusal):
            result.refusal = refusal.message
            return result
        case .success(.taken(let piece)):
            idle = piece.bytes == 0 ? idle + 1 : 0
            guard idle < 3 else {
                Issue.record("nothing is taken, again and again")
                return result
            }
            let text = Array(buffer[..<piece.bytes])
            #expect(piece.lineBreaks == text.count { $0 == 0x0a })
            switch piece.meaning {
            case .nothing: break
            case .record: result.lines.append(String(decoding: line, as: UTF8.self))
            case .refused(let message), .endsHere(let message):
                result.refused.append("\(linesTaken + piece.line + 1): \(message)")
                result.rejected.append(String(decoding: text, as: UTF8.self))
            }
            if case .record = piece.meaning {} else { #expect(line.isEmpty) }
            buffer.removeFirst(piece.bytes)
            linesTaken += piece.lineBreaks
            if case .endsHere = piece.meaning { return result }
        case .success(.needsMore), nil:
            if isEnd {
                #expect(step == nil, "at the end more is no answer")
                return result
            }
            let next = min(pieces, input.count - fed)
            buffer += input[fed..<(fed + next)]
            fed += next
        }
    }
}

func translate(_ translator: any InputTranslator, _ input: String, pieces: Int = .max) -> Translation {
    translate(translator, Array(input.utf8), pieces: pieces)
}

/// Whether every line is a record that a log takes.
func areRecords(_ lines: [String]) -> Bool {
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    return text.withUnsafeBytes { bytes in
        var reader = JSONLinesReader(bytes, isStartOfInput: true)
        var record = ParsedRecord()
        for _ in lines {
            guard case .record = reader.next(into: &record) else { return false }
        }
        return true
    }
}

/// A translator must come to the same result however its input comes, must not be led astray by damage, and of an
/// input that is cut off must make what it makes of the whole one, up to the cut.
func checkHardiness(_ make: () -> any InputTranslator, _ text: String, hasEnd: Bool) {
    let input = Array(text.utf8)
    let whole = translate(make(), input)
    #expect(whole.refusal == nil && !whole.lines.isEmpty)
    for size in [1, 2, 7, 64] { #expect(translate(make(), input, pieces: size) == whole) }
    for end in input.indices {
        let cut = translate(make(), Array(input[..<end]))
        #expect(Array(whole.lines.prefix(cut.lines.count)) == cut.lines, "cut at \(end)")
        #expect(
            Array(whole.refused.prefix(max(0, cut.refused.count - 1))) == cut.refused.dropLast(),
            "cut at \(end)")
        if hasEnd && end > 0 {
            let isNamed = cut.refusal ?? cut.refused.last
            #expect(
                isNamed?.contains("cut off") == true || isNamed?.contains("Activity") == true, "cut at \(end)"
            )
        }
        #expect(translate(make(), Array(input[..<end]), pieces: 1).outcome == cut.outcome, "cut at \(end)")
    }
    var numbers = SeededBytes(state: 7)
    for round in 0..<400 {
        var damaged = input
        for _ in 0...(round % 3) {
            let place = Int(numbers.next() % UInt64(damaged.count))
            let marks = Array("\"\\{}[],: \n\0-1x".utf8) + [0xff, 0xc3]
            damaged[place] = marks[Int(numbers.next() % UInt64(marks.count))]
        }
        let once = translate(make(), damaged)
        #expect(translate(make(), damaged, pieces: 1).outcome == once.outcome, "round \(round)")
    }
}

/// Numbers that are the same in every run.
struct SeededBytes: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
