import Testing

@testable import EvlogCLI

/// What fits where, by the table alone: there is no log.
@Suite struct CompleterTests {
    private func texts(_ words: String...) -> [String] { answer(words).candidates.map(\.text) }

    private func answer(_ words: [String]) -> CompletionAnswer {
        Completer(table: .evlog, names: CompletionNames()).answer(["--log", "/nowhere"] + words)
    }

    @Test func commands() {
        #expect(texts("qu") == ["query"])
        #expect(texts("query", "rol") == ["rollup"])
        #expect(texts("") == CommandTable.evlog.commands.map(\.name))
        #expect(texts("query", "") == CommandTable.query.subcommands.map(\.name))
        #expect(texts("nonsense", "") == [] && texts("query", "nonsense", "") == [])
        #expect(texts("help", "quer") == ["query"] && texts("help", "query", "str") == ["streaks"])
        #expect(texts("help", "query", "streaks", "") == [])
        #expect(texts("completions", "") == ["bash", "zsh", "fish"])
    }

    @Test func options() {
        #expect(texts("query", "rollup", "--fi") == ["--fill"])
        #expect(texts("query", "rollup", "--day") == ["--day-start"])
        // What was given is not offered again, unless it may be.
        #expect(texts("query", "rollup", "--fill", "--fi") == [])
        #expect(texts("query", "rollup", "--group", "type", "--gr") == ["--group"])
        #expect(texts("query", "rollup", "-") == texts("query", "rollup", "--"))
        #expect(texts("append", "--", "--me") == [])
        #expect(answer(["--ver"]).candidates.first?.description == "Show the version.")
    }

    @Test func values() {
        #expect(texts("query", "rollup", "--by", "m") == ["month"])
        #expect(texts("query", "rollup", "--by=m") == ["--by=month"])
        #expect(texts("--by", "m") == ["month"])
        #expect(texts("--week-start", "t") == ["tuesday", "thursday"])
        // A command's own option counts, not the global one of that name.
        #expect(texts("recap", "--format", "") == ["text", "svg", "png", "html", "json"])
        #expect(texts("query", "insights", "--format", "") == ["table", "json", "jsonl", "csv"])
        #expect(texts("--tz", "Europe/Berl") == ["Europe/Berlin"] && texts("--tz", "rec") == ["recorded"])
        #expect(texts("query", "events", "--from", "y") == ["yesterday"])
        #expect(texts("query", "rollup", "--group", "") == ["type"])
        #expect(texts("query", "events", "-n", "") == [])
        #expect(texts("recap", "-p", "y") == ["year"])
        #expect(texts("--help=") == [] && texts("--nonsense=") == [])
        #expect(answer(["recap", "--out", ""]).kind == .files && answer(["recap", "--out="]).kind == .files)
        #expect(answer(["recover", "--into", ""]).kind == .directories)
        #expect(answer(["append", "x", "--meta", ""]).kind == .beginnings)
    }

    /// Every option that takes a value and every command is answered, and never with what the table refuses.
    @Test func wholeTable() {
        func visit(_ command: CommandSpec, _ path: [String]) {
            let here = path + [command.name]
            for option in command.options + CommandTable.evlog.globalOptions where option.name != "log" {
                #expect(
                    answer(here + ["--\(option.name)"]).candidates.contains { $0.text == "--\(option.name)" })
                guard option.takesValue, let own = CommandTable.evlog.option(named: option.name, for: command)
                else { continue }
                let values = answer(here + ["--\(option.name)", ""]).candidates.map(\.text)
                if !own.choices.isEmpty { #expect(values == own.choices) }
            }
            for subcommand in command.subcommands { visit(subcommand, here) }
        }
        for command in CommandTable.evlog.commands { visit(command, []) }
    }

    @Test func candidatesThatNoLineHoldsAreLeftOut() {
        let answer = CompletionAnswer.words(["a", "b\nc", "d\te", "\u{1B}[31m", "\u{202E}f", "two words"])
        #expect(answer.lines == "words\na\ntwo words\n")
        let described = CompletionAnswer(candidates: [.init(text: "a", description: "x\ny")])
        #expect(described.lines == "words\na\tx\\ny\n")
    }
}
