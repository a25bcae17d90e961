/// Writes JSON strings. The same bytes always give the same text, so an export that was appended and exported
/// again is the same file.
package enum JSONText {
    private static let hexDigits: StaticString = "0123456789abcdef"

    /// A string with its quotation marks.
    package static func appendQuoted(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        appendEscaped(bytes, to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// A string's content: `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`; every other control (below U+0020, and
    /// U+007F to U+009F, which a terminal would act on) as `\u00xx` in lower case; all else as it is. Bytes
    /// that aren't UTF-8 become U+FFFD, so that the text is always JSON.
    ///
    /// Cost: O(bytes); plain ASCII is copied in runs.
    package static func appendEscaped(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        guard let base = bytes.baseAddress else { return }
        let stop = base + bytes.count
        var pending = base
        var at = base
        func flush(_ output: inout [UInt8]) {
            output.append(contentsOf: UnsafeRawBufferPointer(start: pending, count: at - pending))
        }
        while true {
            at = skipPlain(from: at, to: stop)
            guard at < stop else { break }
            let byte = at.load(as: UInt8.self)
            if byte < 0x80 {
                flush(&output)
                appendEscape(byte, to: &output)
                at += 1
                pending = at
                continue
            }
            let length = UTF8Sequence.length(at: at, stop: stop)
            let isControl = byte == 0xc2 && length == 2 && at.load(fromByteOffset: 1, as: UInt8.self) < 0xa0
            if length > 0, !isControl {
                at += length
                continue
            }
            flush(&output)
            if isControl {
                appendEscape(at.load(fromByteOffset: 1, as: UInt8.self), to: &output)
            } else {
                output.append(contentsOf: [0xef, 0xbf, 0xbd])
            }
            at += max(length, 1)
            pending = at
        }
        flush(&output)
    }

    /// To the next byte that isn't printable ASCII as it is.
    @inline(__always)
    private static func skipPlain(from start: UnsafeRawPointer, to stop: UnsafeRawPointer) -> UnsafeRawPointer
    {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var at = start
        while stop - at >= 8 {
            let word = UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
            let quote = (word ^ (ones &* 0x22)) &- ones
            let backslash = (word ^ (ones &* 0x5c)) &- ones
            let delete = (word ^ (ones &* 0x7f)) &- ones
            let control = word &- (ones &* 0x20)
            let hits = (quote | backslash | delete | control | word) & (ones &* 0x80)
            if hits != 0 { return at + hits.trailingZeroBitCount >> 3 }
            at += 8
        }
        while at < stop {
            switch at.load(as: UInt8.self) {
            case 0x22, 0x5c, 0x7f..., 0..<0x20: return at
            default: at += 1
            }
        }
        return at
    }

    private static func appendEscape(_ control: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\\"))
        switch control {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(control)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0a: output.append(UInt8(ascii: "n"))
        case 0x0c: output.append(UInt8(ascii: "f"))
        case 0x0d: output.append(UInt8(ascii: "r"))
        default:
            output.append(contentsOf: "u00".utf8)
            output.append(hexDigits.utf8Start[Int(control >> 4)])
            output.append(hexDigits.utf8Start[Int(control & 0xf)])
        }
    }
}
