/// What a check-in rates, each from 1 to 5. Higher is better in all four: stress runs from very stressed to very
/// calm.
public enum WellnessMetric: String, CaseIterable, Sendable {
    /// From very unfocused to very focused.
    case focus = "Focus"
    /// From poor to excellent.
    case sleep = "Sleep"
    /// From exhausted to energized.
    case energy = "Energy"
    /// From very stressed to very calm.
    case stress = "Stress"

    /// The levels there are.
    public static let levels = 1...5

    /// The name on the command line and in JSON.
    public var key: String { rawValue.lowercased() }

    /// The metric of a ``key``, in any mix of upper and lower case; nil for anything else.
    public init?(key: String) {
        guard let metric = Self.allCases.first(where: { $0.key == key.lowercased() }) else { return nil }
        self = metric
    }

    /// A picture of it.
    public var emoji: String {
        switch self {
        case .focus: "🧠"
        case .sleep: "😴"
        case .energy: "⚡"
        case .stress: "🧘"
        }
    }

    /// What a level looks like, for all four alike; the middle one for anything that isn't a level.
    public static func face(ofLevel level: Int) -> String {
        switch level {
        case 1: "😔"
        case 2: "😕"
        case 4: "🙂"
        case 5: "😄"
        default: "😐"
        }
    }

    /// What level 1 means.
    public var lowLabel: String {
        switch self {
        case .focus: "Very Unfocused"
        case .sleep: "Poor Sleep"
        case .energy: "Exhausted"
        case .stress: "Very Stressed"
        }
    }

    /// What level 5 means.
    public var highLabel: String {
        switch self {
        case .focus: "Very Focused"
        case .sleep: "Excellent Sleep"
        case .energy: "Energized"
        case .stress: "Very Calm"
        }
    }
}
