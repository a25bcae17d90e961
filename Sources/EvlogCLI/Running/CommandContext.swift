import EventLog
import UsageInsights

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What every command starts from: its arguments, and what the global options say.
struct CommandContext {
    let arguments: ParsedArguments
    let terminal: Terminal
    let format: OutputFormat

    init(_ arguments: ParsedArguments) throws {
        self.arguments = arguments
        terminal = Terminal.current()
        format = arguments.value("format").flatMap(OutputFormat.init(rawValue:)) ?? .table
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The log's directory: `--log`, else `$EVLOG_DIR`, else under `$XDG_DATA_HOME` or the home directory.
    func logDirectory() throws -> String {
        if let given = arguments.value("log") {
            guard !given.isEmpty else { throw UsageError("--log: the directory is empty") }
            return given
        }
        if let given = Self.environment("EVLOG_DIR") { return given }
        // The XDG specification has relative paths there ignored.
        if let data = Self.environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/evlog" }
        if let home = Self.environment("HOME") { return home + "/.local/share/evlog" }
        throw UsageError("no log directory: $HOME is not set", hint: "say --log DIR or set $EVLOG_DIR")
    }

    func writer() throws -> LogWriter {
        var options = LogOptions()
        options.lockWaitMicroseconds = Int(clamping: try duration("wait") ?? 10_000_000)
        return try LogWriter(directory: try logDirectory(), options: options)
    }

    func snapshot() throws -> LogSnapshot { try LogSnapshot(directory: try logDirectory()) }

    func duration(_ option: String) throws -> Int64? {
        guard let text = arguments.value(option) else { return nil }
        do { return try DurationExpression.parse(text) } catch { throw Self.refused(option, error) }
    }

    /// The clock, in microseconds since 1970-01-01 UTC.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    var usesRecordedOffsets: Bool { arguments.value("tz") == "recorded" }

    /// The zone of `--tz`, else of `$TZ`, else the system's. `covering` says which instants it will be asked
    /// for, which only matters for speed.
    func zone(covering range: ClosedRange<Int64>? = nil) throws -> Zone {
        let covering = range ?? Zone.usualRange
        guard let name = arguments.value("tz"), !usesRecordedOffsets else {
            do { return try Zone.current(covering: covering) } catch {
                // Whose fault it is, a command line that names no zone doesn't show.
                guard Self.environment("TZ") != nil else { throw error }
                throw Self.refusedZone("$TZ", error)
            }
        }
        do { return try Zone(named: name, covering: covering) } catch {
            throw Self.refusedZone("--tz", error)
        }
    }

    private static func refusedZone(_ source: String, _ error: ZoneError) -> UsageError {
        guard case .unknown(let name) = error else { return UsageError("\(source): \(error)") }
        let near = NearestName.of(name, among: Zone.knownNames)
        return UsageError(
            "\(source): \(error)",
            hint: near.map { "did you mean '\($0)'?" } ?? "write a name such as Europe/Berlin")
    }

    /// Days and weeks by `--tz`, `--day-start` and `--week-start`.
    func calendar(covering range: ClosedRange<Int64>? = nil) throws -> LocalCalendar {
        let weekStart = arguments.value("week-start").flatMap { Weekday(parsing: $0) }
        return LocalCalendar(
            zone: try zone(covering: range), dayStartMinutes: try dayStart(),
            firstWeekday: weekStart ?? Weekday.firstOfLocale())
    }

    /// An instant as an option gives it; relative ones count from `now`.
    func instant(_ option: String, _ calendar: LocalCalendar, now: Int64) throws -> Int64? {
        guard let text = arguments.value(option) else { return nil }
        do {
            return try InstantExpression.parse(text, now: now, calendar: calendar) {
                Self.timestamp($0, calendar)?.instant
            }
        } catch { throw Self.refused(option, error) }
    }

    /// Reads RFC 3339; without an offset it is the wall clock of the calendar's zone.
    static func timestamp(_ text: String, _ calendar: LocalCalendar) -> (instant: Int64, offset: Int?)? {
        var text = text
        let reading = text.withUTF8 { RFC3339.parse(UnsafeRawBufferPointer($0)) }
        switch reading {
        case .instant(let instant, let offset):
            return (instant, offset == RFC3339.unknownOffset ? nil : Int(offset))
        case .wallTime(let wall):
            let instant = calendar.zone.instant(ofWall: wall)
            return (instant, knownOffset(calendar.zone, instant))
        case .failure: return nil
        }
    }

    static func knownOffset(_ zone: Zone, _ instant: Int64) -> Int? {
        zone.knownOffsetMinutes(at: instant)
    }

    /// `--at`, else now.
    func reference(_ calendar: LocalCalendar) throws -> Int64 {
        let now = Self.now()
        return try instant("at", calendar, now: now) ?? now
    }

    /// The same for what looks back. A day that `--at` names counts to its end, or to now while it isn't over:
    /// seen from its first instant, none of its own events would be in the streak.
    func referenceLookingBack(_ calendar: LocalCalendar) throws -> Int64 {
        let reference = try reference(calendar)
        guard let text = arguments.value("at"), InstantExpression.namesDay(text) else { return reference }
        let end = calendar.firstInstant(of: .day, key: calendar.day(at: reference) + 1) - 1
        let now = Self.now()
        return (reference...max(reference, end)).contains(now) ? now : max(reference, end)
    }

    func count(_ option: String, minimum: Int) throws -> Int? {
        guard let text = arguments.value(option) else { return nil }
        guard let number = Int(text), number >= minimum else {
            throw UsageError("--\(option) '\(text)': not a whole number of \(minimum) or more")
        }
        return number
    }

    /// `KEY=VALUE` options.
    func pairs(_ option: String) throws -> [(key: String, value: String)] {
        try arguments.values(option).map { text in
            guard let equals = text.firstIndex(of: "=") else {
                throw UsageError("--\(option) '\(text)': write KEY=VALUE")
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }

    static func refused(_ option: String, _ error: RefusedExpression) -> UsageError {
        UsageError("--\(option) \(error)")
    }

    var usesColor: Bool {
        terminal.usesColor(
            arguments.value("color").flatMap(ColorChoice.init(rawValue:)) ?? .auto, on: .output)
    }

    /// Prints a table to standard output.
    func show(_ table: Table) throws {
        if table.rows.isEmpty { noteEmpty() }
        try StandardStreams.write(table.render(width: terminal.tableColumns, color: usesColor))
    }

    /// Says on a terminal that there is nothing, where else only titles would stand, or nothing at all.
    func noteEmpty() {
        guard terminal.outputIsTerminal, terminal.errorIsTerminal, let directory = try? logDirectory() else {
            return
        }
        let name = arguments.commandPath.last ?? ""
        let things = ["check-ins", "doses"].contains(name) ? name : name == "impact" ? "doses" : "events"
        let narrowing = ["from", "to", "type", "where", "limit"].filter(arguments.hasGiven)
        let which =
            narrowing.isEmpty ? "" : " that fit \(narrowing.map { "--\($0)" }.joined(separator: ", "))"
        StandardStreams.report("no \(things)\(which) in \(directory)")
    }

    /// Names each damaged place on standard error, and gives the status to exit with.
    func report(_ damage: [Damage]) -> Int32 {
        let shown = 20
        for place in damage.prefix(shown) { StandardStreams.report("damaged: \(place)") }
        if damage.count > shown {
            StandardStreams.report("damaged: \(damage.count - shown) more places (evlog verify lists all)")
        }
        return damage.isEmpty ? ExitStatus.done : ExitStatus.damageFound
    }
}
