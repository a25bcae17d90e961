import Testing

@testable import EvlogCLI

@Suite struct HelpTextTests {
    private static let paths = [
        [], ["append"], ["query"], ["query", "rollup"], ["query", "events"], ["verify"], ["stats"], ["demo"],
        ["help"], ["check-in"], ["dose"], ["retract"], ["query", "check-ins"], ["report"],
        ["query", "calendar"],
    ]

    @Test(arguments: paths, [1, 40, 60, 80, 200])
    func fits(_ path: [String], _ width: Int) throws {
        let page = try HelpText(table: .evlog, width: width, color: false).page(for: path)
        for line in page.split(separator: "\n") {
            // Examples stay whole, so that they can be copied.
            if ["evlog ", "tail ", "journalctl ", "# "].contains(where: { line.hasPrefix("  " + $0) }) {
                continue
            }
            #expect(TextWidth.columns(String(line)) <= min(max(width, 40), 100), "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
        #expect(page.hasSuffix("\n"))
    }

    @Test func verifyPage() throws {
        let page = try HelpText(table: .evlog, width: 80, color: false).page(for: ["verify"])
        #expect(
            page.hasPrefix(
                """
                evlog verify: Check the log for damage

                Usage: evlog verify [--deep]

                Reads every byte and says what is damaged, where, and how many records it costs.
                Exits with 4 if anything is. Changes nothing.

                Options:
                      --deep  Also rebuild every derived answer from the raw records and
                              compare.

                Options of every command:

                """))
        #expect(page.hasSuffix("Examples:\n  # everything there is to check\n  evlog verify --deep\n"))
    }

    @Test func overviewNamesEveryCommand() throws {
        let page = try HelpText(table: .evlog, width: 80, color: false).page(for: [])
        for name in [
            "append", "query rollup", "query events", "verify", "stats", "demo", "help",
        ] {
            #expect(page.contains("\n  \(name) "), "\(name)")
        }
    }

    @Test func optionDetails() throws {
        let page = try HelpText(table: .evlog, width: 100, color: false).page(for: ["append"])
        #expect(page.contains("[default: 10]"))
        #expect(page.contains("May be repeated."))
        #expect(page.contains("  -m, --meta KEY=VALUE"))
        #expect(page.contains("One of: jsonl,"))
        // The command's own --at stands instead of the global one.
        #expect(page.components(of: "--at INSTANT").count == 3)
    }

    @Test func colorOnlyWhenAsked() throws {
        #expect(!(try HelpText(table: .evlog, width: 80, color: false).page(for: [])).contains("\u{1B}"))
        #expect(try HelpText(table: .evlog, width: 80, color: true).page(for: []).contains("\u{1B}[1mUsage:"))
    }

    @Test func unknownPage() {
        #expect(throws: UsageError("unknown command 'x'", hint: "see 'evlog help'")) {
            try HelpText(table: .evlog, width: 80, color: false).page(for: ["x"])
        }
        #expect(throws: UsageError("'verify' has no subcommands", hint: "see 'evlog help verify'")) {
            try HelpText(table: .evlog, width: 80, color: false).page(for: ["verify", "x"])
        }
    }
}

extension String {
    /// The parts between occurrences of `separator`.
    fileprivate func components(of separator: String) -> [String] {
        var parts = [""]
        var rest = self[...]
        while let character = rest.first {
            if rest.hasPrefix(separator) {
                parts.append("")
                rest = rest.dropFirst(separator.count)
            } else {
                parts[parts.count - 1].append(character)
                rest = rest.dropFirst()
            }
        }
        return parts
    }
}
