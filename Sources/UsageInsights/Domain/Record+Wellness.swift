public import EventLog
internal import LogFormat

extension Record {
    /// A check-in, ready to be appended.
    /// - Parameters:
    ///   - day: Days since 1970-01-01, in the years 1 to 9999.
    ///   - levels: All four, each from 1 to 5.
    ///   - mood: A note; an empty one is none.
    ///   - recordedAt: Microseconds since 1970-01-01 UTC. Of several check-ins of a day the one recorded last
    ///     counts.
    ///   - offsetMinutes: Minutes east of UTC where it is recorded, if known.
    ///   - id: For the first check-in of a day; a later one changes no id.
    /// - Returns: nil where a level is missing or is none, or the day is out of range.
    public static func checkIn(
        onDay day: Int64, levels: [WellnessMetric: Int], mood: String? = nil, recordedAt: Int64,
        offsetMinutes: Int? = nil, id: String? = nil
    ) -> Record? {
        guard Civil.years.contains(Civil(days: day).year) else { return nil }
        var record = Record(
            timestamp: recordedAt, offsetMinutes: offsetMinutes, kind: .checkIn, name: "", id: id)
        record.attributes[RecordField.date.text] = Civil(days: day).isoText
        for metric in WellnessMetric.allCases {
            guard let level = levels[metric], WellnessMetric.levels.contains(level) else { return nil }
            record.attributes[metric.key] = "\(level)"
        }
        if let mood, !mood.isEmpty { record.attributes[RecordField.mood.text] = mood }
        return record
    }

    /// A dose, ready to be appended.
    /// - Parameters:
    ///   - supplement: Its name; upper and lower case count.
    ///   - takenAt: Microseconds since 1970-01-01 UTC.
    ///   - amount: As it is written, such as `200 mg`; an empty one is none.
    ///   - offsetMinutes: Minutes east of UTC where it is recorded, if known.
    ///   - id: A name of its own, if it has one.
    public static func dose(
        of supplement: String, amount: String? = nil, takenAt: Int64, offsetMinutes: Int? = nil,
        id: String? = nil
    ) -> Record {
        var record = Record(
            timestamp: takenAt, offsetMinutes: offsetMinutes, kind: .dose, name: supplement, id: id)
        if let amount, !amount.isEmpty { record.attributes[RecordField.amount.text] = amount }
        return record
    }
}
