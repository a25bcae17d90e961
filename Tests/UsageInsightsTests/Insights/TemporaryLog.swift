import EventLog
import Foundation
import LogFormat

@testable import UsageInsights

/// A log on the disk that goes away with the object.
final class TemporaryLog {
    let directory: String
    private let writer: LogWriter

    /// - Parameter segmentLength: small, for a log of many segments.
    init(segmentLength: Int = 1 << 20) throws {
        directory = NSTemporaryDirectory() + "evlog-insights-" + UUID().uuidString
        var options = LogOptions()
        options.segmentLength = segmentLength
        options.isDurable = false
        writer = try LogWriter(directory: directory, options: options)
    }

    convenience init(_ records: [Record]) throws {
        try self.init()
        try append(records)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func append(_ records: [Record], perFrame: Int = 1000) throws {
        for start in stride(from: 0, to: records.count, by: perFrame) {
            try writer.append(Array(records[start..<min(start + perFrame, records.count)]))
        }
    }

    /// Commits a frame as a compaction leaves one: of a range of sequences, only some are still there.
    func append(_ records: [Record], at places: [UInt64], covering span: Int) throws {
        let first = try snapshot().nextSequence
        let builder = FrameBuilder()
        for (record, place) in zip(records, places) {
            var name = record.name
            name.withUTF8 {
                builder.append(
                    kind: record.kind, name: UnsafeRawBufferPointer($0), timestamp: record.timestamp,
                    offset: Format.unknownOffset, duration: record.duration, id: nil, attributes: [],
                    sequence: first + place)
            }
        }
        if let frame = builder.encode(covering: first..<(first + UInt64(span))) { try writer.commit(frame) }
    }

    func snapshot() throws -> LogSnapshot { try LogSnapshot(directory: directory) }
}

/// What a log says about one period.
struct Answer {
    var summary: ActivitySummary
    var cards: [InsightResult]
    var chart: [ChartPoint]
    var streaks: Streaks

    init(_ period: InsightPeriod, at reference: Int64, _ calendar: LocalCalendar, of log: LogSnapshot) throws
    {
        let reader = try ActivityReader(period, at: reference, calendar: calendar, of: log)
        self.init(reader.summary, period, at: reference, calendar)
    }

    init(
        _ summary: ActivitySummary, _ period: InsightPeriod, at reference: Int64, _ calendar: LocalCalendar
    ) {
        let calculator = InsightCalculator(calendar: calendar)
        self.summary = summary
        cards = calculator.cards(period, at: reference, of: summary)
        chart = calculator.chart(period, at: reference, of: summary)
        streaks = Streaks(
            days: summary.days.keys, referenceDay: calendar.day(at: reference),
            isReferenceDayActive: summary.isReferenceDayActive, calendar: calendar)
    }

    subscript(title: String) -> InsightResult? { cards.first { $0.title == title } }
}

extension LogSnapshot {
    func answer(_ period: InsightPeriod, at text: String, _ calendar: LocalCalendar) throws -> Answer {
        try Answer(period, at: instant(text), calendar, of: self)
    }
}

/// Events at the same instant.
func events(
    _ count: Int = 1, at text: String, type: String = "commit", category: String? = nil,
    seconds: Int64? = nil
) -> [Record] {
    let record = Record(
        timestamp: instant(text), name: type, duration: seconds.map { $0 * 1_000_000 },
        attributes: category.map { ["category": $0] } ?? [:])
    return Array(repeating: record, count: count)
}

/// One event at 12:00 UTC on each of so many days in a row.
func daily(_ count: Int, from first: Civil) -> [Record] {
    (0..<Int64(count)).map {
        Record(timestamp: (first.days + $0) * Microseconds.day + 12 * Microseconds.hour, name: "commit")
    }
}
