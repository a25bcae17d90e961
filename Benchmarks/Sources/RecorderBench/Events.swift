import BenchSupport
import Foundation

/// The events of one thread, made before the clock runs: a type, two metadata keys, a duration.
struct Events: Sendable {
    struct Event: Sendable {
        let type: String
        let metadata: [String: String]
        /// What SQLite gets in place of the dictionary.
        let json: String
        let duration: Double

        /// For SQLite, with the time of this moment, as the recorder takes it.
        var rowNow: SQLiteDatabase.Row {
            SQLiteDatabase.Row(
                type: type, time: Int64(Date.now.timeIntervalSince1970 * 1_000_000), metadata: json,
                duration: duration)
        }
    }

    /// A thread goes through these again and again; no system can make use of that.
    let all: [Event]
    private static let distinct = 20_000

    init(thread: Int) {
        var state = UInt64(thread) &* 0x9E37_79B9_7F4A_7C15 &+ 88_172_645_463_325_252
        func draw(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        let types = ["screenViewed", "featureUsed", "taskCompleted", "sessionCompleted", "searchPerformed"]
        let categories = ["work", "home", "health", "reading", "errands"]
        all = (0..<Self.distinct).map { _ in
            let category = categories[draw(categories.count)]
            let screen = "screen\(draw(40))"
            return Event(
                type: types[draw(types.count)], metadata: ["category": category, "screen": screen],
                json: "{\"category\":\"\(category)\",\"screen\":\"\(screen)\"}",
                duration: Double(draw(36_000)) / 10)
        }
    }
}
