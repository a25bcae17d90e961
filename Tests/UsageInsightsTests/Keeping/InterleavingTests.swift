import EventLog
import LogFormat
import Testing

@testable import UsageInsights

/// Others append, retract and look between any two calls of a compaction or a pruning.
@Suite struct InterleavingTests {
    enum Work: CaseIterable { case compact, prune, pruneKeepingRollups }

    private static let day = Microseconds.day
    private static let start: Int64 = 1_700_000_000_000_000
    private static let cutoff = start + 3 * day / 2
    private static let calendar = LocalCalendar(zone: .utc)

    /// Three days and a half, in many small segments, and one retraction.
    private static func fill(_ log: ScratchLog) throws {
        for batch in 0..<7 {
            try log.writer.append(
                (0..<4).map { at in
                    Record(
                        timestamp: start + Int64(batch) * day / 2 + Int64(at) * 1_000_003,
                        name: "n\(batch % 3)",
                        duration: Int64(at) * 1_000_000, attributes: ["text": "\(batch) \(at)"])
                })
        }
        _ = try log.retract(.sequence(17), timestamp: start)
    }

    /// What others do in between: two events, and a retraction of two that were there before.
    private static func intrude(_ log: ScratchLog) throws {
        try log.append(
            Record(timestamp: start + 7 * day, name: "new"), Record(timestamp: start + 8 * day, name: "new"))
        _ = try log.retract(.sequence(25), .sequence(14), timestamp: start)
    }

    private static func run(_ work: Work, _ keeping: LogKeeping) throws {
        var options = LogKeeping.PruneOptions(cutoff: cutoff, firstDay: 0)
        options.keepsRollups = work == .pruneKeepingRollups
        _ = work == .compact ? try keeping.compact() : try keeping.prune(options)
    }

    @Test(arguments: Work.allCases) func nothingThatComesBetweenIsLost(work: Work) throws {
        let twin = try ScratchLog(segmentLength: 400)
        try Self.fill(twin)
        try Self.intrude(twin)
        if work != .compact {
            try twin.prune(before: Self.cutoff, keepsRollups: work == .pruneKeepingRollups)
        }
        let expected = try twin.events().events
        let answers = try allAnswers(
            try twin.snapshot(), at: [Self.start + 8 * Self.day], [Self.calendar])
        var place = 0
        while true {
            let log = try ScratchLog(segmentLength: 400)
            try Self.fill(log)
            let earlier = try log.snapshot()
            let live = try LiveInsights(directory: log.directory)
            let problems = Problems()
            let system = HookedSystem(before: place) {
                do {
                    try Self.intrude(log)
                    // Whoever looks just then sees all of it.
                    let damage = try Verification.run(directory: log.directory).damage
                    if !damage.isEmpty { problems.add("\(damage)") }
                    if work == .compact, try log.events().events != expected {
                        problems.add("a wrong answer")
                    }
                } catch { problems.add("\(error)") }
            }
            try Self.run(
                work,
                LogKeeping(LogWriter(directory: log.directory, options: log.writer.options, system: system)))
            guard system.hasFired else { break }
            #expect(problems.all.isEmpty, "\(work), call \(place)")
            #expect(try log.events().events == expected, "\(work), call \(place)")
            #expect(try Verification.run(directory: log.directory).damage.isEmpty, "\(work), call \(place)")
            // Whoever began before all of it still has its answer, and one that lives on has the new one.
            #expect(earlier.recordCount == 29)
            let anew = try ActivityReader(
                .week, at: Self.start + 8 * Self.day, calendar: Self.calendar, of: try log.snapshot())
            let current = try live.summary(.week, at: Self.start + 8 * Self.day, calendar: Self.calendar)
            #expect(current == anew.summary, "\(work), call \(place)")
            if place % 16 == 0 {
                _ = try log.keeping().compact()
                #expect(try log.events().events == expected, "\(work), call \(place), compacted")
                #expect(
                    try allAnswers(
                        try log.snapshot(), at: [Self.start + 8 * Self.day], [Self.calendar]) == answers)
                // Retractions are gone with what they took back.
                let rollups = work == .pruneKeepingRollups ? 12 : 0
                #expect(try log.snapshot().recordCount == expected.count + rollups)
            }
            place += 1
        }
        #expect(place > 100)
    }
}

/// What a hook found, for the test to report.
private final class Problems: @unchecked Sendable {
    private(set) var all: [String] = []
    func add(_ text: String) { all.append(text) }
}
