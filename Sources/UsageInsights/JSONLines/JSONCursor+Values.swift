/// A value as it was read.
struct JSONToken {
    enum Kind: UInt8 { case string, number, bool, null, object, array }

    let kind: Kind
    /// A string's content; anything else's JSON text, white space removed.
    let text: UnsafeRawBufferPointer
}

extension JSONCursor {
    /// The value that begins at `position`, whose first byte is `first`.
    @inline(__always)
    mutating func scanValue(
        _ first: UInt8, _ scratch: inout LineScratch
    ) throws(JSONLineReason) -> JSONToken {
        if first == UInt8(ascii: "\"") {
            position += 1
            return JSONToken(kind: .string, text: try scanString(&scratch))
        }
        if first &- 0x30 <= 9 || first == UInt8(ascii: "-") {
            return JSONToken(kind: .number, text: try scanNumber())
        }
        return try scanOtherValue(first, &scratch)
    }

    @inline(never)
    private mutating func scanOtherValue(
        _ first: UInt8, _ scratch: inout LineScratch
    ) throws(JSONLineReason) -> JSONToken {
        let start = position
        switch first {
        case UInt8(ascii: "t"):
            try skipLiteral("true")
            return JSONToken(kind: .bool, text: UnsafeRawBufferPointer(start: start, count: 4))
        case UInt8(ascii: "f"):
            try skipLiteral("false")
            return JSONToken(kind: .bool, text: UnsafeRawBufferPointer(start: start, count: 5))
        case UInt8(ascii: "n"):
            try skipLiteral("null")
            return JSONToken(kind: .null, text: UnsafeRawBufferPointer(start: start, count: 4))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            sawBlank = false
            try skipNested()
            var text = UnsafeRawBufferPointer(start: start, count: position - start)
            if sawBlank { text = try scratch.appendCompact(text) }
            return JSONToken(kind: first == UInt8(ascii: "{") ? .object : .array, text: text)
        default: throw .unexpectedByte
        }
    }

    /// Past the array or object that begins at `position`. No recursion: a word's bits are the stack.
    private mutating func skipNested() throws(JSONLineReason) {
        var depth = 0
        // The lowest bit says whether the innermost one is an object.
        var stack: UInt64 = 0
        var isOpening = true
        while true {
            if isOpening {
                let isObject = byte == UInt8(ascii: "{")
                guard depth < JSONLinesLimits.depth else { throw .tooDeep }
                stack = stack &<< 1 | (isObject ? 1 : 0)
                depth += 1
                position += 1
                if try peekToken() != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    isOpening = try skipMember(ofObject: isObject)
                    continue
                }
                // Empty: it ends here.
            }
            // Behind a member, or at the end of an empty one.
            let isObject = stack & 1 == 1
            let next = try peekToken()
            position += 1
            if next == UInt8(ascii: ","), !isOpening {
                isOpening = try skipMember(ofObject: isObject)
                continue
            }
            guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                position -= 1
                throw .unexpectedByte
            }
            isOpening = false
            stack &>>= 1
            depth -= 1
            if depth == 0 { return }
        }
    }

    /// Past a member (with its key, in an object), unless its value is an array or object: then to its
    /// beginning, and true.
    private mutating func skipMember(ofObject isObject: Bool) throws(JSONLineReason) -> Bool {
        if isObject {
            try expect(UInt8(ascii: "\""))
            try skipString()
            try expect(UInt8(ascii: ":"))
        }
        let first = try peekToken()
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return true
        case UInt8(ascii: "\""):
            position += 1
            try skipString()
        case UInt8(ascii: "t"): try skipLiteral("true")
        case UInt8(ascii: "f"): try skipLiteral("false")
        case UInt8(ascii: "n"): try skipLiteral("null")
        case UInt8(ascii: "-"), 0x30...0x39: _ = try scanNumber()
        default: throw .unexpectedByte
        }
        return false
    }
}
