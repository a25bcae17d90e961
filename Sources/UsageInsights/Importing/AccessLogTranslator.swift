/// Reads the logs of web servers, in the common and the combined format of Apache and nginx: one line is one event.
///
/// Metadata is what the line has of `host`, `ident`, `user`, `method`, `path`, `protocol`, `status`, `bytes`, `referer`
/// and `agent`; a lone `-` says that there is nothing. A request that isn't a method, a path and a protocol is kept
/// whole, as `request`. What a server adds behind these is kept as it was logged, as `extra`: how long it took is worth
/// having, though it can't be told what it is. A virtual host in front is `vhost`.
package struct AccessLogTranslator: InputTranslator {
    private let type: String
    private var isAtStart = true
    /// A line that was too long is passed by up to its end.
    private var isPassingBy = false
    /// A field whose escapes are undone.
    private var unescaped: [UInt8] = []

    package let header: [UInt8] = []

    /// - Parameter type: of all events.
    package init(type: String = "request") { self.type = type }

    package var isReady: Bool { !isAtStart }

    private static let longestLine = JSONLinesLimits.lineBytes

    package mutating func next(
        _ input: UnsafeRawBufferPointer, isEnd: Bool, line: inout [UInt8]
    ) throws(InputRefusal) -> TranslationStep {
        if isAtStart {
            guard input.count >= 3 || isEnd else { return .needsMore }
            let mark = try Self.beginning(input)
            isAtStart = false
            return .taken(TakenPiece(bytes: mark, lineBreaks: 0, meaning: .nothing))
        }
        guard let end = ByteSearch.first(UInt8(ascii: "\n"), in: input) else {
            if !isEnd && !isPassingBy && input.count <= Self.longestLine { return .needsMore }
            return .taken(take(input, bytes: input.count, lineBreaks: 0, isCut: !isEnd, &line))
        }
        let text = UnsafeRawBufferPointer(rebasing: input[..<end])
        return .taken(take(text, bytes: end + 1, lineBreaks: 1, isCut: false, &line))
    }

    /// How many bytes come before the text.
    private static func beginning(_ input: UnsafeRawBufferPointer) throws(InputRefusal) -> Int {
        // So are logs kept that were rotated away.
        if input.starts(with: [0x1f, 0x8b]) {
            throw InputRefusal("is compressed (gzip -dc FILE | evlog append --file - reads it)")
        }
        return try ByteOrderMark.length(input)
    }

    private mutating func take(
        _ text: UnsafeRawBufferPointer, bytes: Int, lineBreaks: Int, isCut: Bool, _ line: inout [UInt8]
    ) -> TakenPiece {
        var meaning = TakenPiece.Meaning.nothing
        if isPassingBy {
            isPassingBy = isCut
        } else if text.count > Self.longestLine {
            isPassingBy = isCut
            meaning = .refused("line is longer than 1 MiB")
        } else {
            let text = Self.trimmed(text)
            if !text.isEmpty { meaning = write(text, &line) }
        }
        return TakenPiece(
            bytes: bytes, lineBreaks: lineBreaks, meaning: meaning, isWhole: text.count <= Self.longestLine)
    }

    /// Without blanks at its end, and a carriage return, which is one here.
    private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var count = text.count
        while count > 0, isBlank(text[count - 1]) { count -= 1 }
        return UnsafeRawBufferPointer(rebasing: text[..<count])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
    }

    // MARK: - Writing

    private mutating func write(_ text: UnsafeRawBufferPointer, _ target: inout [UInt8]) -> TakenPiece.Meaning
    {
        if let place = Self.placeOfInvalidUTF8(text) { return .refused("invalid UTF-8 at byte \(place + 1)") }
        let fields: AccessLogLine
        do throws(AccessLogFailure) {
            fields = try AccessLogLine(text)
        } catch { return .refused(error.message(text)) }
        var record = RecordLine(in: &target)
        record.text("type", type)
        fields.time.withText { record.text("timestamp", $0) }
        record.beginMetadata()
        Self.add("vhost", fields.virtualHost, fields, text, &record)
        Self.add("host", fields.host, fields, text, &record)
        Self.add("ident", fields.ident, fields, text, &record)
        Self.add("user", fields.user, fields, text, &record)
        if let request = fields.requestParts {
            Self.add("method", request.method, fields, text, &record)
            addQuoted("path", request.path, text, &record)
            Self.add("protocol", request.protocol, fields, text, &record)
        } else {
            addQuoted("request", fields.request, text, &record)
        }
        Self.add("status", fields.status, fields, text, &record)
        Self.add("bytes", fields.bytes, fields, text, &record)
        if !fields.isNothing(fields.referer) { addQuoted("referer", fields.referer, text, &record) }
        if !fields.isNothing(fields.agent) { addQuoted("agent", fields.agent, text, &record) }
        Self.add("extra", fields.extra, fields, text, &record)
        record.endMetadata()
        target = record.finish()
        return .record
    }

    private static func add(
        _ name: StaticString, _ range: Range<Int>, _ fields: AccessLogLine, _ text: UnsafeRawBufferPointer,
        _ record: inout RecordLine
    ) {
        if fields.isNothing(range) { return }
        record.text(name, UnsafeRawBufferPointer(rebasing: text[range]))
    }

    /// `\"` and `\\` are undone; other escapes stay as they were logged, since what they stand for may not be text.
    private mutating func addQuoted(
        _ name: StaticString, _ range: Range<Int>, _ text: UnsafeRawBufferPointer, _ record: inout RecordLine
    ) {
        let bytes = UnsafeRawBufferPointer(rebasing: text[range])
        let backslash = UInt8(ascii: "\\")
        guard bytes.contains(backslash) else { return record.text(name, bytes) }
        unescaped.removeAll(keepingCapacity: true)
        var at = 0
        while at < bytes.count {
            if bytes[at] == backslash, at + 1 < bytes.count,
                bytes[at + 1] == backslash || bytes[at + 1] == UInt8(ascii: "\"")
            {
                at += 1
            }
            unescaped.append(bytes[at])
            at += 1
        }
        unescaped.withUnsafeBytes { record.text(name, $0) }
    }

    private static func placeOfInvalidUTF8(_ text: UnsafeRawBufferPointer) -> Int? {
        guard let base = text.baseAddress else { return nil }
        let stop = base + text.count
        var at = base
        while true {
            while stop - at >= 8, at.loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0 { at += 8 }
            guard at < stop else { return nil }
            if at.load(as: UInt8.self) < 0x80 {
                at += 1
                continue
            }
            let length = UTF8Sequence.length(at: at, stop: stop)
            if length == 0 { return at - base }
            at += length
        }
    }
}
