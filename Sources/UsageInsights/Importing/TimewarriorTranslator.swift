/// Reads what `timew export` writes: an array of intervals.
package struct TimewarriorTranslator: InputTranslator {
    private enum Field: String, CaseIterable { case start, end, tags, annotation }

    private let type: String?
    private let reader = JSONObjectReader<Field>()
    private var document = JSONDocument()
    /// Intervals that were come to.
    private var count = 0

    package private(set) var isReady = false
    package var header: [UInt8] { [] }

    /// - Parameter type: the type of all events, in place of their first tag.
    package init(type: String? = nil) { self.type = type }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        switch document.step(input, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .passed(let bytes), .closed(let bytes): return TakenPiece.of(input, bytes, .nothing)
        case .malformed(let message, let at):
            if !isReady { throw InputRefusal(Self.expected) }
            return try end(input, "\(message), \(behind)", at: at)
        case .cutOff: return try end(input, "the export is cut off \(behind)", at: input.count)
        case .value(let first):
            if isReady { return try readInterval(input, isEnd, &line) }
            guard first == UInt8(ascii: "[") else { throw InputRefusal(Self.expected) }
            guard case .passed(let bytes) = document.enter(input, isEnd: isEnd) else {
                return isEnd ? try end(input, "the export is cut off \(behind)") : .needsMore
            }
            isReady = true
            return TakenPiece.of(input, bytes, .nothing)
        }
    }

    private static let expected = "is no export of timewarrior: expected an array, as timew export writes"

    private var behind: String { count == 0 ? "before the first interval" : "behind interval \(count)" }

    /// - Parameter at: the byte that shows it.
    private func end(
        _ input: UnsafeRawBufferPointer, _ message: String, at: Int = 0
    ) throws(InputRefusal) -> TranslationStep {
        if !isReady { throw InputRefusal(message) }
        return TakenPiece.of(input, input.count, .endsHere(message), at: at)
    }

    private mutating func readInterval(
        _ input: UnsafeRawBufferPointer, _ isEnd: Bool, _ line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        switch document.cut(input, limit: JSONLinesLimits.lineBytes, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .malformed(let message, let at):
            return try end(input, "interval \(count + 1): \(message)", at: at)
        case .cutOff: return try end(input, "the export is cut off in interval \(count + 1)")
        case .tooLong(let bytes):
            count += 1
            return TakenPiece.of(
                input, bytes, .refused("interval \(count): longer than 1 MiB"), isWhole: false)
        case .whole(let length, let taken):
            count += 1
            do throws(RowFailure) {
                try write(UnsafeRawBufferPointer(rebasing: input[..<length]), &line)
                if let refusal = reader.refusal(of: line) { throw RowFailure(refusal) }
                return TakenPiece.of(input, taken, .record)
            } catch {
                line.removeAll()
                return TakenPiece.of(input, taken, .refused("interval \(count): \(error.message)"))
            }
        }
    }

    // MARK: - One interval

    private func write(_ interval: UnsafeRawBufferPointer, _ target: inout [UInt8]) throws(RowFailure) {
        try reader.read(interval)
        guard let start = try time(.start) else { throw RowFailure("start is missing") }
        guard let end = try time(.end) else {
            throw RowFailure("still running; append it once it has ended")
        }
        guard end >= start else { throw RowFailure("ends before it starts") }
        var tags: [UnsafeRawBufferPointer] = []
        if let token = reader[.tags] {
            guard let strings = reader.strings(of: token) else {
                throw RowFailure("tags are not an array of strings")
            }
            tags = strings
        }
        var line = RecordLine(in: &target)
        if let type {
            line.text("type", type)
        } else if let tag = tags.first, tag.count > 0 {
            line.text("type", tag)
        } else {
            line.text("type", "interval")
        }
        line.time("timestamp", microseconds: start)
        line.duration(microseconds: end - start)
        writeDetails(tags.count, &line)
        target = line.finish()
    }

    private func writeDetails(_ tagCount: Int, _ line: inout RecordLine) {
        // A single tag is the type, unless that was given.
        let tags = tagCount > 1 || (tagCount == 1 && type != nil) ? reader[.tags] : nil
        let annotation = reader[.annotation]
        guard tags != nil || annotation != nil else { return }
        line.beginMetadata()
        if let tags { line.text("tags", tags.text) }
        if let annotation { line.text("annotation", annotation.text) }
        line.endMetadata()
    }

    /// `20261130T091500Z`, the only form that is written. Nil where there is none.
    private func time(_ field: Field) throws(RowFailure) -> Int64? {
        guard let token = reader[field] else { return nil }
        let text = Array(token.text)
        var extended = text
        if text.count == 16 {
            for (place, mark) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] {
                extended.insert(contentsOf: mark.utf8, at: place)
            }
        }
        let reading = extended.withUnsafeBytes { RFC3339.parse($0) }
        guard token.kind == .string, text.count == 16, text.last == UInt8(ascii: "Z"),
            case .instant(let microseconds, _) = reading
        else {
            throw RowFailure(
                "\(field.rawValue) \(QuotedText.quote(token.text)) is not a time such as 20261130T091500Z")
        }
        return microseconds
    }
}
