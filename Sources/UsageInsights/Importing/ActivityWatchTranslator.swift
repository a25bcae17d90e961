/// Reads what ActivityWatch exports: all of its buckets or one of them, in one document of any size.
///
/// There are three forms: `{"buckets":{NAME:BUCKET,...}}`, as it is now, a bucket by itself, as it was once, and the
/// array of events that its interface answers with, which says nothing of the bucket.
package struct ActivityWatchTranslator: InputTranslator {
    private enum Place { case root, buckets, bucket, events }

    let type: String?
    let reader = JSONObjectReader<EventField>()
    var bucket = Bucket()
    private var document = JSONDocument()
    /// The containers that are open.
    private var path: [Place] = []
    private var sawBuckets = false

    package private(set) var isReady = false
    package var header: [UInt8] { [] }

    /// What is known of the bucket whose events are read.
    struct Bucket {
        var name: [UInt8]?
        var type: [UInt8]?
        var sawEvents = false
        /// Events that were come to.
        var count = 0
    }

    /// - Parameter type: the type of all events, in place of their bucket's.
    package init(type: String? = nil) { self.type = type }

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        let step = document.step(input, isEnd: isEnd)
        guard case .value(let first) = step else { return try answer(step, input) }
        switch path.last {
        case nil: return try begin(first, input, isEnd)
        case .root: return try rootValue(first, input, isEnd)
        case .buckets:
            guard first == UInt8(ascii: "{") else {
                return try end(input, "bucket \(QuotedText.quote(document.key)) is not an object")
            }
            return try enter(.bucket, input, isEnd)
        case .bucket: return try bucketValue(first, input, isEnd)
        case .events: return try readEvent(input, isEnd, &line)
        }
    }

    /// What a step that came to no value says to the caller.
    private mutating func answer(
        _ step: JSONDocument.Step, _ input: UnsafeRawBufferPointer
    ) throws(InputRefusal) -> TranslationStep {
        switch step {
        case .needsMore, .value: return .needsMore
        case .passed(let bytes): return TakenPiece.of(input, bytes, .nothing)
        case .closed(let bytes):
            path.removeLast()
            if document.isOver && !isReady { throw InputRefusal("\(Self.expected), and found neither") }
            return TakenPiece.of(input, bytes, .nothing)
        case .malformed(let message, let at):
            if path.isEmpty && !isReady { throw InputRefusal(Self.expected) }
            return try end(input, "\(message), \(behind)", at: at)
        case .cutOff: return try end(input, "the export is cut off \(behind)", at: input.count)
        }
    }

    private static let expected =
        "is no export of ActivityWatch: expected an object with \"buckets\", or a bucket with \"events\""

    /// - Parameter at: the byte that shows it.
    private func end(
        _ input: UnsafeRawBufferPointer, _ message: String, at: Int = 0
    ) throws(InputRefusal) -> TranslationStep {
        if !isReady { throw InputRefusal(message) }
        return TakenPiece.of(input, input.count, .endsHere(message), at: at)
    }

    private var behind: String {
        guard bucket.count > 0 else {
            return isReady ? "before the events of \(bucketName)" : "before any event"
        }
        return "behind \(eventName(bucket.count))"
    }

    private var bucketName: String { bucket.name.map { QuotedText.quote($0) } ?? "a bucket" }

    private func eventName(_ number: Int) -> String {
        bucket.name.map { "event \(number) of \(QuotedText.quote($0))" } ?? "event \(number)"
    }

    // MARK: - Around the events

    private mutating func enter(
        _ place: Place, _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) throws(InputRefusal) -> TranslationStep {
        let step = document.enter(input, isEnd: isEnd)
        if case .passed = step {
            path.append(place)
            switch place {
            case .root: break
            case .buckets:
                isReady = true
                sawBuckets = true
            case .bucket: bucket = Bucket(name: document.key)
            case .events:
                isReady = true
                bucket.sawEvents = true
            }
        }
        return try answer(step, input)
    }

    private mutating func begin(
        _ first: UInt8, _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) throws(InputRefusal) -> TranslationStep {
        if first == UInt8(ascii: "{") { return try enter(.root, input, isEnd) }
        guard first == UInt8(ascii: "[") else { throw InputRefusal(Self.expected) }
        guard type != nil else {
            throw InputRefusal(
                "is an array of events, which doesn't say what bucket they are of: give them a TYPE, or export the bucket"
            )
        }
        return try enter(.events, input, isEnd)
    }

    /// The document is either of buckets, or one of them itself.
    private mutating func rootValue(
        _ first: UInt8, _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) throws(InputRefusal) -> TranslationStep {
        guard document.key.elementsEqual("buckets".utf8) else { return try bucketValue(first, input, isEnd) }
        if sawBuckets { return try end(input, "\"buckets\" is there twice") }
        guard first == UInt8(ascii: "{") else {
            throw InputRefusal("\(Self.expected): \"buckets\" is no object")
        }
        return try enter(.buckets, input, isEnd)
    }

    private mutating func bucketValue(
        _ first: UInt8, _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) throws(InputRefusal) -> TranslationStep {
        switch String(decoding: document.key, as: UTF8.self) {
        case "events" where first == UInt8(ascii: "["):
            if bucket.sawEvents { return try end(input, "the events of \(bucketName) are there twice") }
            if bucket.name == nil && type == nil {
                return try end(input, "the bucket's id stands behind its events: give them a TYPE")
            }
            return try enter(.events, input, isEnd)
        case "events" where first != UInt8(ascii: "n"):
            return try end(input, "the events of \(bucketName) are not an array")
        case "type" where first == UInt8(ascii: "\""):
            if bucket.type != nil { return try end(input, "the type of \(bucketName) is there twice") }
            return try readText(\.type, input, isEnd)
        // In an export of buckets they are named by their keys.
        case "id" where first == UInt8(ascii: "\"") && path.count == 1:
            if bucket.name != nil { return try end(input, "the id of \(bucketName) is there twice") }
            return try readText(\.name, input, isEnd)
        default: return try answer(document.passBy(input, isEnd: isEnd), input)
        }
    }

    private mutating func readText(
        _ target: WritableKeyPath<Bucket, [UInt8]?>, _ input: UnsafeRawBufferPointer, _ isEnd: Bool
    ) throws(InputRefusal) -> TranslationStep {
        switch document.cut(input, limit: JSONLinesLimits.lineBytes, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .malformed(let message, let at): return try end(input, message, at: at)
        case .cutOff: return try end(input, "the export is cut off \(behind)")
        case .tooLong: return try end(input, "a bucket's type or id is longer than 1 MiB")
        case .whole(let length, let taken):
            guard let text = JSONObjectText.string(UnsafeRawBufferPointer(rebasing: input[..<length])) else {
                return try end(input, "a bucket's type or id is invalid JSON")
            }
            if !text.isEmpty { bucket[keyPath: target] = text }
            return TakenPiece.of(input, taken, .nothing)
        }
    }

    // MARK: - Events

    private mutating func readEvent(
        _ input: UnsafeRawBufferPointer, _ isEnd: Bool, _ line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        switch document.cut(input, limit: JSONLinesLimits.lineBytes, isEnd: isEnd) {
        case .needsMore: return .needsMore
        case .malformed(let message, let at):
            return try end(input, "\(eventName(bucket.count + 1)): \(message)", at: at)
        case .cutOff: return try end(input, "the export is cut off in \(eventName(bucket.count + 1))")
        case .tooLong(let bytes):
            bucket.count += 1
            return TakenPiece.of(
                input, bytes, .refused("\(eventName(bucket.count)): longer than 1 MiB"), isWhole: false)
        case .whole(let length, let taken):
            bucket.count += 1
            do throws(RowFailure) {
                try write(UnsafeRawBufferPointer(rebasing: input[..<length]), &line)
                if let refusal = reader.refusal(of: line) { throw RowFailure(refusal) }
                return TakenPiece.of(input, taken, .record)
            } catch {
                line.removeAll()
                return TakenPiece.of(input, taken, .refused("\(eventName(bucket.count)): \(error.message)"))
            }
        }
    }
}
