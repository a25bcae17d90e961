import BenchSupport
import EventLog

/// One event of the kind that `src/generate-events.c` writes, ready for every system.
struct UsageEvent {
    let record: Record
    /// What SQLite gets.
    let row: SQLiteDatabase.Row
}

/// Makes usage events one after the other: a few frequent types, keys that differ by type, identifiers that
/// never repeat, and one event in fifty that arrives up to six hours late.
struct UsageEvents {
    private struct Kind {
        let name: String
        let percent: UInt64
        let keys: [String]
        var hasDuration = false
    }

    private static let kinds = [
        Kind(name: "screenViewed", percent: 34, keys: ["screen"]),
        Kind(name: "featureUsed", percent: 20, keys: ["feature", "screen"]),
        Kind(name: "sessionStarted", percent: 12, keys: []),
        Kind(name: "sessionCompleted", percent: 12, keys: ["category", "session"], hasDuration: true),
        Kind(name: "taskCompleted", percent: 9, keys: ["category"], hasDuration: true),
        Kind(name: "searchPerformed", percent: 5, keys: ["query"]),
        Kind(name: "itemCreated", percent: 4, keys: ["category"]),
        Kind(name: "settingsChanged", percent: 2, keys: ["category"]),
        Kind(name: "shareAction", percent: 1, keys: []),
        Kind(name: "itemDeleted", percent: 1, keys: ["category"]),
    ]
    private static let words = [
        "category": ["work", "home", "health", "reading", "errands"],
        "screen": [
            "home", "editor", "library", "settings", "search", "profile", "stats", "onboarding", "detail",
            "share", "history", "inbox",
        ],
        "feature": [
            "darkMode", "export", "import", "sync", "reminders", "widgets", "shortcuts", "voice", "ocr",
            "tags", "filters", "backup", "templates", "themes", "batchEdit", "undo",
        ],
    ]

    private var generator: UInt64 = 88_172_645_463_325_252
    /// 2026-01-01 UTC; an event every 9.5 s, as in three years of ten million.
    private var milliseconds: Int64 = 1_767_225_600_000
    private static let step: Int64 = 9_467

    /// xorshift64, as in the C program.
    private mutating func draw(below limit: UInt64) -> UInt64 {
        generator ^= generator << 13
        generator ^= generator >> 7
        generator ^= generator << 17
        return generator % limit
    }

    mutating func next() -> UsageEvent {
        let kind = drawKind()
        milliseconds += Self.step
        var instant = milliseconds + Int64(draw(below: 900))
        if draw(below: 50) == 0 { instant -= Int64(draw(below: 21_600_000)) }
        var attributes: [String: String] = [:]
        for key in kind.keys { attributes[key] = value(of: key) }
        let duration = kind.hasDuration ? Int64(draw(below: 36_000)) * 100_000 : nil
        let pairs = kind.keys.map { "\"\($0)\":\"\(attributes[$0] ?? "")\"" }
        let record = Record(
            timestamp: instant * 1000, name: kind.name, duration: duration, attributes: attributes)
        return UsageEvent(
            record: record,
            row: SQLiteDatabase.Row(
                type: record.name, time: record.timestamp, metadata: "{" + pairs.joined(separator: ",") + "}",
                duration: duration.map { Double($0) / 1e6 }))
    }

    mutating func next(_ count: Int) -> [UsageEvent] {
        var events: [UsageEvent] = []
        for _ in 0..<count { events.append(next()) }
        return events
    }

    private mutating func drawKind() -> Kind {
        var percentile = draw(below: 100)
        for kind in Self.kinds {
            if percentile < kind.percent { return kind }
            percentile -= kind.percent
        }
        return Self.kinds[0]
    }

    private mutating func value(of key: String) -> String {
        switch key {
        case "query": return "q\(draw(below: 5000))"
        case "session": return "s" + String(draw(below: UInt64(UInt32.max)), radix: 16)
        default:
            let words = Self.words[key] ?? []
            return words[Int(draw(below: UInt64(words.count)))]
        }
    }
}
