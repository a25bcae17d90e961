extension JSONCursor {
    /// A string's content, `position` behind its opening quotation mark before, behind its closing one after.
    ///
    /// Without escapes it is a range of the line itself; with them, it is written to `scratch`.
    @inline(__always)
    mutating func scanString(_ scratch: inout LineScratch) throws(JSONLineReason) -> UnsafeRawBufferPointer {
        let start = position
        var at = start
        while stop - at >= 8 {
            let hits = Self.specialBytes(UInt64(littleEndian: at.loadUnaligned(as: UInt64.self)))
            guard hits != 0 else {
                at += 8
                continue
            }
            at += hits.trailingZeroBitCount >> 3
            guard at.load(as: UInt8.self) == UInt8(ascii: "\"") else { break }
            position = at + 1
            return UnsafeRawBufferPointer(start: start, count: at - start)
        }
        position = at
        return try finishString(start, &scratch)
    }

    /// Marks, by its high bit, each byte that is a quotation mark, a backslash, a control or not ASCII. Bytes
    /// above the lowest mark may be marked without cause, since a borrow runs upwards.
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = (word ^ (ones &* 0x22)) &- ones
        let backslash = (word ^ (ones &* 0x5c)) &- ones
        let control = word &- (ones &* 0x20)
        return (quote | backslash | control | word) & 0x8080_8080_8080_8080
    }

    /// The rest of a string, from `position`, once it isn't plain ASCII any more.
    @inline(never)
    private mutating func finishString(
        _ start: UnsafeRawPointer, _ scratch: inout LineScratch
    ) throws(JSONLineReason) -> UnsafeRawBufferPointer {
        var pending = start
        var isInScratch = false
        let mark = scratch.used
        while true {
            try skipPlain()
            let isEnd = byte == UInt8(ascii: "\"")
            if isEnd, !isInScratch {
                position += 1
                return UnsafeRawBufferPointer(start: start, count: position - 1 - start)
            }
            isInScratch = true
            try scratch.append(UnsafeRawBufferPointer(start: pending, count: position - pending))
            position += 1
            if isEnd { return scratch.text(from: mark) }
            try scratch.append(scalar: scanEscape())
            pending = position
        }
    }

    /// Past a string whose content nobody asks for. `position` as in `scanString`.
    @inline(never)
    mutating func skipString() throws(JSONLineReason) {
        while true {
            try skipPlain()
            let isEnd = byte == UInt8(ascii: "\"")
            position += 1
            if isEnd { return }
            _ = try scanEscape()
        }
    }

    /// To the next quotation mark or backslash.
    private mutating func skipPlain() throws(JSONLineReason) {
        while position < stop {
            if stop - position >= 8 {
                let word = UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
                let hits = Self.specialBytes(word)
                position += hits == 0 ? 8 : hits.trailingZeroBitCount >> 3
                if hits == 0 { continue }
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
            case 0x0a: throw .endsEarly
            case 0..<0x20: throw .rawControlCharacter
            case 0x20..<0x80: position += 1
            default:
                let length = UTF8Sequence.length(at: position, stop: stop)
                guard length > 0 else {
                    throw UTF8Sequence.isCut(at: position, stop: stop) ? .cutShort : .invalidUTF8
                }
                position += length
            }
        }
        throw .cutShort
    }

    /// The scalar of an escape, `position` behind its backslash before, behind the whole of it after.
    private mutating func scanEscape() throws(JSONLineReason) -> UInt32 {
        guard position < stop else { throw .cutShort }
        let kind = byte
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(kind)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0c
        case UInt8(ascii: "n"): return 0x0a
        case UInt8(ascii: "r"): return 0x0d
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): break
        case 0x0a: throw .endsEarly
        default: throw .badEscape
        }
        let unit = try scanHexUnit()
        guard unit & 0xf800 == 0xd800 else { return unit }
        guard unit < 0xdc00 else { throw .loneSurrogate }
        for expected in "\\u".utf8 {
            guard position < stop else { throw .cutShort }
            guard byte == expected else { throw byte == 0x0a ? .endsEarly : .loneSurrogate }
            position += 1
        }
        let second = try scanHexUnit()
        guard second & 0xfc00 == 0xdc00 else { throw .loneSurrogate }
        return 0x1_0000 + (unit & 0x3ff) << 10 + second & 0x3ff
    }

    private mutating func scanHexUnit() throws(JSONLineReason) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < stop else { throw .cutShort }
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            case 0x0a: throw .endsEarly
            default: throw .badEscape
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }
}
