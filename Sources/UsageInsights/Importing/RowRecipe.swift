/// What kind of record a row is, as JSON lines spell it.
enum RowKind: String, CaseIterable, Sendable {
    case event, rollup, dose
    case checkIn = "checkin"
}

/// Where the rows of one kind have what, worked out once for all of them.
struct RowRecipe: Sendable {
    let kind: RowKind
    let type: [Int]
    let timestamp: [Int]
    let end: [Int]
    let duration: [Int]
    let id: [Int]
    let date: [Int]
    let levels: [(name: String, columns: [Int])]
    let mood: [Int]
    let supplement: [Int]
    let takenAt: [Int]
    let amount: [Int]
    /// Columns that are metadata of an event; of other kinds, fields that they don't have.
    let details: [CSVPlan.Detail]
    /// Empty cells in quotation marks are empty values.
    let keepsEmpty: Bool

    init(_ kind: RowKind, _ plan: CSVPlan, onlyMapped: Bool) {
        self.kind = kind
        type = plan.columns(.type)
        timestamp = plan.columns(.timestamp)
        end = plan.columns(.end)
        duration = plan.columns(.duration)
        id = plan.columns(.id)
        date = plan.columns(.date)
        levels = [.focus, .sleep, .energy, .stress].map { ($0.rawValue, plan.columns($0)) }
        mood = plan.columns(.mood)
        supplement = plan.columns(.supplement)
        takenAt = plan.columns(.takenAt)
        amount = plan.columns(.amount)
        details = plan.others(than: Self.roles(kind), onlyMapped: onlyMapped)
        keepsEmpty = plan.isOfLog
    }

    /// What a row of the kind has. Exports say a supplement as the type, and when it was taken as the timestamp.
    private static func roles(_ kind: RowKind) -> [CSVMapping.Role] {
        switch kind {
        case .event, .rollup: [.kind, .type, .timestamp, .end, .duration, .id]
        case .checkIn: [.kind, .date, .focus, .sleep, .energy, .stress, .mood, .timestamp, .id, .type]
        case .dose: [.kind, .supplement, .takenAt, .amount, .id, .type, .timestamp]
        }
    }
}
