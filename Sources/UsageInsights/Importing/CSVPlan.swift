/// What the columns of one CSV are, once its header is known.
struct CSVPlan: Sendable {
    typealias Role = CSVMapping.Role

    struct Detail: Sendable {
        var column: Int
        var key: String
    }

    let names: [String]
    private let mapping: CSVMapping
    private let mapped: [Role: [Int]]
    /// Columns that aren't mapped, and are called as a role: they are it only in records of a kind that has it.
    private let named: [Role: Int]

    /// - Throws: ``InputRefusal`` where a mapped column isn't there, or a name is there twice.
    init(_ names: [String], _ mapping: CSVMapping, onlyMapped: Bool) throws(InputRefusal) {
        self.names = names
        self.mapping = mapping
        let finder = NameFinder(names)
        var mapped: [Role: [Int]] = [:]
        for role in Role.allCases {
            guard let wanted = mapping.columns[role] else { continue }
            if wanted.isEmpty {
                mapped[role] = []
            } else if let one = try finder.place(wanted) {
                // A name that holds a '+' comes before two names with one between them.
                mapped[role] = [one]
            } else {
                for part in wanted.split(separator: "+", omittingEmptySubsequences: false) {
                    guard let one = try finder.place(String(part)) else {
                        throw InputRefusal(
                            "there is no column \(QuotedText.quote(String(part))) for \(role.rawValue), but"
                                + " \(CSVTable.list(names))\(Self.separatorHint(names))", line: 1)
                    }
                    mapped[role, default: []].append(one)
                }
            }
        }
        if let kinds = mapped[.kind], kinds.count > 1 {
            throw InputRefusal("'kind' is one column, and not several")
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
            if let one = finder.onlyPlace(role.rawValue), !taken.contains(one) { named[role] = one }
        }
        if !onlyMapped, let name = finder.twice.min() { throw NameFinder.isTwice(name) }
        self.mapped = mapped
        self.named = named
    }

    private static func separatorHint(_ names: [String]) -> String {
        guard names.count == 1, let mark = [";", "\t"].first(where: { names[0].contains($0) }) else {
            return ""
        }
        return " (is it separated otherwise? --separator \(mark == ";" ? "';'" : "tab"))"
    }

    /// Whether some column has the role.
    func has(_ role: Role) -> Bool { !columns(role).isEmpty }

    /// The columns of a role: those mapped to it, else the one that is called like it.
    func columns(_ role: Role) -> [Int] { mapped[role] ?? named[role].map { [$0] } ?? [] }

    /// The columns that have none of these roles, with their names. One that is called `metadata.KEY` stands for KEY.
    /// - Parameter onlyMapped: of those alone that are mapped to another.
    func others(than roles: [Role], onlyMapped: Bool) -> [Detail] {
        let own = Set(roles.flatMap { columns($0) })
        let wanted = Set(onlyMapped ? Array(mapped.values.joined()) : Array(names.indices))
        return names.enumerated().filter { wanted.contains($0.offset) && !own.contains($0.offset) }.map {
            place, name in
            let key = name.hasPrefix("metadata.") ? String(name.dropFirst("metadata.".count)) : name
            return Detail(column: place, key: key)
        }
    }

    /// What rows are that don't say it.
    /// - Parameter hasType: a type is given for all.
    /// - Throws: ``InputRefusal`` where no row could be a record for want of a column.
    func usualKind(hasType: Bool) throws(InputRefusal) -> RowKind {
        let day: [Role] = [.date, .focus, .sleep, .energy, .stress]
        let missing = day.filter { !has($0) }
        var kind = RowKind.event
        if !hasType && !has(.type) {
            if has(.supplement) {
                kind = .dose
            } else if missing.isEmpty {
                kind = .checkIn
            }
        }
        // Each row may say what it is.
        if has(.kind) { return kind }
        let there = "but \(CSVTable.list(names))\(Self.separatorHint(names))"
        if kind == .event && day.contains(where: { isMapped($0) })
            || missing.count < 3 && !has(.timestamp) && kind == .event
        {
            let what = missing.map(\.rawValue).joined(separator: ", ")
            let hint =
                missing.isEmpty
                ? "give no TYPE with them" : "missing: \(what) (--map \(missing[0].rawValue)=COLUMN)"
            throw InputRefusal("these look like check-ins; \(hint)", line: 1)
        }
        if kind == .event && (isMapped(.supplement) || isMapped(.takenAt)) {
            let hint =
                has(.supplement) ? "give no TYPE with them" : "missing: supplement (--map supplement=COLUMN)"
            throw InputRefusal("these look like doses; \(hint)", line: 1)
        }
        if kind != .checkIn && !has(.timestamp) && !(kind == .dose && has(.takenAt)) {
            let name = kind == .dose ? "takenAt" : "timestamp"
            throw InputRefusal(
                "the header has no column '\(name)', \(there) (map one, such as --map \(name)=Date)", line: 1)
        }
        if kind == .event && !hasType && !has(.type) {
            throw InputRefusal(
                "the header has no column 'type', \(there) (map one, such as --map type=Activity, or name the type"
                    + " of all: evlog append TYPE --file …)", line: 1)
        }
        return kind
    }

    /// Whether the header is that of a CSV that was exported from a log, where a cell that is empty in quotation marks
    /// holds an empty text.
    var isOfLog: Bool { names.prefix(5) == ["type", "timestamp", "duration", "id", "kind"] }

    private func isMapped(_ role: Role) -> Bool { mapping.columns[role].map { !$0.isEmpty } ?? false }
}

/// Finds columns by their names: as they are, else whatever their capitals and the blanks around them.
private struct NameFinder {
    private var exact: [String: Int] = [:]
    private var loose: [String: [Int]] = [:]
    /// Names that are there twice. Columns without a name may be many: spreadsheets leave such.
    private(set) var twice: Set<String> = []

    init(_ names: [String]) {
        for (place, name) in names.enumerated() {
            if exact.updateValue(place, forKey: name) != nil && !name.isEmpty { twice.insert(name) }
            loose[Self.plain(name), default: []].append(place)
        }
    }

    private static func plain(_ name: String) -> String { name.trimmingBlanks().lowercased() }

    /// Nil also where there are several.
    func onlyPlace(_ name: String) -> Int? {
        if twice.contains(name) { return nil }
        if let place = exact[name] { return place }
        let places = loose[Self.plain(name)] ?? []
        return places.count == 1 ? places[0] : nil
    }

    func place(_ name: String) throws(InputRefusal) -> Int? {
        if twice.contains(name) { throw Self.isTwice(name) }
        return Self.plain(name).isEmpty ? exact[name] : onlyPlace(name)
    }

    static func isTwice(_ name: String) -> InputRefusal {
        InputRefusal("the header has the column \(QuotedText.quote(name)) twice", line: 1)
    }
}
