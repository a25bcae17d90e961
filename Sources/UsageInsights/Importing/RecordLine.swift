/// Writes one record as a JSON line.
struct RecordLine: ~Copyable {
    private var bytes: [UInt8]
    private var isFirst = true

    /// - Parameter target: empty. Its memory is taken; what `finish` gives back goes there.
    init(in target: inout [UInt8]) {
        bytes = []
        swap(&bytes, &target)
        bytes.append(UInt8(ascii: "{"))
    }

    private mutating func name(_ name: UnsafeRawBufferPointer) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONText.appendQuoted(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func name(_ name: String) {
        var name = name
        name.withUTF8 { self.name(UnsafeRawBufferPointer($0)) }
    }

    mutating func text(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        self.name(name)
        JSONText.appendQuoted(value, to: &bytes)
    }

    mutating func text(_ name: String, _ value: UnsafeRawBufferPointer) {
        self.name(name)
        JSONText.appendQuoted(value, to: &bytes)
    }

    /// - Parameter name: nothing in it needs an escape.
    mutating func text(_ name: StaticString, _ value: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: isFirst ? "\"".utf8 : ",\"".utf8)
        isFirst = false
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(contentsOf: "\":".utf8)
        JSONText.appendQuoted(value, to: &bytes)
    }

    mutating func text(_ name: String, _ value: String) {
        var value = value
        value.withUTF8 { text(name, UnsafeRawBufferPointer($0)) }
    }

    /// - Parameter value: a JSON number.
    mutating func number(_ name: String, _ value: some Sequence<UInt8>) {
        self.name(name)
        bytes.append(contentsOf: value)
    }

    /// - Parameter value: JSON that is no string.
    mutating func json(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        self.name(name)
        bytes.append(contentsOf: value)
    }

    mutating func duration(microseconds: Int64) {
        let fraction = String(microseconds % Microseconds.second)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        number("duration", "\(microseconds / Microseconds.second).\(zeros)\(fraction)".utf8)
    }

    mutating func beginMetadata() {
        name("metadata")
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    mutating func endMetadata() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    consuming func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
