/// What the columns of one CSV are, once its header is known.
struct CSVPlan: Sendable {
    typealias Role = CSVMapping.Role

    struct Detail: Sendable {
        var column: Int
        var key: String
    }

    let names: [String]
    private let mapped: [Role: [Int]]
    /// Columns that aren't mapped, and are called as a role: they are it only in records of a kind that has it.
    private let named: [Role: Int]

    /// - Throws: ``InputRefusal`` where a mapped column isn't there, or a name is there twice.
    init(_ names: [String], _ mapping: CSVMapping, onlyMapped: Bool) throws(InputRefusal) {
        self.names = names
        var places: [String: Int] = [:]
        var twice: Set<String> = []
        for (place, name) in names.enumerated() where places.updateValue(place, forKey: name) != nil {
            twice.insert(name)
        }
        func place(_ name: String) throws(InputRefusal) -> Int? {
            if twice.contains(name) { throw Self.isTwice(name) }
            return places[name]
        }
        var mapped: [Role: [Int]] = [:]
        for role in Role.allCases {
            guard let wanted = mapping.columns[role] else { continue }
            if wanted.isEmpty {
                mapped[role] = []
            } else if let one = try place(wanted) {
                // A name that holds a '+' comes before two names with one between them.
                mapped[role] = [one]
            } else {
                for part in wanted.split(separator: "+", omittingEmptySubsequences: false) {
                    guard let one = try place(String(part)) else {
                        throw InputRefusal(
                            "there is no column \(QuotedText.quote(String(part))) for \(role.rawValue), but"
                                + " \(CSVTable.list(names))", line: 1)
                    }
                    mapped[role, default: []].append(one)
                }
            }
        }
        if mapped[.end]?.isEmpty == false {
            if mapped[.duration]?.isEmpty == false {
                throw InputRefusal("'end' and 'duration' are both mapped: one of them gives the length")
            }
            // A column that is only called like it is one among others then.
            mapped[.duration] = []
        }
        var named: [Role: Int] = [:]
        let taken = Set(mapped.values.joined())
        for role in Role.allCases where mapped[role] == nil && role != .end {
            if let one = places[role.rawValue], !taken.contains(one) {
                named[role] = try place(role.rawValue)
            }
        }
        // Columns without a name may be many: spreadsheets leave such.
        if !onlyMapped, let name = twice.subtracting([""]).min() { throw Self.isTwice(name) }
        self.mapped = mapped
        self.named = named
    }

    private static func isTwice(_ name: String) -> InputRefusal {
        InputRefusal("the header has the column \(QuotedText.quote(name)) twice", line: 1)
    }

    /// Whether some column has the role.
    func has(_ role: Role) -> Bool { !columns(role).isEmpty }

    /// The columns of a role: those mapped to it, else the one that is called like it.
    func columns(_ role: Role) -> [Int] { mapped[role] ?? named[role].map { [$0] } ?? [] }

    /// The columns that have none of these roles, with their names. One that is called `metadata.KEY` stands for KEY.
    func others(than roles: [Role]) -> [Detail] {
        let own = Set(roles.flatMap { columns($0) })
        return names.enumerated().filter { !own.contains($0.offset) }.map { place, name in
            let key = name.hasPrefix("metadata.") ? String(name.dropFirst("metadata.".count)) : name
            return Detail(column: place, key: key)
        }
    }

    /// What rows are that don't say it.
    /// - Parameter hasType: a type is given for all.
    /// - Throws: ``InputRefusal`` where no row could be a record for want of a column.
    func usualKind(hasType: Bool) throws(InputRefusal) -> RowKind {
        let levels: [Role] = [.date, .focus, .sleep, .energy, .stress]
        var kind = RowKind.event
        if !hasType && !has(.type) {
            if has(.supplement) {
                kind = .dose
            } else if levels.allSatisfy({ has($0) }) {
                kind = .checkIn
            }
        }
        // Each row may say what it is.
        if has(.kind) { return kind }
        let isOneColumn = names.count == 1 && names[0].contains { ";\t".contains($0) }
        if kind != .checkIn && !has(.timestamp) && !(kind == .dose && has(.takenAt)) {
            let hint =
                isOneColumn
                ? "is it separated otherwise? see --separator" : "map one, such as --map timestamp=Date"
            throw InputRefusal(
                "the header has no column 'timestamp', but \(CSVTable.list(names)) (\(hint))", line: 1)
        }
        if kind == .event && !hasType && !has(.type) {
            throw InputRefusal(
                "the header has no column 'type', but \(CSVTable.list(names)) (map one, such as --map type=Activity,"
                    + " or name the type of all: evlog append TYPE --file …)", line: 1)
        }
        return kind
    }
}
