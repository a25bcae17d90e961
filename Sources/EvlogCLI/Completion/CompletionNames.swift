import EventLog
import LogFormat
import UsageInsights

/// The names that a log has, for completion. Whatever goes wrong, the answer is only empty: a shell that waits for a
/// word has no place for an error.
struct CompletionNames {
    /// More than this nobody looks through.
    static let limit = 2000

    func types(_ line: UnfinishedLine) -> [String] {
        named(line) { snapshot in
            var query = RollupQuery(unit: .year, calendar: LocalCalendar(zone: .utc))
            query.groupings = [.type]
            return try Rollup(query, of: snapshot).groups.compactMap { $0.first ?? nil }
        }
    }

    /// Keys of the metadata of events.
    func keys(_ line: UnfinishedLine) -> [String] {
        named(line) { snapshot in try RecordExport(snapshot).keys(of: .event) }
    }

    func supplements(_ line: UnfinishedLine) -> [String] {
        named(line) { snapshot in try WellnessReader(snapshot).history.supplements }
    }

    func zones() -> [String] { Zone.knownNames }

    private func named(_ line: UnfinishedLine, _ read: (LogSnapshot) throws -> [String]) -> [String] {
        guard let directory = directory(line), let snapshot = try? LogSnapshot(directory: directory),
            let names = try? read(snapshot)
        else { return [] }
        return Array(Set(names).filter { !$0.isEmpty }.sorted().prefix(Self.limit))
    }

    /// The log that the line names, else the one that a command would take.
    private func directory(_ line: UnfinishedLine) -> String? {
        guard let given = line.logDirectory, !given.isEmpty else {
            return CommandContext.environment("EVLOG_DIR") ?? Self.standardDirectory
        }
        // What the shell would have done, which hasn't run the line yet.
        guard given == "~" || given.hasPrefix("~/"), let home = CommandContext.environment("HOME") else {
            return given
        }
        return home + given.dropFirst()
    }

    private static var standardDirectory: String? {
        if let data = CommandContext.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/evlog"
        }
        return CommandContext.environment("HOME").map { $0 + "/.local/share/evlog" }
    }
}
