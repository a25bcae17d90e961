import UsageInsights

extension JSONText {
    /// A flat object on one line; nil is null.
    static func object(_ fields: some Sequence<(String, String?)>) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        func quote(_ text: String) {
            var text = text
            text.withUTF8 { appendQuoted(UnsafeRawBufferPointer($0), to: &bytes) }
        }
        for (name, value) in fields {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            quote(name)
            bytes.append(UInt8(ascii: ":"))
            if let value { quote(value) } else { bytes += Array("null".utf8) }
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
