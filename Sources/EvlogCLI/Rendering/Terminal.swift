#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// When to use colour: `--color`.
enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
}

/// What is known about where output goes.
struct Terminal: Sendable {
    enum Stream: Int32, Sendable {
        case output = 1
        case error = 2
    }

    var outputIsTerminal: Bool
    var errorIsTerminal: Bool
    /// Columns of the terminal that output, else errors, go to; nil when neither is one that says.
    var reportedColumns: Int?
    /// `$COLUMNS`, where it is a number above 0.
    var environmentColumns: Int?
    /// `$NO_COLOR` is set and not empty.
    var refusesColor: Bool
    /// `$TERM` is unset or `dumb`: no escape sequences.
    var isDumb: Bool

    /// Asks the system once: `isatty`, `ioctl(TIOCGWINSZ)` and the environment.
    static func current() -> Terminal {
        let (output, error) = (isatty(Stream.output.rawValue) == 1, isatty(Stream.error.rawValue) == 1)
        return Terminal(
            outputIsTerminal: output, errorIsTerminal: error,
            reportedColumns: output
                ? reportedColumns(of: .output) : error ? reportedColumns(of: .error) : nil,
            environment: environmentValue)
    }

    init(
        outputIsTerminal: Bool, errorIsTerminal: Bool, reportedColumns: Int?,
        environment: (_ name: String) -> String?
    ) {
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.reportedColumns = reportedColumns
        environmentColumns = environment("COLUMNS").flatMap { Int($0) }.flatMap {
            (1...10_000).contains($0) ? $0 : nil
        }
        refusesColor = environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let term = environment("TERM") ?? ""
        isDumb = term.isEmpty || term == "dumb"
    }

    /// Columns to fill: what the terminal says, else `$COLUMNS`, else 80.
    var columns: Int { reportedColumns ?? environmentColumns ?? 80 }

    /// Columns that a table may take; nil, for no limit, when its reader isn't a terminal: nothing may be cut
    /// there, unless `$COLUMNS` asks for it.
    var tableColumns: Int? { outputIsTerminal ? columns : environmentColumns }

    func isTerminal(_ stream: Stream) -> Bool {
        switch stream {
        case .output: outputIsTerminal
        case .error: errorIsTerminal
        }
    }

    /// Whether to colour what goes to `stream`. A choice on the command line outweighs the environment.
    func usesColor(_ choice: ColorChoice, on stream: Stream) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: isTerminal(stream) && !refusesColor && !isDumb
        }
    }

    /// Columns of a stream's terminal right now; nil when it isn't one or doesn't say.
    static func reportedColumns(of stream: Stream) -> Int? {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func environmentValue(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
