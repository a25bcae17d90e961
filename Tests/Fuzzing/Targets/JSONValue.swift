/// JSON as Foundation's decoder sees it.
package enum JSONValue: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    /// A number that Foundation has no type for.
    case hugeNumber
    case string(String)
    case array([JSONValue])
    case object([Key: JSONValue])

    /// A key by its bytes: `String` takes canonically equivalent ones for the same.
    package struct Key: Hashable {
        let bytes: [UInt8]
        package init(_ text: String) { bytes = Array(text.utf8) }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [Key: JSONValue] = [:]
            for key in container.allKeys {
                members[Key(key.stringValue)] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else {
            self = .hugeNumber
        }
    }

    /// The same, with numbers within rounding: Foundation's are binary.
    package func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null), (.hugeNumber, .hugeNumber): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { key, value in right[key].map { value.isSame(as: $0) } ?? false }
        default: false
        }
    }

    package subscript(_ field: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[Key(field)] else { return nil }
        if case .null = value { return nil }
        return value
    }
}
