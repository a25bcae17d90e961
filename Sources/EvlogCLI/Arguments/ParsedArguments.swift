/// A command line that was understood: which command, with which options and operands.
struct ParsedArguments: Sendable {
    /// The names that lead to the command, such as `["query", "rollup"]`. Empty, or a group's, only when help
    /// or the version was asked for.
    let commandPath: [String]
    let operands: [String]
    /// `--help` was given: nothing else was checked.
    let wantsHelp: Bool
    /// `--version` was given: nothing else was checked.
    let wantsVersion: Bool
    /// Options given, by name, in the order of the command line; flags have no values.
    private let given: [String: [String]]
    /// The options the command takes.
    private let options: [OptionSpec]

    init(
        commandPath: [String], operands: [String], wantsHelp: Bool, wantsVersion: Bool,
        given: [String: [String]], options: [OptionSpec]
    ) {
        self.commandPath = commandPath
        self.operands = operands
        self.wantsHelp = wantsHelp
        self.wantsVersion = wantsVersion
        self.given = given
        self.options = options
    }

    /// The option's value, else the default value the table gives it, else nil.
    func value(_ name: String) -> String? {
        if let value = given[name]?.first { return value }
        guard case .value(let standard)? = spec(name)?.defaultValue else { return nil }
        return standard
    }

    /// All values of a repeatable option, in the order given.
    func values(_ name: String) -> [String] {
        _ = spec(name)
        return given[name] ?? []
    }

    /// Whether a flag is on.
    func flag(_ name: String) -> Bool { isGiven(name) }

    /// Whether the option stands on the command line, so that a default can be told from the same value typed.
    func isGiven(_ name: String) -> Bool {
        _ = spec(name)
        return given[name] != nil
    }

    /// The same for an option that the command may not even have.
    func hasGiven(_ name: String) -> Bool { given[name] != nil }

    private func spec(_ name: String) -> OptionSpec? {
        let found = options.first { $0.name == name }
        // Only code can ask for an option that its command lacks; no command line leads here.
        assert(found != nil || wantsHelp || wantsVersion, "no option '\(name)' in the table")
        return found
    }
}
