import Testing

@testable import EvlogCLI

@Suite struct ArgumentParserTests {
    private func parse(_ line: String...) throws -> ParsedArguments {
        try ArgumentParser(table: .evlog).parse(line)
    }

    private func failure(_ line: String...) -> String {
        do {
            let parsed = try ArgumentParser(table: .evlog).parse(line)
            return "understood as \(parsed)"
        } catch {
            return error.description
        }
    }

    @Test func optionsStandAnywhere() throws {
        for line in [
            ["--log", "d", "query", "rollup", "--by", "day", "--fill"],
            ["query", "--log=d", "--fill", "rollup", "--by=day"],
            ["--by", "day", "--fill", "query", "rollup", "--log", "d"],
        ] {
            let parsed = try ArgumentParser(table: .evlog).parse(line)
            #expect(parsed.commandPath == ["query", "rollup"])
            #expect(parsed.value("by") == "day")
            #expect(parsed.value("log") == "d")
            #expect(parsed.flag("fill"))
            #expect(parsed.operands.isEmpty)
        }
    }

    @Test func repeatableOptionsKeepTheirOrder() throws {
        let parsed = try parse("append", "-m", "b=1", "task", "--meta=a=2", "-ma=3", "--meta", "")
        #expect(parsed.values("meta") == ["b=1", "a=2", "a=3", ""])
        #expect(parsed.operands == ["task"])
    }

    @Test func valuesMayLookLikeOptions() throws {
        let parsed = try parse(
            "query", "events", "--from", "-7d", "--to", "-1d", "-n", "-3", "--where", "--x=1")
        #expect(parsed.value("from") == "-7d")
        #expect(parsed.value("to") == "-1d")
        #expect(parsed.value("limit") == "-3")
        #expect(parsed.values("where") == ["--x=1"])
    }

    @Test func dashesThatAreOperands() throws {
        #expect(try parse("append", "-").operands == ["-"])
        #expect(try parse("append", "-7d").operands == ["-7d"])
        #expect(try parse("append", "--", "--help").operands == ["--help"])
        #expect(try parse("append", "--file", "-").value("file") == "-")
        #expect(try parse("append", "").operands == [""])
    }

    @Test func shortOptionsJoin() throws {
        let parsed = try parse("query", "events", "-rfn20")
        #expect(parsed.flag("reverse"))
        #expect(parsed.flag("follow"))
        #expect(parsed.value("limit") == "20")
    }

    @Test func defaultsComeFromTheTable() throws {
        let parsed = try parse("append", "task")
        #expect(parsed.value("batch-size") == "10")
        #expect(!parsed.isGiven("batch-size"))
        #expect(parsed.value("on-error") == "stop")
        #expect(parsed.value("format") == "table")
        #expect(parsed.value("tz") == nil)
        #expect(parsed.value("id") == nil)
        #expect(!parsed.flag("skip-existing"))
    }

    @Test func helpAndVersionExcuseTheRest() throws {
        #expect(try parse("--help").wantsHelp)
        #expect(try parse("--version").wantsVersion)
        let help = try parse("query", "rollup", "-h")
        #expect(help.wantsHelp)
        #expect(help.commandPath == ["query", "rollup"])
        #expect(try parse("query", "--help").commandPath == ["query"])
        #expect(try parse("help", "query", "rollup").operands == ["query", "rollup"])
    }

    @Test func unknownCommands() {
        #expect(failure("apend") == "unknown command 'apend'; did you mean 'append'?")
        #expect(failure("qurey", "events") == "unknown command 'qurey'; did you mean 'query'?")
        #expect(failure("rollup") == "unknown command 'rollup'; did you mean 'evlog query rollup'?")
        #expect(failure("zzz") == "unknown command 'zzz'; see 'evlog help'")
        #expect(failure("query", "event") == "unknown 'query' subcommand 'event'; did you mean 'events'?")
        #expect(failure() == "no command given; see 'evlog help'")
        let questions = CommandTable.query.subcommands.map(\.name).joined(separator: ", ")
        #expect(failure("query") == "'query' needs a subcommand; one of: \(questions)")
    }

    @Test func unknownOptions() {
        #expect(failure("verify", "--dep") == "unknown option '--dep'; did you mean '--deep'?")
        #expect(failure("--form", "json", "stats") == "unknown option '--form'; did you mean '--format'?")
        #expect(failure("stats", "-format") == "unknown option '-format'; did you mean '--format'?")
        #expect(failure("stats", "--qqqqqq") == "unknown option '--qqqqqq'; see 'evlog help stats'")
        let elsewhere = "'append' has no option '--by'; it belongs to 'query rollup'"
        #expect(failure("append", "x", "--by", "day") == elsewhere)
        #expect(failure("--by", "day", "append", "x") == elsewhere)
    }

    @Test func refusedValues() {
        #expect(
            failure("stats", "--format", "jsn") == "'jsn' is not a value of '--format'; did you mean 'json'?")
        #expect(
            failure("stats", "--color=pink")
                == "'pink' is not a value of '--color'; one of: auto, always, never")
        #expect(failure("verify", "--deep=yes") == "option '--deep' takes no value; write '--deep' alone")
        #expect(failure("stats", "--tz") == "option '--tz' needs a value; write '--tz ZONE'")
        #expect(failure("stats", "--tz", "--log", "x") == "option '--tz' needs a value; write '--tz ZONE'")
        #expect(failure("stats", "--tz", "--", "x") == "option '--tz' needs a value; write '--tz ZONE'")
        #expect(
            failure("--tz", "UTC", "stats", "--tz", "UTC") == "option '--tz' is given twice; give it once")
        #expect(failure("verify", "--deep", "--deep") == "option '--deep' is given twice; give it once")
    }

    @Test func missingAndSuperfluous() {
        #expect(
            failure("query", "rollup")
                == "'query rollup' needs '--by hour|day|week|month|year'; see 'evlog help query rollup'")
        #expect(
            failure("verify", "x") == "'verify' does not take the operand 'x'; usage: evlog verify [--deep]")
    }

    @Test func errorsAreOneSafeLine() {
        #expect(failure("a\nb\u{1B}[2J") == "unknown command 'a\\nb\\u001b[2J'; see 'evlog help'")
        #expect(!failure("stats", "--\u{202E}x\n").contains("\n"))
    }

    /// Nothing typed may stop the process.
    @Test func strangeLinesAreAnswered() {
        let pieces = [
            "-", "--", "---", "--=", "--=x", "-=", "=", "", "\u{301}", "-\u{301}", "--\u{301}",
            "--log=\u{301}",
            "-é", "-1", "-n", "-h=", "--help=1", "append", "query", "events", "help", "👩‍👩‍👧",
            String(repeating: "x", count: 5000),
        ]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    _ = try? ArgumentParser(table: .evlog).parse([first, second, third])
                }
            }
        }
    }

    @Test func combiningMarkAfterEquals() throws {
        #expect(try parse("append", "x", "--id=\u{301}").value("id") == "\u{301}")
    }

    @Test(arguments: [("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3)])
    func distances(_ first: String, _ second: String, _ distance: Int) {
        #expect(NearestName.editDistance(Array(first.utf8), Array(second.utf8)) == distance)
        #expect(NearestName.editDistance(Array(second.utf8), Array(first.utf8)) == distance)
    }

    @Test func ofEquallyNearNamesTheFirstWins() {
        #expect(NearestName.of("cat", among: ["bat", "rat"]) == "bat")
        #expect(NearestName.of("x", among: ["y"]) == nil)
        #expect(NearestName.of("", among: ["y"]) == nil)
    }
}
