/// Reads the objects that were cut out of an input: of each, the fields that its owner knows by name.
///
/// What it hands out is valid until the next object is read, and as long as that one's bytes are. Unchecked sendable:
/// it goes from one thread to the next with the translator that owns it, and is never used by two at once.
final class JSONObjectReader<Field: RawRepresentable<String> & CaseIterable & Hashable & Sendable>:
    @unchecked Sendable
{
    private var scratch = LineScratch()
    /// For what stands inside a field.
    private var nested = LineScratch()
    private var record = ParsedRecord()
    /// An object without the ends of lines between its tokens, which a line's reader doesn't go past.
    private let flat: UnsafeMutableRawBufferPointer
    private let names: [(bytes: [UInt8], field: Field)]
    private var fields: [Field: JSONToken] = [:]

    init() {
        flat = .allocate(byteCount: JSONLinesLimits.lineBytes, alignment: 16)
        names = Field.allCases.map { (Array($0.rawValue.utf8), $0) }
    }

    deinit { flat.deallocate() }

    /// A field of the object that was read last; a null is none.
    subscript(field: Field) -> JSONToken? {
        guard let token = fields[field], token.kind != .null else { return nil }
        return token
    }

    func read(_ object: UnsafeRawBufferPointer) throws(RowFailure) {
        scratch.clear()
        nested.clear()
        fields.removeAll(keepingCapacity: true)
        guard object.count <= flat.count else { throw RowFailure("longer than 1 MiB") }
        let text = flattened(object)
        var members = JSONMembers(text)
        do throws(JSONLineReason) {
            while let (key, value) = try members.next(&scratch) {
                guard let field = field(key) else { continue }
                guard fields.updateValue(value, forKey: field) == nil else {
                    throw members.refuse(.duplicateField, key)
                }
            }
            try members.finish()
        } catch { throw RowFailure(members.message(error)) }
    }

    private func field(_ key: UnsafeRawBufferPointer) -> Field? {
        names.first { $0.bytes.count == key.count && $0.bytes.elementsEqual(key) }?.field
    }

    private func flattened(_ object: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard object.contains(0x0a) else { return object }
        flat.copyMemory(from: object)
        let text = UnsafeMutableRawBufferPointer(rebasing: flat[..<object.count])
        var isInString = false
        var isEscaped = false
        for at in text.indices {
            let byte = text[at]
            if isInString {
                // A line feed in a string stays, to be refused.
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == 0x0a {
                text[at] = 0x20
            }
        }
        return UnsafeRawBufferPointer(text)
    }

    /// Hands over the members of an object that is a field's value, nulls too.
    func forEachMember(
        of object: JSONToken, _ body: (UnsafeRawBufferPointer, JSONToken) -> Void
    ) throws(RowFailure) {
        var members = JSONMembers(object.text)
        do throws(JSONLineReason) {
            while let (key, value) = try members.next(&nested) { body(key, value) }
        } catch { throw RowFailure(members.message(error)) }
    }

    /// The strings of an array that is a field's value; nil if it holds anything else.
    func strings(of array: JSONToken, limit: Int = .max) -> [UnsafeRawBufferPointer]? {
        guard array.kind == .array else { return nil }
        return JSONObjectText.strings(array.text, limit: limit, &nested)
    }

    /// Why a record that was made can't be one; nil if it can.
    func refusal(of line: [UInt8]) -> String? {
        line.withUnsafeBytes { bytes in
            var lines = JSONLinesReader(bytes, isStartOfInput: false)
            guard case .refused(let failure) = lines.next(into: &record) else { return nil }
            return failure.message
        }
    }
}

/// The members of an object, one after the other.
struct JSONMembers {
    private let text: UnsafeRawBufferPointer
    private var cursor: JSONCursor
    private var isFirst = true
    private var subject = UnsafeRawBufferPointer(start: nil, count: 0)

    init(_ text: UnsafeRawBufferPointer) {
        self.text = text
        // An empty buffer may have no address; any address will do for one that is never read.
        let base = text.baseAddress ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
        cursor = JSONCursor(position: base, stop: base + text.count)
    }

    mutating func next(
        _ scratch: inout LineScratch
    ) throws(JSONLineReason) -> (key: UnsafeRawBufferPointer, value: JSONToken)? {
        var token = try cursor.peekToken()
        if isFirst {
            guard token == UInt8(ascii: "{") else { throw .notAnObject }
            cursor.position += 1
            token = try cursor.peekToken()
        }
        if token == UInt8(ascii: "}") {
            cursor.position += 1
            return nil
        }
        if !isFirst { try cursor.expect(UInt8(ascii: ",")) }
        isFirst = false
        try cursor.expect(UInt8(ascii: "\""))
        let key = try cursor.scanString(&scratch)
        try cursor.expect(UInt8(ascii: ":"))
        return (key, try cursor.scanValue(try cursor.peekToken(), &scratch))
    }

    /// Nothing but white space may follow.
    mutating func finish() throws(JSONLineReason) {
        while cursor.position < cursor.stop {
            guard cursor.byte <= 0x20, cursor.byte != 0 else { throw .textAfterRecord }
            cursor.position += 1
        }
    }

    mutating func refuse(_ reason: JSONLineReason, _ subject: UnsafeRawBufferPointer) -> JSONLineReason {
        self.subject = subject
        return reason
    }

    static let endsInside = "invalid JSON: it ends inside the object"

    func message(_ reason: JSONLineReason) -> String {
        switch reason {
        case .cutShort: return Self.endsInside
        case .endsEarly: return "invalid JSON: a line feed in a string"
        default:
            let base = text.baseAddress ?? cursor.position
            return JSONLineFailure.message(
                reason, field: nil, subject: subject, column: cursor.position - base + 1,
                next: cursor.position < cursor.stop ? cursor.byte : nil)
        }
    }
}

/// Small values out of JSON text.
enum JSONObjectText {
    /// The content of a string that is alone, with its quotation marks; nil if it is none.
    static func string(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let base = text.baseAddress, text.count >= 2, text[0] == UInt8(ascii: "\"") else { return nil }
        var scratch = LineScratch()
        var cursor = JSONCursor(position: base + 1, stop: base + text.count)
        guard let content = try? cursor.scanString(&scratch), cursor.position == cursor.stop else {
            return nil
        }
        return Array(content)
    }

    /// The strings of a valid array, the first `limit` of them; nil if it holds anything else.
    static func strings(
        _ array: UnsafeRawBufferPointer, limit: Int, _ scratch: inout LineScratch
    ) -> [UnsafeRawBufferPointer]? {
        guard let base = array.baseAddress, array.count > 2 else { return [] }
        var cursor = JSONCursor(position: base + 1, stop: base + array.count - 1)
        var strings: [UnsafeRawBufferPointer] = []
        while strings.count < limit {
            guard (try? cursor.expect(UInt8(ascii: "\""))) != nil,
                let content = try? cursor.scanString(&scratch)
            else { return nil }
            strings.append(content)
            guard (try? cursor.expect(UInt8(ascii: ","))) != nil else { break }
        }
        return strings.count == limit || cursor.position == cursor.stop ? strings : nil
    }

    /// The bytes that an array of small numbers stands for; nil if it holds anything else, or nothing.
    static func bytes(_ array: UnsafeRawBufferPointer) -> [UInt8]? {
        guard array.count > 2 else { return nil }
        var bytes: [UInt8] = []
        var number: Int?
        for byte in array.dropFirst() {
            switch byte {
            case 0x30...0x39:
                let value = (number ?? 0) * 10 + Int(byte - 0x30)
                guard value <= 255 else { return nil }
                number = value
            case UInt8(ascii: ","), UInt8(ascii: "]"):
                guard let value = number else { return nil }
                bytes.append(UInt8(value))
                number = nil
            default: return nil
            }
        }
        return bytes
    }
}
