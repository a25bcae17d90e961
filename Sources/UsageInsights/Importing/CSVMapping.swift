/// Which columns of a CSV say what, as `--map` gives it.
package struct CSVMapping: Sendable, Equatable {
    /// What a column may stand for: a field of a record, or the time at which an event ended.
    package enum Role: String, Sendable, CaseIterable {
        case kind, type, timestamp, end, duration, id
        case date, focus, sleep, energy, stress, mood
        case supplement, takenAt, amount
    }

    /// The column of each role, as it was written: one name, or several with `+` between them. Empty where no column has
    /// that role, not even one that is called like it.
    private(set) var columns: [Role: String] = [:]

    package init() {}

    /// Adds `type=COLUMN,timestamp=COLUMN…`. A comma only ends a column's name where a role and `=` follow. `type=` alone
    /// says that no column is the type.
    /// - Throws: ``RefusedExpression`` for an unknown role, or one that is given twice.
    package mutating func add(_ text: String) throws(RefusedExpression) {
        var rest = Substring(text)
        while true {
            guard let equals = rest.firstIndex(of: "=") else {
                throw RefusedExpression(text: text, reason: "write ROLE=COLUMN, such as timestamp=Date")
            }
            let name = rest[..<equals]
            guard let role = Role(rawValue: String(name)) else {
                let known = Role.allCases.map(\.rawValue).joined(separator: ", ")
                throw RefusedExpression(text: text, reason: "'\(name)' is none of \(known)")
            }
            rest = rest[rest.index(after: equals)...]
            let end = Self.end(of: rest)
            let column = String(rest[..<end])
            guard columns.updateValue(column, forKey: role) == nil else {
                throw RefusedExpression(text: text, reason: "'\(name)' is given twice")
            }
            if end == rest.endIndex { return }
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func end(of text: Substring) -> Substring.Index {
        var from = text.startIndex
        while let comma = text[from...].firstIndex(of: ",") {
            let next = text[text.index(after: comma)...]
            if Role.allCases.contains(where: { next.hasPrefix($0.rawValue + "=") }) { return comma }
            from = next.startIndex
        }
        return text.endIndex
    }
}
