public import EventLog
public import Foundation

/// Something that a user did, as an app hands it over.
public struct UsageEvent: Sendable, Equatable {
    /// What happened, such as `taskCompleted`; see `EventType`.
    public var eventType: String
    /// When; kept to the nearest microsecond.
    public var timestamp: Date
    /// What more there is to say. Cards look at the key `category`, rollups at any.
    public var metadata: [String: String]
    /// Seconds, for what takes time.
    public var duration: TimeInterval?

    /// Takes the values as they are; they are checked when the event is recorded.
    public init(
        eventType: String, timestamp: Date = .now, metadata: [String: String] = [:],
        duration: TimeInterval? = nil
    ) {
        self.eventType = eventType
        self.timestamp = timestamp
        self.metadata = metadata
        self.duration = duration
    }

    /// Names that many apps need. Any other name is as good.
    public enum EventType {
        /// A session began.
        public static let sessionStarted = "sessionStarted"
        /// A session ended, after its duration.
        public static let sessionCompleted = "sessionCompleted"
        /// A task was completed.
        public static let taskCompleted = "taskCompleted"
        /// A feature was used: metadata `feature`.
        public static let featureUsed = "featureUsed"
        /// A screen was seen: metadata `screen`.
        public static let screenViewed = "screenViewed"
        /// An item was made.
        public static let itemCreated = "itemCreated"
        /// An item was deleted.
        public static let itemDeleted = "itemDeleted"
        /// Something was searched for.
        public static let searchPerformed = "searchPerformed"
        /// Something was shared.
        public static let shareAction = "shareAction"
        /// Settings were changed.
        public static let settingsChanged = "settingsChanged"

        /// A name of one's own.
        public static func custom(_ name: String) -> String { name }
    }
}

extension Record {
    /// The record of an event, ready to be appended: times to the nearest microsecond.
    /// - Parameters:
    ///   - event: as the app has it.
    ///   - offsetMinutes: minutes east of UTC where it is recorded, if known.
    /// - Returns: nil if the type is empty, the time is outside the years 1 to 9999, or the duration is negative, not
    ///   finite or over 10^12 seconds.
    public init?(_ event: UsageEvent, offsetMinutes: Int? = nil) {
        let microseconds = (event.timestamp.timeIntervalSince1970 * 1_000_000).rounded()
        guard !event.eventType.isEmpty, let timestamp = Int64(exactly: microseconds) else { return nil }
        var duration: Int64?
        if let seconds = event.duration {
            guard seconds >= 0, let exact = Int64(exactly: (seconds * 1_000_000).rounded()) else {
                return nil
            }
            duration = exact
        }
        self.init(
            timestamp: timestamp, offsetMinutes: offsetMinutes, name: event.eventType, duration: duration,
            attributes: event.metadata)
        guard refusal == nil else { return nil }
    }
}
