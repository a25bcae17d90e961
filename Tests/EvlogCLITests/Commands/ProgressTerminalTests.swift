import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bar of long work on a pseudo-terminal. The work is as long as it has to be: a pipe that stays open.
@Suite struct ProgressTerminalTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch("evlog-progress") }

    /// Feeds `evlog append` by a named pipe, with each line once more until the screen shows what is waited for.
    private func append(
        _ arguments: [String], columns: Int, outputPath: String? = nil,
        _ body: (PseudoTerminal, (String) -> Void) throws -> Void
    ) throws -> PseudoTerminal {
        let name = scratch.directory + "/pipe"
        #expect(mkfifo(name, 0o600) == 0)
        let terminal = try PseudoTerminal(
            EvlogExecutable.path(), ["append", "--file", name, "--flush-after", "1ms"] + arguments,
            environment: scratch.environment.merging(["TERM": "xterm"]) { $1 }, columns: columns,
            outputPath: outputPath)
        let pipe = open(name, O_WRONLY | O_CLOEXEC)
        try #require(pipe >= 0)
        do {
            try body(terminal) { line in
                var bytes = Array((line + "\n").utf8)
                _ = write(pipe, &bytes, bytes.count)
            }
        } catch {
            _ = close(pipe)
            throw error
        }
        _ = close(pipe)
        return terminal
    }

    private let event = #"{"type":"a","timestamp":"2026-03-01T00:00:00Z"}"#

    @Test(arguments: [80, 40, 20])
    func theBarComesAndGoes(_ columns: Int) throws {
        let terminal = try append([], columns: columns) { terminal, feed in
            try terminal.wait("the bar") { screen in
                feed(event)
                return screen.lines[0].hasPrefix("append  ")
            }
        }
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.lines[0].contains("stored"))
        #expect(!terminal.screen.text.contains("append"))
        #expect(terminal.screen.unknown.isEmpty)
    }

    @Test func messagesTakeItsPlace() throws {
        let terminal = try append(["--on-error", "skip"], columns: 80) { terminal, feed in
            try terminal.wait("the bar") { screen in
                feed(event)
                return screen.lines[0].hasPrefix("append  ")
            }
            feed("nonsense")
            try terminal.wait(for: "line")
        }
        #expect(try terminal.end() == 3)
        let lines = terminal.screen.lines
        #expect(
            lines[0].hasPrefix("evlog: \(scratch.directory)") && !terminal.screen.text.contains("append  "))
        #expect(terminal.screen.text.contains("1 refused"))
    }

    @Test func nothingWhereErrorsGoToAFile() throws {
        let name = scratch.directory + "/errors"
        let lines = String(repeating: event + "\n", count: 1000)
        _ = try scratch.file("lines.jsonl", lines)
        let terminal = try PseudoTerminal(
            "/bin/sh",
            [
                "-c",
                "\"$EVLOG\" append --file \"$HOME/lines.jsonl\" && \"$EVLOG\" verify --deep 2>\"$HOME/errors\"",
            ],
            environment: scratch.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(try terminal.end() == 0)
        #expect(FileManager.default.contents(atPath: name)?.isEmpty == true)
    }
}
