/// A place in a line, and the steps that JSON's grammar makes from it.
///
/// Every load is checked against `stop` first, so no input can lead it outside. `stop` is the end of the
/// buffer or the longest line's end, whichever comes first; where a line feed comes earlier, the grammar
/// stops at it, since JSON allows it nowhere inside a line's record but between tokens, where it is refused.
struct JSONCursor {
    var position: UnsafeRawPointer
    let stop: UnsafeRawPointer
    /// Set where white space was stepped over; whoever wants to know clears it before.
    var sawBlank = false

    @inline(__always)
    init(position: UnsafeRawPointer, stop: UnsafeRawPointer) {
        self.position = position
        self.stop = stop
    }

    @inline(__always)
    var byte: UInt8 { position.load(as: UInt8.self) }

    /// The next byte that isn't white space, not yet consumed.
    @inline(__always)
    mutating func peekToken() throws(JSONLineReason) -> UInt8 {
        if position < stop, byte > 0x20 { return byte }
        return try peekTokenAfterBlanks()
    }

    @inline(never)
    private mutating func peekTokenAfterBlanks() throws(JSONLineReason) -> UInt8 {
        while position < stop {
            switch byte {
            case 0x20, 0x09, 0x0d:
                sawBlank = true
                position += 1
            case 0x0a: throw .endsEarly
            default: return byte
            }
        }
        throw .cutShort
    }

    @inline(__always)
    mutating func expect(_ expected: UInt8) throws(JSONLineReason) {
        guard try peekToken() == expected else { throw .unexpectedByte }
        position += 1
    }

    /// `true`, `false`, `null`.
    mutating func skipLiteral(_ spelling: StaticString) throws(JSONLineReason) {
        for index in 0..<spelling.utf8CodeUnitCount {
            guard position < stop else { throw .cutShort }
            guard byte == spelling.utf8Start[index] else { throw byte == 0x0a ? .endsEarly : .unexpectedByte }
            position += 1
        }
    }

    /// A number; what follows it is the caller's to check.
    mutating func scanNumber() throws(JSONLineReason) -> UnsafeRawBufferPointer {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        guard position < stop else { throw .cutShort }
        if byte == 0x30 { position += 1 } else { try skipDigits() }
        if position < stop, byte == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if position < stop, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < stop, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        return UnsafeRawBufferPointer(start: start, count: position - start)
    }

    /// One digit or more.
    @inline(__always)
    private mutating func skipDigits() throws(JSONLineReason) {
        guard position < stop else { throw .cutShort }
        guard byte &- 0x30 <= 9 else { throw byte == 0x0a ? .endsEarly : .unexpectedByte }
        repeat { position += 1 } while position < stop && byte &- 0x30 <= 9
    }
}
