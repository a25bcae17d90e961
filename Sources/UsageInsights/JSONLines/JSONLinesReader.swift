/// Reads JSON lines, one record each, from a buffer of whole lines. The README says what a record
/// looks like.
///
/// It makes no copy, allocates nothing for a line that is accepted, and keeps nothing between lines but its
/// place. Blank lines, CRLF, white space around tokens and (at the start of an input) a byte order mark are
/// harmless. Not for use from several threads at once; several readers may read parts of one buffer side by
/// side, each with its own `ParsedRecord`.
///
/// Cost: O(bytes) of the buffer; about 70 ns for an event of 100 bytes.
package struct JSONLinesReader {
    package enum Step {
        /// The record was filled.
        case record
        /// The line was refused, and what the record now holds means nothing; the next call goes on with the line
        /// after it.
        case refused(JSONLineFailure)
        case end
    }

    /// The lines come to in this buffer, blank and refused ones included: after the last call, their number.
    package private(set) var lineNumber = 0
    /// Where the line of the last step begins, from the start of the buffer.
    package private(set) var lineStart = 0
    /// Where the next line begins.
    package var offset: Int { cursor - base }

    private let base: UnsafeRawPointer
    private let end: UnsafeRawPointer
    private var cursor: UnsafeRawPointer
    private let options: JSONLinesOptions

    /// - Parameters:
    ///   - buffer: Whole lines; the last may lack its line feed only where the input ends (see
    ///     `countOfWholeLines(in:)`). It must outlive the reader and what it has read.
    ///   - isStartOfInput: Whether a byte order mark may stand at its start.
    package init(_ buffer: UnsafeRawBufferPointer, options: JSONLinesOptions = .init(), isStartOfInput: Bool)
    {
        // An empty buffer may have no address; any address will do for one that is never read.
        base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
        end = base + buffer.count
        cursor = base
        self.options = options
        if isStartOfInput, buffer.count >= 3, buffer[0] == 0xef, buffer[1] == 0xbb, buffer[2] == 0xbf {
            cursor += 3
        }
    }

    /// The bytes up to the last line feed, with it: what a reader may have while more input is to come.
    /// Cost: O(bytes of the last, partial line).
    package static func countOfWholeLines(in buffer: UnsafeRawBufferPointer) -> Int {
        var count = buffer.count
        while count > 0, buffer[count - 1] != 0x0a { count -= 1 }
        return count
    }

    /// Goes to the next line that isn't blank, and fills `record` from it.
    package mutating func next(into record: inout ParsedRecord) -> Step {
        while cursor < end {
            lineNumber &+= 1
            let start = cursor
            let stop = end - start > JSONLinesLimits.lineBytes ? start + JSONLinesLimits.lineBytes : end
            lineStart = start - base
            var line = JSONCursor(position: start, stop: stop)
            do {
                if line.byte <= 0x20, try skipBlankLine(&line) { continue }
                record.clear()
                try line.scanRecord(into: &record, ignoreUnknown: options.ignoreUnknown)
                cursor = try endOfLine(&line)
                try record.interpret(options)
                return .record
            } catch {
                return .refused(refuse(error, at: line.position, from: start, &record))
            }
        }
        return .end
    }

    /// Behind the line feed after a record, where nothing but white space may stand.
    @inline(__always)
    private func endOfLine(_ line: inout JSONCursor) throws(JSONLineReason) -> UnsafeRawPointer {
        while line.position < end {
            switch line.byte {
            case 0x0a: return line.position + 1
            case 0x20, 0x09, 0x0d: line.position += 1
            default: throw .textAfterRecord
            }
            if line.position > line.stop { throw .lineTooLong }
        }
        return end
    }

    /// Whether nothing but white space is on the line; the cursor is then behind it.
    private mutating func skipBlankLine(_ line: inout JSONCursor) throws(JSONLineReason) -> Bool {
        while line.position < line.stop {
            switch line.byte {
            case 0x0a:
                cursor = line.position + 1
                return true
            case 0x20, 0x09, 0x0d: line.position += 1
            default: return false
            }
        }
        guard line.stop == end || line.byte == 0x0a else { throw .lineTooLong }
        cursor = line.stop == end ? end : line.stop + 1
        return true
    }

    /// Goes behind the line and says what is wrong with it.
    @inline(never)
    private mutating func refuse(
        _ reason: JSONLineReason, at position: UnsafeRawPointer, from start: UnsafeRawPointer,
        _ record: inout ParsedRecord
    ) -> JSONLineFailure {
        let feed = Self.lineFeed(from: start, to: end)
        let lineEnd = feed ?? end
        cursor = feed.map { $0 + 1 } ?? end
        var actual = reason
        if lineEnd - start > JSONLinesLimits.lineBytes {
            actual = .lineTooLong
        } else if reason == .cutShort, feed != nil {
            // The longest line that is allowed ends where reading had to stop.
            actual = .endsEarly
        }
        let column = min(position, lineEnd) - start + 1
        let message = JSONLineFailure.message(
            actual, field: record.faultField, subject: record.faultSubject, column: column,
            next: position < end ? position.load(as: UInt8.self) : nil)
        record.faultField = nil
        record.faultSubject = UnsafeRawBufferPointer(start: nil, count: 0)
        return JSONLineFailure(
            lineNumber: lineNumber, byteRange: (start - base)..<(lineEnd - base), column: column,
            reason: actual, message: message)
    }

    private static func lineFeed(from start: UnsafeRawPointer, to end: UnsafeRawPointer) -> UnsafeRawPointer?
    {
        var at = start
        let ones: UInt64 = 0x0101_0101_0101_0101
        while end - at >= 8 {
            let word = at.loadUnaligned(as: UInt64.self) ^ (ones &* 0x0a)
            if (word &- ones) & ~word & (ones &* 0x80) != 0 { break }
            at += 8
        }
        while at < end {
            if at.load(as: UInt8.self) == 0x0a { return at }
            at += 1
        }
        return nil
    }
}
