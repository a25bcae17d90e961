import Foundation
import Testing

/// The completions in the shells that are installed, with names that a shell would run if it could.
@Suite(.timeLimit(.minutes(10)))
struct ShellCompletionTests {
    static let bash = path("bash")
    static let zsh = path("zsh")
    static let fish = path("fish")

    private static func path(_ name: String) -> String? {
        ["/usr/local/bin/", "/usr/bin/", "/bin/"].map { $0 + name }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static let names = [
        "taskDone", "two words", "it's", #"say "hi""#, "$(touch ran)", "`touch ran`", "a;touch ran",
        #"back\slash"#,
        "star*?[x]", "app:open", "k=v", "~/home", "bang!bang", "dollar$HOME", "über 日本", "#hash", "%percent",
        "a|b>c<d&e", "{br,ace}", "trail ", "%s%n", "$'x'",
    ]

    /// A log with all of these as types, supplements and keys, and two that no line can hold.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch("completion")
        var lines = ""
        for name in Self.names + ["new\nline", "tab\there"] {
            let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
            lines += #"{"type":\#(text),"timestamp":"2026-01-01T00:00:00Z","metadata":{\#(text):"1"}}"# + "\n"
            lines += #"{"kind":"dose","supplement":\#(text),"takenAt":"2026-01-01T00:00:00Z"}"# + "\n"
        }
        try scratch.appendLines(lines)
        return scratch
    }

    private func run(_ scratch: Scratch, _ program: String, _ arguments: [String]) throws
        -> EvlogProcess.Outcome
    {
        let process = try EvlogProcess(
            program, arguments, environment: scratch.environment, scratch: scratch.directory)
        process.closeInput()
        return try process.wait()
    }

    private func hasRun(_ scratch: Scratch) -> Bool {
        ["ran", "log/ran"].contains { FileManager.default.fileExists(atPath: scratch.directory + "/" + $0) }
    }

    @Test func listsAreFastAndQuiet() throws {
        let scratch = try scratch()
        let expected = Self.names.sorted()
        for (words, suffix) in [
            (["append", ""], ""), (["dose", ""], ""), (["query", "impact", ""], ""),
            (["query", "events", "--type", ""], ""), (["append", "x", "-m", ""], "="),
            (["query", "rollup", "--where", ""], "="),
        ] {
            let outcome = try scratch.run(["complete", "--"] + words)
            #expect(outcome.status == 0 && outcome.errors.isEmpty)
            #expect(outcome.lines.dropFirst() == ArraySlice(expected.map { $0 + suffix }), "\(words)")
        }
        // Retracted names are gone here, too.
        try scratch.run("append", "mistake")
        let last = try #require(try scratch.events().first { $0.type == "mistake" })
        try scratch.run("retract", "\(last.sequence)")
        #expect(!(try scratch.run("complete", "--", "append", "mis").text.contains("mistake")))
    }

    /// Neither an absent, nor a damaged, nor a forbidden log is worth a word.
    @Test func nothingIsAnError() throws {
        let scratch = try scratch()
        let bytes = [UInt8](repeating: 0xA5, count: 5000)
        try Data(bytes).write(to: URL(filePath: try scratch.segment()))
        for words in [
            ["append", ""], ["--log", "/nowhere", "dose", ""], ["--log=", "append", ""], ["--log"], [],
            ["--tz", "Nowhere", "append", ""], ["--", "--", ""], ["-x", "-", ""],
        ] {
            let outcome = try scratch.run(["complete", "--"] + words)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(words)")
            #expect(outcome.lines.first != nil)
        }
    }

    @Test func unknownShell() throws {
        let outcome = try Scratch().run("completions", "bsh")
        #expect(outcome.status == 2 && outcome.errors.contains("did you mean 'bash'?"))
        #expect(try Scratch().run("completions", "powershell").errors.contains("one of: bash, zsh, fish"))
        #expect(try Scratch().run("completions").status == 2)
    }

    // MARK: - bash

    /// What bash would put for the last word; `$reply` holds it.
    private static let bashDriver = #"""
        cd "$HOME"
        source <("$EVLOG" completions bash)
        COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
        COMP_LINE=$1 COMP_POINT=${#1}
        _evlog "$EVLOG" evlog evlog
        """#

    @Test(.enabled(if: bash != nil, "bash is not installed"))
    func bashFindsWhatFits() throws {
        let scratch = try scratch()
        let program = try #require(Self.bash)
        for (line, expected) in [
            ("evlog qu", ["query"]), ("evlog query r", ["rollup"]), ("evlog query rollup --by d", ["day"]),
            ("evlog query rollup --by=d", ["day"]),
            ("evlog recap --format ", ["text", "svg", "png", "html", "json"]),
            ("evlog append two", [#"two\ words"#]), (#"evlog append two\ w"#, [#"two\ words"#]),
            (#"evlog append "two w"#, ["two words"]), (#"evlog append "say"#, [#"say \"hi\"""#]),
            ("evlog append 'it", []), (#"evlog append "bang"#, []), ("evlog append app:o", ["open"]),
            ("evlog append app:", ["open"]), ("evlog append k=", ["v"]),
            ("evlog append x --meta two", [#"two\ words="#]),
            ("evlog --log '/nowhere' append ta", []), ("evlog append taskDone ", []),
            (#"evlog append '$(touch"#, ["$(touch ran)"]), ("TZ=UTC", []),
        ] {
            let outcome = try run(
                scratch, program,
                ["--norc", "-c", Self.bashDriver + "\n" + #"printf '%s\n' "${COMPREPLY[@]}""#, "bash", line])
            #expect(outcome.lines == expected, "\(line): \(outcome.errors)")
        }
        #expect(!hasRun(scratch))
    }

    /// Each reply, run as part of a command line, is the name and nothing else.
    @Test(.enabled(if: bash != nil, "bash is not installed"))
    func bashRunsNothing() throws {
        let scratch = try scratch()
        let script =
            Self.bashDriver + #"""

                printf '%s\0' "${#COMPREPLY[@]}"
                for reply in "${COMPREPLY[@]}"; do eval "set -- $reply"; printf '%s\0' "$#" "$1"; done
                """#
        for line in ["evlog append ", "evlog dose ", "evlog query events --type "] {
            let outcome = try run(scratch, try #require(Self.bash), ["--norc", "-c", script, "bash", line])
            let parts = outcome.text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
            #expect(parts.first == "\(Self.names.count)")
            let found = parts.dropFirst().enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            #expect(found == Self.names.sorted())
        }
        #expect(!hasRun(scratch))
    }

    // MARK: - zsh

    @Test(.enabled(if: zsh != nil, "zsh is not installed"))
    func zshFindsWhatFits() throws {
        let scratch = try scratch()
        // Stands for the completion system, which only runs where one types.
        let script = #"""
            cd "$HOME"
            compdef() { : }
            compadd() { print -rl -- "$@" -- "${texts[@]}" }
            source <("$EVLOG" completions zsh)
            words=("$EVLOG" "$@") CURRENT=$#words PREFIX=${@[-1]}
            _evlog
            """#
        func found(_ words: String...) throws -> [String] {
            let outcome = try run(scratch, try #require(Self.zsh), ["-f", "-c", script, "zsh"] + words)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            return Array(outcome.lines.drop { $0 != "--" }.dropFirst())
        }
        #expect(try found("qu").contains("query"))
        #expect(try found("append", "") == Self.names.sorted())
        #expect(try found("append", #"two\ wo"#) == Self.names.sorted())
        #expect(try found("append", "x", "--meta", "") == Self.names.sorted().map { $0 + "=" })
        #expect(try found("query", "rollup", "--by", "d") == ["hour", "day", "week", "month", "year"])
        #expect(try found("query", "rollup", "--by=d").contains("--by=day"))
        #expect(try found("recap", "--sc").contains("--scale"))
        #expect(try found("--log", "'/nowhere'", "append", "") == [])
        #expect(!hasRun(scratch))
    }

    // MARK: - fish

    @Test(.enabled(if: fish != nil, "fish is not installed"))
    func fishFindsWhatFits() throws {
        let scratch = try scratch()
        let script = #"function evlog; end; cd $HOME; $EVLOG completions fish | source; complete -C $argv[1]"#
        func found(_ words: String) throws -> [String] {
            let bin = scratch.directory + "/bin"
            if !FileManager.default.fileExists(atPath: bin) {
                try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
                try FileManager.default.createSymbolicLink(
                    atPath: bin + "/evlog", withDestinationPath: try EvlogExecutable.path())
                scratch.environment["PATH"] = bin + ":/usr/local/bin:/usr/bin:/bin"
            }
            let outcome = try run(scratch, try #require(Self.fish), ["--no-config", "-c", script, words])
            return outcome.lines.map { String($0.split(separator: "\t")[0]) }.sorted()
        }
        #expect(try found("evlog qu") == ["query"])
        #expect(try found("evlog query rollup --by=d") == ["--by=day"])
        #expect(try found("evlog query rollup --by d") == ["day"])
        #expect(try found(#"evlog append two\ w"#) == ["two words"])
        #expect(try found("evlog append x --meta two") == ["two words="])
        #expect(Set(try found("evlog append ")) == Set(Self.names))
        #expect(try found("evlog --log /nowhere append ") == [])
        #expect(!hasRun(scratch))
    }
}
