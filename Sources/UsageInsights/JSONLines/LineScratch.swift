/// Memory for what can't be a range of the line: strings with escapes, nested values without their blanks.
///
/// It holds the longest line and never moves, so what was handed out stays valid until the next line. Each
/// byte written stands for one of the line at least, so a line can't overfill it; it is checked all the same.
/// Pages that no line needs are never touched, and so cost nothing.
struct LineScratch: ~Copyable {
    private static let capacity = JSONLinesLimits.lineBytes + 16
    private let base: UnsafeMutableRawPointer
    private(set) var used = 0

    init() {
        base = UnsafeMutableRawPointer.allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit {
        base.deallocate()
    }

    @inline(__always)
    mutating func clear() { used = 0 }

    func text(from mark: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + mark, count: used - mark)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(JSONLineReason) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        guard Self.capacity - used >= bytes.count else { throw .lineTooLong }
        (base + used).copyMemory(from: source, byteCount: bytes.count)
        used += bytes.count
    }

    mutating func append(scalar: UInt32) throws(JSONLineReason) {
        guard Self.capacity - used >= 4 else { throw .lineTooLong }
        used += UTF8Sequence.write(scalar, to: base + used)
    }

    /// Copies a valid array or object without the white space outside its strings.
    mutating func appendCompact(
        _ json: UnsafeRawBufferPointer
    ) throws(JSONLineReason) -> UnsafeRawBufferPointer {
        guard Self.capacity - used >= json.count else { throw .lineTooLong }
        let mark = used
        var isInString = false
        var isEscaped = false
        for byte in json {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte <= 0x20 {
                continue
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            }
            base.storeBytes(of: byte, toByteOffset: used, as: UInt8.self)
            used += 1
        }
        return text(from: mark)
    }
}
