import Foundation

/// `format-spec.md`, taken apart: its hex vectors with the meanings behind them, and its tables of constants.
struct SpecDocument {
    /// One ```hex block and the ```json block behind it.
    struct Vector: Sendable, CustomStringConvertible {
        var name: String
        var bytes: [UInt8]
        var meaning: Meaning

        var description: String { name }
    }

    /// What the JSON behind a vector says. Which fields there are depends on `decode`.
    struct Meaning: Decodable, Sendable {
        var decode: String
        var unsigned: [UInt64]?
        var integers: [Int64]?
        var strings: [String]?
        var width: Int?
        var salt: UInt32?
        var offset: Int?
        var header: [String: Number]?
        var records: [Line]?
        var frames: [[String: Number]]?
        var fileName: String?
        var frame: String?
        /// Bits that may change without changing what is decoded.
        var free: Int?
    }

    struct Line: Decodable, Sendable {
        var sequence: UInt64
        var kind: String
        var name: String
        var timestamp: Int64
        var offset: Int16?
        var duration: Int64?
        var id: String?
        var attributes: [String: String]
    }

    /// Any 64-bit integer, signed or not, as its bits.
    struct Number: Decodable, Sendable, Hashable {
        var bits: UInt64

        init(bits: UInt64) { self.bits = bits }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let signed = try? container.decode(Int64.self) {
                bits = UInt64(bitPattern: signed)
            } else {
                bits = try container.decode(UInt64.self)
            }
        }
    }

    struct Malformed: Error { var line: String }

    var vectors: [Vector] = []
    /// From every table row that begins with a name in `code` and goes on with a number.
    var constants: [String: UInt64] = [:]

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    init() throws {
        let text = try String(contentsOf: Self.repository.appending(path: "format-spec.md"), encoding: .utf8)
        var fence: String?
        var body: [String] = []
        var waiting: (name: String, bytes: [UInt8])?
        for line in text.components(separatedBy: "\n") {
            guard line.hasPrefix("```") else {
                if fence != nil { body.append(line) } else { try readRow(line) }
                continue
            }
            guard let open = fence else {
                fence = String(line.dropFirst(3))
                body = []
                continue
            }
            fence = nil
            if open.hasPrefix("hex name=") {
                guard waiting == nil else { throw Malformed(line: open) }
                waiting = (String(open.dropFirst("hex name=".count)), try Self.bytes(body))
            } else if open == "json", let (name, bytes) = waiting {
                let json = Data(body.joined(separator: "\n").utf8)
                vectors.append(
                    Vector(
                        name: name, bytes: bytes, meaning: try JSONDecoder().decode(Meaning.self, from: json))
                )
                waiting = nil
            }
        }
        guard waiting == nil, fence == nil else { throw Malformed(line: "a block without its end") }
    }

    private static func bytes(_ lines: [String]) throws -> [UInt8] {
        try lines.flatMap { line in
            let digits = line.prefix { $0 != "#" }
            return try digits.split(separator: " ").map { pair in
                guard pair.count == 2, let byte = UInt8(pair, radix: 16) else { throw Malformed(line: line) }
                return byte
            }
        }
    }

    private mutating func readRow(_ line: String) throws {
        guard line.hasPrefix("| `") else { return }
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count >= 2, cells[0].hasSuffix("`") else { return }
        let name = String(cells[0].dropFirst().dropLast())
        // Other rows begin with code too: names of files.
        guard let value = Self.number(cells[1]) else { return }
        guard constants.updateValue(value, forKey: name) == nil else { throw Malformed(line: line) }
    }

    /// A decimal number, or bytes in the order of the file, two hexadecimal digits each.
    private static func number(_ text: String) -> UInt64? {
        let pairs = text.split(separator: " ")
        guard pairs.count > 1 else {
            return Int64(text).map { UInt64(bitPattern: $0) } ?? UInt64(text)
        }
        var value: UInt64 = 0
        for (index, pair) in pairs.enumerated() {
            guard index < 8, pair.count == 2, let byte = UInt8(pair, radix: 16) else { return nil }
            value |= UInt64(byte) << UInt64(8 * index)
        }
        return value
    }
}
