public import EventLog
internal import LogFormat

/// Reads the check-ins and doses of a log.
///
/// Only frames that have any are read. O(records of those frames). Immutable; safe on any thread.
public struct WellnessReader: Sendable {
    /// The check-ins and doses that count.
    public let history: WellnessHistory
    /// What could not be read, and check-ins that say what can't be (only other programs write such).
    public let damage: [Damage]

    /// Reads them.
    /// - Parameter snapshot: the log as it was at one moment.
    /// - Throws: `LogError` if the log can't be read. Damage is no error.
    public init(_ snapshot: LogSnapshot) throws(LogError) {
        let projection = WellnessProjection()
        let found = try projection.refresh(snapshot)
        history = projection.history
        damage = snapshot.damage.merging(found)
    }
}

/// Check-ins by day and doses by time, rebuilt from a log on start and kept current by folding only what is new.
/// Derived: throwing it away changes no answer. Not thread-safe.
final class WellnessProjection {
    private(set) var history = WellnessHistory()
    /// Check-ins that say what can't be.
    private(set) var invalid: [UInt64] = []
    private var checkIns: [StoredCheckIn] = []
    private var doses: [SupplementDose] = []
    /// Everything before this sequence was taken in.
    private var nextSequence: UInt64 = 1
    private var retracted = RetractedSequences.none
    private var seen: LogSnapshot?

    /// Takes in what the snapshot has beyond what was taken in before; where records were removed since, all of it
    /// anew. O(new check-ins and doses + all of them).
    /// - Returns: what could not be read, and check-ins that say what can't be.
    func refresh(_ snapshot: LogSnapshot) throws(LogError) -> [Damage] {
        guard snapshot.nextSequence >= nextSequence else { return [] }
        if let seen, try snapshot.lacksRecords(of: seen) {
            (checkIns, doses, invalid, nextSequence) = ([], [], [], 1)
        }
        seen = snapshot
        guard snapshot.nextSequence > nextSequence else { return [] }
        let from = nextSequence
        retracted = try RetractedSequences(snapshot)
        let gone = retracted
        let (folds, damage) = try snapshot.fold(
            where: { $0.endSequence > from && ($0.has(.checkIn) || $0.has(.dose)) },
            make: { WellnessFold(from: from, retracted: gone) })
        checkIns = checkIns.filter { !gone.contains($0.sequence) } + folds.flatMap(\.checkIns)
        doses = doses.filter { !gone.contains($0.sequence) } + folds.flatMap(\.doses)
        history = WellnessHistory(checkIns: Self.daily(checkIns), doses: doses)
        nextSequence = snapshot.nextSequence
        let refused = folds.flatMap(\.invalid).sorted { $0.sequence < $1.sequence }
        invalid += refused.map(\.sequence)
        let places = refused.map { snapshot.damage(ofRecord: $0.sequence, $0.reason) }
        return (damage + places).merging(gone.damage)
    }

    /// Check-ins that neither began their day nor have the last word on it, in no order: no answer needs them.
    var superseded: [UInt64] {
        var days: [Int64: [StoredCheckIn]] = [:]
        for checkIn in checkIns { days[checkIn.daily.day, default: []].append(checkIn) }
        return days.values.flatMap { ofDay in
            ofDay.sorted { ($0.recordedAt, $0.sequence) < ($1.recordedAt, $1.sequence) }
                .dropFirst().dropLast().map(\.sequence)
        }
    }

    /// One a day: the latest gives what is rated, the first the id and the time of creation.
    private static func daily(_ checkIns: [StoredCheckIn]) -> [DailyCheckIn] {
        let ordered = checkIns.sorted { ($0.recordedAt, $0.sequence) < ($1.recordedAt, $1.sequence) }
        var days: [Int64: DailyCheckIn] = [:]
        for checkIn in ordered {
            var daily = checkIn.daily
            if let first = days[daily.day] {
                daily.id = first.id
                daily.createdAt = first.createdAt
            }
            days[daily.day] = daily
        }
        return Array(days.values)
    }
}

/// A check-in as one record has it.
private struct StoredCheckIn {
    var sequence: UInt64
    var recordedAt: Int64
    /// What the day would be if this were its only one.
    var daily: DailyCheckIn
}

/// Takes check-ins and doses out of frames.
private final class WellnessFold: FrameFold {
    private let from: UInt64
    private let retracted: RetractedSequences
    private(set) var checkIns: [StoredCheckIn] = []
    private(set) var doses: [SupplementDose] = []
    private(set) var invalid: [(sequence: UInt64, reason: String)] = []

    init(from: UInt64, retracted: RetractedSequences) {
        self.from = from
        self.retracted = retracted
    }

    func fold(_ frame: FrameReader, _ entry: FrameEntry) throws(FormatError) {
        let columns = try RecordColumns(frame, entry)
        columns.forEach(of: .checkIn) { row in
            guard row.sequence >= from, !retracted.contains(row.sequence) else { return }
            addCheckIn(row)
        }
        columns.forEach(of: .dose) { row in
            guard row.sequence >= from, !retracted.contains(row.sequence) else { return }
            doses.append(
                SupplementDose(
                    sequence: row.sequence, supplement: row.name, takenAt: row.timestamp,
                    offsetMinutes: row.offsetMinutes, amount: row[RecordField.amount]))
        }
    }

    private func addCheckIn(_ row: RecordColumns.Row) {
        guard let date = row[RecordField.date], let day = try? DateExpression.day(date) else {
            invalid.append((row.sequence, "a check-in whose date is no date"))
            return
        }
        var levels: [Int] = []
        for metric in WellnessMetric.allCases {
            let text = row.attributes.first { $0.key == metric.key }?.value ?? ""
            guard let level = WellnessMetric.level(text) else {
                invalid.append((row.sequence, "a check-in whose \(metric.key) is no level from 1 to 5"))
                return
            }
            levels.append(level)
        }
        let daily = DailyCheckIn(
            id: row.id ?? date, day: day, focus: levels[0], sleep: levels[1], energy: levels[2],
            stress: levels[3], mood: row[RecordField.mood], createdAt: row.timestamp,
            updatedAt: row.timestamp)
        checkIns.append(StoredCheckIn(sequence: row.sequence, recordedAt: row.timestamp, daily: daily))
    }
}

extension WellnessMetric {
    /// A level as it is written and stored, one digit; nil for anything else.
    package static func level(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 1, let digit = bytes.first, (0x31...0x35).contains(digit) else { return nil }
        return Int(digit - 0x30)
    }
}
