/// JSON on its way to a terminal.
enum JSONMarks {
    /// The same JSON with what a terminal must not see as escapes (`\\u202e`): marks that turn the direction of text,
    /// separators of lines, what hides at the start of text. Outside of strings JSON has none of them. Control
    /// characters are escaped already, wherever the JSON goes. O(n).
    /// - Parameter json: whole characters of UTF-8; what isn't valid becomes U+FFFD.
    static func escaped(_ json: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + 64)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            guard scalar.value >= 0x80, TextWidth.isUnsafe(scalar) else {
                bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
                continue
            }
            // Beyond the first 65,536 characters JSON has pairs.
            for unit in UTF16.encode(scalar).map({ Array($0) }) ?? [] {
                let digits = String(unit, radix: 16)
                bytes += Array("\\u".utf8) + [UInt8](repeating: UInt8(ascii: "0"), count: 4 - digits.count)
                bytes += Array(digits.utf8)
            }
        }
        return bytes
    }
}
