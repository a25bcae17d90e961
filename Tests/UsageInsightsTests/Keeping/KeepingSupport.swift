import EventLog
import Foundation
import LogFormat

@testable import UsageInsights

extension ScratchLog {
    func keeping() throws -> LogKeeping { try LogKeeping(writer) }

    @discardableResult
    func prune(before cutoff: Int64, keepsRollups: Bool = false, _ kinds: Set<RecordKind> = [.event]) throws
        -> LogKeeping.Report
    {
        var options = LogKeeping.PruneOptions(
            cutoff: cutoff, firstDay: Int64((Double(cutoff) / 86_400_000_000).rounded(.down)))
        options.keepsRollups = keepsRollups
        options.kinds = kinds
        return try keeping().prune(options)
    }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] }
    var segmentCount: Int { files.count { $0.hasSuffix(".seg") } }

    /// Whether the bytes stand in any file of the log.
    func holds(_ text: String) -> Bool {
        files.contains { name in
            let bytes = FileManager.default.contents(atPath: directory + "/" + name) ?? Data()
            return bytes.range(of: Data(text.utf8)) != nil
        }
    }
}

/// Every answer about events that a question can have, as text.
func allAnswers(_ snapshot: LogSnapshot, at references: [Int64], _ calendars: [LocalCalendar]) throws
    -> [String]
{
    var answers: [String] = []
    for calendar in calendars {
        for unit in [PeriodUnit.hour, .day, .week, .month, .year] {
            for recorded in [false, true] {
                var query = RollupQuery(unit: unit, calendar: calendar)
                query.groupings = [.type, .key("category")]
                query.usesRecordedOffsets = recorded
                let rollup = try Rollup(query, of: snapshot)
                answers.append(
                    "\(unit) \(recorded): "
                        + rollup.rows.map {
                            "\($0.start) \(rollup.groups[$0.group]) \($0.count) \($0.duration)"
                        }
                        .joined(separator: "; "))
            }
        }
        for reference in references {
            for period in InsightPeriod.allCases {
                let answer = try Answer(period, at: reference, calendar, of: snapshot)
                answers.append("\(period) \(reference): \(answer.cards) \(answer.chart) \(answer.streaks)")
            }
        }
    }
    return answers
}
