extension OutputBuffer {
    /// Appends a JSON string with its quotes.
    mutating func appendJSON(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { appendJSON(utf8: $0) }
        if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { appendJSON(utf8: $0) } }
    }

    /// Appends a JSON string with its quotes. The bytes must be valid UTF-8.
    mutating func appendJSON(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        // Runs that need no escape are copied whole.
        var runStart = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard Self.mayNeedEscape(byte) else {
                index += 1
                continue
            }
            var length = 1
            var code = byte
            if byte == 0xC2 {
                // U+0080 to U+009F are C2 80 to C2 9F; other characters begin with C2 as well.
                guard index + 1 < bytes.count, bytes[index + 1] < 0xA0 else {
                    index += 1
                    continue
                }
                length = 2
                code = bytes[index + 1]
            }
            append(UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
            appendEscape(of: code)
            index += length
            runStart = index
        }
        append(UnsafeBufferPointer(rebasing: bytes[runStart...]))
        append(UInt8(ascii: "\""))
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
            || byte == 0xC2
    }

    /// Appends the escape of U+0000 to U+00FF.
    private mutating func appendEscape(of code: UInt8) {
        append(UInt8(ascii: "\\"))
        switch code {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(code)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append("u00")
            append(Self.hexDigit(code >> 4))
            append(Self.hexDigit(code & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
