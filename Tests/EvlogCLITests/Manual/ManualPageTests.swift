import Foundation
import Testing

@testable import EvlogCLI

@Suite(.timeLimit(.minutes(10)))
struct ManualPageTests {
    private static let groff = ["/usr/bin/groff", "/usr/local/bin/groff"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private func leaves(_ commands: [CommandSpec], _ path: [String] = []) -> [(
        path: [String], command: CommandSpec
    )] {
        commands.flatMap { command in
            command.isGroup
                ? leaves(command.subcommands, path + [command.name]) : [(path + [command.name], command)]
        }
    }

    @Test func everyCommandAndOptionStandsInIt() throws {
        let page = ManualPage(table: .evlog).render()
        for (path, command) in leaves(CommandTable.evlog.commands) {
            let title = ".SS \"evlog \(Roff.escaped(path.joined(separator: " ")))\"\n"
            let start = try #require(page.range(of: title), "\(path)")
            let rest = page[start.upperBound...]
            let part = rest[..<(rest.range(of: "\n.S")?.lowerBound ?? rest.endIndex)]
            #expect(part.contains(Roff.escaped(command.summary)))
            for option in command.options {
                #expect(
                    part.contains("\\fB\\-\\-\(Roff.escaped(option.name))\\fR"), "\(path) --\(option.name)")
                #expect(part.contains(Roff.escaped(option.help)))
                if let short = option.short { #expect(part.contains("\\fB\\-\(short)\\fR, ")) }
            }
            for example in command.examples { #expect(part.contains(Roff.escaped(example.line))) }
        }
        for option in CommandTable.evlog.globalOptions {
            #expect(page.contains("\\fB\\-\\-\(Roff.escaped(option.name))\\fR"))
        }
        for status in ExitStatus.meanings { #expect(page.contains(".TP\n\\fB\(status.status)\\fR\n")) }
        for section in ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"] {
            #expect(page.contains(".SH \"\(section)\"\n"))
        }
    }

    @Test func escapes() {
        #expect(Roff.escaped("a\\b-c'd`e^f~g\nh") == "a\\eb\\-c\\(aqd\\(gae\\(haf\\(tig h")
        #expect(Roff.escaped("ü€😀") == "\\[u00FC]\\[u20AC]\\[u1F600]")
        var roff = Roff()
        roff.paragraph(".so /etc/passwd")
        roff.paragraph("'br")
        roff.request("SH", ["say \"hi\""])
        #expect(roff.text == ".PP\n\\&.so /etc/passwd\n.PP\n\\&\\(aqbr\n.SH \"say \\(dqhi\\(dq\"\n")
    }

    @Test func onlyKnownRequestsBeginALine() {
        let page = ManualPage(table: .evlog).render()
        let known: Set<Substring> = [
            ".TH", ".SH", ".SS", ".PP", ".TP", ".HP", ".RS", ".RE", ".nf", ".fi", ".nh", ".ad",
        ]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(known.contains(line.prefix { $0 != " " }), "\(line)")
        }
        #expect(page.utf8.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) })
    }

    @Test(.enabled(if: groff != nil, "groff is not installed"), arguments: [30, 50, 80, 200])
    func groffHasNoWarnings(_ width: Int) throws {
        let scratch = try Scratch("manual")
        let page = try scratch.run("man")
        #expect(page.status == 0)
        let path = try scratch.file("evlog.1", page.output)
        let process = try EvlogProcess(
            try #require(Self.groff), ["-ww", "-man", "-Tutf8", "-rLL=\(width)n", path],
            environment: scratch.environment, scratch: scratch.directory)
        process.closeInput()
        let outcome = try process.wait()
        let warnings = outcome.errors.split(separator: "\n").filter {
            width >= 50 || !$0.contains("can't break line")
        }
        #expect(outcome.status == 0 && warnings.isEmpty, "\(outcome.errors)")
        #expect(outcome.text.contains("TMPDIR") || outcome.text.contains("2026-11-30T09:15:00"))
    }
}
