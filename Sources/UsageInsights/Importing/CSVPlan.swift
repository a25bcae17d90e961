/// What the columns of one CSV are, once its header is known.
struct CSVPlan: Sendable {
    typealias Role = CSVMapping.Role

    struct Detail: Sendable {
        var column: Int
        var key: String
    }

    let columnCount: Int
    /// The columns of a role, whose cells are put together with a blank between them.
    private let mapped: [[Int]?]
    /// Columns that aren't mapped, and are called as a role: they are it only in records of a kind that has it.
    private let named: [Int?]
    /// The columns beside `mapped`, with their names. One that is called `metadata.KEY` stands for KEY.
    let others: [Detail]
    private let keys: [String]

    /// - Throws: ``InputRefusal`` where a mapped column isn't there, or one that is needed is there twice.
    init(_ names: [String], _ mapping: CSVMapping, needsTime: Bool) throws(InputRefusal) {
        columnCount = names.count
        func column(_ name: String) throws(InputRefusal) -> Int? {
            guard let column = names.firstIndex(of: name) else { return nil }
            if names[(column + 1)...].contains(name) {
                throw InputRefusal("the header has the column \(QuotedText.quote(name)) twice", line: 1)
            }
            return column
        }
        var mapped = [[Int]?](repeating: nil, count: Role.allCases.count)
        var taken: Set<Int> = []
        for (index, role) in Role.allCases.enumerated() {
            guard let wanted = mapping.columns[role] else { continue }
            var found: [Int] = []
            // A name that holds a '+' comes before two names with one between them.
            if let one = try column(wanted) {
                found = [one]
            } else {
                for part in wanted.split(separator: "+", omittingEmptySubsequences: false) {
                    guard let one = try column(String(part)) else {
                        throw InputRefusal(
                            "there is no column \(QuotedText.quote(String(part))) for \(role.rawValue), but"
                                + " \(CSVTable.list(names))", line: 1)
                    }
                    found.append(one)
                }
            }
            mapped[index] = found
            taken.formUnion(found)
        }
        var named = [Int?](repeating: nil, count: Role.allCases.count)
        for (index, role) in Role.allCases.enumerated() where mapped[index] == nil && role != .end {
            if let one = try column(role.rawValue), !taken.contains(one) { named[index] = one }
        }
        self.mapped = mapped
        self.named = named
        others = names.enumerated().filter { !taken.contains($0.offset) }.map { place, name in
            let key = name.hasPrefix("metadata.") ? String(name.dropFirst("metadata.".count)) : name
            return Detail(column: place, key: key)
        }
        keys = names
        if needsTime && !has(.timestamp) && !has(.takenAt) && !has(.date) {
            let hint =
                names.count == 1 && names[0].contains(where: { ";\t".contains($0) })
                ? "is it separated otherwise? see --separator"
                : "map one, such as --map timestamp=Date"
            throw InputRefusal(
                "the header has no column 'timestamp', but \(CSVTable.list(names))"
                    + " (\(hint))", line: 1)
        }
    }

    private static func index(_ role: Role) -> Int {
        // Cases are few, and this is asked once a row and role.
        Role.allCases.firstIndex(of: role) ?? 0
    }

    func has(_ role: Role) -> Bool { isMapped(role) || named[Self.index(role)] != nil }
    func isMapped(_ role: Role) -> Bool { mapped[Self.index(role)] != nil }

    /// The columns of a role: those mapped to it, else the one that is called like it.
    func columns(_ role: Role) -> [Int] {
        let index = Self.index(role)
        return mapped[index] ?? named[index].map { [$0] } ?? []
    }

    func name(_ column: Int) -> String { keys[column] }
}
